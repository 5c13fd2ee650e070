import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { createLimiter, type Decision } from '../../server/limits/limiter.ts';

const rate = { requests: 20, perSeconds: 60 };

function clockAt(milliseconds: number) {
  const clock = () => clock.now;
  clock.now = milliseconds;
  return clock;
}

async function takeMany(limiter: ReturnType<typeof createLimiter>, times: number): Promise<Decision[]> {
  return Promise.all(Array.from({ length: times }, () => limiter.take('a', rate)));
}

describe('a client', () => {
  test('may use its whole minute at once, and then is told when the next request is welcome', async () => {
    const clock = clockAt(5_000);
    const limiter = createLimiter(clock);
    const decisions = await takeMany(limiter, 21);
    expect(decisions.filter((decision) => decision.allowed)).toHaveLength(20);
    expect(decisions.map((decision) => decision.remaining).slice(0, 3)).toEqual([19, 18, 17]);
    expect(decisions[20]).toEqual({
      allowed: false,
      remaining: 0,
      retryAfterMs: 3_000,
      resetAfterMs: 60_000,
    });
  });

  test('is let in at the time it was told, and not a millisecond before', async () => {
    const clock = clockAt(0);
    const limiter = createLimiter(clock);
    await takeMany(limiter, 20);
    const { retryAfterMs } = await limiter.take('a', rate);
    clock.now += retryAfterMs - 1;
    expect((await limiter.take('a', rate)).allowed).toBe(false);
    clock.now += 1;
    expect((await limiter.take('a', rate)).allowed).toBe(true);
  });

  test('does not use up the requests of another', async () => {
    const limiter = createLimiter(clockAt(0));
    await takeMany(limiter, 30);
    expect((await limiter.take('b', rate)).remaining).toBe(19);
  });

  test('pays nothing for being refused', async () => {
    const clock = clockAt(0);
    const limiter = createLimiter(clock);
    await takeMany(limiter, 1_000);
    clock.now += 3_000;
    expect((await limiter.take('a', rate)).allowed).toBe(true);
  });
});

test('whatever comes when, a key gets its burst and then its rate, and every time it is told is true', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 60 }),
      fc.array(fc.integer({ min: 0, max: 20_000 }), { minLength: 1, maxLength: 200 }),
      async (requests, gaps) => {
        const clock = clockAt(1_000_000);
        const limiter = createLimiter(clock);
        const perSeconds = 60;
        const allowedAt: number[] = [];
        for (const gap of gaps) {
          clock.now += gap;
          const decision = await limiter.take('k', { requests, perSeconds });
          if (decision.allowed) {
            allowedAt.push(clock.now);
            continue;
          }
          expect(decision.retryAfterMs).toBeGreaterThan(0);
          expect(decision.retryAfterMs).toBeLessThanOrEqual(60_000 / requests + 1);
          clock.now += decision.retryAfterMs;
          expect((await limiter.take('k', { requests, perSeconds })).allowed).toBe(true);
          allowedAt.push(clock.now);
        }
        // GCRA: between any two moments at most the burst and what the rate adds in between.
        for (const [first, from] of allowedAt.entries()) {
          for (let last = first; last < allowedAt.length; last++) {
            const elapsed = allowedAt[last]! - from;
            expect(last - first + 1).toBeLessThanOrEqual(requests + (elapsed * requests) / 60_000 + 1e-3);
          }
        }
      },
    ),
    { numRuns: 200 },
  );
});

test('the table keeps who came last and forgets who came first', async () => {
  const limiter = createLimiter(clockAt(0), 3);
  const once = { requests: 1, perSeconds: 60 };
  for (const key of ['a', 'b', 'c', 'a', 'd']) await limiter.take(key, once);
  expect((await limiter.take('a', once)).allowed).toBe(false);
  expect((await limiter.take('d', once)).allowed).toBe(false);
  expect((await limiter.take('b', once)).allowed).toBe(true);
});
