// The widget by keyboard and by accessible name, in a real browser, on the fixed data of the demo.

import { beforeEach, expect, test } from 'bun:test';
import type { ElementHandle, Page } from 'puppeteer-core';
import * as support from '../support/widget-site.ts';

let page: Page;
/** Bodies of the questions that left the page. */
let sent: string[] = [];
/** The panel's script cannot be had. */
let isPanelMissing = false;
/** Writes the next piece of the answer under way. */
let write: (text: string) => void;

const site = support.widgetSite(async (request, path) => {
  if (path === '/api/chat') {
    sent.push(await request.text());
    // Begins an answer and goes on as long as the visitor lets it.
    return new Response(
      new ReadableStream({
        start(controller) {
          write = (text) =>
            controller.enqueue(new TextEncoder().encode(`data: 0:${JSON.stringify(text)}\n\n`));
          write('Four wallets hold most of it.');
        },
      }),
      { headers: { 'content-type': 'text/event-stream' } },
    );
  }
  if (path === '/page') {
    return new Response(
      `<!doctype html><html lang="en"><title>Token</title><h1>A token</h1>
        <a href="#x" id="before">A link</a>
        <script async src="/crypto-oracle-chat.js" data-auto data-heading="Ask Quill"></script>`,
      { headers: { 'content-type': 'text/html' } },
    );
  }
  if (isPanelMissing && path.includes('-panel')) return new Response(null, { status: 503 });
  return undefined;
});

beforeEach(async () => {
  page = await site.newPage(1000, 800);
  sent = [];
});

async function openPage() {
  await page.goto(`${site.origin}/page`);
  await page.waitForSelector('>>> [part=launcher]');
}

async function openState(name: string) {
  await page.setViewport({ width: 432, height: 672 });
  await support.openState(page, site, name);
}

async function byName(name: string, role = 'button') {
  const handle = await page.waitForSelector(`aria/${name}[role="${role}"]`, { timeout: 4000 });
  return handle as ElementHandle<HTMLElement>;
}

/** What a screen reader calls the focused element. */
function focused(): Promise<string> {
  return page.evaluate(() => {
    let element = document.activeElement;
    while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
    return element?.getAttribute('aria-label') || element?.textContent?.trim() || element?.localName || '';
  });
}

async function becomesFocused(name: string): Promise<void> {
  await page.waitForFunction(
    (wanted) => {
      let element = document.activeElement;
      while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
      return (element?.getAttribute('aria-label') || element?.textContent?.trim()) === wanted;
    },
    { timeout: 4000 },
    name,
  );
}

async function shows(words: string): Promise<void> {
  await page.waitForFunction(
    (text) =>
      (document.querySelector('crypto-oracle-chat')?.shadowRoot?.textContent ?? '')
        .replace(/\s+/g, ' ')
        .includes(text),
    { timeout: 4000 },
    words,
  );
}

const inWidget = <T>(read: (root: ShadowRoot) => T): Promise<T> =>
  page.evaluate(`(${read})(document.querySelector('crypto-oracle-chat').shadowRoot)`) as Promise<T>;

test('the launcher opens the panel, Escape closes it, and the focus comes back', async () => {
  await openPage();
  await (await byName('Ask the Crypto Oracle')).focus();
  await page.keyboard.press('Enter');
  await becomesFocused('Your question');
  expect(await inWidget((root) => root.querySelector('dialog')!.matches(':popover-open'))).toBe(true);
  await page.keyboard.press('Escape');
  await becomesFocused('Ask the Crypto Oracle');
  expect(await inWidget((root) => getComputedStyle(root.querySelector('dialog')!).opacity)).not.toBe('1');
});

test('what a script tag says in data attributes is what the element is told', async () => {
  await openPage();
  await (await byName('Ask the Crypto Oracle')).click();
  await shows('Ask Quill');
});

test('a panel that is open from the start leaves the focus where it was', async () => {
  await openState('popup');
  expect(await page.evaluate(() => document.activeElement?.localName)).toBe('body');
});

test('on a small screen the panel is a sheet that keeps the focus and holds the page still', async () => {
  await openPage();
  await page.setViewport({ width: 360, height: 700 });
  await page.evaluate(() => document.querySelector('crypto-oracle-chat')!.show());
  await becomesFocused('Your question');
  expect(await inWidget((root) => root.querySelector('dialog')!.matches(':modal'))).toBe(true);
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).overflow)).toBe('hidden');
  await page.evaluate(() => document.querySelector('crypto-oracle-chat')!.remove());
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).overflow)).toBe('visible');
});

test('Enter sends, Shift and Enter begin a line, and an input method keeps its own Enter', async () => {
  await openPage();
  await page.evaluate(() => document.querySelector('crypto-oracle-chat')!.show());
  await becomesFocused('Your question');
  await page.keyboard.type('Who holds');
  await page.keyboard.down('Shift');
  await page.keyboard.press('Enter');
  await page.keyboard.up('Shift');
  await page.keyboard.type('the most?');
  await inWidget((root) => {
    const composing = { key: 'Enter', isComposing: true, bubbles: true, cancelable: true };
    root.querySelector('textarea')!.dispatchEvent(new KeyboardEvent('keydown', composing));
  });
  expect(sent).toEqual([]);
  await page.keyboard.press('Enter');
  await shows('Four wallets hold most of it.');
  expect(JSON.parse(sent[0]!)).toEqual({ messages: [{ role: 'user', content: 'Who holds\nthe most?' }] });
});

test('Escape stops an answer first, and closes the panel only then', async () => {
  await openPage();
  await page.evaluate(() => document.querySelector('crypto-oracle-chat')!.show());
  await becomesFocused('Your question');
  await page.keyboard.type('Who holds it?');
  await page.keyboard.press('Enter');
  await shows('Four wallets hold most of it.');
  await page.keyboard.press('Escape');
  await shows('You stopped this answer');
  expect(await page.evaluate(() => document.querySelector('crypto-oracle-chat')!.open)).toBe(true);
  await page.keyboard.press('Escape');
  expect(await page.evaluate(() => document.querySelector('crypto-oracle-chat')!.open)).toBe(false);
});

test('the arrow up in an empty field brings the last question back', async () => {
  await openState('cooldown');
  await (await byName('Your question', 'textbox')).focus();
  await page.evaluate(() => document.querySelector('crypto-oracle-chat')!.prefill(''));
  await page.keyboard.press('ArrowUp');
  await page.waitForFunction(
    () =>
      document.querySelector('crypto-oracle-chat')!.shadowRoot!.querySelector('textarea')!.value ===
      'Who holds the largest share?',
  );
});

test('during the cooldown Enter sends nothing, keeps the text and says when', async () => {
  await openState('cooldown');
  await (await byName('Your question', 'textbox')).focus();
  await page.keyboard.press('Enter');
  await shows('Your question is ready. You can send it in 42 seconds.');
  expect(await inWidget((root) => root.querySelector('textarea')!.value)).toBe(
    'And who can mint new tokens?',
  );
  expect(sent).toEqual([]);
});

test('the keys of the widget do not reach the page', async () => {
  await openState('start');
  await page.evaluate(() => {
    const heard: string[] = [];
    Object.assign(globalThis, { heard });
    for (const type of ['keydown', 'keyup', 'keypress']) addEventListener(type, () => heard.push(type));
  });
  await (await byName('Your question', 'textbox')).type('/?');
  expect(await page.evaluate(() => (globalThis as unknown as { heard: string[] }).heard)).toEqual([]);
});

test('the network is chosen with arrows, a letter and Enter', async () => {
  await openState('network-unknown');
  await (await byName('Network: EVM Choose network. Change')).focus();
  await page.keyboard.press('Enter');
  await becomesFocused('Network of this address');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('b');
  await page.keyboard.press('Enter');
  await becomesFocused('Network: BASE Base. Change');
  await shows('Checksum OK.');
});

test('Escape closes the menu of networks and nothing else', async () => {
  await openState('network-unknown');
  await (await byName('Network: EVM Choose network. Change')).focus();
  await page.keyboard.press('Enter');
  await becomesFocused('Network of this address');
  await page.keyboard.press('Escape');
  await becomesFocused('Network: EVM Choose network. Change');
  expect(await inWidget((root) => root.querySelector('[role=listbox]'))).toBeNull();
});

test('clearing asks first, starts on Keep and keeps the rest out of reach', async () => {
  await openState('offline');
  await (await byName('Clear conversation')).focus();
  await page.keyboard.press('Enter');
  await becomesFocused('Keep');
  expect(await inWidget((root) => root.querySelector('crypto-oracle-composer')!.hasAttribute('inert'))).toBe(
    true,
  );
  await page.keyboard.press('Escape');
  await becomesFocused('Clear conversation');
  expect(await page.evaluate(() => document.querySelector('crypto-oracle-chat')!.messages.length)).toBe(2);
  await (await byName('Clear conversation')).focus();
  await page.keyboard.press('Enter');
  await becomesFocused('Keep');
  await page.keyboard.press('Tab');
  expect(await focused()).toBe('Clear');
  await page.keyboard.press('Enter');
  await shows('Ask before you act.');
  expect(await page.evaluate(() => document.querySelector('crypto-oracle-chat')!.messages.length)).toBe(0);
  await shows('Conversation cleared.');
  await becomesFocused('Your question');
});

/** An answer with a link to this server that no source vouches for, and the link in it. */
async function openLink() {
  const href = `${site.origin}/elsewhere`;
  await openPage();
  await page.evaluate(() => document.querySelector('crypto-oracle-chat')!.show());
  await becomesFocused('Your question');
  await page.keyboard.type('Where is its page?');
  await page.keyboard.press('Enter');
  await shows('Four wallets hold most of it.');
  write(`\n\nIt is [the true page](${href}) of it.\n\n`);
  await shows('of it.');
  const link = (await page.waitForSelector('>>> .prose a[data-unverified]')) as ElementHandle<HTMLElement>;
  const opened = () =>
    page
      .browserContext()
      .targets()
      .filter((target) => target.type() === 'page' && target !== page.target()).length;
  return { href, link, opened };
}

test('a link that is no source asks first, shows the real host and starts on Stay', async () => {
  const { link, opened } = await openLink();
  await link.focus();
  await page.keyboard.press('Enter');
  await becomesFocused('Stay');
  await shows(`Open ${site.origin}?`);
  await byName(`Open ${site.origin}?`, 'alertdialog');
  await page.keyboard.press('Escape');
  await becomesFocused('the true page');
  await link.focus();
  await page.keyboard.press('Enter');
  await becomesFocused('Stay');
  await page.keyboard.press('Enter');
  await becomesFocused('the true page');
  expect(opened()).toBe(0);
});

test.each(['left', 'middle'] as const)('the %s button opens no link before a yes', async (button) => {
  const { href, link, opened } = await openLink();
  await link.click({ button });
  await becomesFocused('Stay');
  // By the next frame a tab that opened without one would be there.
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
  expect(opened()).toBe(0);
  await page.keyboard.press('Tab');
  expect(await focused()).toBe('Open');
  await page.keyboard.press('Enter');
  const target = await page.browserContext().waitForTarget((target) => target.url() === href);
  expect(await (await target.page())!.evaluate(() => [document.referrer, String(opener)])).toEqual([
    '',
    'null',
  ]);
  expect(await inWidget((root) => root.querySelector('[part=confirm]'))).toBeNull();
  expect(opened()).toBe(1);
});

test('code and an address that were copied say so where they were copied', async () => {
  await openState('finished');
  for (const name of ['Copy code', 'Copy the full address']) {
    await (await byName(name)).focus();
    await page.keyboard.press('Enter');
    await becomesFocused('Copied');
  }
});

test('a citation opens the list of sources and goes to its row', async () => {
  await openState('finished');
  await (await byName('Source 4: contracts.example', 'link')).focus();
  await page.keyboard.press('Enter');
  await page.waitForFunction(() =>
    document
      .querySelector('crypto-oracle-chat')!
      .shadowRoot!.activeElement?.textContent?.includes('Fee and pause rights'),
  );
});

test('a recovery phrase is masked, is neither sent nor stored, and can only be deleted', async () => {
  await openPage();
  await page.evaluate(() => document.querySelector('crypto-oracle-chat')!.show());
  await becomesFocused('Your question');
  const phrase = 'legal winner thank year wave sausage worth useful legal winner thank yellow';
  await page.keyboard.type(phrase);
  await shows('This looks like a recovery phrase');
  await page.keyboard.press('Enter');
  await shows('Nothing was sent');
  expect(sent).toEqual([]);
  await page.evaluate(() => dispatchEvent(new Event('pagehide')));
  expect(
    await page.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }])),
  ).not.toContain('winner');
  await (await byName('What if I shared it?')).click();
  await shows('Move what you own to a new wallet with a new phrase, now.');
  await (await byName('Delete the text')).click();
  await becomesFocused('Your question');
  expect(await inWidget((root) => root.querySelector('textarea')!.value)).toBe('');
});

test('what may be a key is sent once the visitor says it is a transaction', async () => {
  await openPage();
  await page.evaluate(() => document.querySelector('crypto-oracle-chat')!.show());
  await becomesFocused('Your question');
  await page.keyboard.type('4c0883a69102937d6231471b5dbb6204fe5129617082792ae468d01a3f362318');
  await shows('This may be a private key');
  await page.keyboard.press('Enter');
  expect(sent).toEqual([]);
  await (await byName('It is a transaction')).click();
  await becomesFocused('Your question');
  await page.keyboard.press('Enter');
  await shows('Four wallets hold most of it.');
  expect(sent).toHaveLength(1);
});

test('an address with a wrong checksum holds the question back', async () => {
  await openState('wrong-checksum');
  await (await byName('Your question', 'textbox')).focus();
  await page.keyboard.press('Enter');
  expect(await page.evaluate(() => document.querySelector('crypto-oracle-chat')!.messages.length)).toBe(0);
  await (await byName('Remove address')).click();
  await becomesFocused('Contract address (optional)');
});

test('a draft and its address survive a reload', async () => {
  await openPage();
  await page.evaluate(() => {
    const chat = document.querySelector('crypto-oracle-chat')!;
    chat.prefill('Who holds it?', '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', 'base');
    chat.show();
  });
  await shows('Base');
  await page.reload();
  await page.waitForSelector('>>> [part=launcher]');
  await page.evaluate(() => document.querySelector('crypto-oracle-chat')!.show());
  await shows('0xA0b869…06eB48');
  await shows('Checksum OK.');
  expect(await inWidget((root) => root.querySelector('textarea')!.value)).toBe('Who holds it?');
});

test('an answer that ends behind a closed panel is counted, and seen when the panel opens', async () => {
  await openState('unread');
  await byName('Ask the Crypto Oracle. 1 new answer');
  const counts = await page.evaluate(async () => {
    const chat = document.querySelector('crypto-oracle-chat')!;
    const before = chat.unread;
    chat.show();
    await chat.updateComplete;
    return [before, chat.unread];
  });
  expect(counts).toEqual([1, 0]);
});

test('the panel of a popup that is taken out of the page and put back is open again', async () => {
  await openState('popup');
  await page.setViewport({ width: 1000, height: 800 });
  const isOpen = await page.evaluate(async () => {
    const chat = document.querySelector('crypto-oracle-chat')!;
    chat.remove();
    document.body.append(chat);
    await chat.updateComplete;
    return chat.shadowRoot!.querySelector('dialog')!.matches(':popover-open');
  });
  expect(isOpen).toBe(true);
});

test('where the panel’s script cannot be had, the panel says so and tries again', async () => {
  isPanelMissing = true;
  await openPage();
  await (await byName('Ask the Crypto Oracle')).click();
  await shows('The oracle is having trouble');
  expect(await page.evaluate(() => document.querySelector('crypto-oracle-chat')!.send('Who?'))).toBe(false);
  await (await byName('Try again')).click();
  await shows('The oracle is having trouble');
  isPanelMissing = false;
  await (await byName('Try again')).click();
  await shows('Ask before you act.');
  await becomesFocused('Your question');
});

test.each([
  ['by host', (origin: string) => `script-src ${origin}`],
  ['by nonce', () => "script-src 'nonce-abc'; style-src 'none'"],
  ['by nonce alone', () => "script-src 'nonce-abc' 'strict-dynamic'; require-trusted-types-for 'script'"],
])('a strict content security policy is kept, %s', async (_, scripts) => {
  await openPage();
  const { origin } = site;
  const violations = await page.evaluate(
    async (origin, scripts) => {
      const { promise, resolve } = Promise.withResolvers<string[]>();
      const frame = document.createElement('iframe');
      frame.srcdoc = `<!doctype html><html lang="en">
      <meta http-equiv="content-security-policy" content="default-src 'none'; connect-src ${origin}; ${scripts}">
      <crypto-oracle-chat mode="inline"></crypto-oracle-chat><script nonce="abc" src="${origin}/crypto-oracle-chat.js"></script>`;
      const found: string[] = [];
      frame.addEventListener('load', () => {
        frame.contentDocument!.addEventListener('securitypolicyviolation', (event) =>
          found.push(`${event.violatedDirective} ${event.blockedURI}`),
        );
        const chat = frame.contentDocument!.querySelector('crypto-oracle-chat')!;
        chat.send('Who holds it?');
        const look = () =>
          chat.shadowRoot!.textContent!.includes('Four wallets')
            ? resolve(found)
            : requestAnimationFrame(look);
        look();
      });
      document.body.append(frame);
      return promise;
    },
    origin,
    scripts(origin),
  );
  expect(violations).toEqual([]);
});

test('the script loaded twice works once', async () => {
  await openPage();
  const errors: unknown[] = [];
  page.on('pageerror', (error) => errors.push(error));
  await page.addScriptTag({ url: '/crypto-oracle-chat.js' });
  await page.evaluate(async () => {
    const script = Object.assign(document.createElement('script'), { src: '/crypto-oracle-chat.js' });
    script.dataset['auto'] = '';
    document.head.append(script);
    await new Promise((resolve) => script.addEventListener('load', resolve));
  });
  expect(errors).toEqual([]);
  expect(await page.evaluate(() => document.querySelectorAll('crypto-oracle-chat').length)).toBe(1);
});

test('a page may forbid a question', async () => {
  await openPage();
  const isSent = await page.evaluate(() => {
    const chat = document.querySelector('crypto-oracle-chat')!;
    chat.addEventListener('oracle-send', (event) => event.preventDefault());
    return chat.send('Who holds it?');
  });
  expect(isSent).toBe(false);
  expect(sent).toEqual([]);
});

test('a selection made while the answer is written stays', async () => {
  await openPage();
  await page.evaluate(() => document.querySelector('crypto-oracle-chat')!.show());
  await becomesFocused('Your question');
  await page.keyboard.type('Who holds it?');
  await page.keyboard.press('Enter');
  await shows('Four wallets hold most of it.');
  await inWidget((root) => {
    const words = root.querySelector('.prose p')!.firstChild!;
    getSelection()!.setBaseAndExtent(words, 0, words, 12);
  });
  write(' The largest one alone holds a third.\n\nNobody knows who owns it.');
  await shows('Nobody knows who owns it.');
  expect(await page.evaluate(() => getSelection()!.toString())).toBe('Four wallets');
});
