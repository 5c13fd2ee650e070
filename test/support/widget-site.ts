// A site with the built widget, the demo's states and what a test adds, and a browser to visit it; both are
// there for the test file that asks for them, and gone with it.

import { afterAll, beforeAll } from 'bun:test';
import { join } from 'node:path';
import type { Browser, Page } from 'puppeteer-core';
import { ensureBuilt } from '../../demo/build.ts';
import { launchBrowser } from './browser.ts';

const root = join(import.meta.dir, '../..');

export interface WidgetSite {
  readonly origin: string;
  /** A page without cookies, storage or cache. */
  newPage(width: number, height: number): Promise<Page>;
}

/** `respond`: the test's own paths; what it leaves is a file of `dist/` or `demo/`. */
export function widgetSite(
  respond: (request: Request, path: string) => undefined | Response | Promise<Response | undefined> = () =>
    undefined,
): WidgetSite {
  let browser: Browser;
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    idleTimeout: 60,
    async fetch(request) {
      const { pathname } = new URL(request.url);
      const own = await respond(request, pathname);
      if (own) return own;
      for (const folder of ['dist', 'demo']) {
        const file = Bun.file(join(root, folder, pathname));
        if (await file.exists()) return new Response(file);
      }
      return new Response(null, { status: 404 });
    },
  });
  beforeAll(async () => {
    await ensureBuilt();
    browser = await launchBrowser();
  }, 60_000);
  afterAll(async () => {
    await browser.close();
    await server.stop(true);
  });
  return {
    origin: `http://127.0.0.1:${server.port}`,
    async newPage(width, height) {
      const context = await browser.createBrowserContext();
      const page = await context.newPage();
      await page.setViewport({ width, height });
      return page;
    },
  };
}

/** Opens one of `demo/states.js`, once it has become what it shows. */
export async function openState(
  page: Page,
  site: WidgetSite,
  state: string,
  wishes: Readonly<Record<string, string>> = {},
): Promise<void> {
  await page.goto(`${site.origin}/state.html?${new URLSearchParams({ state, ...wishes })}`);
  await page.waitForSelector('html[data-ready]');
}
