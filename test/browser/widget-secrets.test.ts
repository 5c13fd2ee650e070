// Published test phrases and keys in the real element: whatever a visitor or the page does with them, no
// request and no storage ever carries them.

import { beforeEach, describe, expect, test } from 'bun:test';
import type { Page } from 'puppeteer-core';
import { widgetSite } from '../support/widget-site.ts';

const twelve = 'legal winner thank year wave sausage worth useful legal winner thank yellow';
const long =
  'hamster diagram private dutch cause delay private meat slide toddler razor book happy fancy gospel tennis maple dilemma loan word shrug inflict delay length';

/** From BIP-39, BIP-32, the Bitcoin wiki, SEP-5 and the documentation of Solana and of web3.js. */
const secrets: Readonly<Record<string, string>> = {
  'a phrase of twelve words': twelve,
  'a phrase of 24 words': long,
  'a phrase with commas': twelve.replaceAll(' ', ', '),
  'a numbered phrase': twelve
    .split(' ')
    .map((word, i) => `${i + 1}. ${word}`)
    .join(' '),
  'a phrase without gaps': twelve.replaceAll(' ', ''),
  'a key of Bitcoin': '5HueCGU8rMjxEXxiPuD5BDku4MkFqeZyd4dZ1jvhTVqvbTLvyTJ',
  'an extended key':
    'xprv9s21ZrQH143K3QTDL4LXw2F7HEK3wJUD2nW2nRk4stbPy6cq3jPPqjiChkVvvNKmPGJxWUtg6LnF5kejMRNNU3TGtRBeJgk33yuGBxrMPHi',
  'a key of Solana':
    '5MaiiCavjCmn9Hs1o3eznqDEhRwxo7pXiAYez7keQUviUkauRiTMD8DrESdrNjN8zd9mTmVhRvBJeg5vhyvgrAhG',
  'a key of Stellar': 'SBGWSG6BTNCKCOB3DIFBGCVMUPQFYPA2G4O34RMTB343OYPXU5DJDVMN',
  'a key in hex': '0x4c0883a69102937d6231471b5dbb6204fe5129617082792ae468d01a3f362318',
};

let page: Page;
/** All that left the page: addresses and bodies. */
let sent: string[] = [];
/** What the panel's script waits for. */
let gate: Promise<void> | undefined;

const site = widgetSite(async (_, path) => {
  if (path === '/api/chat') {
    const end = { finishReason: 'stop', answeredAt: '2026-01-01T00:00:00Z' };
    return new Response(`data: 0:"Four wallets."\n\ndata: d:${JSON.stringify(end)}\n\n`, {
      headers: { 'content-type': 'text/event-stream', 'ratelimit-policy': '"cooldown";q=1;w=0' },
    });
  }
  if (path === '/page') {
    return new Response(
      `<!doctype html><html lang="en"><title>Token</title>
        <script async src="/crypto-oracle-chat.js" data-auto data-cooldown="0"></script>`,
      { headers: { 'content-type': 'text/html' } },
    );
  }
  if (path.includes('panel')) await gate;
  return undefined;
});

beforeEach(async () => {
  page = await site.newPage(1000, 800);
  sent = [];
  gate = undefined;
  page.on('request', (request) => sent.push(`${request.url()} ${request.postData() ?? ''}`));
  await page.evaluateOnNewDocument(() => {
    const writes: string[] = [];
    Object.assign(globalThis, { writes });
    const { setItem } = Storage.prototype;
    Storage.prototype.setItem = function (key, value) {
      writes.push(`${key} ${value}`);
      setItem.call(this, key, value);
    };
  });
  await page.goto(`${site.origin}/page`);
  await page.waitForSelector('>>> [part=launcher]');
});
/** Every write to storage so far, and what is stored now. */
const stored = () =>
  page.evaluate(() => [
    ...(globalThis as unknown as { writes: string[] }).writes,
    JSON.stringify([{ ...sessionStorage }, { ...localStorage }, document.cookie]),
  ]);

/** What of the secret was sent or written: a word of a phrase, a piece of a key. */
async function leaked(secret: string): Promise<string[]> {
  const parts = secret.includes(' ') ? secret.match(/[a-z]{4,}/g)! : secret.match(/.{12}/g)!;
  const all = [...sent, ...(await stored())].join('\n').toLowerCase();
  return parts.filter((part) => all.includes(part.toLowerCase()));
}

async function reload() {
  const before = await stored();
  await page.reload();
  await page.waitForSelector('>>> [part=launcher]');
  await open();
  await page.evaluate((writes) => {
    (globalThis as unknown as { writes: string[] }).writes.push(...writes);
  }, before);
}

async function open() {
  await page.evaluate(() => document.querySelector('crypto-oracle-chat')!.show());
  await page.waitForSelector('>>> [part=input]');
}

async function shows(words: RegExp) {
  await page.waitForFunction(
    (source) =>
      new RegExp(source).test(document.querySelector('crypto-oracle-chat')?.shadowRoot?.textContent ?? ''),
    { timeout: 4000 },
    words.source,
  );
}

async function paste(text: string) {
  await page.evaluate((text) => {
    const area = document.createElement('textarea');
    const before = document.querySelector('crypto-oracle-chat')!.shadowRoot!.activeElement as HTMLElement;
    document.body.append(area);
    area.value = text;
    area.select();
    document.execCommand('copy');
    area.remove();
    before.focus();
  }, text);
  await page.keyboard.press('v', { commands: ['Paste'] });
}

const field = (part: 'input' | 'address-field input') =>
  page.waitForSelector(`>>> [part=${part.split(' ')[0]}]${part.includes(' ') ? ' input' : ''}`);

const ways = {
  typed: (secret: string) => page.keyboard.type(secret),
  pasted: paste,
};

describe.each(Object.entries(secrets))('%s', (_, secret) => {
  test.each(Object.keys(ways) as (keyof typeof ways)[])('%s as a question goes nowhere', async (way) => {
    await open();
    await (await field('input'))!.focus();
    await ways[way](secret);
    await shows(/This (looks like a recovery phrase|may be a private key)/);
    await page.keyboard.press('Enter');
    await (await page.waitForSelector('>>> [part=send]'))!.click();
    await reload();
    expect(await leaked(secret)).toEqual([]);
  });

  test.each(Object.keys(ways) as (keyof typeof ways)[])('%s as an address goes nowhere', async (way) => {
    await open();
    await (await field('address-field input'))!.focus();
    await ways[way](secret);
    await shows(/This may (open a wallet|be a private key)\./);
    await (await field('input'))!.focus();
    await page.keyboard.type('Is it safe?');
    await page.keyboard.press('Enter');
    await (await page.waitForSelector('>>> [part=send]'))!.click();
    await reload();
    expect(await leaked(secret)).toEqual([]);
  });

  test('given by the page goes nowhere, even before there is anybody to look at it', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    gate = promise;
    const before = page.evaluate((secret) => {
      const chat = document.querySelector('crypto-oracle-chat')!;
      chat.prefill(secret, secret);
      const sending = chat.send(secret);
      dispatchEvent(new Event('pagehide'));
      return sending;
    }, secret);
    expect(await leaked(secret)).toEqual([]);
    resolve();
    expect(await before).toBe(false);
    const after = await page.evaluate((secret) => {
      const chat = document.querySelector('crypto-oracle-chat')!;
      chat.prefill('Is it safe?', secret);
      return chat.send();
    }, secret);
    expect(after).toBe(false);
    await reload();
    expect(await leaked(secret)).toEqual([]);
  });
});

test.each([
  twelve.split(' ').slice(0, 7).join(' '),
  secrets['a key in hex']!.slice(0, 50),
  long.slice(0, 40),
  'hamster diagram private',
  'My phrase: hamster diagram private',
])('the beginning %s is not stored when the page is left', async (beginning) => {
  await open();
  await (await field('input'))!.focus();
  await page.keyboard.type(beginning);
  await page.evaluate(() => dispatchEvent(new Event('pagehide')));
  expect(await leaked(beginning)).toEqual([]);
});

test('a phrase in two questions does not become whole, though the visitor vouches for its beginning', async () => {
  const choice = '>>> [part~=notice-danger] button:last-of-type';
  const label = () => page.$eval(choice, (button) => button.textContent.trim());
  const words = twelve.split(' ');
  const rest = words.slice(6).join(' ');
  await open();
  await (await field('input'))!.focus();
  await page.keyboard.type(words.slice(0, 6).join(' '));
  await shows(/This looks like a recovery phrase/);
  expect(await label()).toBe('It is not a phrase');
  await (await page.$(choice))!.click();
  await (await page.waitForSelector('>>> [part=send]:not([aria-disabled=true])'))!.click();
  await shows(/Four wallets\./);
  await (await field('input'))!.focus();
  await paste(rest);
  await shows(/This looks like a recovery phrase/);
  expect(await label()).toBe('What if I shared it?');
  await page.keyboard.press('Enter');
  await reload();
  expect(await leaked('worth useful yellow')).toEqual([]);
});

test('an address that was pasted is taken, and the question is next', async () => {
  await open();
  await (await field('address-field input'))!.focus();
  await paste('0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48');
  await shows(/This address could be on several networks/);
  await page.keyboard.type('Is it safe?');
  await page.keyboard.press('Enter');
  await shows(/Four wallets/);
  expect(sent.join()).toContain('[Contract Address: 0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48]');
});

test('what is no secret is sent and stored, so that the others would have been seen', async () => {
  await open();
  await (await field('input'))!.focus();
  await page.keyboard.type('Does the largest wallet belong to a thousand people?');
  await page.evaluate(() => dispatchEvent(new Event('pagehide')));
  expect((await stored()).join()).toContain('thousand');
  await page.keyboard.press('Enter');
  await shows(/Four wallets\./);
  expect(sent.join()).toContain('thousand');
});
