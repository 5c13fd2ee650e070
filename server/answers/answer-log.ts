// An answer as an append-only log: written once, followed by any number of readers from any point,
// each at its own pace. Backpressure, resume, fan-out and single flight are this one mechanism.

import { type ChatError, errorBody } from '../errors.ts';
import { type AnswerEnd, encodeEvent, LIMITS, type StreamEvent } from '../protocol.ts';

/** How an answer ended: with its closing event, or with a failure. */
export type Outcome =
  | { readonly name: 'ended'; readonly end: AnswerEnd }
  | { readonly name: 'failed'; readonly error: ChatError };

/** Follows one answer, at its own pace. */
export interface AnswerReader {
  /** Encoded events that have come since the last call, in one piece; undefined when there are none. */
  take(): Uint8Array | undefined;
  /** True once there is nothing more to take, now or later. */
  isOver(): boolean;
  /** Calls once, when there may be something to take or the reader is over; replaces an earlier wish. */
  onMore(call: () => void): void;
  /** Resolves to what there is to take, as soon as there is; undefined after the last. */
  next(): Promise<Uint8Array | undefined>;
  /** The reader goes; a pending `next` resolves to undefined. Safe to call twice. */
  leave(): void;
}

/** A reader that knows where it is. */
export interface LogReader extends AnswerReader {
  charactersRead(): number;
}

/** One write at most this large, so that a late reader does not get a whole answer in one buffer. */
const MAX_WRITE_BYTES = 64 * 1024;

const encoder = new TextEncoder();
const encode = (event: StreamEvent) => encoder.encode(encodeEvent(event));

export class AnswerLog {
  /** Encoded events; each is made once, however many read it. */
  readonly #events: Uint8Array[] = [];
  /** For each text event, how many characters of the answer lie before it. */
  readonly #starts: number[] = [];
  #waiting: (() => void)[] = [];
  #characters = 0;
  #bytes = 0;
  #outcome: Outcome | undefined;

  constructor(readonly id: string) {}

  /** Characters (UTF-16 code units) of text so far. */
  get characters(): number {
    return this.#characters;
  }

  get bytes(): number {
    return this.#bytes;
  }

  get outcome(): Outcome | undefined {
    return this.#outcome;
  }

  /** True once a client may be told 200: there is text, or the answer ended well without any. */
  get started(): boolean {
    return this.#events.length > 0;
  }

  /** Adds text. False when the answer is over, or this text made it outgrow what one answer may hold. */
  append(text: string): boolean {
    if (this.#outcome) return false;
    if (text === '') return true;
    const room = LIMITS.maxAnswerLength - this.#characters;
    const kept = text.length > room ? text.slice(0, room) : text;
    this.#starts.push(this.#characters);
    this.#characters += kept.length;
    this.#push(encode({ code: '0', text: kept }));
    if (kept.length === text.length) return true;
    this.end({ finishReason: 'length', truncated: true, answeredAt: new Date().toISOString() });
    return false;
  }

  end(end: AnswerEnd): void {
    if (this.#outcome) return;
    this.#outcome = { name: 'ended', end };
    this.#push(encode({ code: 'd', end }));
  }

  fail(error: ChatError): void {
    if (this.#outcome) return;
    this.#outcome = { name: 'failed', error };
    // Before the first event there is nobody to tell by event: the failure becomes the response.
    if (this.#events.length > 0) this.#push(encode({ code: 'e', failure: errorBody(error) }));
    else this.#wake();
  }

  /** Resolves when the answer has its first event or has failed. */
  async opened(): Promise<void> {
    while (!this.started && !this.#outcome) await new Promise<void>((wake) => this.#waiting.push(wake));
  }

  /** Resolves to false once nothing more will come. */
  async ended(): Promise<false> {
    while (!this.#outcome) await new Promise<void>((wake) => this.#waiting.push(wake));
    return false;
  }

  /**
   * Follows the answer from a number of characters on, also from where it has not come to yet; the
   * closing event always comes. `onLeave` is called once, when the reader leaves.
   */
  read(after = 0, onLeave: () => void = () => {}): LogReader {
    let position = 0;
    let hasLeft = false;
    let more: (() => void) | undefined;
    const wake = () => {
      const call = more;
      more = undefined;
      call?.();
    };

    const reader: LogReader = {
      take: () => {
        if (hasLeft) return undefined;
        while (position < this.#starts.length && this.#startAfter(position) <= after) position++;
        const first = this.#events[position];
        if (!first) return undefined;
        const start = this.#starts[position++] ?? after;
        const batch = [start < after ? cutEvent(first, after - start) : first];
        let bytes = batch[0]!.length;
        for (let event = this.#events[position]; event; event = this.#events[position]) {
          if (bytes + event.length > MAX_WRITE_BYTES) break;
          batch.push(event);
          bytes += event.length;
          position++;
        }
        return batch.length === 1 ? batch[0]! : joined(batch, bytes);
      },
      isOver: () => hasLeft || (this.#outcome !== undefined && position >= this.#events.length),
      onMore: (call) => {
        if (!more) this.#waiting.push(wake);
        more = call;
      },
      next: async () => {
        for (;;) {
          const bytes = reader.take();
          if (bytes || reader.isOver()) return bytes;
          await new Promise<void>(reader.onMore);
        }
      },
      leave: () => {
        if (hasLeft) return;
        hasLeft = true;
        const at = this.#waiting.indexOf(wake);
        if (at >= 0) this.#waiting.splice(at, 1);
        wake();
        onLeave();
      },
      charactersRead: () => Math.max(after, this.#starts[position] ?? this.#characters),
    };
    return reader;
  }

  #startAfter(position: number): number {
    return this.#starts[position + 1] ?? this.#characters;
  }

  #push(event: Uint8Array): void {
    this.#events.push(event);
    this.#bytes += event.length;
    this.#wake();
  }

  #wake(): void {
    if (this.#waiting.length === 0) return;
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const wake of waiting) wake();
  }
}

/** A text event without its first characters. */
function cutEvent(event: Uint8Array, characters: number): Uint8Array {
  const line = new TextDecoder().decode(event);
  const text: string = JSON.parse(line.slice('data: 0:'.length));
  return encode({ code: '0', text: text.slice(characters) });
}

function joined(parts: readonly Uint8Array[], bytes: number): Uint8Array {
  const whole = new Uint8Array(bytes);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
