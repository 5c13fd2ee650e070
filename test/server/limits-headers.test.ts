import { expect, test } from 'bun:test';
import { retryAfterSeconds } from '../../server/errors.ts';
import { rateLimitHeaders } from '../../server/limits/rate-headers.ts';

const policies = { clientRequestsPerMinute: 20, cooldownSeconds: 50 };

test('an allowed request is told its policies and what is left', () => {
  const decision = { allowed: true, remaining: 3, retryAfterMs: 0, resetAfterMs: 50_001 };
  expect(rateLimitHeaders(policies, decision)).toEqual({
    'ratelimit-policy': '"client";q=20;w=60, "cooldown";q=1;w=50',
    ratelimit: '"client";r=3;t=51',
  });
});

test('a refused request is told when to come again', () => {
  const decision = { allowed: false, remaining: 0, retryAfterMs: 2_400, resetAfterMs: 60_000 };
  expect(rateLimitHeaders(policies, decision)).toMatchObject({
    ratelimit: '"client";r=0;t=3',
    'retry-after': '3',
  });
});

test('without a limit for clients only the cooldown is told', () => {
  expect(rateLimitHeaders({ ...policies, clientRequestsPerMinute: 0 })).toEqual({
    'ratelimit-policy': '"cooldown";q=1;w=50',
  });
});

test('the time to wait is in whole seconds, never too short and never none', () => {
  expect([0, 1, 999, 1_000, 1_001].map(retryAfterSeconds)).toEqual([1, 1, 1, 1, 2]);
});
