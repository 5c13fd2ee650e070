// A clock that is moved by hand.

import type { Clock } from '../../widget/controllers/clock.ts';

export class FakeClock implements Clock {
  #now: number;
  #timers: { readonly at: number; readonly run: () => void }[] = [];

  constructor(now = 1_800_000_000_000) {
    this.#now = now;
  }

  /** How many timers are running. */
  get timers(): number {
    return this.#timers.length;
  }

  now(): number {
    return this.#now;
  }

  after(milliseconds: number, run: () => void): () => void {
    const timer = { at: this.#now + milliseconds, run };
    this.#timers.push(timer);
    return () => {
      this.#timers = this.#timers.filter((other) => other !== timer);
    };
  }

  /** Lets time pass; what is due on the way runs at its moment. */
  pass(milliseconds: number): void {
    const end = this.#now + milliseconds;
    for (;;) {
      const next = this.#timers.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0];
      if (!next) break;
      this.#timers = this.#timers.filter((other) => other !== next);
      this.#now = Math.max(this.#now, next.at);
      next.run();
    }
    this.#now = end;
  }

  /** Sets the clock as a person would, or as it is after a sleep: nothing runs. */
  set(now: number): void {
    this.#now = now;
  }
}
