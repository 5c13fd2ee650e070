// What went wrong upstream, as a failure of ours. The provider's own words stop here: they name the
// model, the host, the project and sometimes part of the key. Only codes and identifiers go on, as the
// cause for the log.

import { asChatError, ChatError, type ChatErrorOptions, retryAfterSeconds } from '../errors.ts';
import type { FailureCode } from '../protocol.ts';
import { fieldsOf, itemsOf } from './gemini-wire.ts';

/** Which of the provider's quotas was used up. */
export type Quota = 'minute' | 'day';

interface ProviderFailureOptions extends ChatErrorOptions {
  readonly quota?: Quota | undefined;
  readonly retryInMs?: number | undefined;
}

export class ProviderFailure extends ChatError {
  readonly quota: Quota | undefined;
  /** Milliseconds until one more try may help, where one may; only before the first event. */
  readonly retryInMs: number | undefined;

  constructor(code: FailureCode, { quota, retryInMs, ...options }: ProviderFailureOptions = {}) {
    super(code, options);
    this.quota = quota;
    this.retryInMs = retryInMs;
  }
}

/** The cause of a failure in identifiers only. */
export class UpstreamError extends Error {
  override readonly name = 'UpstreamError';
}

export const DETAILS = {
  notSetUp: 'The answering service is not set up.',
  busy: 'Too many questions are being asked at the moment.',
  dayUsedUp: 'All questions of this day have been asked.',
  refused: 'The answering service refused the request.',
  overloaded: 'The answering service is overloaded.',
  trouble: 'The answering service had a problem.',
  tooLate: 'The answering service took too long.',
  cutOff: 'The answer was cut off.',
  nothing: 'The answering service gave no answer.',
  noRoom: 'The answer ran out of room before its first word.',
} as const;

const DEFAULT_RETRY_SECONDS = 30;
/** A visitor waits this long for a second try, not longer. */
const MAX_RETRY_WAIT_MS = 3_000;
const RETRY_SOON_MS = 300;

interface Row {
  readonly code: FailureCode;
  readonly details: string;
  /** The wait before a second try where the provider names none; absent: no second try without its word. */
  readonly retryInMs?: number;
}

const ROWS: Readonly<Record<number, Row>> = {
  400: { code: 'service-error', details: DETAILS.refused },
  401: { code: 'not-configured', details: DETAILS.notSetUp },
  403: { code: 'not-configured', details: DETAILS.notSetUp },
  404: { code: 'not-configured', details: DETAILS.notSetUp },
  429: { code: 'rate-limited', details: DETAILS.busy },
  499: { code: 'service-error', details: DETAILS.cutOff },
  500: { code: 'service-error', details: DETAILS.trouble, retryInMs: RETRY_SOON_MS },
  502: { code: 'service-error', details: DETAILS.trouble, retryInMs: RETRY_SOON_MS },
  503: { code: 'service-error', details: DETAILS.overloaded, retryInMs: 1_000 },
  504: { code: 'service-error', details: DETAILS.tooLate, retryInMs: RETRY_SOON_MS },
};

/** Where an error has no number: https://github.com/googleapis/googleapis/blob/master/google/rpc/code.proto */
const STATUS_OF: Readonly<Record<string, number>> = {
  INVALID_ARGUMENT: 400,
  FAILED_PRECONDITION: 400,
  OUT_OF_RANGE: 400,
  UNAUTHENTICATED: 401,
  PERMISSION_DENIED: 403,
  NOT_FOUND: 404,
  RESOURCE_EXHAUSTED: 429,
  CANCELLED: 499,
  UNKNOWN: 500,
  INTERNAL: 500,
  UNAVAILABLE: 503,
  DEADLINE_EXCEEDED: 504,
};

/** The failure behind anything thrown while an answer was opened or read. */
export function failureOf(error: unknown, response?: Response, now = new Date()): ChatError {
  if (error instanceof ChatError) return error;
  const httpStatus = statusIn(error) ?? (response && !response.ok ? response.status : undefined);
  const reported = error instanceof Error ? readError(error.message) : undefined;
  if (reported || httpStatus !== undefined) {
    return upstreamFailure(reported ?? {}, httpStatus, response?.headers, now);
  }
  if (error instanceof SyntaxError) return malformed();
  if (!(error instanceof Error)) return asChatError(error);
  const ofTheNetwork = error instanceof TypeError || ('code' in error && typeof error.code === 'string');
  return new ProviderFailure('service-error', {
    details: DETAILS.trouble,
    retryInMs: ofTheNetwork ? RETRY_SOON_MS : undefined,
    cause: error,
  });
}

/** The failure a stream reports of itself, after its headers said 200; undefined where the text holds none. */
export function failureIn(text: string, now = new Date()): ChatError | undefined {
  const reported = readError(text);
  return reported && upstreamFailure(reported, undefined, undefined, now);
}

/** An event that cannot be read. Its text stays out of the log. */
export function malformed(): ChatError {
  return failed(DETAILS.trouble, 'an event could not be read');
}

/** A failure that nobody reported: the stream was not what an answer should be. */
export function failed(details: string, cause: string): ChatError {
  return new ProviderFailure('service-error', { details, cause: new UpstreamError(cause) });
}

function upstreamFailure(
  reported: ReportedError,
  httpStatus: number | undefined,
  headers: Headers | undefined,
  now: Date,
): ChatError {
  const status = reported.code ?? STATUS_OF[reported.status ?? ''] ?? httpStatus ?? 500;
  const findings = readDetails(reported.details);
  const cause = new UpstreamError(
    [status, reported.status, ...findings.reasons, ...findings.quotaIds, ...findings.fields]
      .filter((word) => word !== undefined)
      .join(' '),
  );
  const hintMs = findings.retryDelayMs ?? retryAfterMs(headers, now);
  const row = rowOf(status, reported.status, findings.reasons);

  if (row.code === 'rate-limited') {
    const quota = findings.quotaIds.some((id) => /per_?day/i.test(id)) ? 'day' : 'minute';
    const seconds =
      quota === 'day'
        ? secondsToPacificMidnight(now)
        : hintMs === undefined
          ? DEFAULT_RETRY_SECONDS
          : retryAfterSeconds(hintMs);
    return new ProviderFailure(row.code, {
      details: quota === 'day' ? DETAILS.dayUsedUp : row.details,
      retryAfterSeconds: seconds,
      quota,
      retryInMs: quota === 'day' ? undefined : soon(hintMs),
      cause,
    });
  }
  const { code, details, retryInMs } = row;
  return new ProviderFailure(code, {
    details,
    retryInMs: retryInMs === undefined ? undefined : soon(hintMs ?? retryInMs),
    cause,
  });
}

function rowOf(status: number, name: string | undefined, reasons: readonly string[]): Row {
  // A wrong key is a 400 here, and so is a country or a project this service is not open to.
  const notSetUp = reasons.includes('API_KEY_INVALID') || name === 'FAILED_PRECONDITION';
  if (status === 400 && notSetUp) return ROWS[401]!;
  return ROWS[status] ?? (status < 500 ? ROWS[400]! : ROWS[500]!);
}

function soon(ms: number | undefined): number | undefined {
  return ms !== undefined && ms <= MAX_RETRY_WAIT_MS ? ms : undefined;
}

// ─── Reading what was reported ───────────────────────────────────────────────────────────────────

interface ReportedError {
  readonly code?: number;
  readonly status?: string;
  readonly details?: unknown;
}

/**
 * The error inside a text: `{"error": …}`, perhaps in an array, perhaps after `data: ` or the SDK's own
 * words, and perhaps wrapped once more, with the true one as text in its `message`.
 */
function readError(text: string, depth = 0): ReportedError | undefined {
  const start = text.search(/[[{]/);
  if (start < 0 || depth > 3) return undefined;
  const outer = parse(text.slice(start));
  const { error } = fieldsOf(Array.isArray(outer) ? outer[0] : outer);
  if (typeof error !== 'object' || error === null) return undefined;
  const { code, status, details, message } = fieldsOf(error);
  const inner = typeof message === 'string' ? readError(message, depth + 1) : undefined;
  return (
    inner ?? {
      ...(isErrorStatus(code) ? { code } : {}),
      ...(typeof status === 'string' && /^[A-Z_]{1,40}$/.test(status) ? { status } : {}),
      details,
    }
  );
}

interface Findings {
  readonly reasons: readonly string[];
  readonly quotaIds: readonly string[];
  readonly fields: readonly string[];
  readonly retryDelayMs: number | undefined;
}

/** https://github.com/googleapis/googleapis/blob/master/google/rpc/error_details.proto */
function readDetails(details: unknown): Findings {
  const reasons: string[] = [];
  const quotaIds: string[] = [];
  const fields: string[] = [];
  let retryDelayMs: number | undefined;
  for (const detail of itemsOf(details)) {
    const { reason, retryDelay, violations, fieldViolations } = fieldsOf(detail);
    if (isIdentifier(reason)) reasons.push(reason);
    const seconds = typeof retryDelay === 'string' ? /^(\d+(?:\.\d+)?)s$/.exec(retryDelay)?.[1] : undefined;
    if (seconds !== undefined) retryDelayMs = Number(seconds) * 1000;
    for (const violation of itemsOf(violations)) {
      const { quotaId } = fieldsOf(violation);
      if (isIdentifier(quotaId)) quotaIds.push(quotaId);
    }
    for (const violation of itemsOf(fieldViolations)) {
      const { field } = fieldsOf(violation);
      if (isIdentifier(field)) fields.push(field);
    }
  }
  return { reasons, quotaIds, fields, retryDelayMs };
}

function retryAfterMs(headers: Headers | undefined, now: Date): number | undefined {
  const value = headers?.get('retry-after');
  if (!value) return undefined;
  const ms = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - now.getTime();
  return Number.isFinite(ms) ? Math.max(0, ms) : undefined;
}

function statusIn(error: unknown): number | undefined {
  const status = error instanceof Error && 'status' in error ? error.status : undefined;
  return isErrorStatus(status) ? status : undefined;
}

function isErrorStatus(value: unknown): value is number {
  return typeof value === 'number' && value >= 400 && value < 600;
}

function isIdentifier(value: unknown): value is string {
  return typeof value === 'string' && /^[\w.[\]-]{1,100}$/.test(value);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

// ─── The provider's day ──────────────────────────────────────────────────────────────────────────

const DAY_SECONDS = 86_400;
const pacificClock = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'America/Los_Angeles',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
});

/** Quotas by the day start anew at midnight Pacific time. https://ai.google.dev/gemini-api/docs/rate-limits */
export function secondsToPacificMidnight(now: Date): number {
  const seconds = DAY_SECONDS - pacificSeconds(now);
  // On the two days a year whose clock changes, the first guess misses midnight by the hour.
  const missed = pacificSeconds(new Date(now.getTime() + seconds * 1000));
  return missed > DAY_SECONDS / 2 ? seconds + DAY_SECONDS - missed : Math.max(1, seconds - missed);
}

function pacificSeconds(at: Date): number {
  const [hours = 0, minutes = 0, seconds = 0] = pacificClock.format(at).split(':').map(Number);
  return hours * 3600 + minutes * 60 + seconds;
}
