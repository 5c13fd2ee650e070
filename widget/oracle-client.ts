// Asks the server and takes a lost answer up again. Nothing is thrown: every failure leaves as an event.

import type { Message, StreamEvent } from '../server/protocol.ts';
import { CHAT_PATH, decodeEvent, ErrorBody, HEADERS } from '../server/protocol.ts';
import type { Failure, FailureCode } from './conversation.ts';
import { toFailure } from './conversation.ts';
import { createSseDecoder } from './sse-decoder.ts';

export type ClientEvent =
  /** The server has begun to answer. */
  | {
      readonly type: 'opened';
      readonly answerId?: string;
      /** Seconds the server wants between two questions. */
      readonly cooldownSeconds?: number;
    }
  | { readonly type: 'event'; readonly event: StreamEvent }
  /** Always the last one. */
  | { readonly type: 'failed'; readonly failure: Failure };

/**
 * Events that arrived together come together, so that one render shows them. The last one is a `d` or
 * `e` event or `failed`; an abort ends the answer without any.
 */
export type ClientEvents = AsyncIterable<readonly ClientEvent[]>;

export interface OracleClient {
  ask(messages: readonly Message[], signal: AbortSignal): ClientEvents;
  /** `after`: characters (UTF-16 code units) of the answer that have arrived. */
  resume(answerId: string, after: number, signal: AbortSignal): ClientEvents;
}

export interface OracleClientOptions {
  /** Where the server is, with or without a path; empty for the page's own origin. */
  apiUrl(): string;
  fetch?: (url: string, init: RequestInit) => Promise<Response>;
  /** How long the server may take to begin an answer. It ends a request after 50 s unless set otherwise. */
  openSeconds?: number;
  /** How long a line may say nothing. The server's heartbeat comes every 5 s. */
  silenceSeconds?: number;
  /** How long one answer may take; the longest any hosting plan allows is 900 s. */
  answerSeconds?: number;
}

export function createOracleClient({
  apiUrl,
  fetch = (url, init) => globalThis.fetch(url, init),
  openSeconds = 60,
  silenceSeconds = 20,
  answerSeconds = 960,
}: OracleClientOptions): OracleClient {
  async function* request(path: string, init: RequestInit, signal: AbortSignal): ClientEvents {
    if (signal.aborted) return;
    const controller = new AbortController();
    const abort = () => controller.abort();
    signal.addEventListener('abort', abort);
    let gaveUp: FailureCode | undefined;
    const giveUpAfter = (seconds: number, code: FailureCode) =>
      setTimeout(() => {
        gaveUp = code;
        abort();
      }, seconds * 1000);

    const answerTimer = giveUpAfter(answerSeconds, 'timed-out');
    let timer = giveUpAfter(openSeconds, 'timed-out');
    let isOpen = false;
    try {
      const response = await fetch(apiUrl().replace(/\/*$/, '') + path, {
        ...init,
        signal: controller.signal,
        cache: 'no-store',
        credentials: 'omit',
        // A question goes to the address the page names, and the page's path to nobody.
        redirect: 'error',
        referrerPolicy: 'strict-origin',
      });
      if (!response.ok || !isEventStream(response)) {
        yield [{ type: 'failed', failure: await refusal(response) }];
        return;
      }
      isOpen = true;
      yield [openedBy(response.headers)];

      const decoder = createSseDecoder();
      const reader = response.body!.getReader();
      for (let done = false; !done; ) {
        clearTimeout(timer);
        timer = giveUpAfter(silenceSeconds, 'connection-lost');
        const read = await reader.read();
        ({ done } = read);
        const events = (read.done ? decoder.end() : decoder.push(read.value)).flatMap(readEvent);
        const last = events.findIndex((event) => event.code !== '0');
        const batch = last < 0 ? events : events.slice(0, last + 1);
        if (signal.aborted) return;
        if (batch.length) yield batch.map((event) => ({ type: 'event', event }));
        if (last >= 0) return;
      }
      yield [{ type: 'failed', failure: { code: 'connection-lost' } }];
    } catch {
      if (signal.aborted) return;
      const code = gaveUp ?? (isOpen ? 'connection-lost' : unreachable());
      yield [{ type: 'failed', failure: { code } }];
    } finally {
      clearTimeout(timer);
      clearTimeout(answerTimer);
      signal.removeEventListener('abort', abort);
      // Whoever stops listening closes the line.
      abort();
    }
  }

  return {
    ask: (messages, signal) =>
      request(
        CHAT_PATH,
        {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ messages }),
        },
        signal,
      ),
    resume: (answerId, after, signal) =>
      request(`${CHAT_PATH}/${encodeURIComponent(answerId)}?after=${after}`, {}, signal),
  };
}

function isEventStream({ headers, body }: Response): boolean {
  return body !== null && /^text\/event-stream\b/i.test(headers.get('content-type') ?? '');
}

function openedBy(headers: Headers): ClientEvent {
  const answerId = headers.get(HEADERS.answerId);
  const seconds = /"cooldown"[^,]*;\s*w=(\d+)/.exec(headers.get(HEADERS.rateLimitPolicy) ?? '')?.[1];
  return {
    type: 'opened',
    ...(answerId ? { answerId } : {}),
    ...(seconds ? { cooldownSeconds: Number(seconds) } : {}),
  };
}

/** An event this version does not know is passed over; an `e` it cannot read is a failure all the same. */
function readEvent(data: string): StreamEvent[] {
  const event = decodeEvent(data);
  if (event) return [event];
  return data.startsWith('e:') ? [{ code: 'e', failure: { error: '' } }] : [];
}

const CODE_BY_STATUS: Readonly<Record<number, FailureCode>> = {
  400: 'invalid-request',
  413: 'body-too-large',
  429: 'rate-limited',
  504: 'timed-out',
};

/** Why the server did not answer: in its own words where it is ours, by its status where a proxy speaks. */
async function refusal(response: Response): Promise<Failure> {
  const { status, headers } = response;
  const byStatus = CODE_BY_STATUS[status] ?? (status < 500 ? 'unreachable' : 'service-error');
  const body = ErrorBody(await response.json().catch(() => undefined));
  const retryAfterSeconds = secondsUntil(headers.get(HEADERS.retryAfter));
  return {
    ...(body ? toFailure(body, byStatus) : { code: byStatus }),
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
  };
}

/** `Retry-After` is a number of seconds or a date: RFC 9110, section 10.2.3. */
function secondsUntil(retryAfter: string | null): number | undefined {
  if (!retryAfter) return undefined;
  const seconds = /^\d+$/.test(retryAfter)
    ? Number(retryAfter)
    : (Date.parse(retryAfter) - Date.now()) / 1000;
  return Number.isNaN(seconds) ? undefined : Math.max(1, Math.ceil(seconds));
}

function unreachable(): FailureCode {
  return navigator.onLine === false ? 'offline' : 'unreachable';
}
