// The limits of several instances together, on Redis or Valkey: one script each, by the server's own
// clock. While it is away, each instance goes on from its own memory.

import { type RedisLink, script } from '../redis-link.ts';
import { createLimiter, decide, type Limiter } from './limiter.ts';
import { CallLog, type Places, type ProviderQuota, QUOTA_WINDOW_MS, waitsBehind } from './provider-quota.ts';

const NOW = `
local time = redis.call('TIME')
local now = time[1] * 1000 + time[2] / 1000`;

/** `gcra` in Lua: 1 or 0, and how far the stored time is ahead, in milliseconds. */
const takeScript = script(`${NOW}
local interval, window = tonumber(ARGV[1]), tonumber(ARGV[2])
local at = tonumber(redis.call('GET', KEYS[1]) or '0')
local arrival = math.min(math.max(at, now), now + window)
if arrival + interval - window > now + interval * 1e-6 then
  return { 0, string.format('%.3f', arrival - now) }
end
arrival = arrival + interval
redis.call('SET', KEYS[1], string.format('%.3f', arrival), 'PX', math.ceil(arrival - now))
return { 1, string.format('%.3f', arrival - now) }`);

/** Each key's limit, counted over all instances; by this instance alone while Redis is away. */
export function createRedisLimiter(link: RedisLink, fallback: Limiter = createLimiter()): Limiter {
  return {
    async take(key, rate) {
      const window = rate.perSeconds * 1000;
      try {
        const reply = await link.run(takeScript, [`oracle:limit:${key}`], [window / rate.requests, window]);
        const [allowed, ahead] = reply as [number, string];
        return decide(allowed === 1, Number(ahead), rate);
      } catch {
        return fallback.take(key, rate);
      }
    },
  };
}

/**
 * `CallLog` in Lua. Grants at most ARGV[3] of ARGV[4] wanted places; answers how many, for how long all
 * are held back, and when each of the next places is free, all in milliseconds from now.
 */
const quotaScript = script(`${NOW}
now = math.floor(now)
local calls, hold = KEYS[1], KEYS[2]
local requests, window = tonumber(ARGV[1]), tonumber(ARGV[2])
local held = math.max(0, redis.call('PTTL', hold))
local oldest = redis.call('LINDEX', calls, 0)
while oldest and oldest + window <= now do
  redis.call('LPOP', calls)
  oldest = redis.call('LINDEX', calls, 0)
end
local granted = 0
if held == 0 then
  granted = tonumber(ARGV[3])
  if requests > 0 then
    granted = math.min(granted, requests - redis.call('LLEN', calls))
    for _ = 1, granted do redis.call('RPUSH', calls, now) end
    if granted > 0 then redis.call('PEXPIRE', calls, window) end
  end
end
local waits = {}
if ARGV[4] - granted > 0 then
  for place, time in ipairs(redis.call('LRANGE', calls, 0, -1)) do waits[place] = time + window - now end
end
return { granted, held, waits }`);

const holdScript = script(`
if redis.call('PTTL', KEYS[1]) < tonumber(ARGV[1]) then redis.call('SET', KEYS[1], '1', 'PX', ARGV[1]) end`);

/**
 * The provider's quota over all instances. What this instance took is in its own log too: the quota holds
 * for it when Redis goes away, and when it comes back empty.
 */
export function createRedisQuota(
  link: RedisLink,
  name: string,
  requestsPerMinute: number,
  clock: () => number = () => performance.now(),
): ProviderQuota {
  const calls = new CallLog(requestsPerMinute);
  const keys = [`oracle:calls:${name}`, `oracle:hold:${name}`];

  async function takeTogether(wanted: number, most: number): Promise<Places> {
    const args = [requestsPerMinute, QUOTA_WINDOW_MS, most, wanted];
    const reply = await link.run(quotaScript, keys, args);
    const [granted, held, lastCalls] = reply as [number, number, number[]];
    calls.note(granted, clock());
    return { granted, waitsMs: waitsBehind(wanted - granted, lastCalls, requestsPerMinute, held) };
  }

  function takeAlone(wanted: number): Places {
    const now = clock();
    const granted = Math.min(wanted, calls.free(now));
    calls.note(granted, now);
    return { granted, waitsMs: calls.waits(wanted - granted, now) };
  }

  return {
    async take(wanted) {
      const most = Math.min(wanted, calls.free(clock()));
      if (most === 0 || !link.isUp) return takeAlone(wanted);
      return takeTogether(wanted, most).catch(() => takeAlone(wanted));
    },
    async hold(milliseconds) {
      calls.hold(clock() + milliseconds);
      await link.run(holdScript, keys.slice(1), [Math.ceil(milliseconds)]).catch(() => {});
    },
  };
}
