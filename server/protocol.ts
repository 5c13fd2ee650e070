// The wire between widget and server: path, limits, messages, stream events, error bodies.
// Both sides import this file, so nothing here may need Bun, Node or a DOM.

import { count, flag, list, object, oneOf, type Shaped, text } from './shapes.ts';

export const CHAT_PATH = '/api/chat';

/** Lengths in UTF-16 code units unless the name says otherwise. */
export const LIMITS = {
  maxBodyBytes: 512 * 1024,
  maxMessages: 40,
  /** Of the question itself; a contract address in front of it does not count. */
  maxQuestionLength: 8_000,
  /** An answer of 8,000 tokens, the longest the settings guide names, is shorter in any script. */
  maxAnswerLength: 64_000,
  maxAddressLength: 200,
} as const;

export const HEADERS = {
  answerId: 'x-answer-id',
  rateLimit: 'ratelimit',
  rateLimitPolicy: 'ratelimit-policy',
  retryAfter: 'retry-after',
} as const;

// ─── Messages ────────────────────────────────────────────────────────────────────────────────────

export const roles = ['user', 'assistant'] as const;
export type Role = (typeof roles)[number];

export interface Message {
  readonly role: Role;
  readonly content: string;
}

export interface ChatRequest {
  readonly messages: readonly Message[];
}

const ADDRESS_LINE = /^\[Contract Address: ([^\]\r\n]*)\]\r?\n\r?\n/;

const NETWORK_LINE = /\n\n\[Network: ([a-z0-9-]{1,40})\]$/;

/**
 * The content of a first question about one contract: the address line, a blank line, the question;
 * where the visitor or the page has named the network, a blank line and its id behind them.
 */
export function withAddress(address: string, question: string, network?: string): string {
  const line = network === undefined ? '' : `\n\n[Network: ${network}]`;
  return `[Contract Address: ${address}]\n\n${question}${line}`;
}

/** A question taken apart; address and network are absent where its content does not begin with the line. */
export interface SplitQuestion {
  readonly address?: string;
  readonly network?: string;
  readonly question: string;
}

export function splitAddress(content: string): SplitQuestion {
  const line = content.startsWith('[') && ADDRESS_LINE.exec(content);
  if (!line) return { question: content };
  const rest = content.slice(line[0].length);
  const network = NETWORK_LINE.exec(rest);
  return {
    address: (line[1] ?? '').trim(),
    question: network ? rest.slice(0, network.index) : rest,
    ...(network?.[1] !== undefined && { network: network[1] }),
  };
}

// ─── Stream events ───────────────────────────────────────────────────────────────────────────────

export const finishReasons = ['stop', 'length', 'content-filter', 'tool-calls'] as const;
export type FinishReason = (typeof finishReasons)[number];

export const pageStatuses = ['read', 'failed', 'paywall', 'unsafe'] as const;

/** A page the answer rests on. `url` is http or https; `domain` is what a reader is shown. */
export const Source = object({ url: text, title: text, domain: text });
export type Source = Shaped<typeof Source>;

/** `end` is a UTF-16 offset into the whole answer; `sources` are indices into the list of sources. */
export const Citation = object({ end: count, sources: list(count) });
export type Citation = Shaped<typeof Citation>;

/** A page the oracle tried to open, and what came of it. */
export const Page = object({ url: text, status: oneOf(pageStatuses) });
export type Page = Shaped<typeof Page>;

/** What the search provider's terms ask to be shown: its own markup, and the queries in plain words. */
export const SearchSuggestions = object({ queries: list(text) }, { html: text });
export type SearchSuggestions = Shaped<typeof SearchSuggestions>;

export const Usage = object({ inputTokens: count, outputTokens: count });
export type Usage = Shaped<typeof Usage>;

/** The last event of an answer that ended. `answeredAt` is ISO 8601 in UTC. */
export const AnswerEnd = object(
  {
    // A reason that nobody has listed yet is an end all the same.
    finishReason: (value): FinishReason | undefined =>
      oneOf(finishReasons)(value) ?? (typeof value === 'string' ? 'stop' : undefined),
  },
  {
    usage: Usage,
    sources: list(Source),
    citations: list(Citation),
    /** An empty list says that no page was opened. */
    pages: list(Page),
    searchSuggestions: SearchSuggestions,
    answeredAt: text,
    /** The answer outgrew what one answer may hold, and was cut. */
    truncated: flag,
  },
);
export type AnswerEnd = Shaped<typeof AnswerEnd>;

/** Every failure on the wire has this body, as JSON or as the payload of an `e` event. */
export const ErrorBody = object({ error: text }, { details: text });
export type ErrorBody = Shaped<typeof ErrorBody>;

export type StreamEvent =
  | { readonly code: '0'; readonly text: string }
  | { readonly code: 'd'; readonly end: AnswerEnd }
  | { readonly code: 'e'; readonly failure: ErrorBody };

/** Writes one event as the line of the stream and its blank line. */
export function encodeEvent(event: StreamEvent): string {
  return `data: ${event.code}:${JSON.stringify(payload(event))}\n\n`;
}

function payload(event: StreamEvent): unknown {
  switch (event.code) {
    case '0':
      return event.text;
    case 'd':
      return event.end;
    case 'e':
      return event.failure;
    default:
      return event satisfies never;
  }
}

/** Keeps a silent stream open; concatenates to nothing. */
export const HEARTBEAT = /* @__PURE__ */ encodeEvent({ code: '0', text: '' });

/** Reads the text after `data: `; undefined when it is no event of this protocol. */
export function decodeEvent(data: string): StreamEvent | undefined {
  let value: unknown;
  try {
    value = JSON.parse(data.slice(2));
  } catch {
    return undefined;
  }
  switch (data.slice(0, 2)) {
    case '0:':
      return typeof value === 'string' ? { code: '0', text: value } : undefined;
    case 'd:': {
      const end = AnswerEnd(value);
      return end && { code: 'd', end };
    }
    case 'e:': {
      const failure = ErrorBody(value);
      return failure && { code: 'e', failure };
    }
    default:
      return undefined;
  }
}

// ─── Failures ────────────────────────────────────────────────────────────────────────────────────

export const failureCodes = [
  'invalid-request',
  'not-configured',
  'rate-limited',
  'service-error',
  'origin-not-allowed',
  'not-found',
  'method-not-allowed',
  'body-too-large',
] as const;
export type FailureCode = (typeof failureCodes)[number];

/** The `error` text of each failure; the first four are fixed by the service's interface. */
export const ERROR_TEXT: Readonly<Record<FailureCode, string>> = {
  'invalid-request': 'Invalid request format',
  'not-configured': 'API key not configured',
  'rate-limited': 'Rate limit exceeded',
  'service-error': 'AI service error',
  'origin-not-allowed': 'Origin not allowed',
  'not-found': 'Not found',
  'method-not-allowed': 'Method not allowed',
  'body-too-large': 'Request body too large',
};

/** `details` of an answer that ran out of time; a client may tell it from other service errors. */
export const TIME_UP_DETAILS = 'The time for one answer was up.';
