import { afterAll, beforeAll, expect, test } from 'bun:test';
import { matchesOrigin } from '../../server/app.ts';
import { openServer, question, says, type TestServer } from '../support/server.ts';

let server: TestServer;
let guarded: TestServer;

beforeAll(async () => {
  server = await openServer(() => says('Hello'));
  guarded = await openServer(() => says('Hello'), {
    ALLOWED_ORIGINS: 'https://example.com,https://*.example.org',
  });
});
afterAll(async () => {
  await Promise.all([server.stop(), guarded.stop()]);
});

test('the server says that it is ready', async () => {
  const response = await fetch(`${server.url}/health`);
  expect(response.status).toBe(200);
  expect(await response.json()).toEqual({ status: 'ready' });
});

test('an unknown path is a 404 in plain words', async () => {
  const response = await fetch(`${server.url}/api/nothing`);
  expect(response.status).toBe(404);
  expect(await response.json()).toEqual({ error: 'Not found' });
});

test('a request that names no host, or none that can be, is answered like any other', async () => {
  const { port } = new URL(server.url);
  for (const host of ['', 'host: a b/[\r\n']) {
    const answer = await sent(Number(port), `GET /health?now HTTP/1.0\r\n${host}\r\n`);
    expect(answer).toStartWith('HTTP/1.1 200 OK\r\n');
    expect(answer).toEndWith('{"status":"ready"}');
  }
});

/** The whole answer to a request written by hand, until the server closes. */
function sent(port: number, request: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = '';
    void Bun.connect({
      hostname: '127.0.0.1',
      port,
      socket: {
        open: (socket) => void socket.write(request),
        data(_socket, bytes) {
          answer += bytes.toString('latin1');
        },
        close: () => resolve(answer),
        error: (_socket, error) => reject(error),
      },
    });
  });
}

test('another method is a 405 that names those that work', async () => {
  const response = await fetch(`${server.url}/api/chat`, { method: 'PUT' });
  expect(response.status).toBe(405);
  expect(response.headers.get('allow')).toBe('POST, OPTIONS');
  expect(await response.json()).toEqual({ error: 'Method not allowed' });
});

test('a page of any origin may ask and read the headers it needs', async () => {
  const preflight = await fetch(`${server.url}/api/chat`, {
    method: 'OPTIONS',
    headers: {
      origin: 'https://anywhere.example',
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'content-type',
    },
  });
  expect(preflight.status).toBe(204);
  expect(preflight.headers.get('access-control-allow-origin')).toBe('*');
  expect(preflight.headers.get('access-control-allow-methods')).toContain('POST');
  expect(preflight.headers.get('access-control-allow-headers')).toContain('content-type');
  const answer = await server.ask([question('Hi')]);
  expect(answer.headers.get('access-control-expose-headers')).toContain('x-answer-id');
  expect(answer.headers.get('access-control-expose-headers')).toContain('retry-after');
});

const ask = (origin?: string) =>
  fetch(`${guarded.url}/api/chat`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(origin && { origin }) },
    body: JSON.stringify({ messages: [question('Hi')] }),
  });

test('a list of origins lets those in and no other', async () => {
  for (const origin of ['https://example.com', 'https://app.example.org', guarded.url]) {
    const response = await ask(origin);
    expect(response.status).toBe(200);
    expect(response.headers.get('access-control-allow-origin')).toBe(origin);
    expect(response.headers.get('vary')).toContain('origin');
  }
  for (const origin of [
    'https://example.org',
    'http://example.com',
    'https://example.com.evil.test',
    'null',
  ]) {
    const response = await ask(origin);
    expect(response.status).toBe(403);
    expect(await response.json()).toEqual({ error: 'Origin not allowed' });
    expect(response.headers.get('access-control-allow-origin')).toBeNull();
  }
  expect((await ask()).status).toBe(200);
});

test('a wildcard stands for subdomains only', () => {
  expect(matchesOrigin('https://*.example.com', 'https://a.example.com')).toBe(true);
  expect(matchesOrigin('https://*.example.com', 'https://a.b.example.com')).toBe(true);
  expect(matchesOrigin('https://*.example.com', 'https://example.com')).toBe(false);
  expect(matchesOrigin('https://*.example.com', 'https://.example.com')).toBe(false);
  expect(matchesOrigin('https://*.example.com', 'https://evilexample.com')).toBe(false);
  expect(matchesOrigin('https://*.example.com', 'http://a.example.com')).toBe(false);
  expect(matchesOrigin('http://localhost:3000', 'http://localhost:3001')).toBe(false);
});

test('metrics are there where they are asked for, and nowhere else', async () => {
  expect((await fetch(`${server.url}/metrics`)).status).toBe(404);
  const counted = await openServer(() => says('Hello'), { METRICS: 'on' });
  await (await counted.ask([question('Hi')])).text();
  const text = await (await fetch(`${counted.url}/metrics`)).text();
  await counted.stop();
  expect(text).toMatch(/^oracle_responses_total\{status="200"\} 1$/m);
  expect(text).not.toContain('Hi');
});
