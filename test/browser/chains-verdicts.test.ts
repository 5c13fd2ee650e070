// The verdicts of the unit tests, in a real browser: what is measured there must hold for a visitor.

import { afterAll, beforeAll, expect, test } from 'bun:test';
import { join } from 'node:path';
import type { Browser, Page } from 'puppeteer-core';
import { type Recognition, recognise } from '../../server/chains/recognise.ts';
import { examine, type Finding } from '../../widget/wallet-safety/examine.ts';
import addresses from '../fixtures/chains/addresses.json';
import { launchBrowser } from '../support/browser.ts';

declare global {
  var chains: { recognise(text: string): Recognition; examine(text: string): Finding };
}

let browser: Browser;
let page: Page;

beforeAll(async () => {
  const root = join(import.meta.dir, '../..');
  const entry = `export { recognise } from '${root}/server/chains/recognise.ts';
    export { examine } from '${root}/widget/wallet-safety/examine.ts';`;
  const file = join(root, 'chains-entry.ts');
  const built = await Bun.build({
    entrypoints: [file],
    files: { [file]: entry },
    target: 'browser',
    minify: true,
  });
  browser = await launchBrowser();
  page = await browser.newPage();
  const script = (await built.outputs[0]!.text()).replace(/export\s*\{([^}]*)\}/, (_, names: string) => {
    const pairs = names.split(',').map((name) => name.trim().split(' as ').reverse().join(':'));
    return `globalThis.chains={${pairs.join(',')}}`;
  });
  await page.evaluate(script);
}, 60_000);

afterAll(async () => {
  await browser?.close();
});

test('every address of the fixtures gets the same verdict in a browser', async () => {
  const texts = Object.values(addresses).flatMap((examples) => [
    ...('right' in examples ? examples.right : []),
    ...('plain' in examples ? examples.plain : []),
    ...('singleCase' in examples ? examples.singleCase : []),
    ...Object.keys(examples.wrong),
  ]);
  expect(texts.length).toBeGreaterThan(120);
  const found = await page.evaluate((all) => all.map((text) => globalThis.chains.recognise(text)), texts);
  expect(found).toEqual(texts.map((text) => recognise(text)));
});

test('every kind of secret gets the same verdict in a browser', async () => {
  const texts = [
    `${'abandon '.repeat(11)}about`,
    `1. legal 2. winner 3. thank 4. year 5. wave 6. sausage 7. worth 8. useful 9. legal 10. winner 11. thank 12. yellow`,
    'lega winn than year wave saus wort usef lega winn than yell',
    'SAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABSU2',
    '5HueCGU8rMjxEXxiPuD5BDku4MkFqeZyd4dZ1jvhTVqvbTLvyTJ',
    `my private key is ${'5c504ed4'.repeat(8)}`,
    'What does this token do, in plain words?',
  ];
  const found = await page.evaluate((all) => all.map((text) => globalThis.chains.examine(text)), texts);
  expect(found).toEqual(texts.map((text) => examine(text)));
  expect(found.map(({ verdict }) => verdict).join(' ')).toBe(
    'refused refused refused refused refused likely clear',
  );
});
