// bun run bench:guard: how fast the output guard reads, what it costs a chunk, how much it holds back and
// how much memory an open answer takes, beside the simple way of doing the same: searching the whole text so
// far with regular expressions whenever a chunk comes.

import { loadInstruction } from '../../server/oracle/instruction.ts';
import { createOutputGuard, type OpenGuard } from '../../server/oracle/output-guard.ts';
import { honestAnswers } from '../fixtures/oracle/honest-answers.ts';

const SIZES = [4, 16, 80];
const ROUNDS = 80;
const ROUND_CHARACTERS = 80_000;
const OPEN_ANSWERS = 9_000;
const TURNS = 1_000;

const begun = performance.now();
const instruction = loadInstruction();
const guard = createOutputGuard({ instruction, secrets: ['not-a-real-key-5hT9qLw2ZpX8vB4n'] });
console.log(`made in ${number(performance.now() - begun, 1)} ms, for all answers together\n`);

const prose =
  'Liquidity tells you how much can be sold before the price gives way. A pool of two million dollars looks ' +
  "deep until a single holder owns a third of the supply, and then it is only as deep as that person's " +
  'patience. Look at who added the pool, when the lock ends, and whether the tokens given for it were burned ' +
  'or merely parked in another wallet of the same team. Prices on small exchanges lag behind, so one page ' +
  'says little. Compare several, note the hour, and write down what you could not find.\n\n';

const analysis = `## USD Coin (USDC)

USDC on Ethereum is issued by Circle, and the address you gave is the one Circle lists. **No warning sign found in what could be read.**

| Check | Finding | As of (UTC) | Source |
| --- | --- | --- | --- |
| Identity | address matches the issuer's page | 2026-11-21 11:40 | 1 |
| Exit | simulated sale works, no tax | 2026-11-21 11:41 | 2 |
| Supply | the issuer can mint and freeze | 2026-11-21 11:41 | 3 |

The contract is a proxy: whoever holds its admin key can change the rules. That is usual for a coin of this kind, and it is the reason to ask who holds the key. Reserves are reported monthly; the last report is from October. Trading over the past day came to 9.8 billion dollars on the exchanges that report it.

Could not be checked: who may sign for the admin key. Next: open the explorer, read the last report, compare the address character by character.
`;

const table = `| Token | Address | Price |
| --- | --- | --- |
| USDC | 0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48 | $1.00 |
| USDC | EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v | $1.00 |
| BTC | bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq | +1.25% |
`;

const otherScripts =
  'Ликвидность показывает, сколько можно продать, прежде чем цена уступит. Пул кажется глубоким, пока треть ' +
  'предложения не принадлежит одному владельцу. 流动性告诉你在价格下跌之前可以卖出多少。' +
  '流動性が十分でないと、売ることができません。유동성이 충분하지 않으면 팔 수 없습니다. ' +
  'السيولة تخبرك بالمقدار الذي يمكن بيعه قبل أن يتراجع السعر. ';

const texts: Readonly<Record<string, string>> = {
  'English prose': prose,
  'an ordinary analysis': analysis,
  'tables with addresses': table,
  'other scripts': otherScripts,
  'the honest answers of the tests': honestAnswers.join('\n\n'),
};

function chunksOf(text: string, size: number): string[] {
  return Array.from({ length: Math.ceil(text.length / size) }, (_, place) =>
    text.slice(place * size, place * size + size),
  );
}

function pushAll(
  open: OpenGuard,
  chunks: readonly string[],
  onChunk?: (read: number, left: number) => void,
): void {
  let read = 0;
  let left = 0;
  for (const chunk of chunks) {
    read += chunk.length;
    left += open.push(chunk).length;
    onChunk?.(read, left);
  }
  open.finish();
  if (open.tripped) throw new Error('the bench must run on honest text');
}

/** Characters a second, from the best of several rounds: what other work on the machine costs is left out. */
function speed(text: string, size: number): number {
  const chunks = chunksOf(text, size);
  const repeats = Math.ceil(ROUND_CHARACTERS / text.length);
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < ROUNDS; round += 1) {
    const begun = performance.now();
    for (let repeat = 0; repeat < repeats; repeat += 1) pushAll(guard.open(), chunks);
    best = Math.min(best, performance.now() - begun);
  }
  return (1000 * repeats * text.length) / best;
}

/** Characters that wait, counted after each character. */
function held(text: string): { readonly mean: number; readonly most: number } {
  let sum = 0;
  let most = 0;
  pushAll(guard.open(), chunksOf(text, 1), (read, left) => {
    sum += read - left;
    most = Math.max(most, read - left);
  });
  return { mean: sum / text.length, most };
}

/** The simple way: normalise everything so far, look for every ten-word phrase and every name in it. */
function simpleSpeed(text: string): number {
  const words = instruction.toLowerCase().match(/[a-z]+/g) ?? [];
  const phrases = Array.from({ length: Math.floor(words.length / 10) }, (_, place) =>
    words.slice(place * 10, place * 10 + 10).join(''),
  );
  const names =
    /i(?:am|m|was)\w{0,60}(?:google|gemini|openai)|gemini\d|googlesearch|urlcontext|generatecontent/;
  const begun = performance.now();
  let found = 0;
  let so = '';
  for (const chunk of chunksOf(text, 16)) {
    so += chunk;
    const letters = so.toLowerCase().replace(/[^a-z0-9]/g, '');
    if (names.test(letters)) found += 1;
    for (const phrase of phrases) if (letters.includes(phrase)) found += 1;
  }
  if (found > text.length) throw new Error('cannot be');
  return text.length / ((performance.now() - begun) / 1000);
}

/** Bytes of the heap that each answer takes while it is open and waits for its next chunk. */
function bytesOpen(): number {
  const answers: OpenGuard[] = [];
  Bun.gc(true);
  const before = process.memoryUsage().heapUsed;
  for (let place = 0; place < OPEN_ANSWERS; place += 1) {
    const open = guard.open();
    open.push(analysis);
    answers.push(open);
  }
  Bun.gc(true);
  return (process.memoryUsage().heapUsed - before) / answers.length;
}

/** Microseconds for a chunk of 80 characters where many answers take turns, as on a server: from cold caches. */
function interleaved(text: string): number {
  const chunks = chunksOf(text, 80);
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < ROUNDS; round += 1) {
    const answers = Array.from({ length: TURNS }, () => guard.open());
    const begun = performance.now();
    for (const chunk of chunks) for (const answer of answers) answer.push(chunk);
    best = Math.min(best, performance.now() - begun);
  }
  return (1000 * best) / (chunks.length * TURNS);
}

function number(value: number, digits = 0): string {
  return value.toLocaleString('en', { maximumFractionDigits: digits });
}

for (const [name, text] of Object.entries(texts)) {
  console.log(`${name} (${number(text.length)} characters)`);
  for (const size of SIZES) {
    const perSecond = speed(text, size);
    const cost = `${number(80e6 / perSecond, 1)} µs for 80 characters`;
    console.log(`  in chunks of ${String(size).padEnd(2)}    ${number(perSecond)} characters/s, ${cost}`);
  }
  const { mean, most } = held(text);
  console.log(`  searching it all   ${number(simpleSpeed(text))} characters/s`);
  console.log(`  held back          ${number(mean, 2)} characters on average, ${most} at most\n`);
}
console.log(`1,000 answers in turns    ${number(interleaved(prose), 1)} µs for 80 characters of prose`);
console.log(`an open answer takes ${number(bytesOpen())} bytes`);
