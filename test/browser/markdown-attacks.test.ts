import { afterAll, beforeAll, expect, test } from 'bun:test';
import type { Browser, Page } from 'puppeteer-core';
import type { Burden } from '../fixtures/markdown/attack-page.ts';
import { attacks, bombs } from '../fixtures/markdown/attacks.ts';
import { launchBrowser } from '../support/browser.ts';

let browser: Browser;
let page: Page;
const requests: string[] = [];

beforeAll(async () => {
  const built = await Bun.build({
    entrypoints: [`${import.meta.dir}/../fixtures/markdown/attack-page.ts`],
    target: 'browser',
    format: 'iife',
  });
  browser = await launchBrowser();
  page = await browser.newPage();
  page.on('request', (request) => requests.push(request.url()));
  await page.setContent(
    // A page that takes no HTML string from anybody.
    `<!doctype html><meta charset="utf-8">
     <meta http-equiv="Content-Security-Policy" content="require-trusted-types-for 'script'; trusted-types 'none'">
     <body></body>`,
  );
  await page.evaluate(await built.outputs[0]!.text());
  requests.length = 0;
}, 60_000);

afterAll(() => browser.close());

interface Findings {
  strange: string[];
  alerts: number;
}

async function inPage<Result>(name: string, ...parameters: unknown[]): Promise<Result> {
  return (await page.evaluate(
    (called, given) =>
      (globalThis as unknown as Record<string, (...all: unknown[]) => unknown>)[called]!(...given),
    name,
    parameters,
  )) as Result;
}

test('no attack leaves an element, an attribute or a link outside the allowed, however it is cut', async () => {
  expect(attacks.length).toBeGreaterThan(300);
  const { strange, alerts } = await inPage<Findings>('attack', attacks);
  expect(strange).toEqual([]);
  expect(alerts).toBe(0);
  // Whatever would have been loaded has had the time of all attacks; nothing was asked for.
  expect(requests).toEqual([]);
}, 120_000);

// Whole sizes take half a minute: MARKDOWN_SCALE=1.
test('no input builds deep trees or many nodes, or stops the parser', async () => {
  for (const [name, text] of Object.entries(bombs(Number(process.env['MARKDOWN_SCALE'] ?? 0.05)))) {
    const { milliseconds, longest, depth, nodes, times } = await inPage<Burden>('burden', text);
    console.log(
      `${name.padEnd(28)} ${milliseconds.toFixed(0).padStart(6)} ms, longest update ${longest.toFixed(1).padStart(5)} ms,` +
        ` depth ${depth}, ${nodes} nodes, twice as long: ${times.toFixed(1)} x`,
    );
    expect(depth).toBeLessThan(300);
    expect(nodes).toBeLessThan(text.length * 2 + 3_000);
  }
}, 300_000);

test('an answer in a page that requires trusted types is written without a violation', async () => {
  expect(await inPage<number>('violations')).toBe(0);
});

// What a reader has marked, told apart from what stands there now.
const selections: readonly [what: string, before: string, after: string, marked: string][] = [
  [
    'a settled paragraph',
    'First **bold** words here.\n\nSecond ',
    'paragraph with `code`.\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n- more\n',
    'old** words',
  ],
  [
    'the open paragraph',
    'First **bold** words here, and',
    ' *more* of them with [a link](https://a.example) and **so on\nand on** it goes.',
    'old** words he',
  ],
  ['text that becomes bold', 'An **open and long', ' and closed** word', 'open and'],
  ['an open row of a table', '| a | b |\n|---|---|\n| one two | thr', 'ee |\n| 3 | 4 |\n\nEnd', 'one two'],
  ['an open block of code', '```js\nconst a = 1;\ncon', 'st b = 2;\n```\n\nEnd', 'a = 1'],
];

for (const [what, before, after, marked] of selections) {
  test(`a selection in ${what} stays while the answer goes on`, async () => {
    const [then, now] = await inPage<[string, string]>('select', before, after, marked.replaceAll('*', ''));
    expect(then.trim()).toBe(marked.replaceAll('*', ''));
    expect(now).toBe(then);
  });
}
