// bun run test: types, lint, build, size, then every test; closes with the sum of them all.

import { join } from 'node:path';
import { ensureBuilt } from '../demo/build.ts';

const root = join(import.meta.dir, '..');
const bin = (name: string) => join(root, 'node_modules/.bin', name);
let passed = 0;
let failed = 0;

/** One command that either holds or does not. */
async function check(name: string, command: readonly string[]): Promise<void> {
  console.log(`\n▸ ${name}`);
  const { exited } = Bun.spawn([...command], { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] });
  if ((await exited) === 0) passed++;
  else failed++;
}

async function checkBuild(): Promise<void> {
  console.log('\n▸ build');
  try {
    console.log((await ensureBuilt()) ? 'built' : 'up to date');
    passed++;
  } catch (error) {
    console.error(error);
    failed++;
  }
}

/** Runs test files and adds up what the runner says; a runner that says nothing has failed. */
async function tests(name: string, paths: readonly string[]): Promise<void> {
  console.log(`\n▸ ${name}`);
  const runner = Bun.spawn([process.execPath, 'test', '--timeout', '60000', ...paths], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'pipe'],
    env: { ...process.env, NODE_ENV: 'test' },
  });
  let output = '';
  const decoder = new TextDecoder();
  for await (const bytes of runner.stderr) {
    const text = decoder.decode(bytes, { stream: true });
    output += text;
    process.stderr.write(text);
  }
  const exitCode = await runner.exited;
  const passes = Number(/^\s*(\d+) pass$/m.exec(output)?.[1] ?? 0);
  const fails = Number(/^\s*(\d+) fail$/m.exec(output)?.[1] ?? 0);
  passed += passes;
  failed += exitCode !== 0 && fails === 0 ? 1 : fails;
}

/**
 * The tests of several instances need a real Redis or Valkey. Where there is none and Debian's packages can
 * be installed, it comes from there; elsewhere those tests say that they were not run.
 */
async function ensureRedis(): Promise<void> {
  const isThere = () => Bun.which('redis-server') ?? Bun.which('valkey-server');
  if (isThere() || process.getuid?.() !== 0 || !Bun.which('apt-get')) return;
  console.log('\n▸ installing redis-server');
  for (const command of ['update', 'install']) {
    const options = command === 'install' ? ['-y', '--no-install-recommends', 'redis-server'] : [];
    const { exited } = Bun.spawn(['apt-get', '-q', command, ...options], {
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      stdio: ['ignore', 'ignore', 'inherit'],
      timeout: 90_000,
    });
    if ((await exited) !== 0) break;
  }
  if (!isThere()) console.log('It could not be installed: the tests with Redis will not be run.');
}

await ensureRedis();
await check('types', [bin('tsc'), '--noEmit']);
await check('lint and format', [bin('biome'), 'check', '--error-on-warnings', '.']);
await checkBuild();
await check('size', [process.execPath, 'test/support/size.ts']);
await tests('unit and server tests', ['./test/architecture.test.ts', './test/server', './test/widget']);
await tests('browser tests', ['./test/browser']);

console.log(`\n${passed} passed, ${failed} failed`);
process.exit(failed === 0 && passed > 0 ? 0 : 1);
