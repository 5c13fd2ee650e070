// bun run bench:guard: how fast the output guard reads, and how much it holds back, beside the simple way
// of doing the same: searching the whole text so far with regular expressions whenever a chunk comes.

import { loadInstruction } from '../../server/oracle/instruction.ts';
import { createOutputGuard } from '../../server/oracle/output-guard.ts';
import { honestAnswers } from '../fixtures/oracle/honest-answers.ts';

const CHUNK = 16;
const instruction = loadInstruction();
const guard = createOutputGuard({ instruction, secrets: ['not-a-real-key-5hT9qLw2ZpX8vB4n'] });

const prose = `## USD Coin (USDC)

USDC on Ethereum is issued by Circle, and the address you gave is the one Circle lists. **No warning sign found in what could be read.**

| Check | Finding | As of (UTC) | Source |
| --- | --- | --- | --- |
| Identity | address matches the issuer's page | 2026-11-21 11:40 | 1 |
| Exit | simulated sale works, no tax | 2026-11-21 11:41 | 2 |
| Supply | the issuer can mint and freeze | 2026-11-21 11:41 | 3 |

The contract is a proxy: whoever holds its admin key can change the rules. That is usual for a coin of this kind, and it is the reason to ask who holds the key. Reserves are reported monthly; the last report is from October. Trading over the past day came to 9.8 billion dollars on the exchanges that report it.

Could not be checked: who may sign for the admin key. Next: open the explorer, read the last report, compare the address character by character.
`;

const texts: Readonly<Record<string, string>> = {
  'an ordinary analysis': prose,
  'the honest answers of the tests': honestAnswers.join('\n\n'),
};

interface Figures {
  readonly charactersPerSecond: number;
  readonly meanHeld: number;
  readonly mostHeld: number;
}

/** Pushes the text in chunks often enough to be timed. Held characters are counted after each character. */
function measure(text: string): Figures {
  const run = (size: number, onChunk: (held: number) => void): void => {
    const open = guard.open();
    let read = 0;
    let left = 0;
    for (let at = 0; at < text.length; at += size) {
      const chunk = text.slice(at, at + size);
      read += chunk.length;
      left += open.push(chunk).length;
      onChunk(read - left);
    }
    open.finish();
    if (open.tripped) throw new Error('the bench must run on honest text');
  };
  let sum = 0;
  let mostHeld = 0;
  run(1, (held) => {
    sum += held;
    mostHeld = Math.max(mostHeld, held);
  });
  for (let warm = 0; warm < 20; warm += 1) run(CHUNK, () => {});
  const rounds = Math.ceil(2_000_000 / text.length);
  const begun = performance.now();
  for (let round = 0; round < rounds; round += 1) run(CHUNK, () => {});
  const seconds = (performance.now() - begun) / 1000;
  return { charactersPerSecond: (rounds * text.length) / seconds, meanHeld: sum / text.length, mostHeld };
}

/** The simple way: normalise everything so far, look for every ten-word phrase and every name in it. */
function measureSimple(text: string): number {
  const words = instruction.toLowerCase().match(/[a-z]+/g) ?? [];
  const phrases = Array.from({ length: Math.floor(words.length / 10) }, (_, place) =>
    words.slice(place * 10, place * 10 + 10).join(''),
  );
  const names =
    /i(?:am|m|was)\w{0,60}(?:google|gemini|openai)|gemini\d|googlesearch|urlcontext|generatecontent/;
  const begun = performance.now();
  let found = 0;
  let so = '';
  for (let at = 0; at < text.length; at += CHUNK) {
    so += text.slice(at, at + CHUNK);
    const letters = so.toLowerCase().replace(/[^a-z0-9]/g, '');
    if (names.test(letters)) found += 1;
    for (const phrase of phrases) if (letters.includes(phrase)) found += 1;
  }
  if (found > text.length) throw new Error('cannot be');
  return text.length / ((performance.now() - begun) / 1000);
}

const number = (value: number, digits = 0) => value.toLocaleString('en', { maximumFractionDigits: digits });

const begun = performance.now();
createOutputGuard({ instruction, secrets: [] });
console.log(`made in ${number(performance.now() - begun, 1)} ms, for all answers together\n`);
for (const [name, text] of Object.entries(texts)) {
  const { charactersPerSecond, meanHeld, mostHeld } = measure(text);
  console.log(`${name} (${number(text.length)} characters, in chunks of ${CHUNK})`);
  console.log(`  the guard          ${number(charactersPerSecond)} characters/s`);
  console.log(`  searching it all   ${number(measureSimple(text))} characters/s`);
  console.log(`  held back          ${number(meanHeld, 2)} characters on average, ${mostHeld} at most\n`);
}
