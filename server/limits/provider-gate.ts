// The door in front of the provider: calls go through in the order they came, never more than the
// quota allows. Who would be let in soon waits; everyone else is told at once, and truly, when to come.

import { ChatError, retryAfterSeconds } from '../errors.ts';
import type { CallGate } from '../providers/provider.ts';
import type { Places, ProviderQuota } from './provider-quota.ts';

/** Longer than this nobody waits without a word. */
const MAX_WAIT_SECONDS = 8;

/** The part of an answer's time that may pass in front of the gate. */
const MAX_WAIT_SHARE = 0.2;

/** How long everyone stays away when the provider refuses without saying for how long. */
const UNKNOWN_HOLD_SECONDS = 10;

interface Visitor {
  readonly arrivedAt: number;
  enter(): void;
  turnAway(waitMs: number): void;
}

export interface ProviderGateOptions {
  readonly quota: ProviderQuota;
  readonly maxDurationSeconds: number;
  readonly clock?: () => number;
}

/**
 * `enter` throws `rate-limited` with the time of the next free place when that is too far away, and
 * `service-error` when its signal aborts first.
 */
export function createProviderGate({
  quota,
  maxDurationSeconds,
  clock = () => performance.now(),
}: ProviderGateOptions): CallGate {
  const maxWaitMs = Math.min(MAX_WAIT_SECONDS, maxDurationSeconds * MAX_WAIT_SHARE) * 1000;
  const queue = new Set<Visitor>();
  let admitting = false;
  let again = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** What the provider said when it refused last, for those whom that refusal turns away. */
  let refusal: { readonly until: number; readonly details: string | undefined } | undefined;

  /** Asks for a place for each visitor, in order, and judges those who get none. One run at a time. */
  async function admit(): Promise<void> {
    again = true;
    if (admitting) return;
    admitting = true;
    while (again) {
      // Whoever comes in the same moment is asked for in the same step.
      await Promise.resolve();
      again = false;
      if (queue.size > 0) judge(await quota.take(queue.size));
    }
    admitting = false;
  }

  /** Who has left while we asked leaves his place to the next one. */
  function judge({ granted, waitsMs }: Places): void {
    let free = granted;
    let waiting = 0;
    for (const visitor of queue) {
      if (free > 0) {
        free--;
        queue.delete(visitor);
        visitor.enter();
        continue;
      }
      const waitMs = waitsMs[waiting];
      // Came while we asked: the next step is theirs.
      if (waitMs === undefined) break;
      if (clock() + waitMs <= visitor.arrivedAt + maxWaitMs) {
        waiting++;
      } else {
        queue.delete(visitor);
        visitor.turnAway(waitMs);
      }
    }
    clearTimeout(timer);
    if (queue.size > 0) timer = setTimeout(admit, Math.max(1, waitsMs[0] ?? 0));
  }

  function turnedAway(waitMs: number): ChatError {
    const refusedByProvider = refusal !== undefined && clock() < refusal.until;
    return new ChatError('rate-limited', {
      retryAfterSeconds: retryAfterSeconds(waitMs),
      details: (refusedByProvider ? refusal?.details : undefined) ?? 'Too many questions at the moment.',
    });
  }

  return {
    async enter(signal) {
      // Nobody is in front, and a place is free: the usual case.
      if (queue.size === 0 && !admitting && !signal.aborted && quota.takeOne?.()) return;
      await new Promise<void>((resolve, reject) => {
        const leave = () => {
          queue.delete(visitor);
          reject(new ChatError('service-error', { cause: signal.reason }));
        };
        const visitor: Visitor = {
          arrivedAt: clock(),
          enter() {
            signal.removeEventListener('abort', leave);
            resolve();
          },
          turnAway(waitMs) {
            signal.removeEventListener('abort', leave);
            reject(turnedAway(waitMs));
          },
        };
        if (signal.aborted) return leave();
        signal.addEventListener('abort', leave, { once: true });
        queue.add(visitor);
        void admit();
      });
    },

    refused(error) {
      const milliseconds = (error.retryAfterSeconds ?? UNKNOWN_HOLD_SECONDS) * 1000;
      refusal = { until: clock() + milliseconds, details: error.details };
      void quota.hold(milliseconds).then(admit);
    },
  };
}
