// A reader's events as the body of a response. Pulled, never pushed: a client that does not read
// takes no memory but the answer itself (see ReadableStream backpressure in Bun.serve).

import type { AnswerReader } from './answers/answer-log.ts';
import { HEARTBEAT } from './protocol.ts';

const heartbeat = new TextEncoder().encode(HEARTBEAT);

export const HEARTBEAT_SECONDS = 5;

/**
 * One ticking clock for all open streams: whoever has waited a full period without an event gets a
 * heartbeat. Cheaper than a timer a stream, and as late as one period at most.
 */
export interface Heartbeats {
  /** Calls once, at the first tick at least a period from now, unless cancelled before. */
  wait(onSilence: () => void): { cancel(): void };
  stop(): void;
}

export function createHeartbeats(periodSeconds = HEARTBEAT_SECONDS): Heartbeats {
  const waiting = new Map<() => void, number>();
  const period = periodSeconds * 1000;
  const timer = setInterval(() => {
    const due = performance.now() - period;
    // Entries are in the order they came, so the first young one ends the walk.
    for (const [onSilence, since] of waiting) {
      if (since > due) break;
      waiting.delete(onSilence);
      onSilence();
    }
  }, period / 10);
  timer.unref();
  return {
    wait(onSilence) {
      waiting.set(onSilence, performance.now());
      return { cancel: () => waiting.delete(onSilence) };
    },
    stop: () => clearInterval(timer),
  };
}

/** Ends when the answer does; cancelling it makes the reader leave. `greet` begins it with a heartbeat. */
export function answerStream(
  reader: AnswerReader,
  heartbeats: Heartbeats,
  greet = false,
): ReadableStream<Uint8Array> {
  let pending: Promise<Uint8Array | undefined> | undefined;
  let cancelled = false;
  let greeted = !greet;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        if (!greeted) {
          greeted = true;
          controller.enqueue(heartbeat);
          return;
        }
        pending ??= reader.next();
        const bytes = await withHeartbeat(pending, heartbeats);
        if (bytes === heartbeat) {
          if (!cancelled) controller.enqueue(heartbeat);
          return;
        }
        pending = undefined;
        if (cancelled) return;
        if (bytes) controller.enqueue(bytes);
        else {
          reader.leave();
          controller.close();
        }
      },
      cancel() {
        cancelled = true;
        reader.leave();
      },
    },
    { highWaterMark: 0 },
  );
}

function withHeartbeat(
  next: Promise<Uint8Array | undefined>,
  heartbeats: Heartbeats,
): Promise<Uint8Array | undefined> {
  return new Promise((resolve, reject) => {
    const silence = heartbeats.wait(() => resolve(heartbeat));
    next.then(
      (bytes) => {
        silence.cancel();
        resolve(bytes);
      },
      (error) => {
        silence.cancel();
        reject(error);
      },
    );
  });
}
