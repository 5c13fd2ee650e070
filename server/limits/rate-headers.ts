// What a client is told about its limits.
// https://datatracker.ietf.org/doc/draft-ietf-httpapi-ratelimit-headers/

import { retryAfterSeconds } from '../errors.ts';
import { HEADERS } from '../protocol.ts';
import type { Decision } from './limiter.ts';

export interface Policies {
  /** 0: this client is not limited. */
  readonly clientRequestsPerMinute: number;
  /** For how long the widget waits between two questions. */
  readonly cooldownSeconds: number;
}

/** `RateLimit-Policy` always, `RateLimit` where this client was counted, `Retry-After` where it must wait. */
export function rateLimitHeaders(policies: Policies, decision?: Decision): Record<string, string> {
  const client = `"client";q=${policies.clientRequestsPerMinute};w=60, `;
  const headers: Record<string, string> = {
    [HEADERS.rateLimitPolicy]: `${policies.clientRequestsPerMinute > 0 ? client : ''}"cooldown";q=1;w=${policies.cooldownSeconds}`,
  };
  if (!decision) return headers;
  const untilMoreMs = decision.remaining > 0 ? decision.resetAfterMs : decision.retryAfterMs;
  headers[HEADERS.rateLimit] = `"client";r=${decision.remaining};t=${Math.ceil(untilMoreMs / 1000)}`;
  if (!decision.allowed) headers[HEADERS.retryAfter] = String(retryAfterSeconds(decision.retryAfterMs));
  return headers;
}
