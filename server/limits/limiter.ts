// Which client may ask now, and if not, when: the generic cell rate algorithm (GCRA), which needs one
// number a key, has no window's edge, and knows the exact time of the next free place.
// https://en.wikipedia.org/wiki/Generic_cell_rate_algorithm

export interface Decision {
  readonly allowed: boolean;
  /** Requests that would still be allowed at this moment. */
  readonly remaining: number;
  /** Milliseconds until a request is allowed; 0 when this one was. */
  readonly retryAfterMs: number;
  /** Milliseconds until all requests of the rate are free again. */
  readonly resetAfterMs: number;
}

export interface Rate {
  readonly requests: number;
  readonly perSeconds: number;
}

export interface Limiter {
  /** Takes one place for the key, or says when there will be one. Never throws. */
  take(key: string, rate: Rate): Promise<Decision>;
}

/** One step of GCRA: the stored time (or none) in, the time to store and the decision out. */
export function gcra(
  storedAt: number | undefined,
  now: number,
  { requests, perSeconds }: Rate,
): { at: number; decision: Decision } {
  const window = perSeconds * 1000;
  const interval = window / requests;
  // A stored time further ahead than a window is of another rate or another clock.
  const arrival = Math.min(Math.max(storedAt ?? 0, now), now + window);
  // Intervals are fractions, and sums of them drift: a millionth of one is not a reason to refuse.
  const allowed = arrival + interval - window <= now + interval * 1e-6;
  const at = allowed ? arrival + interval : arrival;
  return { at, decision: decide(allowed, at - now, { requests, perSeconds }) };
}

/** What a client may be told when its stored time is so far ahead of now. */
export function decide(allowed: boolean, aheadMs: number, { requests, perSeconds }: Rate): Decision {
  const window = perSeconds * 1000;
  const interval = window / requests;
  return {
    allowed,
    remaining: Math.max(0, Math.floor((window - aheadMs) / interval + 1e-6)),
    retryAfterMs: allowed ? 0 : Math.ceil(aheadMs + interval - window),
    resetAfterMs: Math.max(0, Math.ceil(aheadMs)),
  };
}

/** In process; keeps at most `maxKeys` keys, the least recently used going first. */
export function createLimiter(clock: () => number = () => performance.now(), maxKeys = 100_000): Limiter {
  const times = new Map<string, number>();
  return {
    async take(key, rate) {
      const { at, decision } = gcra(times.get(key), clock(), rate);
      // Maps keep the order of insertion: what was used last goes to the end.
      times.delete(key);
      times.set(key, at);
      if (times.size > maxKeys) times.delete(times.keys().next().value ?? key);
      return decision;
    },
  };
}
