// A real browser for tests: the machine's own Chromium where there is one, otherwise the one that
// comes from npm.

import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import puppeteer, { type Browser } from 'puppeteer-core';

const installed = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** Path of an executable Chromium; `CHROMIUM` in the environment wins. */
export async function chromiumPath(): Promise<string> {
  const chosen = [process.env['CHROMIUM'], ...installed].find((path) => path && existsSync(path));
  if (chosen) return chosen;
  const { default: chromium } = await import('@sparticuz/chromium');
  return chromium.executablePath();
}

/** A browser with a profile of its own; `close` removes both. */
export async function launchBrowser(): Promise<Browser> {
  const profile = await mkdtemp(join(tmpdir(), 'oracle-browser-'));
  const browser = await puppeteer.launch({
    executablePath: await chromiumPath(),
    headless: true,
    userDataDir: profile,
    args: [
      '--no-sandbox',
      '--disable-background-networking',
      '--disable-component-update',
      '--no-first-run',
      '--force-color-profile=srgb',
    ],
  });
  const close = browser.close.bind(browser);
  browser.close = async () => {
    await close();
    await rm(profile, { recursive: true, force: true });
  };
  return browser;
}
