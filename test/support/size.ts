// bun run size: what the scripts cost a visitor, against the budgets in package.json, and what their parts
// cost. A part is what a script would lose without it: its modules built with and without, brotli.

import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build, type Plugin } from 'vite';
import { brotli, ensureBuilt } from '../../demo/build.ts';
import { sizeBudget } from '../../package.json';

const ENTRY = 'virtual-part.js';
const root = join(import.meta.dir, '../..');
let isOver = false;

function line(name: string, sizes: string, size: number, budget: number): void {
  isOver ||= size > budget;
  const share = `${((size / budget) * 100).toFixed(1)} %`.padStart(8);
  console.log(`${name.padEnd(36)}${sizes.padEnd(34)}${String(size).padStart(6)} brotli of ${budget}${share}`);
}

await ensureBuilt();
let total = 0;
for (const [name, budget] of Object.entries(sizeBudget.scripts)) {
  const bytes = await Bun.file(join(root, 'dist', name)).bytes();
  const size = brotli(bytes).length;
  total += size;
  line(name, `${bytes.length} raw, ${gzipSync(bytes, { level: 9 }).length} gzip`, size, budget);
}
console.log(`${'both, for who opens the panel'.padEnd(70)}${String(total).padStart(6)} brotli\n`);

for (const [name, { exports, beside, budget }] of Object.entries(sizeBudget.parts)) {
  const without = beside.length > 0 ? await bundled(beside) : 0;
  line(name, '', (await bundled([...exports, ...beside])) - without, budget);
}

if (isOver) {
  console.error('\nOver the budget. Make it smaller, or say in the commit why it is worth more.');
  process.exit(1);
}

/** Size of a script that holds these modules' exports, `path#name,name` or a whole `path`. */
async function bundled(exports: readonly string[]): Promise<number> {
  const entry = exports
    .map((one) => one.split('#'))
    .map(
      ([path, names]) => `export ${names ? `{ ${names} }` : '*'} from ${JSON.stringify(join(root, path!))};`,
    )
    .join('\n');
  const result = await build({
    root,
    configFile: false,
    logLevel: 'silent',
    resolve: { conditions: ['module', 'browser', 'production'] },
    plugins: [partEntry(entry)],
    build: {
      target: 'es2022',
      write: false,
      lib: { entry: ENTRY, formats: ['es'], fileName: 'part' },
      rolldownOptions: { output: { minify: true } },
    },
  });
  const [output] = [result].flat();
  if (!output || !('output' in output)) throw new Error('nothing was built');
  return brotli(new TextEncoder().encode(output.output[0].code)).length;
}

function partEntry(code: string): Plugin {
  return {
    name: 'part-entry',
    enforce: 'pre',
    resolveId: (id) => (id.endsWith(ENTRY) ? `\0${ENTRY}` : undefined),
    load: (id) => (id === `\0${ENTRY}` ? code : undefined),
  };
}
