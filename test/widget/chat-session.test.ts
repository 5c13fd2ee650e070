import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { ERROR_TEXT, encodeEvent, HEADERS } from '../../server/protocol.ts';
import { ChatSession, type ChatSessionOptions } from '../../widget/controllers/chat-session.ts';
import type { Clock } from '../../widget/controllers/clock.ts';
import { Cooldown } from '../../widget/controllers/cooldown.ts';
import { createOracleClient } from '../../widget/oracle-client.ts';
import { createTranscriptStore } from '../../widget/transcript-store.ts';
import { FakeClock } from './fake-clock.ts';
import { FakeHost } from './fake-host.ts';
import { FakeStorage } from './fake-storage.ts';
import { jsonAnswer, STREAM_HEAD, serveRaw } from './raw-server.ts';

const text = (piece: string) => encodeEvent({ code: '0', text: piece });
const END = encodeEvent({ code: 'd', end: { finishReason: 'stop' } });
const LENGTH_END = encodeEvent({ code: 'd', end: { finishReason: 'length' } });

/** The server's side of one answer: what is written to it arrives. */
class Line {
  #controller!: ReadableStreamDefaultController<Uint8Array>;
  readonly response: Response;

  constructor(
    readonly url: string,
    readonly init: RequestInit,
    id: string | undefined,
  ) {
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        this.#controller = controller;
      },
    });
    init.signal?.addEventListener('abort', () => this.cut());
    this.response = new Response(body, {
      headers: { 'content-type': 'text/event-stream', ...(id ? { [HEADERS.answerId]: id } : {}) },
    });
  }

  get isClosed(): boolean {
    return this.init.signal?.aborted ?? false;
  }

  async write(...events: string[]): Promise<void> {
    this.#controller.enqueue(new TextEncoder().encode(events.join('')));
    await settled();
  }

  async cut(): Promise<void> {
    try {
      this.#controller.error(new TypeError('network error'));
    } catch {
      // Cut before.
    }
    await settled();
  }
}

/** Lets everything happen that needs no time. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve));
}

async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await new Promise((resolve) => setImmediate(resolve));
}

interface World extends Partial<ChatSessionOptions> {
  storage?: FakeStorage;
  clock?: FakeClock;
  /** What the server answers to a request; a stream to write to where nothing is given. */
  answers?: (Response | 'unreachable' | undefined)[];
  answerId?: string | undefined;
}

let leave: (() => void)[] = [];
beforeEach(() => {
  leave = [];
});
afterEach(() => {
  for (const end of leave) end();
});

function setUp({
  storage = new FakeStorage(),
  clock = new FakeClock(),
  answers = [],
  answerId = 'a1',
  ...options
}: World = {}) {
  const host = new FakeHost();
  const lines: Line[] = [];
  const requests: { url: string; init: RequestInit; at: number }[] = [];
  const heard: string[] = [];
  const client = createOracleClient({
    apiUrl: () => '',
    async fetch(url, init) {
      requests.push({ url, init, at: clock.now() });
      const answer = answers.shift();
      if (answer === 'unreachable') throw new TypeError('Failed to fetch');
      if (answer) return answer;
      const line = new Line(url, init, answerId);
      lines.push(line);
      return line.response;
    },
  });
  const cooldown = new Cooldown(host, { clock, storage: () => storage });
  const session = new ChatSession(host, {
    client,
    cooldown,
    store: createTranscriptStore({ mode: () => 'session', storage: () => storage }),
    clock,
    onResponseStart: ({ answer }) => heard.push(`start ${answer.text}`),
    onResponseEnd: ({ answer }) => heard.push(`end ${answer.text}`),
    onError: ({ code }) => heard.push(`error ${code}`),
    onClear: () => heard.push('clear'),
    ...options,
  });
  host.connect();
  leave.push(() => host.disconnect());
  const answer = () => session.conversation.exchanges.at(-1)?.answer;
  return { host, clock, storage, lines, requests, heard, cooldown, session, answer };
}

const refusal = (code: keyof typeof ERROR_TEXT, status: number, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify({ error: ERROR_TEXT[code] }), { status, headers });

describe('a question', () => {
  test('is on screen at once, and its answer is followed to its end', async () => {
    const { session, lines, heard, answer, cooldown } = setUp();
    expect(session.send({ text: 'Why?' })).toBe(true);
    expect(session.conversation.exchanges.map(({ question }) => question.text)).toEqual(['Why?']);
    expect(session.status.name).toBe('waiting');
    expect(cooldown.remainingSeconds).toBe(50);
    await settled();
    await lines[0]!.write(text('Be'), text('cause'));
    expect(session.status.name).toBe('writing');
    await lines[0]!.write(END);
    expect(session.status.name).toBe('idle');
    expect(answer()).toMatchObject({ text: 'Because', id: 'a1', status: { name: 'finished' } });
    expect(heard).toEqual(['start Because', 'end Because']);
  });

  test('asks for one update for all that arrives together', async () => {
    const { session, lines, host } = setUp();
    session.send({ text: 'Why?' });
    await settled();
    const before = host.updates;
    await lines[0]!.write(text('a'), text('b'), text('c'), text('d'));
    expect(host.updates).toBe(before + 1);
  });

  test('waits for the answer under way and for the cooldown', async () => {
    const { session, lines, clock } = setUp();
    session.send({ text: 'Why?' });
    await settled();
    expect(session.send({ text: 'And?' })).toBe(false);
    await lines[0]!.write(text('So.'), END);
    expect(session.canSend).toBe(false);
    expect(session.send({ text: 'And?' })).toBe(false);
    clock.pass(50_000);
    expect(session.canSend).toBe(true);
    expect(session.send({ text: 'And?' })).toBe(true);
    clock.pass(50_000);
    expect(session.canSend).toBe(false);
    await settled();
    await lines[1]!.write(text('So.'), END);
    expect(session.send({ text: 'And?' })).toBe(true);
  });

  test('is not sent when it is blank or the page forbids it, and costs nothing', () => {
    const asked: string[] = [];
    const { session, requests, cooldown } = setUp({
      onSend: ({ text }, reason) => asked.push(`${reason} ${text}`) === 0,
    });
    expect(session.send({ text: ' \n' })).toBe(false);
    expect(session.send({ text: 'Why?' })).toBe(false);
    expect(asked).toEqual(['question Why?']);
    expect(requests).toEqual([]);
    expect(session.conversation.exchanges).toEqual([]);
    expect(cooldown.remainingSeconds).toBe(0);
  });

  test('can be asked again when it got no answer', async () => {
    const { session, lines, requests, answer } = setUp({ answers: [refusal('service-error', 500)] });
    session.send({ text: 'Why?' });
    await settled();
    expect(answer()?.status.name).toBe('failed');
    expect(session.retry()).toBe(true);
    await settled();
    expect(requests[1]!.init.body).toBe(requests[0]!.init.body!);
    await lines[0]!.write(text('So.'), END);
    expect(session.conversation.exchanges).toHaveLength(1);
    expect(answer()?.text).toBe('So.');
  });

  test('gets the rest of an answer that was too long', async () => {
    const { session, lines, clock, answer, heard } = setUp();
    expect(session.continue()).toBe(false);
    session.send({ text: 'Why?' });
    await settled();
    expect(session.continue()).toBe(false);
    await lines[0]!.write(text('One, '), LENGTH_END);
    clock.pass(50_000);
    expect(session.continue()).toBe(true);
    await settled();
    expect(JSON.parse(String(lines[1]!.init.body)).messages).toHaveLength(3);
    await lines[1]!.write(text('two.'), END);
    expect(answer()?.text).toBe('One, two.');
    expect(heard).toEqual(['start One, ', 'end One, ', 'start One, two.', 'end One, two.']);
  });
});

describe('stopping', () => {
  test('keeps the text, closes the line and is no failure', async () => {
    const { session, lines, clock, answer, heard } = setUp();
    session.send({ text: 'Why?' });
    await settled();
    await lines[0]!.write(text('Beca'));
    clock.pass(9_000);
    session.stop();
    await settled();
    expect(lines[0]!.isClosed).toBe(true);
    expect(answer()).toMatchObject({ text: 'Beca', status: { name: 'stopped', afterSeconds: 9 } });
    expect(heard).toEqual(['start Beca', 'end Beca']);
  });

  test('with nothing under way does nothing', async () => {
    const { session, lines, heard, answer } = setUp();
    session.stop();
    expect(heard).toEqual([]);
    session.send({ text: 'Why?' });
    await settled();
    await lines[0]!.write(text('So.'), END);
    session.stop();
    expect(answer()?.status.name).toBe('finished');
  });

  test('between two tries ends the trying', async () => {
    const { session, lines, clock, requests, answer } = setUp({ answers: [undefined, 'unreachable'] });
    session.send({ text: 'Why?' });
    await settled();
    await lines[0]!.write(text('Beca'));
    await lines[0]!.cut();
    clock.pass(0);
    await settled();
    expect(session.status.name).toBe('resuming');
    session.stop();
    // Only the cooldown's is left.
    expect(clock.timers).toBe(1);
    clock.pass(20_000);
    await settled();
    expect(requests).toHaveLength(2);
    expect(answer()?.status.name).toBe('stopped');
  });
});

describe('a lost line', () => {
  const WHOLE = 'It is not “gold” 🪙.';
  const STREAM = [text('It is '), text('not “gold” 🪙'), text('.')].join('') + END;

  test('at any byte is taken up again without a word lost or doubled', async () => {
    const bytes = new TextEncoder().encode(STREAM);
    const immediate: Clock = {
      now: () => Date.now(),
      after(_, run) {
        const timer = setImmediate(run);
        return () => clearImmediate(timer);
      },
    };
    let cut = 0;
    // Every line is cut, and a little later each time, until the answer is whole.
    let cuts = 0;
    using server = serveRaw((request) => {
      const after = Number(/\?after=(\d+)/.exec(request)?.[1] ?? 0);
      const rest = after < WHOLE.length ? text(WHOLE.slice(after)) + END : END;
      const whole = request.startsWith('POST') ? bytes : new TextEncoder().encode(rest);
      return { pieces: [STREAM_HEAD, whole.subarray(0, cuts++ < 3 ? cut : whole.length)] };
    });
    for (; cut <= bytes.length; cut += 3) {
      cuts = 0;
      const storage = new FakeStorage();
      const host = new FakeHost();
      const session = new ChatSession(host, {
        client: createOracleClient({ apiUrl: () => server.url }),
        cooldown: new Cooldown(host, { storage: () => storage, seconds: () => 0 }),
        store: createTranscriptStore({ mode: () => 'session', storage: () => storage }),
        clock: immediate,
      });
      host.connect();
      session.send({ text: 'Is it gold?' });
      await until(() => session.status.name === 'idle');
      expect([cut, session.conversation.exchanges[0]?.answer.text]).toEqual([cut, WHOLE]);
      expect(session.conversation.exchanges[0]?.answer.status.name).toBe('finished');
      host.disconnect();
    }
  });

  test('is tried for as long as the server keeps the answer, and then given up', async () => {
    const { session, lines, clock, requests, heard, answer } = setUp({
      answers: [undefined, ...Array.from({ length: 9 }, () => 'unreachable' as const)],
    });
    session.send({ text: 'Why?' });
    await settled();
    await lines[0]!.write(text('Beca'));
    const lostAt = clock.now();
    await lines[0]!.cut();
    for (let millisecond = 0; millisecond < 12_000; millisecond += 100) {
      clock.pass(100);
      await settled();
    }
    expect(requests.slice(1).map(({ url, at }) => [url, Math.floor((at - lostAt) / 1000)])).toEqual(
      [0, 0, 1, 3, 6, 9].map((second) => ['/api/chat/a1?after=4', second]),
    );
    expect(answer()).toMatchObject({
      text: 'Beca',
      status: { name: 'failed', failure: { code: 'connection-lost' } },
    });
    expect(heard).toEqual(['start Beca', 'error connection-lost']);
  });

  test('that comes back and is lost again starts the trying anew', async () => {
    const { session, lines, clock, requests, answer } = setUp();
    session.send({ text: 'Why?' });
    await settled();
    for (const [index, piece] of ['B', 'e', 'c', 'a', 'u', 's', 'e', '.'].entries()) {
      await lines[index]!.write(text(piece));
      await lines[index]!.cut();
      clock.pass(0);
      await settled();
    }
    await lines.at(-1)!.write(END);
    expect(answer()?.text).toBe('Because.');
    expect(requests.at(-1)?.url).toBe('/api/chat/a1?after=8');
  });

  test('is not tried further once the server has forgotten the answer', async () => {
    const { session, lines, clock, requests, answer } = setUp({
      answers: [undefined, refusal('not-found', 404)],
    });
    session.send({ text: 'Why?' });
    await settled();
    await lines[0]!.write(text('Beca'));
    await lines[0]!.cut();
    clock.pass(60_000);
    await settled();
    expect(requests).toHaveLength(2);
    expect(answer()?.status).toEqual({ name: 'failed', failure: { code: 'connection-lost' } });
  });

  test('of an answer without a name is a failure at once', async () => {
    const { session, lines, requests, answer } = setUp({ answerId: '' });
    session.send({ text: 'Why?' });
    await settled();
    await lines[0]!.write(text('Beca'));
    await lines[0]!.cut();
    expect(requests).toHaveLength(1);
    expect(answer()?.status.name).toBe('failed');
  });

  test('is tried as soon as the device is online again', async () => {
    const { session, lines, requests, clock } = setUp({ answers: [undefined, 'unreachable', 'unreachable'] });
    session.send({ text: 'Why?' });
    await settled();
    await lines[0]!.cut();
    for (const delay of [0, 300]) {
      clock.pass(delay);
      await settled();
    }
    expect(requests).toHaveLength(3);
    window.dispatchEvent(new Event('online'));
    await settled();
    expect(requests).toHaveLength(4);
    await lines[1]!.write(text('So.'), END);
    expect(session.status.name).toBe('idle');
  });

  test('is not tried while the device has no network', async () => {
    const { session, lines, requests, clock } = setUp();
    session.send({ text: 'Why?' });
    await settled();
    Object.defineProperty(navigator, 'onLine', { value: false, configurable: true });
    await lines[0]!.cut();
    clock.pass(50_000);
    await settled();
    expect(requests).toHaveLength(1);
    Reflect.deleteProperty(navigator, 'onLine');
    window.dispatchEvent(new Event('online'));
    await settled();
    expect(requests).toHaveLength(2);
  });

  test('shows that the answer goes on as soon as the server answers', async () => {
    const { session, lines, clock } = setUp();
    session.send({ text: 'Why?' });
    await settled();
    await lines[0]!.write(text('Beca'));
    await lines[0]!.cut();
    expect(session.status.name).toBe('resuming');
    clock.pass(0);
    await settled();
    expect(session.status.name).toBe('writing');
  });

  test('of a continued answer is taken up by what the continuation has received', async () => {
    const { session, lines, clock, answer } = setUp();
    session.send({ text: 'Why?' });
    await settled();
    await lines[0]!.write(text('One, '), LENGTH_END);
    clock.pass(50_000);
    session.continue();
    await settled();
    await lines[1]!.write(text('two'));
    await lines[1]!.cut();
    clock.pass(0);
    await settled();
    expect(lines[2]!.url).toBe('/api/chat/a1?after=3');
    await lines[2]!.write(text('.'), END);
    expect(answer()?.text).toBe('One, two.');
  });
});

describe('the cooldown', () => {
  const cases: [name: string, answer: Response | 'unreachable', seconds: number][] = [
    ['a server that is not set up', refusal('not-configured', 401), 0],
    ['a server in trouble', refusal('service-error', 500), 0],
    ['a server out of reach', 'unreachable', 0],
    ['an answer that was empty', new Response(END, { headers: { 'content-type': 'text/event-stream' } }), 0],
    ['a question that cannot be read', refusal('invalid-request', 400), 50],
    ['a limit without a time', refusal('rate-limited', 429), 50],
    ['a limit of 12 s', refusal('rate-limited', 429, { 'retry-after': '12' }), 12],
    ['a limit of 70 s', refusal('rate-limited', 429, { 'retry-after': '70' }), 70],
  ];
  for (const [name, answer, seconds] of cases) {
    test(`after ${name} has ${seconds} seconds left`, async () => {
      const { session, cooldown } = setUp({ answers: [answer], answerId: '' });
      session.send({ text: 'Why?' });
      await settled();
      expect(session.status.name).toBe('idle');
      expect(cooldown.remainingSeconds).toBe(seconds);
    });
  }

  test('stays where words have arrived', async () => {
    const { session, lines, cooldown } = setUp({ answerId: '' });
    session.send({ text: 'Why?' });
    await settled();
    await lines[0]!.write(text('Beca'));
    await lines[0]!.cut();
    expect(cooldown.remainingSeconds).toBe(50);
  });

  test('follows what the server says', async () => {
    const headers = { 'content-type': 'text/event-stream', [HEADERS.rateLimitPolicy]: '"cooldown";q=1;w=20' };
    const { session, cooldown } = setUp({ answers: [new Response(text('So.') + END, { headers })] });
    session.send({ text: 'Why?' });
    await settled();
    expect(cooldown.remainingSeconds).toBe(20);
  });
});

describe('a reload', () => {
  test('during an answer goes on where it stood', async () => {
    const { session, lines, storage, clock, host } = setUp();
    session.send({ text: 'Why?' });
    await settled();
    await lines[0]!.write(text('Beca'));
    window.dispatchEvent(new Event('pagehide'));
    host.disconnect();

    const reloaded = setUp({ storage, clock });
    expect(reloaded.session.status.name).toBe('resuming');
    clock.pass(0);
    await settled();
    expect(reloaded.requests.map(({ url }) => url)).toEqual(['/api/chat/a1?after=4']);
    await reloaded.lines[0]!.write(text('use'), END);
    expect(reloaded.answer()?.text).toBe('Because');
    expect(reloaded.heard).toEqual(['end Because']);
  });

  test('before the answer had a name keeps the question', async () => {
    const { session, storage, clock } = setUp();
    session.send({ text: 'Why?' });
    const reloaded = setUp({ storage, clock });
    expect(reloaded.session.conversation.exchanges[0]).toMatchObject({
      question: { text: 'Why?' },
      answer: { status: { name: 'failed', failure: { code: 'connection-lost' } } },
    });
  });

  test('keeps the draft', () => {
    const { session, storage, clock } = setUp();
    session.draft = { text: 'How muc' };
    clock.pass(5_000);
    // Nothing is stored while somebody types.
    expect(setUp({ storage, clock }).session.draft).toEqual({ text: '' });
    dispatchEvent(new Event('pagehide'));
    expect(setUp({ storage, clock }).session.draft).toEqual({ text: 'How muc' });
  });

  test('finds what arrived up to half a second before, without a write for each word', async () => {
    const { session, lines, storage, clock } = setUp();
    session.send({ text: 'Why?' });
    await settled();
    await lines[0]!.write(text('first '));
    let writes = 0;
    const setItem = storage.setItem.bind(storage);
    storage.setItem = (key, value) => {
      writes++;
      setItem(key, value);
    };
    for (let word = 0; word < 100; word++) {
      await lines[0]!.write(text('word '));
      clock.pass(20);
    }
    expect(writes).toBeLessThanOrEqual(5);
    await lines[0]!.write(text('last'));
    window.dispatchEvent(new Event('pagehide'));
    expect(setUp({ storage, clock }).answer()?.text).toEndWith('last');
  });
});

describe('the element', () => {
  test('that leaves the page lets go of the answer, and takes it up when it comes back', async () => {
    const { session, lines, host, clock, answer } = setUp();
    session.send({ text: 'Why?' });
    await settled();
    await lines[0]!.write(text('Beca'));
    host.disconnect();
    await settled();
    expect(lines[0]!.isClosed).toBe(true);
    expect(clock.timers).toBe(0);
    host.connect();
    clock.pass(0);
    await settled();
    await lines[1]!.write(text('use'), END);
    expect(answer()?.text).toBe('Because');
  });

  test('that is only moved goes on', async () => {
    const { session, lines, host, requests } = setUp();
    session.send({ text: 'Why?' });
    await settled();
    host.disconnect();
    host.connect();
    await lines[0]!.write(text('So.'), END);
    expect(requests).toHaveLength(1);
    expect(session.status.name).toBe('idle');
  });
});

describe('clearing', () => {
  test('ends the answer, forgets everything but the draft, and says so', async () => {
    const { session, lines, storage, clock, heard } = setUp();
    session.send({ text: 'Why?' });
    session.draft = { text: 'Next' };
    await settled();
    await lines[0]!.write(text('Beca'));
    session.clear();
    await settled();
    expect(lines[0]!.isClosed).toBe(true);
    expect(session.conversation.exchanges).toEqual([]);
    expect(session.status.name).toBe('idle');
    expect(heard).toEqual(['start Beca', 'clear']);
    const reloaded = setUp({ storage, clock }).session;
    expect(reloaded.conversation.exchanges).toEqual([]);
    expect(reloaded.draft).toEqual({ text: 'Next' });
  });
});

describe('what nobody saw', () => {
  test('is counted when it ended, well or badly, and no more once it is seen', async () => {
    let isSeen = false;
    const counts: number[] = [];
    const { session, lines, clock } = setUp({
      isSeen: () => isSeen,
      onUnread: (count) => counts.push(count),
    });
    const askAndEnd = async () => {
      session.send({ text: 'Why?' });
      await settled();
      await lines.at(-1)!.write(text('So.'), END);
      clock.pass(50_000);
    };
    await askAndEnd();
    await askAndEnd();
    expect(session.unread).toBe(2);
    session.markSeen();
    isSeen = true;
    await askAndEnd();
    expect(counts).toEqual([1, 2, 0]);
  });
});

test('a refusal over a real line is an answer that failed, and the question stays', async () => {
  using server = serveRaw(() => jsonAnswer(401, { error: ERROR_TEXT['not-configured'] }));
  const host = new FakeHost();
  const storage = new FakeStorage();
  const session = new ChatSession(host, {
    client: createOracleClient({ apiUrl: () => server.url }),
    cooldown: new Cooldown(host, { storage: () => storage }),
    store: createTranscriptStore({ mode: () => 'session', storage: () => storage }),
  });
  host.connect();
  session.send({ text: 'Why?' });
  await until(() => session.status.name === 'idle');
  host.disconnect();
  expect(session.conversation.exchanges[0]).toMatchObject({
    question: { text: 'Why?' },
    answer: { status: { failure: { code: 'not-configured' } } },
  });
});
