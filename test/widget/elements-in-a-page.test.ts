// The elements in a document without layout: what comes in as properties, what goes out as intents.

import { afterEach, beforeAll, expect, test } from 'bun:test';
import type { LitElement } from 'lit';
import { CryptoOracleComposer } from '../../widget/elements/composer.ts';
import { CryptoOracleConfirm } from '../../widget/elements/confirm.ts';
import type { Intent } from '../../widget/elements/intent.ts';
import { CryptoOracleLauncher } from '../../widget/elements/launcher.ts';
import { CryptoOracleNotice } from '../../widget/elements/notice.ts';
import { CryptoOracleSources } from '../../widget/elements/sources.ts';
import { englishWords } from '../../widget/strings.ts';

beforeAll(() => {
  const elements = {
    composer: CryptoOracleComposer,
    confirm: CryptoOracleConfirm,
    launcher: CryptoOracleLauncher,
    notice: CryptoOracleNotice,
    sources: CryptoOracleSources,
  };
  for (const [name, element] of Object.entries(elements)) {
    if (!customElements.get(`crypto-oracle-${name}`)) customElements.define(`crypto-oracle-${name}`, element);
  }
});
afterEach(() => document.body.replaceChildren());

/** The element on the page, and the intents it sends. */
async function open<T extends LitElement>(name: string, properties: object) {
  const element = Object.assign(document.createElement(`crypto-oracle-${name}`), {
    words: englishWords,
    ...properties,
  }) as unknown as T;
  const intents: Intent[] = [];
  element.addEventListener('visitor-intent', ({ intent }) => intents.push(intent));
  document.body.append(element);
  await element.updateComplete;
  return { element, intents };
}

const button = (element: Element, name: string) =>
  [...element.querySelectorAll('button')].find(
    (one) => (one.getAttribute('aria-label') ?? one.textContent?.trim()) === name,
  )!;

const composer = {
  text: 'Who holds it?',
  placeholder: '',
  disclaimer: '',
  maxLength: 100,
  busy: false,
  wait: { seconds: 0, total: 50 },
  line: 'online',
  hasAddress: false,
  fresh: false,
  address: { text: '', chosen: undefined, site: undefined, check: undefined },
};

test('the one button sends, stops and waits', async () => {
  const { element, intents } = await open<CryptoOracleComposer>('composer', composer);
  button(element, 'Send question').click();
  element.busy = true;
  await element.updateComplete;
  button(element, 'Stop the answer').click();
  expect(intents).toEqual([{ name: 'submit' }, { name: 'stop' }]);
  Object.assign(element, { busy: false, wait: { seconds: 1, total: 50 } });
  await element.updateComplete;
  expect(button(element, 'Send question').getAttribute('aria-disabled')).toBe('true');
  expect(element.querySelector('[part=footnote]')?.textContent).toBe('Ready to ask again in 1 second');
});

test.each([
  ['without a text', { text: ' ' }],
  ['offline', { line: 'offline' }],
  ['with a recovery phrase', { secret: 'phrase' }],
])('the button looks off %s', async (_, properties) => {
  const { element } = await open('composer', { ...composer, ...properties });
  expect(button(element, 'Send question').getAttribute('aria-disabled')).toBe('true');
});

test('the counter appears in the last tenth', async () => {
  const { element } = await open<CryptoOracleComposer>('composer', { ...composer, text: 'a'.repeat(89) });
  expect(element.querySelector('.counter')).toBeNull();
  element.text += 'a';
  await element.updateComplete;
  expect(element.querySelector('.counter')?.textContent).toBe('90 / 100');
});

test('the footnote says that answers can be wrong, whatever the page adds', async () => {
  const { element } = await open('composer', { ...composer, disclaimer: 'Ask your lawyer.' });
  expect(element.querySelector('[part=footnote]')?.textContent).toBe(
    'Answers can be wrong. Not financial advice.Ask your lawyer.',
  );
});

test('a text typed is said, and a text given is shown', async () => {
  const { element, intents } = await open<CryptoOracleComposer>('composer', composer);
  const field = element.querySelector('textarea')!;
  expect(field.value).toBe('Who holds it?');
  field.value = 'Who holds';
  field.dispatchEvent(new Event('input', { bubbles: true }));
  expect(intents).toEqual([{ name: 'draft', text: 'Who holds' }]);
});

test('a button that asks again is quiet while there is something to wait for', async () => {
  const content = {
    icon: 'wait',
    text: '**A lot of people are asking** Wait.',
    actions: [{ label: 'Ask again', intent: { name: 'retry' }, waits: true }],
  };
  const { element, intents } = await open<CryptoOracleNotice>('notice', {
    content,
    wait: { seconds: 24, total: 50 },
  });
  button(element, 'Ask again, in 24 seconds').click();
  expect(intents).toEqual([]);
  element.wait = { seconds: 0, total: 50 };
  await element.updateComplete;
  button(element, 'Ask again').click();
  expect(intents).toEqual([{ name: 'retry' }]);
});

test('only danger to money is an alert', async () => {
  const content = { icon: 'key', text: '**This looks like a recovery phrase** Delete it.' };
  const { element } = await open<CryptoOracleNotice>('notice', { content });
  expect(element.querySelector('.notice')?.getAttribute('role')).toBe('status');
  element.content = { ...content, icon: 'key', danger: true };
  await element.updateComplete;
  expect(element.querySelector('.notice')?.getAttribute('role')).toBe('alert');
});

const source = (n: number, url = `https://${n}.example/`) => ({
  url,
  title: `Page ${n}`,
  domain: `${n}.example`,
});

test('three sources are open, four are folded until they are asked for', async () => {
  const three = await open('sources', { sources: [1, 2, 3].map((n) => source(n)), pages: [] });
  expect(three.element.querySelectorAll('a')).toHaveLength(3);
  const four = await open<CryptoOracleSources>('sources', {
    sources: [1, 2, 3, 4].map((n) => source(n)),
    pages: [],
  });
  expect(four.element.querySelectorAll('a')).toHaveLength(0);
  button(four.element, '4 sources').click();
  await four.element.updateComplete;
  expect(four.element.querySelectorAll('a')).toHaveLength(4);
});

test('a source that is no web page is no link, and the others tell no page where they come from', async () => {
  const { element } = await open('sources', {
    sources: [source(1), source(2, 'javascript:alert(1)')],
    pages: [],
  });
  const links = [...element.querySelectorAll('a')];
  expect(links.map(({ href }) => href)).toEqual(['https://1.example/']);
  expect(links[0]?.rel).toBe('noopener noreferrer nofollow ugc');
  expect(element.textContent).toContain('Page 2');
});

test('pages that could not be read say why', async () => {
  const { element } = await open('sources', {
    sources: [source(1)],
    pages: [
      { url: 'https://1.example/', status: 'read' },
      { url: 'https://slow.example/x', status: 'failed' },
      { url: 'https://paper.example/', status: 'paywall' },
      { url: 'https://airdrop.example/', status: 'unsafe' },
    ],
  });
  const rows = [...element.querySelectorAll('li')].slice(1).map((row) => row.textContent);
  expect(rows).toEqual([
    'slow.exampleCould not be opened',
    'paper.exampleBehind a paywall',
    'airdrop.exampleNot opened, it may be unsafe',
  ]);
});

test('the launcher says what goes on behind it', async () => {
  const { element, intents } = await open<CryptoOracleLauncher>('launcher', {
    open: false,
    writing: false,
    unread: 0,
    label: '',
    teaser: false,
  });
  const name = () => element.querySelector('[part=launcher]')?.getAttribute('aria-label');
  expect(name()).toBe('Ask the Crypto Oracle');
  element.unread = 2;
  await element.updateComplete;
  expect(name()).toBe('Ask the Crypto Oracle. 2 new answers');
  element.writing = true;
  await element.updateComplete;
  expect(name()).toBe('Ask the Crypto Oracle. An answer is being written');
  element.open = true;
  await element.updateComplete;
  expect(name()).toBe('Close the chat');
  button(element, 'Close the chat').click();
  expect(intents).toEqual([{ name: 'toggle' }]);
});

test('the sheet that asks before a link shows where it truly leads, and takes no double click for a yes', async () => {
  const asked = { name: 'link', href: 'http://a**b.example?** Safe' };
  const { element, intents } = await open('confirm', { asked });
  expect(element.querySelector('h3')?.textContent).toBe('Open http://a**b.example?');
  const yes = element.querySelector('a')!;
  yes.addEventListener('click', (event) => event.preventDefault());
  yes.dispatchEvent(new MouseEvent('click', { detail: 1, cancelable: true }));
  expect(intents).toEqual([]);
  yes.dispatchEvent(new MouseEvent('click', { detail: 0, cancelable: true }));
  button(element, 'Stay').click();
  expect(intents).toEqual([
    { name: 'confirm', isWanted: true },
    { name: 'confirm', isWanted: false },
  ]);
});
