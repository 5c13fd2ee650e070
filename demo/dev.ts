// bun run dev: rebuilds the widget and restarts the server on every change.

import { type FSWatcher, watch } from 'node:fs';
import { join } from 'node:path';
import { ensureBuilt } from './build.ts';

const root = join(import.meta.dir, '..');
const environment = { LOG_LEVEL: 'debug', ORACLE_PROVIDER: 'offline', ...process.env };
let server: ReturnType<typeof start> | undefined;
let again: ReturnType<typeof setTimeout> | undefined;
let working: Promise<void> = Promise.resolve();

function start() {
  return Bun.spawn([process.execPath, join(root, 'server/main.ts')], {
    env: environment,
    stdio: ['inherit', 'inherit', 'inherit'],
  });
}

async function refresh(): Promise<void> {
  try {
    if (await ensureBuilt()) console.log('Built the widget.');
  } catch (error) {
    // The last good server goes on until the sources build again.
    console.error(error instanceof Error ? error.message : error);
    return;
  }
  server?.kill('SIGKILL');
  await server?.exited;
  server = start();
}

function schedule(): void {
  clearTimeout(again);
  again = setTimeout(() => {
    working = working.then(refresh);
  }, 80);
}

const watchers: FSWatcher[] = ['server', 'widget', 'demo'].map((folder) =>
  watch(join(root, folder), { recursive: true }, schedule),
);
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    for (const watcher of watchers) watcher.close();
    server?.kill('SIGKILL');
    process.exit(0);
  });
}
await refresh();
