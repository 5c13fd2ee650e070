// bun run demo: builds the widget where that is needed, then starts the server with the demo page.
// Without a key the offline oracle answers, and says so.

import { join } from 'node:path';
import { ensureBuilt } from './build.ts';

if (await ensureBuilt()) console.log('Built the widget.');

const keyNames = ['PROVIDER_GENERATIVE_AI_API_KEY', 'GOOGLE_GENERATIVE_AI_API_KEY', 'GEMINI_API_KEY'];
const hasKey = keyNames.some((name) => process.env[name]);
const isOffline = !hasKey && !process.env['ORACLE_PROVIDER'];
if (isOffline) {
  console.log('No API key is set, so the offline oracle answers: it checks addresses and looks nothing up.');
}

const server = Bun.spawn([process.execPath, join(import.meta.dir, '../server/main.ts')], {
  env: {
    ...process.env,
    LOG_LEVEL: process.env['LOG_LEVEL'] || 'warn',
    ...(isOffline && { ORACLE_PROVIDER: 'offline' }),
  },
  stdio: ['inherit', 'pipe', 'inherit'],
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => server.kill(signal));

const decoder = new TextDecoder();
for await (const bytes of server.stdout) {
  const text = decoder.decode(bytes, { stream: true });
  process.stdout.write(
    text.replace(/^Crypto Oracle Chat listens on \S+:(\d+)$/m, 'Open http://localhost:$1'),
  );
}
process.exit(await server.exited);
