// bun run size: what the script costs every visitor, against the budget in package.json.

import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { brotli, ensureBuilt } from '../../demo/build.ts';
import { sizeBudget } from '../../package.json';

await ensureBuilt();
const root = join(import.meta.dir, '../..');
let over = false;

for (const [name, budget] of Object.entries(sizeBudget)) {
  const bytes = await Bun.file(join(root, name)).bytes();
  const compressed = brotli(bytes).length;
  over ||= compressed > budget;
  console.log(
    `${name}: ${bytes.length} raw, ${gzipSync(bytes, { level: 9 }).length} gzip, ${compressed} brotli` +
      ` of ${budget} (${((compressed / budget) * 100).toFixed(1)} %)`,
  );
}

if (over) {
  console.error('Over the budget. Make it smaller, or say in the commit why it is worth more.');
  process.exit(1);
}
