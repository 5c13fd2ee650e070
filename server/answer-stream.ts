// A reader's events as the body of a response. Pulled, never pushed: a client that does not read
// takes no memory but the answer itself (see ReadableStream backpressure in Bun.serve).

import type { AnswerReader } from './answers/answer-log.ts';
import { HEARTBEAT } from './protocol.ts';

const heartbeat = new TextEncoder().encode(HEARTBEAT);

export const HEARTBEAT_SECONDS = 5;

/** One ticking clock for all open streams: cheaper than a timer a stream, and late by a tenth of a period. */
export interface Heartbeats {
  /** From now on `onSilence` is called each time a full period has passed without a sign of life. */
  add(stream: Pulse): void;
  delete(stream: Pulse): void;
  stop(): void;
}

export interface Pulse {
  /** Set to 0 by a sign of life; counted up by the clock. */
  silentTicks: number;
  readonly onSilence: () => void;
}

const TICKS = 10;

export function createHeartbeats(periodSeconds = HEARTBEAT_SECONDS): Heartbeats {
  const streams = new Set<Pulse>();
  const timer = setInterval(
    () => {
      for (const stream of streams) {
        if (++stream.silentTicks <= TICKS) continue;
        stream.silentTicks = 0;
        stream.onSilence();
      }
    },
    (periodSeconds * 1000) / TICKS,
  );
  timer.unref();
  return {
    add: (stream) => streams.add(stream),
    delete: (stream) => streams.delete(stream),
    stop: () => clearInterval(timer),
  };
}

/** Ends when the answer does; cancelling it makes the reader leave. `greet` begins it with a heartbeat. */
export function answerStream(
  reader: AnswerReader,
  heartbeats: Heartbeats,
  greet = false,
): ReadableStream<Uint8Array> {
  /** There once the client wants more than it has been given. */
  let waiting: ReadableStreamDefaultController<Uint8Array> | undefined;
  const pulse: Pulse = {
    silentTicks: 0,
    onSilence: () => {
      if (waiting) give(heartbeat);
    },
  };
  heartbeats.add(pulse);

  return new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        waiting = controller;
        if (greet) {
          greet = false;
          give(heartbeat);
        } else {
          deliver();
        }
      },
      cancel: leave,
    },
    { highWaterMark: 0 },
  );

  /** Gives what has come, or ends where nothing will; does so later where there is nothing yet. */
  function deliver(): void {
    if (!waiting) return;
    const bytes = reader.take();
    if (bytes) give(bytes);
    else if (!reader.isOver()) reader.onMore(deliver);
    else {
      const controller = waiting;
      leave();
      controller.close();
    }
  }

  function give(bytes: Uint8Array): void {
    const controller = waiting!;
    waiting = undefined;
    pulse.silentTicks = 0;
    controller.enqueue(bytes);
  }

  function leave(): void {
    waiting = undefined;
    heartbeats.delete(pulse);
    reader.leave();
  }
}
