import { afterEach, expect, test } from 'bun:test';
import { readConfig } from '../../server/config.ts';
import { type RunningServer, startServer } from '../../server/serve.ts';
import { quotaError, refuses, type StandIn, says, startGeminiStandIn } from '../support/gemini-stand-in.ts';
import { load } from '../support/load-client.ts';
import { describeWithRedis } from '../support/redis.ts';
import { allEvents, textOf } from '../support/server.ts';

const closing: (() => void | Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

function standIn(): StandIn {
  const upstream = startGeminiStandIn(says('The supply ', 'is fixed.'));
  closing.push(() => upstream.stop());
  return upstream;
}

async function serverFor(upstream: StandIn, settings: Record<string, string> = {}): Promise<RunningServer> {
  const config = readConfig({
    GEMINI_API_KEY: 'test-key-of-no-one',
    PROVIDER_BASE_URL: upstream.url,
    PROVIDER_REQUESTS_PER_MINUTE: '15',
    CLIENT_REQUESTS_PER_MINUTE: '0',
    HOST: '127.0.0.1',
    PORT: '0',
    LOG_LEVEL: 'silent',
    ...settings,
  });
  const server = await startServer(config);
  closing.push(() => server.stop());
  return server;
}

function ask(
  server: RunningServer,
  content: string,
  headers: Record<string, string> = {},
): Promise<Response> {
  return fetch(`${server.url}/api/chat`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ messages: [{ role: 'user', content }] }),
  });
}

interface Tally {
  readonly answers: string[];
  readonly retryAfter: number[];
}

/** Asks so many different questions, 200 at a time, of each server in turn. */
async function askDifferently(servers: readonly RunningServer[], questions: number): Promise<Tally> {
  const tally: Tally = { answers: [], retryAfter: [] };
  for (let first = 0; first < questions; first += 200) {
    await Promise.all(
      Array.from({ length: 200 }, async (_, place) => {
        const number = first + place;
        const response = await ask(servers[number % servers.length]!, `What about token number ${number}?`);
        if (response.status === 200) tally.answers.push(textOf(await allEvents(response)));
        else {
          expect(response.status).toBe(429);
          expect(await response.json()).toMatchObject({ error: 'Rate limit exceeded' });
          tally.retryAfter.push(Number(response.headers.get('retry-after')));
        }
      }),
    );
  }
  return tally;
}

test('a thousand visitors with the same question cost one call and get a thousand answers', async () => {
  const upstream = standIn();
  const server = await serverFor(upstream);
  const body = JSON.stringify({ messages: [{ role: 'user', content: 'Is the liquidity locked?' }] });
  const result = await load({
    port: Number(new URL(server.url).port),
    request: `POST /api/chat HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
    streams: 1_000,
    atOnce: 1_000,
    perSecond: 0,
    beginsWith: 'The supply',
    endsWith: 'data: d:',
    abortHalf: false,
  });
  expect(result).toMatchObject({ good: 1_000, bad: 0 });
  expect(upstream.requests).toHaveLength(1);
}, 20_000);

test('of a thousand visitors with different questions exactly fifteen are answered, and the rest are told when to come', async () => {
  const upstream = standIn();
  const server = await serverFor(upstream);
  const { answers, retryAfter } = await askDifferently([server], 1_000);
  expect(upstream.requests).toHaveLength(15);
  expect(answers).toEqual(Array<string>(15).fill('The supply is fixed.'));
  expect(retryAfter).toHaveLength(985);
  expect(Math.min(...retryAfter)).toBeGreaterThan(40);
  expect(Math.max(...retryAfter)).toBeLessThanOrEqual(61);
}, 20_000);

test('what the provider refuses once nobody asks again until it said so', async () => {
  const upstream = standIn();
  const server = await serverFor(upstream, { PROVIDER_REQUESTS_PER_MINUTE: '0' });
  upstream.answer(refuses(quotaError('31s')));
  const first = await ask(server, 'one');
  expect([first.status, first.headers.get('retry-after')]).toEqual([429, '31']);
  const second = await ask(server, 'two');
  expect([second.status, second.headers.get('retry-after')]).toEqual([429, '31']);
  expect(upstream.requests).toHaveLength(1);
});

test('a used-up day is told from a used-up minute', async () => {
  const upstream = standIn();
  const server = await serverFor(upstream);
  upstream.answer(refuses(quotaError('5s', 'PerDay')));
  const [first, second] = [await ask(server, 'one'), await ask(server, 'two')];
  const seconds = [first, second].map((response) => Number(response.headers.get('retry-after')));
  expect(Math.abs(seconds[0]! - seconds[1]!)).toBeLessThanOrEqual(1);
  // Until midnight in California, whenever this test runs.
  const night = new Date(Date.now() + seconds[0]! * 1000).toLocaleTimeString('en-GB', {
    timeZone: 'America/Los_Angeles',
  });
  expect(night).toMatch(/^(00:00|23:59)/);
  expect(await second.json()).toEqual(await first.json());
});

describeWithRedis('two instances on one Redis', (redis) => {
  test('answer exactly fifteen of four hundred different questions between them', async () => {
    const upstream = standIn();
    const settings = { REDIS_URL: redis.url };
    const servers = [await serverFor(upstream, settings), await serverFor(upstream, settings)];
    const { answers, retryAfter } = await askDifferently(servers, 400);
    expect(upstream.requests).toHaveLength(15);
    expect(answers).toHaveLength(15);
    expect(retryAfter).toHaveLength(385);
    expect(Math.min(...retryAfter)).toBeGreaterThan(40);
  }, 20_000);

  test('resume the answers of each other', async () => {
    const upstream = standIn();
    const settings = { REDIS_URL: redis.url, PROVIDER_REQUESTS_PER_MINUTE: '0' };
    const [one, other] = [await serverFor(upstream, settings), await serverFor(upstream, settings)];
    const answer = await ask(one!, 'Is it fixed?');
    const id = answer.headers.get('x-answer-id');
    const whole = await allEvents(answer);
    const resumed = await fetch(`${other!.url}/api/chat/${id}?after=4`);
    expect(resumed.status).toBe(200);
    const rest = await allEvents(resumed);
    expect(textOf(rest)).toBe('The supply is fixed.'.slice(4));
    expect(rest.at(-1)).toEqual(whole.at(-1)!);
    expect(upstream.requests).toHaveLength(1);
  });

  test('share one answer to the same question', async () => {
    const upstream = standIn();
    const settings = { REDIS_URL: redis.url, PROVIDER_REQUESTS_PER_MINUTE: '0' };
    const servers = [await serverFor(upstream, settings), await serverFor(upstream, settings)];
    const texts = await Promise.all(
      Array.from({ length: 100 }, async (_, n) =>
        textOf(await allEvents(await ask(servers[n % 2]!, 'The same for all?'))),
      ),
    );
    expect(new Set(texts)).toEqual(new Set(['The supply is fixed.']));
    expect(upstream.requests).toHaveLength(1);
  });

  test('count one client together', async () => {
    const upstream = standIn();
    const settings = {
      REDIS_URL: redis.url,
      PROVIDER_REQUESTS_PER_MINUTE: '0',
      CLIENT_REQUESTS_PER_MINUTE: '20',
      TRUSTED_PROXIES: '1',
    };
    const servers = [await serverFor(upstream, settings), await serverFor(upstream, settings)];
    const statuses = await Promise.all(
      Array.from({ length: 60 }, async (_, n) => {
        const headers = { 'x-forwarded-for': `10.0.0.${n}, 198.51.100.7` };
        const response = await ask(servers[n % 2]!, 'Mine?', headers);
        await response.arrayBuffer();
        return response.status;
      }),
    );
    expect(statuses.filter((status) => status === 200)).toHaveLength(20);
    expect(statuses.filter((status) => status === 429)).toHaveLength(40);
  });
});
