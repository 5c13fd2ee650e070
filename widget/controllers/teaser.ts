// The card beside a closed launcher: shown a while after the page was opened, once per visitor, and never
// to one who has opened the panel.

import type { ReactiveController, ReactiveControllerHost } from 'lit';

const KEY = 'crypto-oracle-chat:teaser';
const WAIT_MILLISECONDS = 8000;
/** Pixels; on a narrower screen the card would hide the page. */
const MIN_WIDTH = 480;

export class Teaser implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  readonly #isWelcome: () => boolean;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isShown = false;

  /** `isWelcome`: there is a launcher, and its panel is closed. */
  constructor(host: ReactiveControllerHost, isWelcome: () => boolean) {
    this.#host = host;
    this.#isWelcome = isWelcome;
    host.addController(this);
  }

  get isShown(): boolean {
    return this.#isShown;
  }

  start(): void {
    if (!this.#isWelcome() || innerWidth < MIN_WIDTH || wasShown()) return;
    this.#timer = setTimeout(() => {
      if (!this.#isWelcome()) return;
      this.#isShown = true;
      remember();
      this.#host.requestUpdate();
    }, WAIT_MILLISECONDS);
  }

  /** Takes the card away; `forGood`: it will not come to this visitor again. */
  end(forGood: boolean): void {
    clearTimeout(this.#timer);
    this.#isShown = false;
    if (forGood) remember();
    this.#host.requestUpdate();
  }

  hostDisconnected(): void {
    clearTimeout(this.#timer);
  }
}

function wasShown(): boolean {
  try {
    return localStorage.getItem(KEY) !== null;
  } catch {
    return false;
  }
}

function remember(): void {
  try {
    localStorage.setItem(KEY, '1');
  } catch {
    // Denied: the card may come once more.
  }
}
