// Many answers one after the other, half of them cut by their visitors at random: memory must stay where
// it was, and nothing may stay open at the provider.
//
//   bun run test:soak              28,000 streams
//   bun run test:soak 600          as many as fit into 600 seconds

import {
  jobFor,
  openSockets,
  residentBytes,
  startOurs,
  startUpstream,
  startVisitors,
} from '../support/load-targets.ts';

const seconds = Number(process.argv[2] ?? 0);
const STREAMS = 28_000;
const ROUND = 2_000;
const LIMIT_MB = 15;
const MB = 1024 * 1024;

const upstream = await startUpstream();
const visitors = await startVisitors();
const server = await startOurs(upstream, { RESUME_SECONDS: '0' });
const problems: string[] = [];
const startedAt = performance.now();

await upstream.pace({ events: 12, everyMs: 5 });
// What a process takes once, for its compiled code and its pools, is not what this looks for.
await round();
await round();
const before = await settledMemory();
say(`after ${(2 * ROUND).toLocaleString('en')} streams to warm up: ${(before / MB).toFixed(1)} MB`);

let streams = 0;
while (seconds > 0 ? performance.now() - startedAt < seconds * 1000 : streams < STREAMS) {
  await round();
  streams += ROUND;
  if (streams % (7 * ROUND) === 0) {
    say(`${streams.toLocaleString('en')} streams: ${(residentBytes(server.pid) / MB).toFixed(1)} MB`);
  }
}

const grownMb = ((await settledMemory()) - before) / MB;
say(`\n${streams.toLocaleString('en')} streams, half of them cut: ${grownMb.toFixed(1)} MB more than before`);
if (grownMb > LIMIT_MB)
  problems.push(`memory grew by ${grownMb.toFixed(1)} MB, at most ${LIMIT_MB} are right`);
if (upstream.openAnswers > 0) problems.push(`${upstream.openAnswers} calls of the provider stay open`);
say(`calls open at the provider: ${upstream.openAnswers}; sockets of the server: ${openSockets(server.pid)}`);

await server.stop();
upstream.stop();
visitors.stop();
for (const problem of problems) say(`PROBLEM ${problem}`);
process.exit(problems.length > 0 ? 1 : 0);

async function round(): Promise<void> {
  const result = await visitors.run(jobFor(server, { streams: ROUND, atOnce: 100, abortHalf: true }));
  const { good, aborted, bad, firstBad } = result;
  if (bad > 0) problems.push(`${bad} of ${good + aborted + bad} answers were not whole: ${firstBad}`);
}

/** The lowest of some seconds: what is free is given back in its own time. */
async function settledMemory(): Promise<number> {
  let lowest = Number.POSITIVE_INFINITY;
  for (let look = 0; look < 20; look++) {
    await Bun.sleep(500);
    lowest = Math.min(lowest, residentBytes(server.pid));
  }
  return lowest;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
