// A real Redis or Valkey server of the tests' own, on a free port of the loopback, without files.

import { afterAll, beforeAll, describe, test } from 'bun:test';
import { createServer } from 'node:net';
import { RedisClient } from 'bun';

export interface RedisServer {
  readonly url: string;
  /** Cuts it off at once, as a crash would; what it held is lost. */
  kill(): Promise<void>;
  /** The same port again, empty. */
  start(): Promise<void>;
  /** Holds it still without closing a connection, as an overloaded machine would. */
  freeze(): void;
  thaw(): void;
  flush(): Promise<void>;
}

const program = Bun.which('redis-server') ?? Bun.which('valkey-server');

/**
 * Tests that need a server. Where the machine has none, one test says so in their place: they are not
 * counted as passed.
 */
export function describeWithRedis(name: string, tests: (server: RedisServer) => void): void {
  if (!program) {
    test(`${name}: NOT RUN, because this machine has neither redis-server nor valkey-server`, () => {
      process.stderr.write(
        `NOT RUN: ${name} (install redis-server, for example: apt-get install redis-server)\n`,
      );
    });
    return;
  }
  describe(name, () => {
    const server = redisServer(program);
    beforeAll(() => server.start());
    afterAll(() => server.kill());
    tests(server);
  });
}

function redisServer(command: string): RedisServer {
  const port = freePort();
  let url = '';
  let running: ReturnType<typeof Bun.spawn> | undefined;
  const server: RedisServer = {
    get url() {
      return url;
    },
    async start() {
      url = `redis://127.0.0.1:${await port}`;
      const options = [
        '--port',
        String(await port),
        '--bind',
        '127.0.0.1',
        '--save',
        '',
        '--appendonly',
        'no',
      ];
      running = Bun.spawn([command, ...options], { stdout: 'ignore', stderr: 'ignore' });
      await untilReady(url);
    },
    async kill() {
      running?.kill('SIGKILL');
      await running?.exited;
    },
    freeze: () => running?.kill('SIGSTOP'),
    thaw: () => running?.kill('SIGCONT'),
    async flush() {
      const client = new RedisClient(url);
      await client.send('FLUSHALL', []);
      client.close();
    },
  };
  return server;
}

async function untilReady(url: string): Promise<void> {
  for (;;) {
    const client = new RedisClient(url, { autoReconnect: false, connectionTimeout: 1_000 });
    try {
      await client.connect();
      await client.send('PING', []);
      return;
    } catch {
      await Bun.sleep(10);
    } finally {
      client.close();
    }
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
