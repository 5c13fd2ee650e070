// A failure is a code with a cause. The code travels; the cause stays in the server's log.

import { ERROR_TEXT, type ErrorBody, type FailureCode, HEADERS } from './protocol.ts';

export const STATUS: Readonly<Record<FailureCode, number>> = {
  'invalid-request': 400,
  'not-configured': 401,
  'origin-not-allowed': 403,
  'not-found': 404,
  'method-not-allowed': 405,
  'body-too-large': 413,
  'rate-limited': 429,
  'service-error': 500,
};

export interface ChatErrorOptions {
  /** Words for the caller. Never the provider's text, a model, a host, a key or a stack. */
  readonly details?: string;
  /** Seconds until the same request is welcome; every `rate-limited` failure has one. */
  readonly retryAfterSeconds?: number;
  readonly cause?: unknown;
}

/** The one failure that leaves a handler or a provider. */
export class ChatError extends Error {
  override readonly name = 'ChatError';
  readonly details: string | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(
    readonly code: FailureCode,
    options: ChatErrorOptions = {},
  ) {
    super(ERROR_TEXT[code], options.cause === undefined ? undefined : { cause: options.cause });
    this.details = options.details;
    this.retryAfterSeconds = options.retryAfterSeconds;
  }
}

/** Any thrown value as a failure with a code; what is not one of ours is a `service-error`. */
export function asChatError(error: unknown): ChatError {
  return error instanceof ChatError ? error : new ChatError('service-error', { cause: error });
}

export function errorBody(error: ChatError): ErrorBody {
  return {
    error: ERROR_TEXT[error.code],
    ...(error.details ? { details: error.details } : {}),
  };
}

/** Whole seconds, never 0: a client that comes then is not a moment too early. */
export function retryAfterSeconds(milliseconds: number): number {
  return Math.max(1, Math.ceil(milliseconds / 1000));
}

export const NO_STORE = { 'cache-control': 'no-store' } as const;

/** A failure as the interface has it: status, JSON body, and when to come back. */
export function failure(error: ChatError): Response {
  const headers = new Headers(NO_STORE);
  if (error.retryAfterSeconds !== undefined) {
    headers.set(HEADERS.retryAfter, String(retryAfterSeconds(error.retryAfterSeconds * 1000)));
  }
  return Response.json(errorBody(error), { status: STATUS[error.code], headers });
}
