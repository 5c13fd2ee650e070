// The provider's stream as events: bytes in, parsed events out, as many at a time as one network read
// brought. Reads server-sent events, with LF or CRLF, cut anywhere.

import { DETAILS, failed, failureIn, malformed } from './gemini-errors.ts';
import { type Fields, joined } from './gemini-wire.ts';

/** One parsed event. Nothing is promised about its fields. */
export type WireEvent = Fields;

/** An event, or what stands between events, longer than this many characters is no answer. */
const MAX_EVENT_LENGTH = 4 * 1024 * 1024;

/** An answer on its way: the body as it comes, or events that somebody has already parsed. */
export type EventStream = ReadableStream<Uint8Array> | AsyncIterable<object>;

/** Takes the events of one network read; false says that no more are wanted. */
export type TakeEvents = (events: readonly WireEvent[]) => boolean;

/**
 * Reads a stream to its end, or until `take` wants no more, and then gives its connection up. What came
 * before a failure is handed over before it is thrown.
 *
 * @throws ChatError for an event that cannot be read.
 */
export async function readEvents(stream: EventStream, take: TakeEvents): Promise<void> {
  if (!(stream instanceof ReadableStream)) {
    for await (const event of stream) if (!take([event as WireEvent])) return;
    return;
  }
  const reader = stream.getReader();
  const decoder = new EventDecoder();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      const events = done ? decoder.end() : decoder.decode(value);
      if (events.length > 0 && !take(events)) return;
      if (decoder.failure) throw decoder.failure;
      if (done) return;
    }
  } finally {
    reader.cancel().catch(() => {});
  }
}

/** Bytes → events. Never throws: after a failure, which it keeps, it gives no more events. */
export class EventDecoder {
  failure: Error | undefined;
  readonly #utf8 = new TextDecoder();
  /** The line that has not ended, the event that has not ended, and lines that belong to no event. */
  #line = '';
  #data = '';
  #stray = '';

  decode(bytes: Uint8Array): WireEvent[] {
    return this.#take(this.#utf8.decode(bytes, { stream: true }));
  }

  end(): WireEvent[] {
    if (this.failure) return [];
    const events = this.#take(`${this.#utf8.decode()}\n\n`);
    if (this.failure) this.failure = failed(DETAILS.cutOff, 'the stream ended inside an event');
    else if (this.#stray !== '') this.failure = failureIn(this.#stray) ?? malformed();
    return events;
  }

  #take(text: string): WireEvent[] {
    const events: WireEvent[] = [];
    let from = 0;
    // Only new text is searched, so a line in a thousand pieces costs no more than in one.
    for (let to = text.indexOf('\n'); to >= 0 && !this.failure; to = text.indexOf('\n', from)) {
      this.#readLine(joined(this.#line, text.slice(from, to)), events);
      this.#line = '';
      from = to + 1;
    }
    this.#line = joined(this.#line, from === 0 ? text : text.slice(from));
    if (this.#line.length + this.#data.length + this.#stray.length > MAX_EVENT_LENGTH) {
      this.failure ??= malformed();
    }
    return events;
  }

  #readLine(lineWithReturn: string, events: WireEvent[]): void {
    const line = lineWithReturn.endsWith('\r') ? lineWithReturn.slice(0, -1) : lineWithReturn;
    if (line.startsWith('data:')) {
      this.#data = this.#data === '' ? line.slice(5) : `${this.#data}\n${line.slice(5)}`;
    } else if (line === '') {
      if (this.#data !== '') this.#readData(events);
    } else if (!/^(:|event:|id:|retry:)/.test(line)) {
      // The service has been seen to end a stream with a bare error, pretty-printed, that is no event.
      this.#stray += `${line}\n`;
    }
  }

  #readData(events: WireEvent[]): void {
    try {
      const event: unknown = JSON.parse(this.#data);
      if (typeof event === 'object' && event !== null) events.push(event as WireEvent);
      else this.failure = malformed();
    } catch {
      this.failure = malformed();
    }
    this.#data = '';
  }
}
