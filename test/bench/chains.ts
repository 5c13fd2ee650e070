// bun test/bench/chains.ts: how the time of recognition and of wallet safety grows with the text.
// Linear is 10 between the columns; what is looked at only up to a fixed length stays near that or below.

import { recognise } from '../../server/chains/recognise.ts';
import { examine } from '../../widget/wallet-safety/examine.ts';

const units = [
  '0x',
  'a',
  'A1',
  '1',
  '.',
  'a.',
  'abandon ',
  'zoo, ',
  '\u200b',
  'ж',
  '://',
  'a:',
  '[1,',
  'xprv',
  `${'z'.repeat(88)} `,
];

function milliseconds(run: () => void): number {
  const times = Array.from({ length: 5 }, () => {
    const start = performance.now();
    run();
    return performance.now() - start;
  });
  return times.sort((a, b) => a - b)[2]!;
}

for (const [name, check] of Object.entries({ recognise, examine })) {
  console.log(`\n${name}: 100 kB, 1 MB, ratio`);
  for (const unit of units) {
    const [small, large] = [100_000, 1_000_000].map((size) => {
      const text = unit.repeat(Math.ceil(size / unit.length));
      return milliseconds(() => check(text));
    }) as [number, number];
    const ratio = (large / Math.max(small, 0.01)).toFixed(1);
    console.log(
      `${JSON.stringify(unit).slice(0, 14).padEnd(16)} ${small.toFixed(2).padStart(9)} ${large.toFixed(2).padStart(9)} ${ratio.padStart(6)}`,
    );
  }
}
