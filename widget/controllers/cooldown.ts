// Seconds until the next question is welcome: kept as a moment, so that sleep, background tabs and reloads
// change nothing, and shared between the tabs of a site through local storage.

import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { Wait } from '../elements/notices.ts';
import type { Clock } from './clock.ts';
import { systemClock } from './clock.ts';

export interface CooldownOptions {
  /** What the page asks for, 0 for no cooldown; undefined follows the server. Read late. */
  seconds?(): number | undefined;
  /** Called when the number changed, with `remainingSeconds`. */
  onChange?(remainingSeconds: number): void;
  clock?: Clock;
  /** May throw, as a page's storage does in a sandboxed frame. */
  storage?(): Storage;
}

/** Milliseconds since the epoch, as a decimal string, of the last submission. */
export const LAST_SUBMIT_KEY = 'lastSubmitTime';
/** The server's figure, so that a reload goes on with it. */
const SERVER_SECONDS_KEY = 'crypto-oracle-chat:cooldown';
/** Matches the longest a request may take, as the service's interface has it. */
const DEFAULT_SECONDS = 50;
/** A quota of a day may be refilled or paid for sooner than its server thought. */
const MAX_HOLD_SECONDS = 3600;

export class Cooldown implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  readonly #options: CooldownOptions;
  readonly #clock: Clock;
  /** Copies of what is stored; all there is where storage is denied. */
  #submittedAt = 0;
  #submittedBefore = 0;
  #serverSeconds = DEFAULT_SECONDS;
  #heldUntil = 0;
  #shown = 0;
  #wait: Wait = { seconds: 0, total: 0 };
  #isConnected = false;
  #cancelTick: (() => void) | undefined;

  constructor(host: ReactiveControllerHost, options: CooldownOptions = {}) {
    this.#host = host;
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
    host.addController(this);
  }

  /** Whole seconds until the next question is welcome; 0 when it is welcome now. */
  get remainingSeconds(): number {
    return Math.ceil(this.#remainingMilliseconds() / 1000);
  }

  /** Seconds between two questions: the page's figure, or the server's, or 50. */
  get totalSeconds(): number {
    const seconds = this.#options.seconds?.();
    return seconds !== undefined && seconds >= 0 ? seconds : this.#serverSeconds;
  }

  /** What is left of how much; the same object as long as it says the same. */
  get wait(): Wait {
    const seconds = this.remainingSeconds;
    const total = Math.max(seconds, this.totalSeconds);
    if (seconds !== this.#wait.seconds || total !== this.#wait.total) this.#wait = { seconds, total };
    return this.#wait;
  }

  /** A question is being sent. */
  start(): void {
    this.#submittedBefore = this.#submittedAt;
    this.#setSubmittedAt(this.#clock.now());
  }

  /** The question that was sent last got no answer, and not through the visitor's fault. */
  giveBack(): void {
    const submittedAt = this.#submittedAt;
    this.#readStored();
    // A question that another tab has sent since is not ours to take back.
    if (submittedAt === this.#submittedAt) this.#setSubmittedAt(this.#submittedBefore);
    else this.#update();
  }

  /** The server wants so many seconds of patience, whatever the cooldown says. */
  holdFor(seconds: number): void {
    const now = this.#clock.now();
    this.#heldUntil = now + seconds * 1000;
    // Told to other tabs, and to this one after a reload, as far as a submission in the past can say it.
    this.#setSubmittedAt(Math.min(now, this.#heldUntil - this.totalSeconds * 1000));
  }

  /** The server's own figure has arrived. */
  follow(seconds: number): void {
    if (seconds === this.#serverSeconds) return;
    this.#serverSeconds = seconds;
    this.#store((storage) => storage.setItem(SERVER_SECONDS_KEY, String(seconds)));
    this.#update();
  }

  hostConnected(): void {
    globalThis.addEventListener('storage', this.#onStorage);
    globalThis.addEventListener('pageshow', this.#update);
    document.addEventListener('visibilitychange', this.#update);
    this.#isConnected = true;
    this.#readStored();
    this.#update();
  }

  hostDisconnected(): void {
    globalThis.removeEventListener('storage', this.#onStorage);
    globalThis.removeEventListener('pageshow', this.#update);
    document.removeEventListener('visibilitychange', this.#update);
    this.#isConnected = false;
    this.#cancelTick?.();
  }

  /** The page's own figure may have changed. */
  hostUpdated(): void {
    this.#update();
  }

  readonly #onStorage = ({ key }: StorageEvent): void => {
    if (key !== null && key !== LAST_SUBMIT_KEY && key !== SERVER_SECONDS_KEY) return;
    this.#readStored();
    this.#update();
  };

  #remainingMilliseconds(): number {
    const now = this.#clock.now();
    // The clock may be set back at any time: a submission to come counts as now, and no wait as too long.
    if (this.#submittedAt > now) this.#submittedAt = now;
    this.#heldUntil = Math.min(this.#heldUntil, now + MAX_HOLD_SECONDS * 1000);
    return Math.max(0, this.#heldUntil - now, this.#submittedAt + this.totalSeconds * 1000 - now);
  }

  /** Tells a changed number, and wakes when the next one is due. */
  readonly #update = (): void => {
    this.#cancelTick?.();
    this.#cancelTick = undefined;
    const milliseconds = this.#remainingMilliseconds();
    const seconds = Math.ceil(milliseconds / 1000);
    if (seconds > 0 && this.#isConnected) {
      this.#cancelTick = this.#clock.after(milliseconds - (seconds - 1) * 1000, this.#update);
    }
    if (seconds === this.#shown) return;
    this.#shown = seconds;
    this.#options.onChange?.(seconds);
    this.#host.requestUpdate();
  };

  #setSubmittedAt(submittedAt: number): void {
    this.#submittedAt = submittedAt;
    this.#store((storage) =>
      submittedAt > 0
        ? storage.setItem(LAST_SUBMIT_KEY, String(submittedAt))
        : storage.removeItem(LAST_SUBMIT_KEY),
    );
    this.#update();
  }

  #readStored(): void {
    this.#store((storage) => {
      const seconds = Number(storage.getItem(SERVER_SECONDS_KEY) || DEFAULT_SECONDS);
      this.#serverSeconds = seconds >= 0 ? Math.min(seconds, MAX_HOLD_SECONDS) : DEFAULT_SECONDS;
      this.#submittedAt = Number(storage.getItem(LAST_SUBMIT_KEY)) || 0;
      // A clock that was set back must not lock the visitor out, on this page or after a reload.
      const now = this.#clock.now();
      if (this.#submittedAt <= now) return;
      this.#submittedAt = now;
      storage.setItem(LAST_SUBMIT_KEY, String(now));
    });
  }

  #store(use: (storage: Storage) => void): void {
    try {
      use(this.#options.storage ? this.#options.storage() : localStorage);
    } catch {
      // Denied or full: the copies here carry on for this page.
    }
  }
}
