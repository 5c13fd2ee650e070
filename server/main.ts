// The server as a program: settings from the environment, signals, and one trick.

import { ConfigError, readConfig } from './config.ts';
import { startServer } from './serve.ts';

liftFetchCap();
await run();

/**
 * Bun's fetch keeps at most 256 requests in flight a process, so visitor 257 would wait for somebody
 * else's answer to end. Only a variable that is set before Bun starts lifts the cap: the program
 * replaces itself by itself, once, under the same process id.
 */
function liftFetchCap(): void {
  const name = 'BUN_CONFIG_MAX_HTTP_REQUESTS';
  if (process.env[name] !== undefined || typeof process.execve !== 'function') return;
  const { execPath, execArgv, argv } = process;
  process.execve(execPath, [execPath, ...execArgv, ...argv.slice(1)], { ...process.env, [name]: '65535' });
}

async function run(): Promise<void> {
  try {
    const config = readConfig(process.env);
    const server = await startServer(config);
    process.stdout.write(`Crypto Oracle Chat listens on ${server.url}\n`);
    let stopping = false;
    const onSignal = () => {
      // The second signal means now.
      if (stopping) process.exit(1);
      stopping = true;
      void server.drain().then(() => process.exit(0));
    };
    process.on('SIGTERM', onSignal);
    process.on('SIGINT', onSignal);
  } catch (error) {
    process.stderr.write(`${startFailure(error)}\n`);
    process.exit(1);
  }
}

function startFailure(error: unknown): string {
  if (error instanceof ConfigError) return error.message;
  const { code, message } = error as { code?: string; message?: string };
  if (code === 'EADDRINUSE')
    return `PORT: ${process.env['PORT'] || 3000} is taken; choose another with PORT=…`;
  if (code === 'EADDRNOTAVAIL') return `HOST: ${process.env['HOST']} is no address of this machine`;
  return `The server could not start: ${message ?? String(error)}`;
}
