// Where the reader is, in a real layout.

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { join } from 'node:path';
import type { Browser, Page } from 'puppeteer-core';
import type { ReadingPosition } from '../../widget/controllers/reading-position.ts';
import { launchBrowser } from '../support/browser.ts';

/** What the page under test offers; heights in pixels. */
interface Stage {
  reading: ReadingPosition;
  /** Adds an exchange with an answer of blocks of these heights, and pins it. */
  ask(...blocks: number[]): void;
  grow(height: number): void;
  /** Sets the height of a block of the first answer. */
  resize(index: number, height: number): void;
  scrollTo(top: number): void;
  /** Where the element stands below the top of the box. */
  top(selector: string): number;
  distance(): number;
}

declare global {
  interface Window {
    stage: Stage;
  }
}

const PAGE = `<!doctype html>
<style>
  .scroller { box-sizing: border-box; block-size: 500px; inline-size: 300px; overflow-y: auto; overflow-anchor: none; padding: 12px 0 20px }
  .question { block-size: 40px; margin-block: 10px }
  .hidden { display: none }
</style>
<div class="scroller"><div class="content"></div><div class="space"></div></div>`;

const SCRIPT = `
  const find = (selector) => document.querySelector(selector);
  const scroller = find('.scroller');
  const content = find('.content');
  const controllers = [];
  let updating;
  const update = () => (updating ??= Promise.resolve().then(() => {
    updating = undefined;
    for (const controller of controllers) controller.hostUpdated();
  }));
  const host = { addController: (controller) => controllers.push(controller), requestUpdate: update };
  const reading = new ReadingPosition(host, {
    scroller: () => scroller,
    content: () => content,
    space: () => find('.space'),
    question: () => [...document.querySelectorAll('.question')].at(-1),
    blocks: () => document.querySelectorAll('.question, .block'),
  });
  const add = (name, height) => {
    const element = content.appendChild(document.createElement('div'));
    element.className = name;
    if (height) element.style.height = height + 'px';
  };
  for (const controller of controllers) controller.hostConnected();
  update();
  const top = (element) => element.getBoundingClientRect().top - scroller.getBoundingClientRect().top;
  window.stage = {
    reading,
    ask(...blocks) {
      add('question');
      for (const height of blocks) add('block', height);
      reading.pin();
    },
    grow: (height) => add('block', height),
    resize: (index, height) => { document.querySelectorAll('.block')[index].style.height = height + 'px'; },
    scrollTo: (position) => { scroller.scrollTop = position; },
    top: (selector) => Math.round(top([...document.querySelectorAll(selector)].at(-1))),
    distance: () => Math.round(top(content) + content.offsetHeight + 20 - 500),
  };
`;

let browser: Browser;
let page: Page;
let script: string;

beforeAll(async () => {
  const entry = join(import.meta.dir, '../../widget/controllers/reading-position.ts');
  const built = await Bun.build({ entrypoints: [entry], target: 'browser', format: 'esm' });
  script = (await built.outputs[0]!.text()).replace(/export \{[^}]*\};?/, '') + SCRIPT;
  browser = await launchBrowser();
  page = await browser.newPage();
});
afterAll(() => browser.close());
beforeEach(async () => {
  await page.setContent(PAGE);
  await page.addScriptTag({ content: script, type: 'module' });
  await painted();
});

/** Two frames: what was changed is laid out, observed and painted. */
async function painted(): Promise<void> {
  await page.evaluate(
    () => new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))),
  );
}

async function act(change: (stage: Stage) => void): Promise<void> {
  await page.evaluate(`(${change})(window.stage)`);
  await painted();
}

const see = <T>(look: (stage: Stage) => T) => page.evaluate(`(${look})(window.stage)`) as Promise<T>;

describe('a sent question', () => {
  test('stands at the top, and nothing moves while its answer grows into the room below', async () => {
    await act((stage) => stage.ask(900));
    await act((stage) => stage.ask());
    expect(await see((stage) => stage.top('.question'))).toBe(12);
    for (let piece = 0; piece < 8; piece++) {
      await act((stage) => stage.grow(100));
      expect(await see((stage) => stage.top('.question'))).toBe(12);
    }
    expect(await see((stage) => stage.reading.isAwayFromEnd)).toBe(true);
  });

  test('that is the first one stands at the top too, with nothing under the header', async () => {
    await act((stage) => stage.ask(100));
    expect(await see((stage) => stage.top('.question'))).toBeLessThanOrEqual(22);
    expect(await see((stage) => stage.reading.isAwayFromEnd)).toBe(false);
  });
});

describe('the view', () => {
  test('stays where the reader is while the answer grows past the box', async () => {
    await act((stage) => stage.ask(900));
    await act((stage) => stage.scrollTo(200));
    const before = await see((stage) => stage.top('.question'));
    await act((stage) => stage.grow(400));
    expect(await see((stage) => stage.top('.question'))).toBe(before);
  });

  test('follows the end once the reader has gone there, until the reader scrolls up', async () => {
    await act((stage) => stage.ask(900));
    await act((stage) => stage.scrollTo(5000));
    await act((stage) => stage.grow(300));
    expect(await see((stage) => stage.distance())).toBe(0);
    await act((stage) => stage.scrollTo(600));
    const before = await see((stage) => stage.top('.question'));
    await act((stage) => stage.grow(300));
    expect(await see((stage) => stage.top('.question'))).toBe(before);
  });

  test('goes to the end and follows it when that was asked for', async () => {
    await act((stage) => stage.ask(900));
    expect(await see((stage) => stage.reading.isAwayFromEnd)).toBe(true);
    await act((stage) => stage.reading.jump());
    expect(await see((stage) => stage.distance())).toBe(0);
    expect(await see((stage) => stage.reading.isAwayFromEnd)).toBe(false);
    await act((stage) => stage.grow(700));
    expect(await see((stage) => stage.distance())).toBe(0);
  });

  test('does not follow a short answer whose end is in view anyway', async () => {
    await act((stage) => stage.ask(100));
    await act((stage) => stage.grow(100));
    await act((stage) => stage.grow(900));
    expect(await see((stage) => stage.top('.question'))).toBe(12);
  });

  test('is not moved by what changes above it', async () => {
    await act((stage) => stage.ask(300, 300, 300, 300));
    await act((stage) => stage.scrollTo(700));
    const before = await see((stage) => stage.top('.block'));
    await act((stage) => stage.resize(0, 550));
    expect(await see((stage) => stage.top('.block'))).toBe(before);
    await act((stage) => stage.resize(0, 20));
    expect(await see((stage) => stage.top('.block'))).toBe(before);
  });

  test('comes back to its place after it was hidden, and after it grew meanwhile', async () => {
    await act((stage) => stage.ask(300, 300, 300, 300));
    await act((stage) => stage.scrollTo(700));
    const before = await see((stage) => stage.top('.question'));
    await act(() => document.querySelector('.scroller')?.classList.add('hidden'));
    await act((stage) => stage.grow(300));
    await act(() => document.querySelector('.scroller')?.classList.remove('hidden'));
    expect(await see((stage) => stage.top('.question'))).toBe(before);
  });

  test('says when something is hidden under the header', async () => {
    await act((stage) => stage.ask(900));
    await act((stage) => stage.scrollTo(1));
    expect(await see((stage) => stage.reading.isScrolled)).toBe(true);
    await act((stage) => stage.scrollTo(0));
    expect(await see((stage) => stage.reading.isScrolled)).toBe(false);
  });
});
