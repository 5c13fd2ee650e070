// How the server does beside nginx, which passes the same stream through untouched, the vendor's SDK in a
// plain loop, and the AI SDK. All in one run on one machine, visitors and provider in processes of their
// own: the ratios are the result, absolute times are only an order of magnitude.
//
//   bun run bench:server            everything, about four minutes
//   bun run bench:server --quick    fewer rounds and streams

import {
  direct,
  jobFor,
  median,
  percentile,
  processorMs,
  residentBytes,
  startAiSdk,
  startNginx,
  startOurs,
  startSdkLoop,
  startUpstream,
  startVisitors,
  type Target,
  type Upstream,
} from '../support/load-targets.ts';

const isQuick = process.argv.includes('--quick');
const ROUNDS = isQuick ? 1 : 3;
const MANY = isQuick ? 2_000 : 9_000;

type Figures = Map<string, number>;
type Start = (upstream: Upstream) => Promise<Target | undefined>;

const RIVALS: readonly Start[] = [startNginx, startSdkLoop, startAiSdk];
const failures: string[] = [];

const upstream = await startUpstream();
const visitors = await startVisitors();
try {
  await main();
} finally {
  upstream.stop();
  visitors.stop();
}
process.exit(failures.length > 0 ? 1 : 0);

async function main(): Promise<void> {
  const targets: Target[] = [];
  for (const start of [startOurs, ...RIVALS]) {
    const target = await start(upstream);
    if (target) targets.push(target);
    else say('nginx is not installed (apt-get install nginx): its ratios are left out.');
  }
  await warmUp(targets);

  say('\nCPU per streamed chunk (200 streams, 25 chunks a second each)');
  const cpu = await cpuPerChunk(targets);
  table(cpu, 'µs', 'nginx');
  check('CPU per chunk ÷ nginx', ratio(cpu, 'ours', 'nginx'), 3.0);
  check('CPU per chunk ÷ SDK loop', ratio(cpu, 'ours', 'SDK loop'), 0.75);
  check('CPU per chunk ÷ AI SDK', ratio(cpu, 'ours', 'AI SDK'), 0.45);

  say('\nAdded time to the first byte of the answer (one request after the other, median)');
  const first = await addedFirstByte(targets);
  table(first, 'ms', 'nginx');
  check('added first byte, ms', first.get('ours')!, 0.6);
  check('added first byte ÷ AI SDK', ratio(first, 'ours', 'AI SDK'), 1);

  say('\nBurst: 200 chunks at once (chunks a second of processor time)');
  const burst = await burstRate(targets);
  table(burst, 'chunks/s', 'SDK loop');
  check('burst ÷ SDK loop', ratio(burst, 'ours', 'SDK loop'), 4, 'at least');

  for (const target of targets) await target.stop();

  say('\nMemory per open stream (1,000 streams, a chunk a second each, a fresh process)');
  const memory: Figures = new Map();
  for (const start of [startOurs, ...RIVALS]) {
    const target = await start(upstream);
    if (!target) continue;
    await warmUp([target]);
    const open = await openStreams(target, 1_000, 500, 10);
    memory.set(target.name, open.bytesPerStream / 1024);
    if (target.name === 'ours') check('first byte of 1,000 streams, p50 ms', open.firstByteMs, 50);
    await target.stop();
  }
  table(memory, 'KB', 'nginx');

  say(`\n${MANY.toLocaleString('en')} open streams in one process, no variable set by hand`);
  const ours = await startOurs(upstream);
  await warmUp([ours]);
  // No faster than a launch comes: opening is dearer than streaming, and this is about what stays open.
  const many = await openStreams(ours, MANY, 300, Math.ceil(MANY / 300) + 8);
  check('open at once', many.mostAtOnce, MANY, 'at least');
  check('errors', many.bad, 0);
  check('memory per stream, KB', many.bytesPerStream / 1024, 50);
  check('first byte, p50 ms', many.firstByteMs, 50);
  await ours.stop();

  say(failures.length === 0 ? '\nAll targets met.' : `\nMissed: ${failures.join('; ')}`);
}

async function warmUp(targets: readonly Target[]): Promise<void> {
  await upstream.pace({ events: 20, everyMs: 0 });
  for (const target of targets) {
    const { bad, firstBad } = await visitors.run(jobFor(target, { streams: 400, atOnce: 20 }));
    if (bad > 0) throw new Error(`${target.name}: ${bad} of 400 answers are not whole: ${firstBad}`);
  }
}

async function cpuPerChunk(targets: readonly Target[]): Promise<Figures> {
  const [streams, events] = [200, isQuick ? 75 : 150];
  await upstream.pace({ events, everyMs: 40 });
  return medians(targets, async (target) => {
    const before = processorMs(target.pid);
    await whole(target, { streams, perSecond: 400 });
    return ((processorMs(target.pid) - before) * 1000) / (streams * events);
  });
}

async function addedFirstByte(targets: readonly Target[]): Promise<Figures> {
  await upstream.pace({ events: 2, everyMs: 0 });
  const streams = isQuick ? 200 : 800;
  const figures = await medians([direct(upstream), ...targets], async (target) => {
    const { firstByteMs } = await visitors.run(jobFor(target, { streams, atOnce: 1 }));
    return median(firstByteMs);
  });
  const nothing = figures.get('direct')!;
  figures.delete('direct');
  return new Map([...figures].map(([name, ms]) => [name, ms - nothing]));
}

async function burstRate(targets: readonly Target[]): Promise<Figures> {
  const [streams, events] = [isQuick ? 200 : 500, 200];
  await upstream.pace({ events, everyMs: 0 });
  return medians(targets, async (target) => {
    const before = processorMs(target.pid);
    await whole(target, { streams, atOnce: 10 });
    return (streams * events * 1000) / Math.max(10, processorMs(target.pid) - before);
  });
}

async function openStreams(target: Target, streams: number, perSecond: number, seconds: number) {
  await upstream.pace({ events: seconds, everyMs: 1_000 });
  const before = residentBytes(target.pid);
  let peak = before;
  const watching = setInterval(() => {
    peak = Math.max(peak, residentBytes(target.pid));
  }, 200);
  const { firstByteMs, mostAtOnce, bad, firstBad } = await visitors.run(
    jobFor(target, { streams, perSecond }),
  );
  clearInterval(watching);
  if (bad > 0) say(`  ${target.name}: ${bad} are not whole: ${firstBad}`);
  say(
    `  ${target.name.padEnd(10)} open at once ${mostAtOnce}, not whole ${bad}, first byte p50 ${median(firstByteMs).toFixed(1)} ms, p99 ${percentile(firstByteMs, 0.99).toFixed(1)} ms`,
  );
  return { bytesPerStream: (peak - before) / streams, firstByteMs: median(firstByteMs), mostAtOnce, bad };
}

/** A load whose every answer must arrive whole. */
async function whole(target: Target, job: { streams: number; perSecond?: number; atOnce?: number }) {
  const result = await visitors.run(jobFor(target, job));
  if (result.bad > 0) failures.push(`${target.name}: ${result.bad} answers not whole`);
  return result;
}

/** One measurement of each target in turn, so that what disturbs the machine disturbs them alike. */
async function medians(
  targets: readonly Target[],
  measure: (target: Target) => Promise<number>,
): Promise<Figures> {
  const all = new Map<string, number[]>();
  for (let round = 0; round < ROUNDS; round++) {
    for (const target of targets) {
      all.set(target.name, [...(all.get(target.name) ?? []), await measure(target)]);
    }
  }
  return new Map([...all].map(([name, values]) => [name, median(values)]));
}

function ratio(figures: Figures, name: string, to: string): number {
  return (figures.get(name) ?? Number.NaN) / (figures.get(to) ?? Number.NaN);
}

function table(figures: Figures, unit: string, reference: string): void {
  for (const [name, value] of figures) {
    const digits = value >= 1_000 ? 0 : value >= 10 ? 1 : 2;
    const relative = ratio(figures, name, reference);
    const compared = Number.isNaN(relative) ? '' : `  ${relative.toFixed(2)} × ${reference}`;
    say(`  ${name.padEnd(10)} ${value.toFixed(digits).padStart(10)} ${unit}${compared}`);
  }
}

function check(what: string, value: number, limit: number, kind: 'at most' | 'at least' = 'at most'): void {
  if (Number.isNaN(value)) {
    say(`  –    ${what}: not measured`);
    return;
  }
  const holds = kind === 'at most' ? value <= limit : value >= limit;
  if (!holds) failures.push(what);
  say(`  ${holds ? 'ok  ' : 'MISS'} ${what}: ${Number(value.toFixed(2))} (${kind} ${limit})`);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
