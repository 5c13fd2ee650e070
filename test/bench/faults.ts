// Breaks the provider, and the visitors, in every way that is known of, before the first event, amid the
// stream and at its end. Whatever happens, each request ends within its deadline in exactly one of a `d:`
// event, an `e:` event or a JSON error; nothing of the provider's words gets through, and no socket stays.
//
//   bun run test:faults               every fault, 60 requests each at once
//   bun run test:faults reset         only those whose name contains the word

import {
  answerEvents,
  apiError,
  flood,
  quotaError,
  type Reply,
  refuses,
  type Script,
  SECRET_WORDS,
  says,
  startGeminiStandIn,
  textEvent,
  wire,
} from '../support/gemini-stand-in.ts';
import { openSockets, residentBytes, startOurs, type Target } from '../support/load-targets.ts';
import { allEvents } from '../support/server.ts';

const AT_ONCE = 60;
const DEADLINE_SECONDS = 3;
/** What a busy machine may add to a deadline. */
const SPARE_MS = 1_500;

type Ending = 'd' | 'e' | 'json';

interface Fault {
  readonly name: string;
  readonly script: Script;
  /** Any of these is a right way to end; each request must end in one of them. */
  readonly ends: readonly Ending[];
  readonly status?: number;
  /** It changes what the server does afterwards: it gets a server of its own. */
  readonly lasting?: boolean;
  /** Where the usual number would measure the machine instead. */
  readonly atOnce?: number;
}

const TEXT = ['The supply ', 'is fixed: ', '21 million. ', 'Żółw 🐢 agrees.'];
const GOOD = wire(answerEvents(TEXT));
const UNFINISHED = wire(answerEvents(TEXT, {}));
const HALF = GOOD.slice(0, GOOD.lastIndexOf('data:') + 40);
const LAST = wire([textEvent('done', { finishReason: 'STOP' })]);

const sse = (body: Reply['body'], ending: Reply['ending'] = 'complete'): Reply => ({
  ...(body ? { body } : {}),
  ending,
});
const html: Reply = { headers: { 'content-type': 'text/html' }, body: [`<h1>502</h1>${SECRET_WORDS}`] };

async function* slowly(pieces: Iterable<string | Uint8Array>, everyMs: number) {
  for (const piece of pieces) {
    yield piece;
    await Bun.sleep(everyMs);
  }
}

const late = (reply: Reply, afterMs: number) => async () => {
  await Bun.sleep(afterMs);
  return reply;
};

const beforeTheFirstEvent: readonly Fault[] = [
  { name: 'reset before a byte', script: 'reset', ends: ['json'], status: 500 },
  { name: 'no answer at all', script: 'silence', ends: ['json'], status: 500 },
  { name: 'headers, then silence', script: sse([], 'silence'), ends: ['json'], status: 500 },
  { name: 'headers, then cut', script: sse([], 'cut'), ends: ['json'], status: 500 },
  { name: 'headers, then reset', script: sse([], 'reset'), ends: ['json'], status: 500 },
  { name: 'an empty 200', script: sse([]), ends: ['json'], status: 500 },
  { name: 'headers after the deadline', script: late(says('late'), 5_000), ends: ['json'], status: 500 },
  { name: '400 for the request', script: refuses({ code: 400, status: 'INVALID_ARGUMENT' }), ends: ['json'] },
  {
    name: '400 for the key',
    script: refuses({ code: 400, status: 'INVALID_ARGUMENT', details: [{ reason: 'API_KEY_INVALID' }] }),
    ends: ['json'],
    status: 401,
  },
  { name: '401', script: refuses({ code: 401, status: 'UNAUTHENTICATED' }), ends: ['json'], status: 401 },
  { name: '403', script: refuses({ code: 403, status: 'PERMISSION_DENIED' }), ends: ['json'], status: 401 },
  {
    name: '404 as an event stream',
    script: refuses({ code: 404, status: 'NOT_FOUND' }, 'text/event-stream'),
    ends: ['json'],
    status: 401,
  },
  {
    name: '429 for the minute',
    script: refuses(quotaError('31s')),
    ends: ['json'],
    status: 429,
    lasting: true,
  },
  {
    name: '429 for the day',
    script: refuses(quotaError(undefined, 'PerDay')),
    ends: ['json'],
    status: 429,
    lasting: true,
  },
  { name: '500', script: refuses({ code: 500, status: 'INTERNAL' }), ends: ['json'], status: 500 },
  { name: '503', script: refuses({ code: 503, status: 'UNAVAILABLE' }), ends: ['json'], status: 500 },
  { name: '500 in HTML', script: { ...html, status: 500 }, ends: ['json'], status: 500 },
  { name: '502 without a body', script: { status: 502 }, ends: ['json'], status: 500 },
  { name: '200 in HTML', script: html, ends: ['json'], status: 500 },
  {
    name: 'broken JSON as an error',
    script: { status: 500, body: ['{"error":'] },
    ends: ['json'],
    status: 500,
  },
  {
    name: 'a broken first event',
    script: sse(['data: {"candidates":[\r\n\r\n']),
    ends: ['json'],
    status: 500,
  },
  { name: 'half a first event', script: sse([GOOD.slice(0, 40)]), ends: ['json'], status: 500 },
  {
    name: 'an error as the first event',
    script: sse([wire([apiError({ code: 503, status: 'UNAVAILABLE' })])]),
    ends: ['json'],
    status: 500,
  },
  {
    name: 'a blocked question',
    script: sse([wire([{ promptFeedback: { blockReason: 'SAFETY' } }])]),
    ends: ['d'],
    status: 200,
  },
];

const midStream: readonly Fault[] = [
  { name: 'reset amid the text', script: () => sse(slowly([UNFINISHED], 50), 'reset'), ends: ['e', 'json'] },
  { name: 'cut amid the text', script: () => sse(slowly([UNFINISHED], 50), 'cut'), ends: ['e', 'json'] },
  { name: 'silence amid the text', script: () => sse([UNFINISHED], 'silence'), ends: ['e'] },
  { name: 'half an event, then the end', script: sse([HALF]), ends: ['e'] },
  { name: 'half an event, then silence', script: () => sse([HALF], 'silence'), ends: ['e'] },
  { name: 'a broken event amid the text', script: sse([UNFINISHED, 'data: {]\r\n\r\n', LAST]), ends: ['e'] },
  {
    name: 'an error event amid the text',
    script: sse([UNFINISHED, wire([apiError({ code: 500, status: 'INTERNAL' })])]),
    ends: ['e'],
  },
  {
    name: 'a quota error amid the text',
    script: sse([UNFINISHED, wire([apiError(quotaError('31s'))])]),
    ends: ['e'],
    lasting: true,
  },
  {
    name: 'a bare error amid the text',
    script: sse([UNFINISHED, JSON.stringify(apiError({ code: 503, status: 'UNAVAILABLE' }), null, 2)]),
    ends: ['e'],
  },
  {
    name: 'bytes that are no UTF-8',
    script: sse([UNFINISHED, Buffer.from([0xff, 0xfe, 0x0a, 0x0a]), LAST]),
    ends: ['d', 'e'],
  },
  {
    name: 'a trickle, byte by byte',
    script: () => sse([...Buffer.from(GOOD)].map((byte) => Buffer.from([byte]))),
    ends: ['d'],
  },
  {
    name: 'a trickle beyond the deadline',
    script: () => sse(slowly(Array<string>(40).fill(UNFINISHED), 200)),
    ends: ['e'],
  },
  { name: 'a flood of text', script: () => sse(flood(5 * 1024 * 1024)), ends: ['d'], atOnce: 10 },
  {
    name: 'one event of five megabytes',
    script: () => sse([`data: "${'x'.repeat(5 * 1024 * 1024)}"\r\n\r\n`]),
    ends: ['json'],
  },
];

const atTheEnd: readonly Fault[] = [
  { name: 'no finish reason', script: sse([UNFINISHED]), ends: ['e'] },
  {
    name: 'a finish reason nobody knows',
    script: sse([wire(answerEvents(TEXT, { finishReason: 'NEW' }))]),
    ends: ['d'],
  },
  { name: 'a finish reason, then reset', script: () => sse(slowly([GOOD], 50), 'reset'), ends: ['d', 'e'] },
  { name: 'a finish reason, then cut', script: () => sse(slowly([GOOD], 50), 'cut'), ends: ['d', 'e'] },
  { name: 'a finish reason, then silence', script: () => sse([GOOD], 'silence'), ends: ['d', 'e'] },
  {
    name: 'a finish reason, then an error',
    script: sse([GOOD, wire([apiError({ code: 500, status: 'INTERNAL' })])]),
    ends: ['d', 'e'],
  },
  { name: 'two finish reasons', script: sse([GOOD, LAST]), ends: ['d'] },
  { name: 'rubbish after the end', script: sse([GOOD, 'and so on']), ends: ['d', 'e'] },
  {
    name: 'the wrong content type',
    script: { ...says(...TEXT), headers: { 'content-type': 'application/json' } },
    ends: ['d', 'json'],
  },
];

const only = process.argv[2] ?? '';
const standIn = startGeminiStandIn(says('hello'));
const problems: string[] = [];
let requests = 0;

const settings = {
  MAX_DURATION_SECONDS: String(DEADLINE_SECONDS),
  RESUME_SECONDS: '0',
  LOG_LEVEL: 'silent',
};
const startServer = () => startOurs({ port: Number(new URL(standIn.url).port) }, settings);

let server = await startServer();
const socketsAtStart = openSockets(server.pid);
await askMany(says('warm'), AT_ONCE);

for (const [phase, faults] of Object.entries({
  'before the first event': beforeTheFirstEvent,
  'amid the stream': midStream,
  'at the end': atTheEnd,
})) {
  for (const fault of faults) {
    if (!fault.name.includes(only)) continue;
    await inject(phase, fault);
    if (!fault.lasting) continue;
    await server.stop();
    server = await startServer();
  }
}
if (only === '') {
  await leavingVisitors();
  await stalledReaders();
  await noProvider();
}
await server.stop();
standIn.stop();

say(
  `\n${requests} requests. ${problems.length === 0 ? 'Each ended once, in time, and left nothing open.' : ''}`,
);
for (const problem of problems) say(`PROBLEM ${problem}`);
process.exit(problems.length > 0 ? 1 : 0);

// ─── One fault ───────────────────────────────────────────────────────────────────────────────────

interface Outcome {
  readonly ending: Ending | 'none' | 'several';
  readonly status: number;
  readonly milliseconds: number;
  readonly leaked: boolean;
}

async function inject(phase: string, fault: Fault): Promise<void> {
  const outcomes = await askMany(fault.script, fault.atOnce ?? AT_ONCE);
  const counts = new Map<string, number>();
  for (const { ending, status, milliseconds, leaked } of outcomes) {
    const key = ending === 'json' ? `${ending} ${status}` : ending;
    counts.set(key, (counts.get(key) ?? 0) + 1);
    const isRight = (fault.ends as readonly string[]).includes(ending);
    if (!isRight) report(fault, `ended in ${ending} (${status})`);
    if (ending === 'json' && fault.status !== undefined && status !== fault.status)
      report(fault, `status ${status}`);
    if (milliseconds > DEADLINE_SECONDS * 1000 + SPARE_MS)
      report(fault, `took ${Math.round(milliseconds)} ms`);
    if (leaked) report(fault, "the provider's words came through");
  }
  const slowest = Math.max(...outcomes.map(({ milliseconds }) => milliseconds));
  const found = [...counts].map(([ending, count]) => `${count} × ${ending}`).join(', ');
  say(`${phase.padEnd(23)} ${fault.name.padEnd(32)} ${found.padEnd(18)} ${Math.round(slowest)} ms at most`);
  if (!(await becomes(() => standIn.openAnswers === 0)))
    report(fault, `${standIn.openAnswers} calls stay open`);
}

async function askMany(script: Script, times: number): Promise<Outcome[]> {
  standIn.answer(script);
  return Promise.all(Array.from({ length: times }, () => ask(server)));
}

async function ask({ port }: Target): Promise<Outcome> {
  requests++;
  const startedAt = performance.now();
  const outcome = (ending: Outcome['ending'], status: number, text: string): Outcome => ({
    ending,
    status,
    milliseconds: performance.now() - startedAt,
    leaked: /gemini|123456789|AIza/.test(text),
  });
  try {
    const response = await post(port);
    const type = response.headers.get('content-type') ?? '';
    if (response.status !== 200 || !type.startsWith('text/event-stream')) {
      const text = await response.text();
      const { error } = JSON.parse(text) as { error?: unknown };
      return outcome(typeof error === 'string' ? 'json' : 'none', response.status, text);
    }
    const events = await allEvents(response);
    const last = events.filter(({ code }) => code !== '0');
    const ending =
      last.length > 1 ? 'several' : events.at(-1) === last[0] ? (last[0]?.code ?? 'none') : 'none';
    return outcome(ending === '0' ? 'none' : ending, response.status, JSON.stringify(events));
  } catch (error) {
    return outcome('none', 0, String(error));
  }
}

function post(port: number, signal?: AbortSignal): Promise<Response> {
  return fetch(`http://127.0.0.1:${port}/api/chat`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ messages: [{ role: 'user', content: 'Is the liquidity locked?' }] }),
    keepalive: false,
    ...(signal && { signal }),
  });
}

// ─── Visitors ────────────────────────────────────────────────────────────────────────────────────

async function leavingVisitors(): Promise<void> {
  for (const [name, script, waitMs] of [
    ['leaves before the headers', 'silence', 50],
    ['leaves before the first event', sse([], 'silence'), 50],
    ['leaves amid the text', () => sse(slowly(Array<string>(200).fill(UNFINISHED), 20)), 200],
  ] as const) {
    standIn.answer(script);
    const visitors = Array.from({ length: AT_ONCE }, async () => {
      requests++;
      const leaving = new AbortController();
      const response = post(server.port, leaving.signal).then((answer) => answer.body?.getReader().read());
      await Bun.sleep(waitMs);
      leaving.abort();
      await response.catch(() => {});
    });
    await Promise.all(visitors);
    const startedAt = performance.now();
    const isFreed = await becomes(() => standIn.openAnswers === 0);
    say(
      `${'the visitor'.padEnd(23)} ${name.padEnd(32)} provider freed after ${Math.round(performance.now() - startedAt)} ms`,
    );
    if (!isFreed) problems.push(`the visitor ${name}: ${standIn.openAnswers} calls stay open`);
  }
}

/** Eight readers that stop reading while the provider floods. */
async function stalledReaders(): Promise<void> {
  const before = residentBytes(server.pid);
  let peak = before;
  standIn.answer(() => sse(flood()));
  const sockets = await Promise.all(
    Array.from({ length: 8 }, async () => {
      const body = JSON.stringify({ messages: [{ role: 'user', content: 'Tell me everything.' }] });
      const socket = await Bun.connect({ hostname: '127.0.0.1', port: server.port, socket: { data() {} } });
      socket.write(
        `POST /api/chat HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
      );
      socket.pause();
      return socket;
    }),
  );
  for (let look = 0; look < 20; look++) {
    peak = Math.max(peak, residentBytes(server.pid));
    await Bun.sleep(100);
  }
  for (const socket of sockets) socket.terminate();
  await becomes(() => standIn.openAnswers === 0);
  const grown = (peak - before) / 1024 / 1024;
  const isGivenBack = await becomes(() => residentBytes(server.pid) - before < 30 * 1024 * 1024);
  const kept = (residentBytes(server.pid) - before) / 1024 / 1024;
  say(
    `${'the visitor'.padEnd(23)} ${'stops reading a flood, 8 of them'.padEnd(32)} ${grown.toFixed(0)} MB more at the peak, ${kept.toFixed(0)} MB after it`,
  );
  if (!isGivenBack) problems.push(`stalled readers leave ${kept.toFixed(0)} MB behind`);
  if (grown > 200) problems.push(`stalled readers cost ${grown.toFixed(0)} MB`);
}

/** Nobody listens where the provider should be; every socket of the server must then be closed. */
async function noProvider(): Promise<void> {
  standIn.stop();
  const outcomes = await Promise.all(Array.from({ length: AT_ONCE }, () => ask(server)));
  const wrong = outcomes.filter(({ ending, status }) => ending !== 'json' || status !== 500);
  say(
    `${'before the first event'.padEnd(23)} ${'nobody listens'.padEnd(32)} ${outcomes.length - wrong.length} × json 500`,
  );
  if (wrong.length > 0) problems.push(`nobody listens: ${wrong.length} did not end in a JSON error`);
  const isClosed = await becomes(() => openSockets(server.pid) <= socketsAtStart);
  say(`sockets of the server: ${socketsAtStart} at the start, ${openSockets(server.pid)} now`);
  if (!isClosed) problems.push(`${openSockets(server.pid) - socketsAtStart} sockets stay open`);
}

// ─── Helpers ─────────────────────────────────────────────────────────────────────────────────────

async function becomes(holds: () => boolean): Promise<boolean> {
  const deadline = Date.now() + 10_000;
  while (!holds()) {
    if (Date.now() > deadline) return false;
    await Bun.sleep(10);
  }
  return true;
}

function report(fault: Fault, what: string): void {
  const problem = `${fault.name}: ${what}`;
  if (!problems.includes(problem)) problems.push(problem);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
