// Builds the widget into dist/, with the compressed forms beside it, and describes it there for editors
// and compilers; does nothing when dist/ is what the sources say already.
//
//   bun demo/build.ts [--quiet]

import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const root = join(import.meta.dir, '..');
const dist = join(root, 'dist');
const stamp = join(dist, '.built-from');

/** Everything a build depends on; a folder stands for all files in it. */
const inputs = [
  'widget',
  'server/chains',
  'server/protocol.ts',
  'demo',
  'vite.config.ts',
  'package.json',
  'bun.lock',
  'tsconfig.json',
];

/** Builds what is out of date. Returns false when there was nothing to do. */
export async function ensureBuilt(): Promise<boolean> {
  const wanted = await digest();
  const built = Bun.file(stamp);
  if ((await built.exists()) && (await built.text()) === wanted) return false;
  // Needed only where there is something to build, so a server that ships dist/ runs without it.
  const { build } = await import('vite');
  const { writeApi } = await import('./manifest.ts');
  await rm(dist, { recursive: true, force: true });
  // The panel first: the script names its digest.
  for (const mode of ['panel', 'production']) {
    await build({ root, configFile: join(root, 'vite.config.ts'), mode, logLevel: 'warn' });
  }
  await compressFolder(dist);
  await writeApi(dist);
  await Bun.write(stamp, wanted);
  return true;
}

async function digest(): Promise<string> {
  const hasher = new Bun.CryptoHasher('sha256');
  for (const input of inputs) {
    const path = join(root, input);
    const names = await readdir(path, { recursive: true }).catch(() => ['']);
    for (const name of names.sort()) {
      const file = Bun.file(join(path, name));
      if (!(await file.exists())) continue;
      hasher.update(`${input}/${name}\0`);
      hasher.update(await file.bytes());
    }
  }
  return hasher.digest('hex');
}

/** Writes `.br` and `.gz` beside every file that text compression helps. */
export async function compressFolder(folder: string): Promise<void> {
  for (const name of await readdir(folder, { recursive: true })) {
    if (!/\.(js|css|json|html|svg|txt)$/.test(name)) continue;
    const bytes = await Bun.file(join(folder, name)).bytes();
    await Bun.write(join(folder, `${name}.br`), brotli(bytes));
    await Bun.write(join(folder, `${name}.gz`), gzipSync(bytes, { level: 9 }));
  }
}

export function brotli(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const compressed = brotliCompressSync(bytes, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
  });
  return new Uint8Array(compressed);
}

if (import.meta.main) {
  const start = performance.now();
  const did = await ensureBuilt();
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  const size = Bun.file(join(dist, 'crypto-oracle-chat.js')).size;
  console.log(`dist/crypto-oracle-chat.js: ${size} bytes (${did ? `${seconds} s` : 'up to date'})`);
}
