import { afterEach, describe, expect, test } from 'bun:test';
import { ERROR_TEXT, encodeEvent, HEARTBEAT, TIME_UP_DETAILS } from '../../server/protocol.ts';
import type { Failure } from '../../widget/conversation.ts';
import {
  type ClientEvent,
  type ClientEvents,
  createOracleClient,
  type OracleClientOptions,
} from '../../widget/oracle-client.ts';
import { jsonAnswer, type RawAnswer, STREAM_HEAD, serveRaw, textAnswer } from './raw-server.ts';

const QUESTION = [{ role: 'user', content: 'Is 🪙 gold?' }] as const;
const STREAM = [
  encodeEvent({ code: '0', text: 'It is ' }),
  HEARTBEAT,
  encodeEvent({ code: '0', text: 'not “gold” 🪙.' }),
  encodeEvent({ code: 'd', end: { finishReason: 'stop' } }),
].join('');

async function all(events: ClientEvents): Promise<ClientEvent[]> {
  return (await Array.fromAsync(events)).flat();
}

/** Everything that comes back for a question to a server that answers like this. */
async function askServer(
  answer: RawAnswer,
  options: Partial<OracleClientOptions> = {},
): Promise<ClientEvent[]> {
  using server = serveRaw(() => answer);
  const client = createOracleClient({ apiUrl: () => server.url, ...options });
  return await all(client.ask(QUESTION, new AbortController().signal));
}

async function failureOf(
  answer: RawAnswer,
  options?: Partial<OracleClientOptions>,
): Promise<Failure | undefined> {
  const events = await askServer(answer, options);
  const last = events.at(-1);
  return last?.type === 'failed' ? last.failure : undefined;
}

const textOf = (events: readonly ClientEvent[]) =>
  events
    .map((event) => (event.type === 'event' && event.event.code === '0' ? event.event.text : ''))
    .join('');

describe('an answer', () => {
  test('opens with its name and the cooldown of the server, and comes whole', async () => {
    const events = await askServer({ pieces: [STREAM_HEAD, STREAM] });
    expect(events[0]).toEqual({ type: 'opened', answerId: 'a1', cooldownSeconds: 30 });
    expect(textOf(events)).toBe('It is not “gold” 🪙.');
    expect(events.at(-1)).toEqual({ type: 'event', event: { code: 'd', end: { finishReason: 'stop' } } });
  });

  test('comes together as far as it arrived together', async () => {
    const fetch = async () => new Response(STREAM, { headers: { 'content-type': 'text/event-stream' } });
    const client = createOracleClient({ apiUrl: () => '', fetch });
    const batches = await Array.fromAsync(client.ask(QUESTION, new AbortController().signal));
    expect(batches.map((batch) => batch.length)).toEqual([1, 4]);
  });

  test('ends at its last event, whatever follows', async () => {
    const more = encodeEvent({ code: '0', text: 'more' });
    const events = await askServer({ pieces: [STREAM_HEAD, STREAM + more], stays: true });
    expect(textOf(events)).toBe('It is not “gold” 🪙.');
  });

  test('may end without a blank line', async () => {
    const events = await askServer({ pieces: [STREAM_HEAD, STREAM.trimEnd()] });
    expect(events.at(-1)).toMatchObject({ type: 'event', event: { code: 'd' } });
  });

  test('passes over events it does not know', async () => {
    const events = await askServer({ pieces: [STREAM_HEAD, `data: 7:{}\n\ndata: hello\n\n${STREAM}`] });
    expect(events).toHaveLength(5);
  });

  test('has failed where its error cannot be read', async () => {
    const [, event] = await askServer({ pieces: [STREAM_HEAD, 'data: e:"out of order"\n\n'] });
    expect(event).toMatchObject({ type: 'event', event: { code: 'e' } });
  });
});

describe('a line that is cut', () => {
  test('at any byte of the answer gives what arrived, once, and says that it was lost', async () => {
    const bytes = new TextEncoder().encode(STREAM);
    let cut = 0;
    using server = serveRaw(() => ({ pieces: [STREAM_HEAD, bytes.subarray(0, cut)] }));
    const client = createOracleClient({ apiUrl: () => server.url });
    for (; cut <= bytes.length; cut++) {
      const events = await all(client.ask(QUESTION, new AbortController().signal));
      expect('It is not “gold” 🪙.').toStartWith(textOf(events));
      const last = events.at(-1);
      const isWhole = cut >= bytes.length - 2;
      expect([cut, last]).toEqual([
        cut,
        isWhole
          ? { type: 'event', event: { code: 'd', end: { finishReason: 'stop' } } }
          : { type: 'failed', failure: { code: 'connection-lost' } },
      ]);
    }
  });

  test('at any byte of the head is a server out of reach', async () => {
    const bytes = new TextEncoder().encode(STREAM_HEAD);
    let cut = 0;
    using server = serveRaw(() => ({ pieces: [bytes.subarray(0, cut)] }));
    const client = createOracleClient({ apiUrl: () => server.url });
    for (; cut < bytes.length; cut += 5) {
      const events = await all(client.ask(QUESTION, new AbortController().signal));
      expect(events).toEqual([{ type: 'failed', failure: { code: 'unreachable' } }]);
    }
  });

  test('between any two bytes and goes on makes no difference', async () => {
    const bytes = new TextEncoder().encode(STREAM);
    for (let cut = 1; cut < bytes.length; cut += 7) {
      const pieces = [STREAM_HEAD, bytes.subarray(0, cut), bytes.subarray(cut)];
      expect(textOf(await askServer({ pieces }))).toBe('It is not “gold” 🪙.');
    }
  });

  test('by an error in the network was lost, not out of reach', async () => {
    const body = new ReadableStream({
      pull: (controller) => controller.error(new TypeError('network error')),
    });
    const fetch = async () => new Response(body, { headers: { 'content-type': 'text/event-stream' } });
    const events = await all(
      createOracleClient({ apiUrl: () => '', fetch }).ask(QUESTION, new AbortController().signal),
    );
    expect(events.at(-1)).toEqual({ type: 'failed', failure: { code: 'connection-lost' } });
  });

  test('that falls silent is given up', async () => {
    const piece = encodeEvent({ code: '0', text: 'It' });
    const events = await askServer({ pieces: [STREAM_HEAD, piece], stays: true }, { silenceSeconds: 0.05 });
    expect(textOf(events)).toBe('It');
    expect(events.at(-1)).toEqual({ type: 'failed', failure: { code: 'connection-lost' } });
  });

  test('that never says anything is given up', async () => {
    expect(await failureOf({ pieces: [], stays: true }, { openSeconds: 0.05 })).toEqual({
      code: 'timed-out',
    });
  });

  test('that only beats is given up in the end', async () => {
    const endless = Array.from({ length: 2000 }, () => HEARTBEAT);
    const failure = await failureOf(
      { pieces: [STREAM_HEAD, ...endless], stays: true },
      { answerSeconds: 0.05 },
    );
    expect(failure).toEqual({ code: 'timed-out' });
  });
});

describe('a refusal', () => {
  const bodies: [status: number, body: unknown, failure: Failure][] = [
    [
      400,
      { error: ERROR_TEXT['invalid-request'], details: 'messages[0]' },
      { code: 'invalid-request', details: 'messages[0]' },
    ],
    [401, { error: ERROR_TEXT['not-configured'] }, { code: 'not-configured' }],
    [403, { error: ERROR_TEXT['origin-not-allowed'] }, { code: 'origin-not-allowed' }],
    [404, { error: ERROR_TEXT['not-found'] }, { code: 'not-found' }],
    [413, { error: ERROR_TEXT['body-too-large'] }, { code: 'body-too-large' }],
    [429, { error: ERROR_TEXT['rate-limited'] }, { code: 'rate-limited' }],
    [500, { error: ERROR_TEXT['service-error'] }, { code: 'service-error' }],
    [
      500,
      { error: ERROR_TEXT['service-error'], details: TIME_UP_DETAILS },
      { code: 'timed-out', details: TIME_UP_DETAILS },
    ],
    [429, { error: 'slow down' }, { code: 'rate-limited' }],
    [500, { message: 'not ours' }, { code: 'service-error' }],
  ];
  for (const [status, body, failure] of bodies) {
    test(`of ${status} ${JSON.stringify(body)} is ${failure.code}`, async () => {
      expect(await failureOf(jsonAnswer(status, body))).toEqual(failure);
    });
  }

  const pages: [status: number, code: Failure['code']][] = [
    [200, 'unreachable'],
    [401, 'unreachable'],
    [404, 'unreachable'],
    [405, 'unreachable'],
    [413, 'body-too-large'],
    [429, 'rate-limited'],
    [502, 'service-error'],
    [503, 'service-error'],
    [504, 'timed-out'],
  ];
  for (const [status, code] of pages) {
    test(`of ${status} with a page of HTML is ${code}`, async () => {
      expect(await failureOf(textAnswer(status, '<!doctype html><h1>Hm</h1>', 'text/html'))).toEqual({
        code,
      });
    });
  }

  test('says how long to wait, in seconds or as a date', async () => {
    const refused = (retryAfter: string) =>
      failureOf(jsonAnswer(429, { error: ERROR_TEXT['rate-limited'] }, `retry-after: ${retryAfter}\r\n`));
    expect(await refused('12')).toEqual({ code: 'rate-limited', retryAfterSeconds: 12 });
    expect(await refused('0')).toEqual({ code: 'rate-limited', retryAfterSeconds: 1 });
    expect(await refused('soon')).toEqual({ code: 'rate-limited' });
    expect(await refused(new Date(0).toUTCString())).toEqual({ code: 'rate-limited', retryAfterSeconds: 1 });
    const { retryAfterSeconds = 0 } = (await refused(new Date(Date.now() + 90_000).toUTCString())) ?? {};
    expect(retryAfterSeconds).toBeGreaterThanOrEqual(85);
    expect(retryAfterSeconds).toBeLessThanOrEqual(90);
  });

  test('whose body breaks off counts by its status', async () => {
    const pieces = [
      'HTTP/1.1 500 X\r\ncontent-type: application/json\r\ncontent-length: 99\r\n\r\n{"error":"AI',
    ];
    expect(await failureOf({ pieces })).toEqual({ code: 'service-error' });
  });

  test('by a redirect is a server out of reach, and the question goes no further', async () => {
    using elsewhere = serveRaw(() => ({ pieces: [STREAM_HEAD, STREAM] }));
    const pieces = [`HTTP/1.1 307 X\r\nlocation: ${elsewhere.url}/\r\ncontent-length: 0\r\n\r\n`];
    expect(await failureOf({ pieces })).toEqual({ code: 'unreachable' });
    expect(elsewhere.request).toBe('');
  });

  test('to connect at all is a server out of reach', async () => {
    const closed = serveRaw(() => ({ pieces: [] }));
    closed[Symbol.dispose]();
    const client = createOracleClient({ apiUrl: () => closed.url });
    expect(await all(client.ask(QUESTION, new AbortController().signal))).toEqual([
      { type: 'failed', failure: { code: 'unreachable' } },
    ]);
  });
});

describe('a device without a network', () => {
  afterEach(() => Reflect.deleteProperty(navigator, 'onLine'));

  test('is told from a server out of reach', async () => {
    Object.defineProperty(navigator, 'onLine', { value: false, configurable: true });
    const fetch = () => Promise.reject(new TypeError('Failed to fetch'));
    const client = createOracleClient({ apiUrl: () => '', fetch });
    expect(await all(client.ask(QUESTION, new AbortController().signal))).toEqual([
      { type: 'failed', failure: { code: 'offline' } },
    ]);
  });
});

describe('an abort', () => {
  test('ends the answer quietly and closes the line', async () => {
    const piece = encodeEvent({ code: '0', text: 'It' });
    using server = serveRaw(() => ({ pieces: [STREAM_HEAD, piece], stays: true }));
    const client = createOracleClient({ apiUrl: () => server.url });
    const controller = new AbortController();
    const seen: ClientEvent[] = [];
    for await (const batch of client.ask(QUESTION, controller.signal)) {
      seen.push(...batch);
      if (textOf(seen) === 'It') controller.abort();
    }
    expect(seen.some((event) => event.type === 'failed')).toBe(false);
    await server.left;
  });

  test('before anything came back ends it quietly', async () => {
    using server = serveRaw(() => ({ pieces: [], stays: true }));
    const client = createOracleClient({ apiUrl: () => server.url });
    const controller = new AbortController();
    const events = all(client.ask(QUESTION, controller.signal));
    controller.abort();
    expect(await events).toEqual([]);
  });

  test('that came first asks nothing', async () => {
    let requests = 0;
    const fetch = async () => {
      requests++;
      return new Response();
    };
    const client = createOracleClient({ apiUrl: () => '', fetch });
    expect(await all(client.ask(QUESTION, AbortSignal.abort()))).toEqual([]);
    expect(requests).toBe(0);
  });

  test('is what it comes to when the reader turns away', async () => {
    using server = serveRaw(() => ({ pieces: [STREAM_HEAD], stays: true }));
    const client = createOracleClient({ apiUrl: () => server.url });
    for await (const _ of client.ask(QUESTION, new AbortController().signal)) break;
    await server.left;
  });
});

describe('a request', () => {
  test('is exactly what the interface says', async () => {
    using server = serveRaw(() => ({ pieces: [STREAM_HEAD, STREAM] }));
    const client = createOracleClient({ apiUrl: () => `${server.url}/base/` });
    await all(client.ask(QUESTION, new AbortController().signal));
    const [head = '', body = ''] = server.request.split('\r\n\r\n');
    expect(head).toStartWith('POST /base/api/chat HTTP/1.1');
    expect(head.toLowerCase()).toContain('content-type: application/json');
    expect(JSON.parse(body)).toEqual({ messages: QUESTION });
  });

  test('to take an answer up names it and how much has arrived', async () => {
    using server = serveRaw(() => ({ pieces: [STREAM_HEAD, STREAM] }));
    const client = createOracleClient({ apiUrl: () => server.url });
    const events = await all(client.resume('a/1', 17, new AbortController().signal));
    expect(server.request).toStartWith('GET /api/chat/a%2F1?after=17 HTTP/1.1');
    expect(events.at(-1)).toMatchObject({ type: 'event', event: { code: 'd' } });
  });

  test('sends no cookie, is not cached, and does not tell the path of the page', async () => {
    let init: RequestInit = {};
    const fetch = async (_: string, given: RequestInit) => {
      init = given;
      return new Response(STREAM, { headers: { 'content-type': 'text/event-stream' } });
    };
    await all(createOracleClient({ apiUrl: () => '', fetch }).ask(QUESTION, new AbortController().signal));
    expect(init).toMatchObject({
      credentials: 'omit',
      cache: 'no-store',
      redirect: 'error',
      referrerPolicy: 'strict-origin',
    });
  });
});
