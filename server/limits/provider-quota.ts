// How many calls the provider allows a minute, kept so that no 60 seconds ever see one more. GCRA with
// a burst would let up to twice as many through around the end of a burst; a log of the last calls does
// not: the next one is free when the one that many calls ago has left the window.

/** What came of asking for some places. */
export interface Places {
  readonly granted: number;
  /** For each place that was not granted, in order: milliseconds until it is free. */
  readonly waitsMs: readonly number[];
}

export interface ProviderQuota {
  /** Takes as many of the wanted places as are free now. Never throws. */
  take(wanted: number): Promise<Places>;
  /** Takes one place where it is free now and nobody else need be asked; false says nothing about `take`. */
  takeOne?(): boolean;
  /** Grants nothing for so many milliseconds, as the provider has asked. Never throws. */
  hold(milliseconds: number): Promise<void>;
}

/**
 * A minute and a half second: the first call of a burst pays for a new connection and may reach the
 * provider later after it was counted here than the call that takes its place a minute later.
 */
export const QUOTA_WINDOW_MS = 60_500;

/** The calls of one process. Times are of one clock that never goes back. */
export class CallLog {
  /** Times of the last calls, oldest first from `#first` on; at most `#requests` of them. */
  #times: number[] = [];
  #first = 0;
  #heldUntil = Number.NEGATIVE_INFINITY;

  /** At most so many calls in any window; 0 means that only `hold` limits. */
  constructor(readonly requests: number) {}

  /** Places that are free now. */
  free(now: number): number {
    if (now < this.#heldUntil) return 0;
    if (this.requests === 0) return Number.POSITIVE_INFINITY;
    this.#forget(now);
    return this.requests - this.#count;
  }

  /** Counts calls that are made now, within `free` or not. */
  note(calls: number, now: number): void {
    if (this.requests === 0) return;
    for (let call = 0; call < calls; call++) this.#times.push(now);
    this.#first += Math.max(0, this.#count - this.requests);
    this.#forget(now);
  }

  /** Milliseconds until each of the next places is free. */
  waits(places: number, now: number): number[] {
    this.#forget(now);
    const lastCalls = this.#times.slice(this.#first).map((time) => time + QUOTA_WINDOW_MS - now);
    return waitsBehind(places, lastCalls, this.requests, this.#heldUntil - now);
  }

  hold(until: number): void {
    this.#heldUntil = Math.max(this.#heldUntil, until);
  }

  get #count(): number {
    return this.#times.length - this.#first;
  }

  #forget(now: number): void {
    while (this.#count > 0 && this.#times[this.#first]! + QUOTA_WINDOW_MS <= now) this.#first++;
    if (this.#first <= this.requests) return;
    this.#times = this.#times.slice(this.#first);
    this.#first = 0;
  }
}

/**
 * Milliseconds until each of the next places is free, when each must wait for one of the last calls to
 * leave the window: after those have gone round once, the whole window must pass again.
 */
export function waitsBehind(
  places: number,
  lastCallsMs: readonly number[],
  requests: number,
  heldMs: number,
): number[] {
  const free = requests === 0 ? places : requests - lastCallsMs.length;
  return Array.from({ length: places }, (_, place) => {
    const behind = place - free;
    if (behind < 0) return Math.max(0, heldMs);
    const rounds = Math.floor(behind / requests) * QUOTA_WINDOW_MS;
    // The places that are free now come round first, when the window has passed.
    const wait = lastCallsMs[behind % requests] ?? QUOTA_WINDOW_MS;
    return Math.max(0, heldMs, wait + rounds);
  });
}

/** The quota of one process. */
export function createProviderQuota(
  requestsPerMinute: number,
  clock: () => number = () => performance.now(),
): ProviderQuota {
  const calls = new CallLog(requestsPerMinute);
  return {
    async take(wanted) {
      const now = clock();
      const granted = Math.min(wanted, calls.free(now));
      calls.note(granted, now);
      return { granted, waitsMs: calls.waits(wanted - granted, now) };
    },
    takeOne() {
      const now = clock();
      if (calls.free(now) < 1) return false;
      calls.note(1, now);
      return true;
    },
    async hold(milliseconds) {
      calls.hold(clock() + milliseconds);
    },
  };
}
