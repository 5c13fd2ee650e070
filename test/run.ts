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

/**
 * Runs test files, prints what the runner says once it has ended, and adds up its counts; a runner that
 * says nothing has failed.
 */
async function tests(name: string, paths: readonly string[]): Promise<void> {
  const runner = Bun.spawn([process.execPath, 'test', '--timeout', '60000', ...paths], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NODE_ENV: 'test' },
  });
  const [output, report] = await Promise.all([
    new Response(runner.stdout).text(),
    new Response(runner.stderr).text(),
  ]);
  console.log(`\n▸ ${name}\n${output}${report}`);
  const exitCode = await runner.exited;
  const passes = Number(/^\s*(\d+) pass$/m.exec(report)?.[1] ?? 0);
  const fails = Number(/^\s*(\d+) fail$/m.exec(report)?.[1] ?? 0);
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
console.log('\n▸ tests are running, in the browser too; this takes a minute or two');
// Side by side: each of them mostly waits.
await Promise.all([
  tests('unit and server tests', ['./test/architecture.test.ts', './test/server', './test/widget']),
  tests('browser tests', ['./test/browser']),
]);

console.log(`\n${passed} passed, ${failed} failed`);
process.exit(failed === 0 && passed > 0 ? 0 : 1);
