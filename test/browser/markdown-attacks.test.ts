import { afterAll, beforeAll, expect, test } from 'bun:test';
import type { Browser, Page } from 'puppeteer-core';
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

// The whole sizes take a minute: MARKDOWN_SCALE=1.
test('no input builds deep trees or many nodes, or stops the parser', async () => {
  const inputs = bombs(Number(process.env['MARKDOWN_SCALE'] ?? 0.05));
  const found = await inPage<
    Record<string, { milliseconds: number; depth: number; nodes: number; times: number }>
  >('burden', inputs);
  for (const [name, { milliseconds, depth, nodes, times }] of Object.entries(found)) {
    console.log(
      `${name.padEnd(28)} ${milliseconds.toFixed(0).padStart(6)} ms  depth ${depth}, ${nodes} nodes, twice as long: ${times.toFixed(1)} x`,
    );
    expect(depth).toBeLessThan(300);
    expect(nodes).toBeLessThan(inputs[name]!.length * 2 + 3_000);
  }
}, 300_000);

test('an answer in a page that requires trusted types is written without a violation', async () => {
  expect(await inPage<number>('violations')).toBe(0);
});
