// An answer as an append-only log: written once, followed by any number of readers from any point,
// each at its own pace. Backpressure, resume, fan-out and single flight are this one mechanism.

import { type ChatError, errorBody } from '../errors.ts';
import { type AnswerEnd, encodeEvent, LIMITS } from '../protocol.ts';

/** How an answer ended: with its closing event, or with a failure. */
export type Outcome =
  | { readonly name: 'ended'; readonly end: AnswerEnd }
  | { readonly name: 'failed'; readonly error: ChatError };

/** Follows one answer, at its own pace. */
export interface AnswerReader {
  /** What has come since the last call, as encoded events in one piece; undefined when nothing has. */
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

/** A late reader gets a long answer in writes of about this size, not in one buffer. */
const MAX_WRITE_CHARACTERS = 16 * 1024;

/** Half a character at the end of a text. */
const CUT_PAIR = /[\ud800-\udbff]$/;

const encoder = new TextEncoder();

/** The pieces `from` up to `to`, and the closing event where `isLast`. */
interface Write {
  readonly from: number;
  readonly to: number;
  readonly isLast: boolean;
  readonly bytes: Uint8Array;
}

export class AnswerLog {
  /** The text as it was appended. */
  readonly #pieces: string[] = [];
  #characters = 0;
  /** The event after the text, encoded as a line; an answer that failed before its text has none. */
  #closing: string | undefined;
  #outcome: Outcome | undefined;
  /** Each is called whenever there is something new. */
  readonly #followers = new Set<() => void>();
  /** All who follow live take the same: it is encoded once. */
  #lastWrite: Write | undefined;

  constructor(readonly id: string) {}

  /** Characters (UTF-16 code units) of text so far. */
  get characters(): number {
    return this.#characters;
  }

  get outcome(): Outcome | undefined {
    return this.#outcome;
  }

  /** True once a client may be told 200: there is text, or the answer ended well without any. */
  get started(): boolean {
    return this.#pieces.length > 0 || this.#closing !== undefined;
  }

  /** Adds text. False when the answer is over, or this text made it outgrow what one answer may hold. */
  append(text: string): boolean {
    if (this.#outcome) return false;
    if (text === '') return true;
    const room = LIMITS.maxAnswerLength - this.#characters;
    const kept = text.length > room ? text.slice(0, room).replace(CUT_PAIR, '') : text;
    if (kept !== '') {
      this.#pieces.push(kept);
      this.#characters += kept.length;
      this.#wake();
    }
    if (kept.length === text.length) return true;
    this.end({ finishReason: 'length', truncated: true, answeredAt: new Date().toISOString() });
    return false;
  }

  end(end: AnswerEnd): void {
    if (this.#outcome) return;
    this.#outcome = { name: 'ended', end };
    this.#closing = encodeEvent({ code: 'd', end });
    this.#wake();
  }

  fail(error: ChatError): void {
    if (this.#outcome) return;
    this.#outcome = { name: 'failed', error };
    // Before the first event there is nobody to tell by event: the failure becomes the response.
    if (this.started) this.#closing = encodeEvent({ code: 'e', failure: errorBody(error) });
    this.#wake();
  }

  /** Resolves when the answer has its first event or has failed. */
  opened(): Promise<void> {
    return this.#until(() => this.started || this.#outcome !== undefined);
  }

  /** Resolves to false once nothing more will come. */
  async ended(): Promise<false> {
    await this.#until(() => this.#outcome !== undefined);
    return false;
  }

  /**
   * Follows the answer from a number of characters on, also from where it has not come to yet; the
   * closing event always comes. `onLeave` is called once, when the reader leaves.
   */
  read(after = 0, onLeave: () => void = () => {}): LogReader {
    /** The next piece, and how many characters lie before it. */
    let place = 0;
    let position = 0;
    let isClosed = false;
    let hasLeft = false;
    let more: (() => void) | undefined;
    const wake = () => {
      const call = more;
      more = undefined;
      call?.();
    };

    this.#followers.add(wake);
    const reader: LogReader = {
      take: () => {
        if (hasLeft || isClosed) return undefined;
        let skip = after - position;
        for (let piece = this.#pieces[place]; piece !== undefined; piece = this.#pieces[place]) {
          if (piece.length > skip) break;
          place++;
          position += piece.length;
          skip -= piece.length;
        }
        const write = this.#write(place, Math.max(0, skip));
        if (!write) return undefined;
        for (; place < write.to; place++) position += this.#pieces[place]!.length;
        isClosed = write.isLast;
        return write.bytes;
      },
      isOver: () => hasLeft || isClosed || (this.#outcome !== undefined && this.#closing === undefined),
      onMore: (call) => {
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
        this.#followers.delete(wake);
        wake();
        onLeave();
      },
      charactersRead: () => Math.max(after, position),
    };
    return reader;
  }

  /** What there is from a piece on, without its first characters; undefined where there is nothing. */
  #write(from: number, skip: number): Write | undefined {
    const pieces = this.#pieces;
    let to = from;
    for (let length = 0; to < pieces.length && length < MAX_WRITE_CHARACTERS; to++)
      length += pieces[to]!.length;
    const isLast = to === pieces.length && this.#closing !== undefined;
    if (to === from && !isLast) return undefined;
    const last = this.#lastWrite;
    if (skip === 0 && last?.from === from && last.to === to && last.isLast === isLast) return last;
    let text = to === from + 1 ? pieces[from]! : pieces.slice(from, to).join('');
    if (skip > 0) text = text.slice(skip);
    const event = to === from ? '' : encodeEvent({ code: '0', text });
    const bytes = encoder.encode(isLast ? event + this.#closing : event);
    const write = { from, to, isLast, bytes };
    if (skip === 0 && this.#followers.size > 1) this.#lastWrite = write;
    return write;
  }

  #until(holds: () => boolean): Promise<void> {
    return new Promise((resolve) => {
      const check = () => {
        if (!holds()) return;
        this.#followers.delete(check);
        resolve();
      };
      this.#followers.add(check);
      check();
    });
  }

  #wake(): void {
    for (const wake of this.#followers) wake();
  }
}
