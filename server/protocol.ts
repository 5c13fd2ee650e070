// The wire between widget and server: path, limits, messages, stream events, error bodies.
// Both sides import this file, so nothing here may need Bun, Node or a DOM.

import * as v from 'valibot';

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
  const line = ADDRESS_LINE.exec(content);
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

const count = v.pipe(v.number(), v.integer(), v.minValue(0));

/** A page the answer rests on. `url` is http or https; `domain` is what a reader is shown. */
export const Source = v.object({
  url: v.string(),
  title: v.string(),
  domain: v.string(),
});
export type Source = v.InferOutput<typeof Source>;

/** `end` is a UTF-16 offset into the whole answer; `sources` are indices into the list of sources. */
export const Citation = v.object({ end: count, sources: v.array(count) });
export type Citation = v.InferOutput<typeof Citation>;

/** A page the oracle tried to open, and what came of it. */
export const Page = v.object({
  url: v.string(),
  status: v.picklist(pageStatuses),
});
export type Page = v.InferOutput<typeof Page>;

/** What the search provider's terms ask to be shown: its own markup, and the queries in plain words. */
export const SearchSuggestions = v.object({
  html: v.optional(v.string()),
  queries: v.array(v.string()),
});
export type SearchSuggestions = v.InferOutput<typeof SearchSuggestions>;

export const Usage = v.object({ inputTokens: count, outputTokens: count });
export type Usage = v.InferOutput<typeof Usage>;

/** The last event of an answer that ended. `answeredAt` is ISO 8601 in UTC. */
export const AnswerEnd = v.object({
  finishReason: v.picklist(finishReasons),
  usage: v.optional(Usage),
  sources: v.optional(v.array(Source)),
  citations: v.optional(v.array(Citation)),
  pages: v.optional(v.array(Page)),
  searchSuggestions: v.optional(SearchSuggestions),
  answeredAt: v.optional(v.string()),
  /** The answer outgrew what one answer may hold, and was cut. */
  truncated: v.optional(v.boolean()),
});
export type AnswerEnd = v.InferOutput<typeof AnswerEnd>;

/** Every failure on the wire has this body, as JSON or as the payload of an `e` event. */
export const ErrorBody = v.object({
  error: v.string(),
  details: v.optional(v.string()),
});
export type ErrorBody = v.InferOutput<typeof ErrorBody>;

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
      const end = v.safeParse(AnswerEnd, value);
      return end.success ? { code: 'd', end: end.output } : undefined;
    }
    case 'e:': {
      const failure = v.safeParse(ErrorBody, value);
      return failure.success ? { code: 'e', failure: failure.output } : undefined;
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
