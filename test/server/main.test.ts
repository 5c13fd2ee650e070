// The server as a program: its start, its signals, its end.

import { afterEach, expect, test } from 'bun:test';
import { join } from 'node:path';
import { allEvents, events, eventually, question, textOf } from '../support/server.ts';

const main = join(import.meta.dir, '../../server/main.ts');
const running: Program[] = [];

interface Program {
  readonly url: string;
  readonly process: ReturnType<typeof Bun.spawn>;
}

function spawn(environment: Record<string, string>) {
  return Bun.spawn([process.execPath, main], {
    env: {
      PATH: process.env['PATH'] ?? '',
      PORT: '0',
      HOST: '127.0.0.1',
      LOG_LEVEL: 'silent',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

async function start(environment: Record<string, string>): Promise<Program> {
  const child = spawn(environment);
  let output = '';
  for await (const bytes of child.stdout) {
    output += new TextDecoder().decode(bytes);
    const url = /listens on (\S+)/.exec(output)?.[1];
    if (url) {
      const program = { url, process: child };
      running.push(program);
      return program;
    }
  }
  throw new Error(`did not start: ${output}${await new Response(child.stderr).text()}`);
}

afterEach(async () => {
  for (const program of running.splice(0)) {
    program.process.kill('SIGKILL');
    await program.process.exited;
  }
});

const ask = (url: string, content: string) =>
  fetch(`${url}/api/chat`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ messages: [question(content)] }),
  });

test('a wrong setting stops the start with one line and exit code 1', async () => {
  const child = spawn({ PORT: 'high' });
  expect(await child.exited).toBe(1);
  expect(await new Response(child.stderr).text()).toBe(
    'PORT: expected a whole number from 0 to 65535, got "high"\n',
  );
});

test('an instruction file that cannot be read stops the start and is named', async () => {
  const child = spawn({ SYSTEM_INSTRUCTION_FILE: '/nowhere/instruction.md' });
  expect(await child.exited).toBe(1);
  expect(await new Response(child.stderr).text()).toStartWith('SYSTEM_INSTRUCTION_FILE: ');
});

test('a taken port stops the start with one line', async () => {
  const { url } = await start({ ORACLE_PROVIDER: 'offline' });
  const child = spawn({ ORACLE_PROVIDER: 'offline', PORT: new URL(url).port });
  expect(await child.exited).toBe(1);
  expect(await new Response(child.stderr).text()).toMatch(/^PORT: \d+ is taken/);
});

test('an address of another machine stops the start with one line', async () => {
  const child = spawn({ ORACLE_PROVIDER: 'offline', HOST: '192.0.2.1' });
  expect(await child.exited).toBe(1);
  expect(await new Response(child.stderr).text()).toBe('HOST: 192.0.2.1 is no address of this machine\n');
});

test('without a key a question is answered with 401 and the interface’s words', async () => {
  const { url } = await start({});
  const response = await ask(url, 'Will it rise?');
  expect(response.status).toBe(401);
  expect(await response.json()).toMatchObject({ error: 'API key not configured' });
});

test('the process replaces itself with the cap on requests lifted, under the same id', async () => {
  const program = await start({ ORACLE_PROVIDER: 'offline' });
  const environment = await Bun.file(`/proc/${program.process.pid}/environ`).text();
  expect(environment.split('\0')).toContain('BUN_CONFIG_MAX_HTTP_REQUESTS=65535');
});

test('SIGTERM refuses new connections, lets running answers end, says that it drains, and exits 0', async () => {
  const program = await start({ ORACLE_PROVIDER: 'offline' });
  const response = await ask(program.url, 'What should I check?');
  const reading = events(response);
  const first = await reading.next();

  const health = () =>
    fetch(`${program.url}/health`)
      .then((answer) => answer.json())
      .catch(() => 'nobody there');
  expect(await health()).toEqual({ status: 'ready' });

  program.process.kill('SIGTERM');
  await eventually('the server says that it drains', async () =>
    Bun.deepEquals(await health(), { status: 'draining' }),
  );
  expect(ask(program.url, 'One more?')).rejects.toThrow();

  const rest = await Array.fromAsync(reading);
  expect(rest.at(-1)).toMatchObject({ code: 'd', end: { finishReason: 'stop' } });
  expect(textOf([first.value!, ...rest])).toContain('not financial advice');
  expect(await program.process.exited).toBe(0);
}, 20_000);

test('an answer that outlives the drain ends in e: at its deadline', async () => {
  const program = await start({ ORACLE_PROVIDER: 'offline', MAX_DURATION_SECONDS: '2' });
  const response = await ask(program.url, 'What should I check?');
  program.process.kill('SIGTERM');
  expect((await allEvents(response)).at(-1)).toMatchObject({
    code: 'e',
    failure: { error: 'AI service error' },
  });
  expect(await program.process.exited).toBe(0);
}, 20_000);
