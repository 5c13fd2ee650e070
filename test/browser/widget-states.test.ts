// Every state of demo/states.js in a real browser: free of accessibility violations, in both themes, at
// 320 px and right to left, and as its visitors meet it.

import { beforeAll, describe, expect, test } from 'bun:test';
import type { Page } from 'puppeteer-core';
import * as support from '../support/widget-site.ts';

const axe = await Bun.file(new URL('../../node_modules/axe-core/axe.min.js', import.meta.url)).text();

const site = support.widgetSite();
let page: Page;
beforeAll(async () => {
  page = await site.newPage(432, 672);
});

interface View {
  readonly theme?: 'light' | 'dark';
  readonly width?: number;
  readonly height?: number;
  readonly lang?: string;
}

async function openState(
  name: string,
  { theme = 'light', width = 432, height = 672, lang = 'en' }: View = {},
) {
  await page.setViewport({ width, height });
  await support.openState(page, site, name, { theme, lang });
  // Colours on their way would be measured half-way.
  await page.evaluate(() => {
    const still = new CSSStyleSheet();
    still.replaceSync('*{transition:none!important;animation:none!important}');
    document.querySelector('crypto-oracle-chat')?.shadowRoot?.adoptedStyleSheets.push(still);
  });
  await page.evaluate(axe);
}

/** What axe objects to, in few words; `rules` where only these matter. */
async function violations(rules?: string[]): Promise<string[]> {
  return page.evaluate(async (only) => {
    const { axe } = globalThis as unknown as {
      axe: {
        run(
          context: string,
          options: object,
        ): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>;
      };
    };
    const result = await axe.run('crypto-oracle-chat', only ? { runOnly: only } : {});
    return result.violations.map(
      ({ id, nodes }) =>
        `${id}: ${nodes
          .map(({ html }) => html)
          .join(' ')
          .slice(0, 300)}`,
    );
  }, rules);
}

const { states } = (await import('../../demo/states.js' as string)) as {
  states: Record<string, Record<string, { width?: number; height?: number; launcher?: boolean }>>;
};

describe('no state violates an accessibility rule, in either theme and at 320 px', () => {
  for (const [name, { width = 432, height = 672, launcher }] of Object.values(states).flatMap(
    Object.entries,
  )) {
    test(name, async () => {
      await openState(name, { width, height });
      expect(await violations()).toEqual([]);
      await page.evaluate(() => document.querySelector('crypto-oracle-chat')?.setAttribute('theme', 'dark'));
      expect(await violations(['color-contrast'])).toEqual([]);
      if (launcher) return;
      await page.setViewport({ width: 320, height: 568 });
      expect(await violations(['scrollable-region-focusable', 'target-size', 'color-contrast'])).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
    });
  }
});

test.each(['start', 'finished', 'cooldown', 'recognised', 'not-site'])(
  'nothing is wrong with %s right to left',
  async (name) => {
    await openState(name, { lang: 'ar' });
    expect(await violations()).toEqual([]);
  },
);
