// A reader's events as the body of a response. Pulled, never pushed: a client that does not read
// takes no memory but the answer itself (see ReadableStream backpressure in Bun.serve).

import type { AnswerReader } from './answers/answer-log.ts';
import { HEARTBEAT } from './protocol.ts';

const heartbeat = new TextEncoder().encode(HEARTBEAT);

export const HEARTBEAT_SECONDS = 5;

/** One ticking clock for all open streams: cheaper than a timer a stream, and late by a tenth of a period. */
export interface Heartbeats {
  /** Calls each time a full period has passed without a sign of life. */
  watch(onSilence: () => void): Pulse;
  stop(): void;
}

export interface Pulse {
  /** A sign of life: the silence begins anew. */
  beat(): void;
  stop(): void;
}

const TICKS = 10;

export function createHeartbeats(periodSeconds = HEARTBEAT_SECONDS): Heartbeats {
  const watched = new Set<{ silentTicks: number; readonly onSilence: () => void }>();
  const timer = setInterval(
    () => {
      for (const stream of watched) {
        if (++stream.silentTicks <= TICKS) continue;
        stream.silentTicks = 0;
        stream.onSilence();
      }
    },
    (periodSeconds * 1000) / TICKS,
  );
  timer.unref();
  return {
    watch(onSilence) {
      const stream = { silentTicks: 0, onSilence };
      watched.add(stream);
      return {
        beat: () => {
          stream.silentTicks = 0;
        },
        stop: () => watched.delete(stream),
      };
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
  let isGreeted = !greet;
  /** Ends the client's wait; undefined while the client is not waiting. */
  let pulled: (() => void) | undefined;
  let pulse: Pulse | undefined;

  return new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        pulse ??= heartbeats.watch(() => {
          if (pulled) give(controller, heartbeat);
        });
        if (!isGreeted) {
          isGreeted = true;
          controller.enqueue(heartbeat);
          return undefined;
        }
        if (deliver(controller)) return undefined;
        return new Promise<void>((resolve) => {
          pulled = resolve;
          reader.onMore(() => {
            if (pulled) deliver(controller);
          });
        });
      },
      cancel: leave,
    },
    { highWaterMark: 0 },
  );

  /** Gives what has come, or ends where nothing will; false when there is nothing yet. */
  function deliver(controller: ReadableStreamDefaultController<Uint8Array>): boolean {
    const bytes = reader.take();
    if (bytes) give(controller, bytes);
    else if (!reader.isOver()) return false;
    else {
      leave();
      controller.close();
    }
    return true;
  }

  function give(controller: ReadableStreamDefaultController<Uint8Array>, bytes: Uint8Array): void {
    pulse?.beat();
    controller.enqueue(bytes);
    pulled?.();
    pulled = undefined;
  }

  function leave(): void {
    const waiting = pulled;
    pulled = undefined;
    pulse?.stop();
    reader.leave();
    waiting?.();
  }
}
