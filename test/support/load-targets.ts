// The programs that the benchmarks compare, each a process of its own, and what the kernel says of them.

import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Subprocess } from 'bun';
import type { FromClient, LoadJob, LoadResult } from './load-client.ts';
import { FIRST_WORD, type FromUpstream, type Pace } from './load-upstream.ts';

const here = import.meta.dir;
const MODEL_PATH = '/v1beta/models/gemini-2.5-flash:streamGenerateContent?alt=sse';

export interface Target {
  readonly name: string;
  readonly pid: number;
  readonly port: number;
  readonly request: string;
  readonly endsWith: string;
  stop(): Promise<void>;
}

export interface Upstream {
  readonly port: number;
  readonly pid: number;
  /** Answers under way, as of a quarter of a second ago at most. */
  readonly openAnswers: number;
  pace(pace: Pace): Promise<void>;
  stop(): void;
}

export interface Visitors {
  run(job: LoadJob): Promise<LoadResult>;
  /** Streams whose body has begun, as of a fifth of a second ago at most. */
  readonly open: number;
  stop(): void;
}

// ─── Both ends ───────────────────────────────────────────────────────────────────────────────────

export async function startUpstream(): Promise<Upstream> {
  const started = Promise.withResolvers<number>();
  let paced = Promise.withResolvers<void>();
  let openAnswers = 0;
  const child = spawnBun('load-upstream.ts', {
    ipc(message: FromUpstream) {
      if ('port' in message) started.resolve(message.port);
      else if ('paced' in message) paced.resolve();
      else openAnswers = message.openAnswers;
    },
  });
  const port = await started.promise;
  return {
    port,
    pid: child.pid,
    get openAnswers() {
      return openAnswers;
    },
    async pace(pace) {
      paced = Promise.withResolvers<void>();
      child.send({ pace });
      await paced.promise;
    },
    stop: () => child.kill(),
  };
}

export async function startVisitors(): Promise<Visitors> {
  const ready = Promise.withResolvers<void>();
  let done = Promise.withResolvers<LoadResult>();
  let open = 0;
  const child = spawnBun('load-client.ts', {
    ipc(message: FromClient) {
      if ('ready' in message) ready.resolve();
      else if ('open' in message) open = message.open;
      else done.resolve(message.result);
    },
  });
  await ready.promise;
  return {
    get open() {
      return open;
    },
    run(job) {
      open = 0;
      done = Promise.withResolvers<LoadResult>();
      child.send(job);
      return done.promise;
    },
    stop: () => child.kill(),
  };
}

/** How a target is asked; everything but the server itself can be left to its default. */
export function jobFor(
  target: Pick<Target, 'port' | 'request' | 'endsWith'>,
  job: Partial<LoadJob>,
): LoadJob {
  const { port, request, endsWith } = target;
  return {
    port,
    request,
    beginsWith: FIRST_WORD,
    endsWith,
    streams: 1,
    atOnce: 100_000,
    perSecond: 0,
    abortHalf: false,
    ...job,
  };
}

// ─── What is compared ────────────────────────────────────────────────────────────────────────────

/** The upstream itself, as the measure of nothing in between. */
export function direct(upstream: Upstream): Target {
  const request = post(upstream.port, MODEL_PATH, geminiBody());
  return {
    name: 'direct',
    pid: upstream.pid,
    port: upstream.port,
    request,
    endsWith: 'STOP',
    async stop() {},
  };
}

/** This project's server as it is started by hand, with nothing in its environment but settings. */
export async function startOurs(
  upstream: Pick<Upstream, 'port'>,
  settings: Record<string, string> = {},
): Promise<Target> {
  const { child, port } = await listening([process.execPath, join(here, '../../server/main.ts')], {
    PATH: process.env['PATH'] ?? '',
    GEMINI_API_KEY: 'bench-key-of-no-one',
    PROVIDER_BASE_URL: `http://127.0.0.1:${upstream.port}`,
    HOST: '127.0.0.1',
    PORT: '0',
    CLIENT_REQUESTS_PER_MINUTE: '0',
    SHARE_ANSWERS_SECONDS: '0',
    LOG_LEVEL: 'error',
    ...settings,
  });
  return target('ours', child, port, post(port, '/api/chat', chatBody()), 'data: d:');
}

export async function startSdkLoop(upstream: Upstream): Promise<Target> {
  const { child, port } = await listening(
    [process.execPath, join(here, 'load-sdk-loop.ts')],
    rivals(upstream),
  );
  return target('SDK loop', child, port, post(port, '/', chatBody()), 'data: d:');
}

export async function startAiSdk(upstream: Upstream): Promise<Target> {
  const { child, port } = await listening([process.execPath, join(here, 'load-ai-sdk.ts')], rivals(upstream));
  return target('AI SDK', child, port, post(port, '/', chatBody()), '[DONE]');
}

/** nginx as a plain pass-through with one process; undefined where it is not installed. */
export async function startNginx(upstream: Upstream): Promise<Target | undefined> {
  const program = Bun.which('nginx') ?? Bun.which('/usr/sbin/nginx');
  if (!program) return undefined;
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), 'bench-nginx-'));
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  const config = `
    daemon off; master_process off; pid ${folder}/pid; error_log ${folder}/error.log; worker_rlimit_nofile 20000;
    events { worker_connections 19900; }
    http {
      access_log off; ${paths.join(' ')}
      upstream provider { server 127.0.0.1:${upstream.port}; keepalive 64; }
      server {
        listen 127.0.0.1:${port} backlog=4096;
        location / {
          proxy_pass http://provider; proxy_http_version 1.1; proxy_set_header Connection "";
          proxy_buffering off; proxy_read_timeout 120s;
        }
      }
    }`;
  writeFileSync(join(folder, 'nginx.conf'), config);
  const command = [program, '-p', folder, '-c', join(folder, 'nginx.conf'), '-e', join(folder, 'error.log')];
  const child = Bun.spawn(command, { stdout: 'ignore', stderr: 'ignore' });
  await untilItAccepts(port);
  return target('nginx', child, port, post(port, MODEL_PATH, geminiBody()), 'STOP');
}

function rivals(upstream: Upstream): Record<string, string> {
  return {
    PATH: process.env['PATH'] ?? '',
    UPSTREAM: `http://127.0.0.1:${upstream.port}`,
    // Without it they would stop at 256 answers at once.
    BUN_CONFIG_MAX_HTTP_REQUESTS: '65535',
  };
}

function target(name: string, child: Subprocess, port: number, request: string, endsWith: string): Target {
  return {
    name,
    pid: child.pid,
    port,
    request,
    endsWith,
    async stop() {
      child.kill('SIGKILL');
      await child.exited;
    },
  };
}

function post(port: number, path: string, body: string): string {
  return `POST ${path} HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
}

const QUESTION = 'Is the liquidity of this token locked, and for how long?';
const chatBody = () => JSON.stringify({ messages: [{ role: 'user', content: QUESTION }] });
const geminiBody = () => JSON.stringify({ contents: [{ role: 'user', parts: [{ text: QUESTION }] }] });

// ─── Processes ───────────────────────────────────────────────────────────────────────────────────

function spawnBun<T>(file: string, { ipc }: { ipc: (message: T) => void }): Subprocess {
  return Bun.spawn([process.execPath, join(here, file)], { stdout: 'inherit', stderr: 'inherit', ipc });
}

/** Starts a program and waits until it says where it listens. */
async function listening(
  command: readonly string[],
  env: Record<string, string>,
): Promise<{ child: Subprocess; port: number }> {
  const child = Bun.spawn([...command], { env, stdout: 'pipe', stderr: 'inherit' });
  let said = '';
  for await (const bytes of child.stdout) {
    said += new TextDecoder().decode(bytes);
    const port = /listens on http:\/\/[^:\s]+:(\d+)/.exec(said)?.[1];
    if (port) return { child, port: Number(port) };
  }
  throw new Error(`${command.at(-1)} did not start: ${said}`);
}

async function untilItAccepts(port: number): Promise<void> {
  for (let attempt = 0; attempt < 500; attempt++) {
    const socket = await Bun.connect({ hostname: '127.0.0.1', port, socket: { data() {} } }).catch(
      () => undefined,
    );
    socket?.end();
    if (socket) return;
    await Bun.sleep(10);
  }
  throw new Error(`nothing listens on port ${port}`);
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

// ─── What the kernel says ────────────────────────────────────────────────────────────────────────

/** USER_HZ, which is 100 on every Linux this runs on. */
const TICK_MS = 10;

/** Milliseconds of processor time that a process has used, all its threads together. See proc(5). */
export function processorMs(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}

export function residentBytes(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0) * 1024;
}

export function openSockets(pid: number): number {
  const { stdout } = Bun.spawnSync(['ls', '-l', `/proc/${pid}/fd`]);
  return stdout.toString().split('socket:').length - 1;
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export const median = (values: readonly number[]) => percentile(values, 0.5);
