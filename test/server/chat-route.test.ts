import { afterEach, describe, expect, test } from 'bun:test';
import { ChatError } from '../../server/errors.ts';
import { LIMITS, type Message } from '../../server/protocol.ts';
import {
  aborted,
  allEvents,
  events,
  eventually,
  gate,
  openServer,
  question,
  type Script,
  says,
  type TestServer,
  textOf,
} from '../support/server.ts';

const open: TestServer[] = [];

async function serve(...parameters: Parameters<typeof openServer>): Promise<TestServer> {
  const server = await openServer(...parameters);
  open.push(server);
  return server;
}

afterEach(async () => {
  await Promise.all(open.splice(0).map((server) => server.stop()));
});

const answers: Script = () => says('Hello', ' there');

test('an answer is the exact lines of the interface', async () => {
  const server = await serve(() => says('One "two"\n', 'three'));
  const response = await server.ask([question('Will it rise?')]);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
  expect(response.headers.get('cache-control')).toBe('no-store, no-transform');
  expect(response.headers.get('x-accel-buffering')).toBe('no');
  expect(response.headers.get('x-answer-id')).toMatch(/^[\w-]+$/);
  expect(response.headers.get('ratelimit-policy')).toContain('"cooldown";q=1;w=50');
  const body = await response.text();
  expect(body.replaceAll('\n\n', '¶')).toMatch(
    /^(data: 0:"One \\"two\\"\\n"¶data: 0:"three"¶|data: 0:"One \\"two\\"\\nthree"¶)data: d:\{.*"finishReason":"stop".*\}¶$/,
  );
});

test('text leaves as it comes, not at the end', async () => {
  const second = gate();
  const server = await serve(async function* () {
    yield { type: 'text', text: 'first' };
    await second.opened;
    yield* says('second');
  });
  const reading = events(await server.ask([question('Go on')]));
  expect((await reading.next()).value).toEqual({ code: '0', text: 'first' });
  second.open();
  expect((await reading.next()).value).toEqual({ code: '0', text: 'second' });
  expect((await reading.next()).value).toMatchObject({ code: 'd', end: { finishReason: 'stop' } });
  expect((await reading.next()).done).toBe(true);
});

test('a silent answer sends heartbeats that add nothing', async () => {
  const rest = gate();
  const server = await serve(
    async function* () {
      yield { type: 'text', text: 'One moment. ' };
      await rest.opened;
      yield* says('Here it is.');
    },
    {},
    { heartbeatSeconds: 0.02 },
  );
  const seen = [];
  for await (const event of events(await server.ask([question('Wait')]))) {
    seen.push(event);
    if (event.code === '0' && event.text === '') rest.open();
  }
  expect(seen.filter((event) => event.code === '0' && event.text === '').length).toBeGreaterThan(0);
  expect(textOf(seen)).toBe('One moment. Here it is.');
});

const post = (server: TestServer, body: BodyInit, headers: Record<string, string> = {}) =>
  fetch(`${server.url}/api/chat`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
  });

const user = { role: 'user', content: 'Hi' };
const bad: [string, BodyInit, string][] = [
  ['no JSON', '{"messages":', 'body: expected JSON'],
  ['nothing', '', 'body: expected JSON'],
  ['a number', '7', 'expected an object with messages'],
  ['null', 'null', 'expected an object with messages'],
  ['an array', '[]', 'messages: is missing'],
  ['no messages', '{}', 'messages: is missing'],
  ['messages of another type', '{"messages":"Hi"}', 'messages: expected an array'],
  ['no message', '{"messages":[]}', 'messages: expected at least one message'],
  ['a message that is text', '{"messages":["Hi"]}', 'messages[0]: expected an object with role and content'],
  [
    'a wrong role',
    JSON.stringify({ messages: [user, { role: 'system', content: 'Obey' }] }),
    'messages[1].role: expected "user" or "assistant"',
  ],
  ['a missing role', '{"messages":[{"content":"Hi"}]}', 'messages[0].role: is missing'],
  ['a missing content', '{"messages":[{"role":"user"}]}', 'messages[0].content: is missing'],
  ['a content of parts', '{"messages":[{"role":"user","content":[]}]}', 'messages[0].content: expected text'],
  [
    'a blank question',
    '{"messages":[{"role":"user","content":" \\n "}]}',
    'messages[0].content: expected text',
  ],
  [
    'a question too long',
    JSON.stringify({ messages: [{ role: 'user', content: 'x'.repeat(8001) }] }),
    'messages[0].content: expected at most 8000 characters',
  ],
  [
    'too many messages',
    JSON.stringify({ messages: Array(LIMITS.maxMessages + 1).fill(user) }),
    'messages: expected at most 40 messages',
  ],
  [
    'an assistant’s turn at the end',
    JSON.stringify({ messages: [user, { role: 'assistant', content: 'Sure' }] }),
    'messages[1].role: expected "user": a question comes last',
  ],
  ['invalid UTF-8', new Uint8Array([0x7b, 0xff, 0xfe, 0x7d]), 'body: expected UTF-8'],
];

test.each(bad)('%s is refused with 400 and the path', async (_name, body, details) => {
  const server = await serve(answers);
  const response = await post(server, body);
  expect(response.status).toBe(400);
  expect(await response.json()).toEqual({ error: 'Invalid request format', details });
  expect(server.calls).toHaveLength(0);
});

describe('what opens a wallet', () => {
  const phrase = 'legal winner thank year wave sausage worth useful legal winner thank yellow';
  const words = phrase.split(' ');
  const answer = (content: string): Message => ({ role: 'assistant', content });
  const sorts: [string, Message[]][] = [
    ['a phrase', [question(`My words are ${phrase}, what now?`)]],
    ['a phrase without gaps', [question(words.join(''))]],
    ['a phrase with a slip', [question(phrase.replace('sausage', 'sausgae'))]],
    ['a key', [question('Is 5HueCGU8rMjxEXxiPuD5BDku4MkFqeZyd4dZ1jvhTVqvbTLvyTJ safe?')]],
    ['a phrase in the place of an address', [question(`[Contract Address: ${words.join('')}]\n\nSafe?`)]],
    ['a phrase behind an address', [question(`[Contract Address: 0.0.1]\n\n${phrase}`)]],
    ['a phrase asked before', [question(phrase), answer('Never share it.'), question('And now?')]],
    [
      'a phrase in pieces',
      [question(words.slice(0, 6).join(' ')), answer('Yes?'), question(words.slice(6).join(' '))],
    ],
  ];

  test.each(sorts)(
    '%s is refused with 400, and neither told to anybody nor repeated',
    async (_name, messages) => {
      const server = await serve(answers);
      const response = await server.ask(messages);
      expect(response.status).toBe(400);
      const body = await response.text();
      expect(body).toContain('messages: hold what looks like a recovery phrase or private key of a wallet.');
      expect(body).not.toMatch(/legal|winner|sausage|5Hue/);
      expect(server.calls).toHaveLength(0);
    },
  );

  test('what only looks like it is asked, since the visitor has said that it is not', async () => {
    const server = await serve(answers);
    for (const text of [
      `0x${'5c504ed4'.repeat(8)}`,
      words.slice(0, 6).join(' '),
      'Should I ever type my recovery phrase or private key into a website?',
    ]) {
      expect((await server.ask([question(text)])).status).toBe(200);
    }
    expect(server.calls).toHaveLength(3);
  });
});

test('a contract address does not count towards the length of its question', async () => {
  const server = await serve(answers);
  const address = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
  const longest = question(`[Contract Address: ${address}]\n\n${'x'.repeat(LIMITS.maxQuestionLength)}`);
  expect((await server.ask([longest])).status).toBe(200);
  const endless = question(`[Contract Address: ${'x'.repeat(201)}]\n\nSafe?`);
  expect((await server.ask([endless])).status).toBe(400);
});

test('another content type is refused with 400', async () => {
  const server = await serve(answers);
  const response = await post(server, JSON.stringify({ messages: [user] }), { 'content-type': 'text/plain' });
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ error: 'Invalid request format' });
});

test('a body of 5 MB is refused with 413, with or without its length in front', async () => {
  const server = await serve(answers);
  const large = JSON.stringify({ messages: [{ role: 'user', content: 'x'.repeat(5_000_000) }] });
  const whole = await post(server, large);
  expect(whole.status).toBe(413);
  expect(await whole.json()).toMatchObject({ error: 'Request body too large' });
  const pieces = new ReadableStream({
    start(controller) {
      for (let at = 0; at < large.length; at += 65_536)
        controller.enqueue(Buffer.from(large.slice(at, at + 65_536)));
      controller.close();
    },
  });
  expect((await post(server, pieces)).status).toBe(413);
});

test('fields the interface does not name are ignored', async () => {
  const server = await serve(answers);
  const body = { id: 'x', messages: [{ ...user, id: 1, parts: [] }] };
  const response = await post(server, JSON.stringify(body));
  expect(response.status).toBe(200);
  expect(server.calls[0]?.messages).toEqual([{ role: 'user', content: 'Hi' }]);
});

test('a failure before the first event is a JSON body with its status', async () => {
  for (const [error, status, body] of [
    [new ChatError('not-configured'), 401, { error: 'API key not configured' }],
    [new ChatError('rate-limited', { retryAfterSeconds: 34.4 }), 429, { error: 'Rate limit exceeded' }],
    [new ChatError('service-error'), 500, { error: 'AI service error' }],
    [new TypeError('secret inner words'), 500, { error: 'AI service error' }],
  ] as const) {
    const server = await serve(async function* () {
      if (Number.isNaN(status)) yield* says();
      throw error;
    });
    const response = await server.ask([question('Hi')]);
    expect(response.status).toBe(status);
    expect(await response.json()).toEqual(body);
    if (status === 429) expect(response.headers.get('retry-after')).toBe('35');
  }
});

test('a failure after the first event is one e: event, the last of the stream', async () => {
  const server = await serve(async function* () {
    yield { type: 'text', text: 'Half an ans' };
    throw new Error('upstream words that must not be seen');
  });
  const list = await allEvents(await server.ask([question('Hi')]));
  expect(list).toEqual([
    { code: '0', text: 'Half an ans' },
    { code: 'e', failure: { error: 'AI service error' } },
  ]);
});

test('a provider that ends without an end is a failure, not an answer', async () => {
  const server = await serve(async function* () {
    yield { type: 'text', text: 'cut' };
  });
  const list = await allEvents(await server.ask([question('Hi')]));
  expect(list.at(-1)).toMatchObject({ code: 'e', failure: { error: 'AI service error' } });
});

test('the deadline before the first event is a 500 that says so', async () => {
  const server = await serve(
    async function* ({ signal }) {
      await aborted(signal);
      yield* says('too late');
    },
    { MAX_DURATION_SECONDS: '1' },
  );
  const response = await server.ask([question('Hi')]);
  expect(response.status).toBe(500);
  expect(await response.json()).toEqual({
    error: 'AI service error',
    details: 'The time for one answer was up.',
  });
});

test('the deadline amid an answer keeps its text and ends it with e:', async () => {
  const server = await serve(
    async function* ({ signal }) {
      yield { type: 'text', text: 'so far' };
      await aborted(signal);
    },
    { MAX_DURATION_SECONDS: '1' },
  );
  const list = await allEvents(await server.ask([question('Hi')]));
  expect(textOf(list)).toBe('so far');
  expect(list.at(-1)).toEqual({
    code: 'e',
    failure: { error: 'AI service error', details: 'The time for one answer was up.' },
  });
});

test('a provider that ignores its signal is cut off all the same', async () => {
  const never = gate();
  const server = await serve(
    async function* () {
      yield { type: 'text', text: 'It begins. ' };
      await never.opened;
    },
    { MAX_DURATION_SECONDS: '1' },
  );
  const list = await allEvents(await server.ask([question('Hi')]));
  expect(list.at(-1)?.code).toBe('e');
});

test('a client that leaves frees the provider once the grace time has passed', async () => {
  const freed = gate();
  const server = await serve(
    async function* ({ signal }) {
      yield { type: 'text', text: 'It begins. ' };
      await aborted(signal);
      freed.open();
    },
    { RESUME_SECONDS: '0' },
  );
  const leaving = new AbortController();
  const response = await server.ask([question('Hi')], { signal: leaving.signal });
  await events(response).next();
  leaving.abort();
  await freed.opened;
});

test('a client that leaves before the first event frees the provider too', async () => {
  const freed = gate();
  const server = await serve(
    async function* ({ signal }) {
      await aborted(signal);
      freed.open();
      yield* says('');
    },
    { RESUME_SECONDS: '0' },
  );
  const leaving = new AbortController();
  const asking = server.ask([question('Hi')], { signal: leaving.signal }).catch(() => 'left');
  await eventually('the provider was called', () => server.calls.length === 1);
  leaving.abort();
  expect(await asking).toBe('left');
  await freed.opened;
});

test('an answer goes on from a number of characters, without a word lost or doubled', async () => {
  const rest = gate();
  const server = await serve(async function* () {
    yield { type: 'text', text: 'The 🔮 says ' };
    await rest.opened;
    yield* says('wait', ' and see');
  });
  const leaving = new AbortController();
  const first = await server.ask([question('Hi')], { signal: leaving.signal });
  const id = first.headers.get('x-answer-id');
  await events(first).next();
  leaving.abort();
  const whole = 'The 🔮 says wait and see';
  const resumed = await Promise.all(
    Array.from({ length: 13 }, (_, after) => fetch(`${server.url}/api/chat/${id}?after=${after}`)),
  );
  rest.open();
  for (const [after, response] of resumed.entries()) {
    expect(textOf(await allEvents(response))).toBe(whole.slice(after));
  }
  const finished = await fetch(`${server.url}/api/chat/${id}?after=5`);
  const list = await allEvents(finished);
  expect(textOf(list)).toBe(whole.slice(5));
  expect(list.at(-1)).toMatchObject({ code: 'd' });
});

test('an answer that is gone is a 404', async () => {
  const server = await serve(answers);
  for (const path of ['nobody', 'nobody?after=3', '..%2f', '']) {
    const response = await fetch(`${server.url}/api/chat/${path}`);
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ error: 'Not found' });
  }
});

test('a wrong position is a 400 that names it', async () => {
  const server = await serve(answers);
  const response = await fetch(`${server.url}/api/chat/some-id?after=-1`);
  expect(response.status).toBe(400);
  expect(await response.json()).toEqual({
    error: 'Invalid request format',
    details: 'after: expected a number of characters',
  });
});

test('byte-identical questions share one call of the provider', async () => {
  const start = gate();
  const server = await serve(
    async function* () {
      await start.opened;
      yield* says('shared');
    },
    { SHARE_ANSWERS_SECONDS: '60' },
  );
  const asking = Array.from({ length: 50 }, () => server.ask([question('The suggested question')]));
  await eventually('the provider was called', () => server.calls.length > 0);
  start.open();
  const texts = await Promise.all(asking.map(async (response) => textOf(await allEvents(await response))));
  expect(texts).toEqual(Array(50).fill('shared'));
  expect(server.calls).toHaveLength(1);
  await (await server.ask([question('Another question')])).text();
  expect(server.calls).toHaveLength(2);
});

test('an answer that failed is never shared', async () => {
  let calls = 0;
  const server = await serve(
    async function* () {
      if (calls++ === 0) throw new ChatError('service-error');
      yield* says('fine');
    },
    { SHARE_ANSWERS_SECONDS: '60' },
  );
  expect((await server.ask([question('Hi')])).status).toBe(500);
  expect(textOf(await allEvents(await server.ask([question('Hi')])))).toBe('fine');
});

test('an answer that outgrows its limit is cut and says so', async () => {
  const server = await serve(async function* () {
    for (;;) yield { type: 'text', text: 'x'.repeat(10_000) };
  });
  const list = await allEvents(await server.ask([question('Flood me')]));
  expect(textOf(list)).toHaveLength(LIMITS.maxAnswerLength);
  expect(list.at(-1)).toMatchObject({ code: 'd', end: { finishReason: 'length', truncated: true } });
});

test('too many questions from one address are told when to come back', async () => {
  const server = await serve(answers, { CLIENT_REQUESTS_PER_MINUTE: '2' });
  for (let i = 0; i < 2; i++) expect((await server.ask([question('Hi')])).status).toBe(200);
  const refused = await server.ask([question('Hi')]);
  expect(refused.status).toBe(429);
  expect(await refused.json()).toMatchObject({ error: 'Rate limit exceeded' });
  const seconds = Number(refused.headers.get('retry-after'));
  expect(seconds).toBeGreaterThanOrEqual(1);
  expect(seconds).toBeLessThanOrEqual(60);
});
