// A visitor's way through the built script in a real browser, against the true server: key press,
// words on screen, stop, cooldown, reload.

import { afterAll, afterEach, beforeAll, expect, test } from 'bun:test';
import type { Browser, Page } from 'puppeteer-core';
import { launchBrowser } from '../support/browser.ts';
import { gate, openServer, question, type Script, says, type TestServer } from '../support/server.ts';

let browser: Browser;
const servers: TestServer[] = [];
const pages: Page[] = [];

beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser.close();
});
afterEach(async () => {
  await Promise.all(pages.splice(0).map((page) => page.close()));
  await Promise.all(servers.splice(0).map((server) => server.stop()));
});

/** A page that embeds the script with its one tag, from a server of its own. */
async function openChat(script: Script, environment: Record<string, string> = {}) {
  const server = await openServer(script, environment);
  servers.push(server);
  const host = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: () =>
      new Response(
        `<!doctype html><html lang="en"><title>Token</title><h1>A token</h1>
         <crypto-oracle-chat mode="inline"></crypto-oracle-chat>
         <script async src="${server.url}/crypto-oracle-chat.js"></script>`,
        { headers: { 'content-type': 'text/html' } },
      ),
  });
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  pages.push(page);
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text());
  });
  await page.goto(`http://127.0.0.1:${host.port}/`);
  await page.waitForFunction(() => customElements.get('crypto-oracle-chat') !== undefined);
  const stop = server.stop;
  server.stop = async () => {
    await stop();
    await host.stop(true);
  };
  return { server, page, problems };
}

const input = (page: Page) => page.waitForSelector('>>> textarea[aria-label="Your question"]');

async function ask(page: Page, words: string): Promise<void> {
  const field = await input(page);
  await field!.type(words);
  await field!.press('Enter');
}

/** Waits until the widget shows these words. */
function shows(page: Page, words: string) {
  return page.waitForFunction(
    (text) => {
      const chat = document.querySelector('crypto-oracle-chat');
      return (chat?.shadowRoot?.textContent ?? '').replaceAll(/\s+/g, ' ').includes(text);
    },
    { timeout: 10_000 },
    words,
  );
}

test('a question typed and sent by Enter is answered word by word', async () => {
  const rest = gate();
  const { page, server, problems } = await openChat(async function* () {
    yield { type: 'text', text: 'It can still be **changed**' };
    await rest.opened;
    yield* says(' by its owner.');
  });
  await ask(page, 'Can the contract be changed?');
  await shows(page, 'Can the contract be changed?');
  await shows(page, 'It can still be changed');
  expect(
    await page.evaluate(() => document.querySelector('crypto-oracle-chat')?.shadowRoot?.textContent),
  ).not.toContain('by its owner');
  rest.open();
  await shows(page, 'It can still be changed by its owner.');
  expect(server.calls[0]?.messages).toEqual([question('Can the contract be changed?')]);
  expect(problems).toEqual([]);
});

test('the first question carries the contract address as the interface has it', async () => {
  const { page, server } = await openChat(() => says('Looked.'));
  const address = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
  const field = await page.waitForSelector('>>> input[aria-label^="Contract address"]');
  await field!.type(address);
  await ask(page, 'Who holds it?');
  await shows(page, 'Looked.');
  expect(server.calls[0]?.messages[0]?.content).toBe(`[Contract Address: ${address}]\n\nWho holds it?`);
});

test('stop keeps the words that came and lets the provider go', async () => {
  const freed = gate();
  const { page } = await openChat(
    async function* ({ signal }) {
      yield { type: 'text', text: 'The first words' };
      await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
      freed.open();
    },
    { RESUME_SECONDS: '0' },
  );
  await ask(page, 'Tell me all');
  await shows(page, 'The first words');
  const stop = await page.waitForSelector('>>> [aria-label="Stop the answer"]');
  await stop!.click();
  await shows(page, 'You stopped this answer');
  await shows(page, 'The first words');
  await freed.opened;
});

test('the cooldown is kept in the browser, counts down, and survives a reload', async () => {
  const { page } = await openChat(() => says('Done.'));
  const before = Date.now();
  await ask(page, 'One question');
  await shows(page, 'Done.');
  await shows(page, 'Ready to ask again in');
  const stored = await page.evaluate(() => localStorage.getItem('lastSubmitTime'));
  expect(stored).toMatch(/^\d{13}$/);
  expect(Number(stored)).toBeGreaterThanOrEqual(before);
  await page.reload();
  await shows(page, 'Ready to ask again in');
  await shows(page, 'One question');
  await shows(page, 'Done.');
});

test('a question during the cooldown is kept and not sent', async () => {
  const { page, server } = await openChat(() => says('Done.'));
  await ask(page, 'One question');
  await shows(page, 'Ready to ask again in');
  await ask(page, 'A second question');
  await shows(page, 'Your question is ready. You can send it in');
  expect(server.calls).toHaveLength(1);
  const draft = await (await input(page))!.evaluate((field) => (field as HTMLTextAreaElement).value);
  expect(draft).toBe('A second question');
});

test('another tab of the same site waits as well', async () => {
  const { page } = await openChat(() => says('Done.'));
  const other = await page.browserContext().newPage();
  pages.push(other);
  await other.goto(page.url());
  await input(other);
  await ask(page, 'One question');
  await shows(page, 'Done.');
  await shows(other, 'Ready to ask again in');
});

test('a question stays on screen when its answer fails, and gives the cooldown back', async () => {
  const { page } = await openChat(async function* () {
    if (Number.isNaN(1)) yield* says();
    throw new Error('out of order');
  });
  await ask(page, 'Will it rise?');
  await shows(page, 'The oracle is having trouble');
  await shows(page, 'Will it rise?');
  expect(await page.evaluate(() => localStorage.getItem('lastSubmitTime'))).toBeNull();
});
