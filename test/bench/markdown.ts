// bun run bench:markdown: what showing an answer costs while it comes, against other ways, in one run of
// headless Chromium. Only ratios within one run mean something.

import { longAnswer, oneBlock } from '../fixtures/markdown/long-answer.ts';
import { launchBrowser } from '../support/browser.ts';
import type { Measured } from './markdown-page.ts';

const CHARACTERS_PER_TOKEN = 4;
const built = await Bun.build({
  entrypoints: [`${import.meta.dir}/markdown-page.ts`],
  target: 'browser',
  format: 'iife',
  minify: true,
});
const script = await built.outputs[0]!.text();
const quick = process.argv.includes('--quick');
const browser = await launchBrowser();
const page = await browser.newPage();
page.setDefaultTimeout(0);
// An isolated page has a clock of microseconds; any other, of a tenth of a millisecond.
const server = Bun.serve({
  hostname: '127.0.0.1',
  port: 0,
  fetch: () =>
    new Response('<!doctype html><meta charset="utf-8"><body></body>', {
      headers: {
        'content-type': 'text/html',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-embedder-policy': 'require-corp',
      },
    }),
});
await page.goto(server.url.href);
await page.addScriptTag({ content: script });

async function run(
  way: string,
  text: string,
  size: number,
  how: { layout: boolean; count: boolean },
): Promise<Measured> {
  return (await page.evaluate(
    (...parameters) =>
      (globalThis as unknown as { measure: (...given: unknown[]) => Promise<Measured> }).measure(
        ...parameters,
      ),
    way,
    text,
    size,
    how,
  )) as Measured;
}

/** The best of several runs, and the nodes of one more. */
async function measure(
  way: string,
  text: string,
  size: number,
  layout = false,
  rounds = 1,
): Promise<Measured> {
  const { added, removed } = await run(way, text, size, { layout: false, count: true });
  let total = Number.POSITIVE_INFINITY;
  let longest = Number.POSITIVE_INFINITY;
  for (let round = 0; round < rounds; round++) {
    const found = await run(way, text, size, { layout, count: false });
    total = Math.min(total, found.total);
    longest = Math.min(longest, found.longest);
  }
  return { total, longest, added, removed };
}

const cheap = ['plain text', 'streaming-markdown', 'this widget'];
const dear = ['marked, open block', 'marked + DOMPurify'];
const answer = (tokens: number): string => longAnswer(tokens * CHARACTERS_PER_TOKEN);

function row(name: string, found: Measured, floor: number): string {
  return [
    name.padEnd(22),
    `${found.total.toFixed(1)} ms`.padStart(12),
    `${(found.total / floor).toFixed(1)} x`.padStart(10),
    `${found.longest.toFixed(2)} ms`.padStart(10),
    `${found.added}`.padStart(10),
    `${found.removed}`.padStart(10),
  ].join('');
}

const head = ['way', 'scripting', 'to floor', 'longest', 'added', 'removed'];
const title = head
  .map((word, i) => (i === 0 ? word.padEnd(22) : word.padStart([0, 12, 10, 10, 10, 10][i]!)))
  .join('');

for (const way of cheap) await measure(way, answer(4_000), 4, false, 3);

for (const tokens of quick ? [4_000] : [1_000, 4_000, 8_000, 32_000]) {
  for (const size of [4, 80]) {
    console.log(`\n${tokens} tokens in pieces of ${size} characters\n${title}`);
    let floor = 0;
    // What rebuilds the answer at each piece takes minutes for long ones; its shape shows before.
    const others = dear.filter(
      (way) => tokens <= (way === 'marked + DOMPurify' ? 4_000 : 8_000) || (size === 80 && tokens <= 8_000),
    );
    for (const way of [...cheap, ...(quick ? [] : others)]) {
      const found = await measure(way, answer(tokens), size, false, cheap.includes(way) ? 5 : 1);
      floor ||= found.total;
      console.log(row(way, found, floor));
    }
  }
}

console.log('\n4000 tokens in pieces of 4 characters, with layout after each');
for (const way of cheap) console.log(row(way, await measure(way, answer(4_000), 4, true, 2), 1).slice(0, 34));

console.log('\nGrowth from 8000 to 32000 tokens (4 is linear), pieces of 4 characters');
for (const block of ['answer', 'table', 'list', 'paragraph', 'code'] as const) {
  const text = (tokens: number): string =>
    block === 'answer' ? answer(tokens) : oneBlock(block, tokens * CHARACTERS_PER_TOKEN);
  // Lengths take turns, so that a busy moment of the machine meets all of them.
  const at: Record<number, Measured> = {};
  for (let round = 0; round < 5; round++) {
    for (const tokens of [4_000, 8_000, 32_000]) {
      const found = await run('this widget', text(tokens), 4, { layout: false, count: false });
      const { total, longest } = at[tokens] ?? found;
      at[tokens] = {
        ...found,
        total: Math.min(total, found.total),
        longest: Math.min(longest, found.longest),
      };
    }
  }
  const growth = at[32_000]!.total / at[8_000]!.total;
  console.log(
    `${block.padEnd(12)} 4k ${at[4_000]!.total.toFixed(1)} ms, 8k ${at[8_000]!.total.toFixed(1)} ms, ` +
      `32k ${at[32_000]!.total.toFixed(1)} ms: ${growth.toFixed(2)}; longest ${at[32_000]!.longest.toFixed(2)} ms`,
  );
}

await browser.close();
await server.stop(true);
