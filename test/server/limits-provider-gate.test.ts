import { afterEach, describe, expect, test } from 'bun:test';
import { ChatError } from '../../server/errors.ts';
import { createProviderGate } from '../../server/limits/provider-gate.ts';
import { createProviderQuota, QUOTA_WINDOW_MS } from '../../server/limits/provider-quota.ts';
import type { CallGate } from '../../server/providers/provider.ts';

const open = new Set<AbortController>();
afterEach(() => {
  for (const controller of open) controller.abort();
  open.clear();
});

/** A gate whose clock runs like the real one and can be set forward. */
function gateOf(requestsPerMinute: number, maxDurationSeconds = 50) {
  let ahead = 0;
  const clock = () => performance.now() + ahead;
  const gate = createProviderGate({
    quota: createProviderQuota(requestsPerMinute, clock),
    maxDurationSeconds,
    clock,
  });
  return { gate, forward: (milliseconds: number) => (ahead += milliseconds) };
}

function enter(gate: CallGate) {
  const controller = new AbortController();
  open.add(controller);
  const visit = { name: 'waiting' as 'waiting' | 'in' | 'away', error: undefined as ChatError | undefined };
  const done = gate.enter(controller.signal).then(
    () => {
      visit.name = 'in';
    },
    (error) => {
      visit.name = 'away';
      visit.error = error;
    },
  );
  return { visit, done, leave: () => controller.abort(new Error('left')) };
}

const settled = (visits: readonly { done: Promise<void> }[]) => Promise.all(visits.map(({ done }) => done));

describe('the gate of a provider that allows fifteen calls a minute', () => {
  test('lets fifteen of a thousand in and turns the rest away at once with the time of the next place', async () => {
    const { gate } = gateOf(15);
    const visits = Array.from({ length: 1_000 }, () => enter(gate));
    await settled(visits);
    const away = visits.filter(({ visit }) => visit.name === 'away');
    expect(visits.slice(0, 15).every(({ visit }) => visit.name === 'in')).toBe(true);
    expect(away).toHaveLength(985);
    expect(new Set(away.map(({ visit }) => visit.error?.retryAfterSeconds))).toEqual(new Set([61]));
    expect(away[0]?.visit.error?.code).toBe('rate-limited');
  });

  test('keeps who will be let in soon, in the order they came', async () => {
    const { gate, forward } = gateOf(2);
    await settled([enter(gate), enter(gate)]);
    forward(QUOTA_WINDOW_MS - 60);
    const order: number[] = [];
    const visits = [1, 2, 3].map((name) => {
      const visit = enter(gate);
      void visit.done.then(() => order.push(name));
      return visit;
    });
    await settled(visits);
    // Two places come free in a moment; the third visitor learns at once that there is none for him.
    expect(order).toEqual([3, 1, 2]);
    expect(visits.map(({ visit }) => visit.name)).toEqual(['in', 'in', 'away']);
    expect(visits[2]?.visit.error?.retryAfterSeconds).toBe(61);
  });

  test('gives the place of a visitor who left to the next one', async () => {
    const { gate, forward } = gateOf(1);
    await enter(gate).done;
    forward(QUOTA_WINDOW_MS - 60);
    const first = enter(gate);
    const turnedAway = enter(gate);
    await turnedAway.done;
    expect(turnedAway.visit.name).toBe('away');
    first.leave();
    const next = enter(gate);
    await settled([first, next]);
    expect(first.visit).toMatchObject({ name: 'away', error: { code: 'service-error' } });
    expect(next.visit.name).toBe('in');
  });

  test('does not count a visitor who was gone before he came', async () => {
    const { gate } = gateOf(1);
    await expect(gate.enter(AbortSignal.abort())).rejects.toMatchObject({ code: 'service-error' });
    const next = enter(gate);
    await next.done;
    expect(next.visit.name).toBe('in');
  });
});

test('the wait is a part of the time an answer has', async () => {
  const { gate, forward } = gateOf(1, 10);
  await enter(gate).done;
  forward(QUOTA_WINDOW_MS - 3_000);
  const visitor = enter(gate);
  await visitor.done;
  expect(visitor.visit).toMatchObject({ name: 'away', error: { retryAfterSeconds: 3 } });
});

test('a refusal of the provider holds everyone back for as long as it says, in its words', async () => {
  const { gate, forward } = gateOf(0);
  await enter(gate).done;
  gate.refused(new ChatError('rate-limited', { retryAfterSeconds: 31, details: 'The day is used up.' }));
  const held = enter(gate);
  await held.done;
  expect(held.visit.error).toMatchObject({
    code: 'rate-limited',
    retryAfterSeconds: 31,
    details: 'The day is used up.',
  });
  forward(31_000);
  const after = enter(gate);
  await after.done;
  expect(after.visit.name).toBe('in');
});

test('a refusal reaches those who already wait', async () => {
  const { gate, forward } = gateOf(1);
  await enter(gate).done;
  forward(QUOTA_WINDOW_MS - 5_000);
  const waiting = enter(gate);
  await Promise.resolve();
  gate.refused(new ChatError('rate-limited', { retryAfterSeconds: 40 }));
  await waiting.done;
  expect(waiting.visit).toMatchObject({ name: 'away', error: { retryAfterSeconds: 40 } });
});

test('a visitor who is held back for a moment only comes in after it', async () => {
  const { gate, forward } = gateOf(0);
  gate.refused(new ChatError('rate-limited', { retryAfterSeconds: 5 }));
  forward(4_950);
  const visitor = enter(gate);
  await visitor.done;
  expect(visitor.visit.name).toBe('in');
});
