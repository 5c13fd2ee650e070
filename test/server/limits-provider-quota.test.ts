import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { createProviderQuota, QUOTA_WINDOW_MS } from '../../server/limits/provider-quota.ts';

function clockAt(milliseconds: number) {
  const clock = () => clock.now;
  clock.now = milliseconds;
  return clock;
}

test('of a thousand calls at once exactly fifteen are granted, and fifteen more a minute later', async () => {
  const clock = clockAt(0);
  const quota = createProviderQuota(15, clock);
  expect((await quota.take(1_000)).granted).toBe(15);
  clock.now = 60_000;
  expect((await quota.take(1_000)).granted).toBe(0);
  clock.now = QUOTA_WINDOW_MS;
  expect((await quota.take(1_000)).granted).toBe(15);
});

test('who waits is told the time of his own place, round after round', async () => {
  const clock = clockAt(0);
  const quota = createProviderQuota(2, clock);
  await quota.take(1);
  clock.now = 10_000;
  await quota.take(1);
  clock.now = 20_000;
  const { waitsMs } = await quota.take(4);
  expect(waitsMs).toEqual([
    QUOTA_WINDOW_MS - 20_000,
    QUOTA_WINDOW_MS - 10_000,
    2 * QUOTA_WINDOW_MS - 20_000,
    2 * QUOTA_WINDOW_MS - 10_000,
  ]);
});

test('a hold lets nobody in until it has passed, however many places are free', async () => {
  const clock = clockAt(0);
  const quota = createProviderQuota(15, clock);
  await quota.hold(31_000);
  expect(await quota.take(2)).toEqual({ granted: 0, waitsMs: [31_000, 31_000] });
  await quota.hold(1_000);
  clock.now = 30_999;
  expect((await quota.take(1)).granted).toBe(0);
  clock.now = 31_000;
  expect((await quota.take(1)).granted).toBe(1);
});

test('a hold counts also where no quota is set', async () => {
  const clock = clockAt(0);
  const quota = createProviderQuota(0, clock);
  expect((await quota.take(500)).granted).toBe(500);
  await quota.hold(5_000);
  expect(await quota.take(1)).toEqual({ granted: 0, waitsMs: [5_000] });
});

test('no window of a minute ever sees one call more, and each wait ends when it was said to end', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 20 }),
      fc.array(
        fc.record({ gap: fc.integer({ min: 0, max: 30_000 }), wanted: fc.integer({ min: 1, max: 30 }) }),
        {
          minLength: 1,
          maxLength: 80,
        },
      ),
      async (requests, steps) => {
        const clock = clockAt(0);
        const quota = createProviderQuota(requests, clock);
        const calls: number[] = [];
        for (const { gap, wanted } of steps) {
          clock.now += gap;
          const { granted, waitsMs } = await quota.take(wanted);
          for (let call = 0; call < granted; call++) calls.push(clock.now);
          expect(granted + waitsMs.length).toBe(wanted);
          expect(waitsMs).toEqual([...waitsMs].sort((a, b) => a - b));
          if (waitsMs.length === 0) continue;
          clock.now += waitsMs[0]! - 1;
          expect((await quota.take(1)).granted).toBe(0);
          clock.now += 1;
          expect((await quota.take(1)).granted).toBe(1);
          calls.push(clock.now);
        }
        for (const [index, at] of calls.entries()) {
          const withinMinute = calls.slice(index).filter((other) => other - at < 60_000);
          expect(withinMinute.length).toBeLessThanOrEqual(requests);
        }
      },
    ),
    { numRuns: 200 },
  );
});

test('a place taken alone counts like any other, and is not had where there is none', async () => {
  const clock = clockAt(0);
  const quota = createProviderQuota(2, clock);
  expect(quota.takeOne?.()).toBe(true);
  expect((await quota.take(2)).granted).toBe(1);
  expect(quota.takeOne?.()).toBe(false);
  clock.now = QUOTA_WINDOW_MS;
  await quota.hold(1_000);
  expect(quota.takeOne?.()).toBe(false);
  clock.now += 1_000;
  expect(quota.takeOne?.()).toBe(true);
});
