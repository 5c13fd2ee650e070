// What events and properties of <crypto-oracle-chat> hold, without the packages its sources are written
// with: the head of dist/types/index.d.ts. A test holds each of them to its source.

export type Mode = 'launcher' | 'inline' | 'page';
export type Placement = 'end' | 'start';
export type Theme = 'auto' | 'light' | 'dark';
export type StorageMode = 'session' | 'local' | 'none';
export type Status = 'idle' | 'waiting' | 'writing' | 'resuming';
export type SendReason = 'question' | 'retry' | 'continue';
export type Copied = 'answer' | 'code' | 'address' | 'details' | 'conversation';

export interface Message {
  readonly role: 'user' | 'assistant';
  readonly content: string;
}

export interface Subject {
  /** The cleaned contract address, exactly as it is sent. */
  readonly address: string;
  /** A network's id, such as `ethereum`, where one is known or was chosen. */
  readonly network?: string;
}

export interface Question {
  readonly text: string;
  readonly subject?: Subject;
}

export type FailureCode =
  | 'invalid-request'
  | 'not-configured'
  | 'rate-limited'
  | 'service-error'
  | 'origin-not-allowed'
  | 'not-found'
  | 'method-not-allowed'
  | 'body-too-large'
  | 'offline'
  | 'unreachable'
  | 'timed-out'
  | 'connection-lost'
  | 'empty-answer';

export interface Failure {
  readonly code: FailureCode;
  readonly details?: string;
  /** Seconds until asking again is welcome. */
  readonly retryAfterSeconds?: number;
}

/** A page the answer rests on. */
export interface Source {
  readonly url: string;
  readonly title: string;
  readonly domain: string;
}

/** `end` is an offset into the answer's text; `sources` are indices into the list of sources. */
export interface Citation {
  readonly end: number;
  readonly sources: readonly number[];
}

/** A page the oracle tried to open, and what came of it. */
export interface Page {
  readonly url: string;
  readonly status: 'read' | 'failed' | 'paywall' | 'unsafe';
}

export interface SearchSuggestions {
  readonly html?: string;
  readonly queries: readonly string[];
}

export interface Usage {
  readonly inputTokens: number;
  readonly outputTokens: number;
}

export interface AnswerEnd {
  readonly finishReason: 'stop' | 'length' | 'content-filter' | 'tool-calls';
  readonly usage?: Usage;
  readonly sources?: readonly Source[];
  readonly citations?: readonly Citation[];
  readonly pages?: readonly Page[];
  readonly searchSuggestions?: SearchSuggestions;
  /** ISO 8601 in UTC. */
  readonly answeredAt?: string;
  /** The answer outgrew what one answer may hold, and was cut. */
  readonly truncated?: boolean;
}

export type AnswerStatus =
  | { readonly name: 'waiting' }
  | { readonly name: 'writing' }
  /** The line was lost; the answer is being continued from where it stood. */
  | { readonly name: 'resuming' }
  | { readonly name: 'finished'; readonly end: AnswerEnd }
  | { readonly name: 'stopped'; readonly afterSeconds: number }
  | { readonly name: 'failed'; readonly failure: Failure };

export interface Answer {
  /** Markdown. */
  readonly text: string;
  readonly status: AnswerStatus;
  /** Names the answer on the server. */
  readonly id?: string;
  /** The part that was there before the answer was continued, and how that part ended. */
  readonly before?: { readonly length: number; readonly end: AnswerEnd };
}

export interface Exchange {
  readonly id: string;
  readonly question: Question;
  /** Milliseconds since the epoch. */
  readonly askedAt: number;
  readonly answer: Answer;
}
