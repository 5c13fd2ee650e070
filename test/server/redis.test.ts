import { afterEach, expect, test } from 'bun:test';
import type { AnswerBookOptions, AnswerRecord } from '../../server/answers/answer-book.ts';
import { createRedisAnswers, type RedisAnswerBook } from '../../server/answers/redis-answers.ts';
import { ChatError } from '../../server/errors.ts';
import { createRedisLimiter, createRedisQuota } from '../../server/limits/redis-limiter.ts';
import type { Log } from '../../server/log.ts';
import type { Message } from '../../server/protocol.ts';
import { createRedisLink, type RedisLink } from '../../server/redis-link.ts';
import { endsIn, readAll, readCharacters, textIn } from '../support/answers.ts';
import { type AnswerPart, fromParts } from '../support/parts.ts';
import { describeWithRedis, type RedisServer } from '../support/redis.ts';
import { eventually, gate } from '../support/server.ts';

const closing: (() => void | Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

interface Instance {
  readonly link: RedisLink;
  readonly book: RedisAnswerBook;
  readonly records: AnswerRecord[];
  /** What was said above the level of debugging. */
  readonly logged: string[];
  triesInVain(): number;
}

type Script = () => AsyncIterable<AnswerPart>;

/** What one process would have: its own line, its own book. */
async function instance(
  server: RedisServer,
  write: Script,
  options: Partial<AnswerBookOptions> = {},
): Promise<Instance> {
  const logged: string[] = [];
  let triesInVain = 0;
  const note = (event: string) => void logged.push(event);
  const log: Log = { debug: () => triesInVain++, info: note, warn: note, error: note };
  const link = createRedisLink(server.url, log, 50);
  const records: AnswerRecord[] = [];
  const book = createRedisAnswers(link, {
    write: fromParts(write),
    maxDurationSeconds: 50,
    shareAnswersSeconds: 0,
    resumeSeconds: 10,
    maxOpenAnswers: 10_000,
    onFinished: (record) => records.push(record),
    ...options,
  });
  closing.push(async () => {
    await book.close();
    link.close();
  });
  await link.tried;
  return { link, book, records, logged, triesInVain: () => triesInVain };
}

const ask = (book: RedisAnswerBook, content = 'Is it safe?') => {
  const messages: Message[] = [{ role: 'user', content }];
  return book.open(messages, { receivedAt: performance.now(), signal: new AbortController().signal });
};

const stop = { type: 'end', end: { finishReason: 'stop' } } as const;
const nobody: Script = () => {
  throw new Error('this instance was not to write');
};

/** Pieces of every length, with characters of one to four bytes and a pair that is cut in two. */
const pieces = Array.from(
  { length: 40 },
  (_, n) => `${n}·${'żółw🐢'.slice(0, n % 7)}${'x'.repeat((n * 37) % 60)} `,
);
const whole = pieces.join('');

/** Says its pieces one at a time, each when it is told to. */
function stepwise() {
  const steps = pieces.map(() => gate());
  const write: Script = async function* () {
    for (const [index, text] of pieces.entries()) {
      await steps[index]!.opened;
      yield { type: 'text', text };
    }
    yield stop;
  };
  return {
    write,
    say: (from: number, to: number) => steps.slice(from, to).forEach(({ open }) => void open()),
  };
}

describeWithRedis('answers on Redis', (server) => {
  test('another instance resumes an answer while it is written, 100 of 100 without a gap or a double', async () => {
    const { write, say } = stepwise();
    const writer = await instance(server, write);
    const other = await instance(server, nobody);
    say(0, 1);
    const opened = await ask(writer.book);
    await readCharacters(opened.reader, 1);
    const afters = Array.from({ length: 100 }, (_, n) => Math.floor((n * whole.length) / 100));
    const resumed: Promise<string>[] = [];
    for (const [n, after] of afters.entries()) {
      say(0, Math.floor((n * pieces.length) / 100));
      let found = await other.book.resume(opened.id, after);
      await eventually('the answer has come to Redis', async () => {
        found ??= await other.book.resume(opened.id, after);
        return found !== undefined;
      });
      resumed.push(readAll(found!.reader).then((events) => `${textIn(events)}|${endsIn(events)}`));
    }
    say(0, pieces.length);
    expect(await Promise.all(resumed)).toEqual(afters.map((after) => `${whole.slice(after)}|d`));
    expect(`${textIn(await readAll(opened.reader))}`).toBe(whole.slice(pieces[0]!.length));
  });

  test('a finished answer is resumed elsewhere for as long as it is kept', async () => {
    const { write, say } = stepwise();
    const writer = await instance(server, write);
    const other = await instance(server, nobody);
    say(0, pieces.length);
    const { id, reader } = await ask(writer.book);
    await readAll(reader);
    await writer.book.copied();
    const events = await readAll((await other.book.resume(id, 100))!.reader);
    expect(textIn(events)).toBe(whole.slice(100));
    expect(endsIn(events)).toBe('d');
    expect(await other.book.resume(id, whole.length + 1)).toBeUndefined();
    expect(await other.book.resume('no-such-answer', 0)).toBeUndefined();
  });

  test('an answer whose readers have all moved to another instance is not given up', async () => {
    const { write, say } = stepwise();
    const writer = await instance(server, write, { resumeSeconds: 0 });
    const other = await instance(server, nobody);
    say(0, 3);
    const { id, reader } = await ask(writer.book);
    await readCharacters(reader, 10);
    let resumed = await other.book.resume(id, 10);
    await eventually('the answer has come to Redis', async () => {
      resumed ??= await other.book.resume(id, 10);
      return resumed !== undefined;
    });
    const text = readAll(resumed!.reader);
    reader.leave();
    // Its time of grace is over now, and the question after this one is answered after its own.
    await Bun.sleep(1);
    await writer.link.send('PING', []);
    say(3, pieces.length);
    expect(textIn(await text)).toBe(whole.slice(10));
    expect(writer.records.map(({ outcome }) => outcome)).toEqual(['ended']);
    expect(other.records).toEqual([]);
  });

  test('the identical question at two instances is one call, and both get the whole answer', async () => {
    const { write, say } = stepwise();
    const one = await instance(server, write, { shareAnswersSeconds: 60 });
    const other = await instance(server, nobody, { shareAnswersSeconds: 60 });
    say(0, 1);
    const first = await ask(one.book, 'the same');
    const second = await ask(other.book, 'the same');
    say(1, pieces.length);
    expect(textIn(await readAll(first.reader))).toBe(whole);
    const events = await readAll(second.reader);
    expect(textIn(events)).toBe(whole);
    expect(endsIn(events)).toBe('d');
  });

  test('a failure before the first event reaches whoever shares the question, and opens it again', async () => {
    const failing = gate();
    const one = await instance(
      server,
      // biome-ignore lint/correctness/useYield: it only fails
      async function* () {
        await failing.opened;
        throw new ChatError('rate-limited', { retryAfterSeconds: 31, details: 'Busy.' });
      },
      { shareAnswersSeconds: 60 },
    );
    let written = 0;
    const other = await instance(
      server,
      async function* () {
        written++;
        yield { type: 'text', text: 'now' };
        yield stop;
      },
      { shareAnswersSeconds: 60 },
    );
    const first = ask(one.book, 'failing');
    first.catch(() => {});
    await eventually('the question is claimed', async () => {
      const keys = (await one.link.send('KEYS', ['oracle:question:*'])) as string[];
      return keys.length > 0;
    });
    const second = ask(other.book, 'failing');
    second.catch(() => {});
    await eventually('the other instance follows', async () => {
      const keys = (await one.link.send('KEYS', ['oracle:followed:*'])) as string[];
      return keys.length > 0;
    });
    failing.open();
    const failure = { code: 'rate-limited', retryAfterSeconds: 31, details: 'Busy.' };
    await expect(first).rejects.toMatchObject(failure);
    await expect(second).rejects.toMatchObject(failure);
    expect(written).toBe(0);
    await one.book.copied();
    expect(textIn(await readAll((await ask(other.book, 'failing')).reader))).toBe('now');
  });

  test('a reader at the instance that writes loses nothing when Redis dies, and one elsewhere has it all when it is back', async () => {
    const { write, say } = stepwise();
    const writer = await instance(server, write);
    const other = await instance(server, nobody);
    say(0, 10);
    const { id, reader } = await ask(writer.book);
    const before = await readCharacters(reader, pieces.slice(0, 10).join('').length);
    let resumed = await other.book.resume(id, 5);
    await eventually('the answer has come to Redis', async () => {
      resumed ??= await other.book.resume(id, 5);
      return resumed !== undefined;
    });
    const there = await readCharacters(resumed!.reader, before.length - 5);
    await server.kill();
    say(10, 20);
    const meanwhile = await readCharacters(reader, pieces.slice(10, 20).join('').length);
    expect(before + meanwhile).toBe(pieces.slice(0, 20).join(''));
    await eventually('both have noticed', () => !writer.link.isUp && !other.link.isUp);
    await server.start();
    await eventually('both are back', () => writer.link.isUp && other.link.isUp);
    say(20, pieces.length);
    const events = await readAll(reader);
    expect(before + meanwhile + textIn(events)).toBe(whole);
    expect(there + textIn(await readAll(resumed!.reader))).toBe(whole.slice(5));
    await writer.book.copied();
    const late = await instance(server, nobody);
    expect(textIn(await readAll((await late.book.resume(id, 7))!.reader))).toBe(whole.slice(7));
    expect(writer.logged).toEqual(['redis-away', 'redis-back']);
  });

  test('an answer is followed at once though others that are followed are silent', async () => {
    const { write, say } = stepwise();
    const writer = await instance(server, write);
    const other = await instance(server, nobody);
    say(0, 1);
    const [silent, asked] = await Promise.all([ask(writer.book, 'silent'), ask(writer.book, 'asked')]);
    await eventually('both have come to Redis', async () => {
      const keys = [silent, asked].map(({ id }) => `oracle:answer:${id}`);
      return (await other.link.send('EXISTS', keys)) === 2;
    });
    const first = (await other.book.resume(silent!.id, 0))!.reader;
    await readCharacters(first, pieces[0]!.length);
    // The one line waits for the silent answer now.
    const second = (await other.book.resume(asked!.id, 0))!.reader;
    expect(await readCharacters(second, pieces[0]!.length)).toBe(pieces[0]!);
  }, 4_000);

  test('the answer of an instance that dies ends with a failure elsewhere, not never', async () => {
    const { write, say } = stepwise();
    const writer = await instance(server, write);
    const other = await instance(server, nobody);
    say(0, 5);
    const { id, reader } = await ask(writer.book);
    await readCharacters(reader, 10);
    let resumed = await other.book.resume(id, 0);
    await eventually('the answer has come to Redis', async () => {
      resumed ??= await other.book.resume(id, 0);
      return resumed !== undefined;
    });
    const said = pieces.slice(0, 5).join('');
    expect(await readCharacters(resumed!.reader, said.length)).toBe(said);
    // What a crash leaves behind: a stream without an end, and no sign of life.
    writer.link.close();
    await other.link.send('DEL', [`oracle:alive:${writer.link.instance}`]);
    const events = await readAll(resumed!.reader);
    expect(`${textIn(events)}|${endsIn(events)}`).toBe('|e');
  }, 15_000);
});

describeWithRedis('limits on Redis', (server) => {
  test('of 400 simultaneous calls at two instances exactly fifteen are granted', async () => {
    const one = await instance(server, nobody);
    const other = await instance(server, nobody);
    const quotas = [one, other].map(({ link }) => createRedisQuota(link, 'model', 15));
    const places = await Promise.all(Array.from({ length: 400 }, (_, n) => quotas[n % 2]!.take(1)));
    expect(places.reduce((sum, { granted }) => sum + granted, 0)).toBe(15);
    for (const { granted, waitsMs } of places) {
      if (granted === 0) expect(waitsMs[0]).toBeGreaterThan(58_000);
    }
  });

  test('the quota holds through the death and the empty return of Redis', async () => {
    const { link } = await instance(server, nobody);
    const quota = createRedisQuota(link, 'lost', 15);
    expect((await quota.take(6)).granted).toBe(6);
    await server.kill();
    await eventually('it has been noticed', () => !link.isUp);
    expect((await quota.take(4)).granted).toBe(4);
    await server.start();
    await eventually('it is back', () => link.isUp);
    expect((await quota.take(100)).granted).toBe(5);
  });

  test('a hold that one instance was told of holds the other too', async () => {
    const one = await instance(server, nobody);
    const other = await instance(server, nobody);
    await createRedisQuota(one.link, 'held', 0).hold(31_000);
    const { granted, waitsMs } = await createRedisQuota(other.link, 'held', 0).take(2);
    expect(granted).toBe(0);
    expect(Math.round(waitsMs[0]! / 1_000)).toBe(31);
    expect(waitsMs).toHaveLength(2);
  });

  test('a client has one minute over all instances, and is told the truth about it', async () => {
    const one = await instance(server, nobody);
    const other = await instance(server, nobody);
    const limiters = [one, other].map(({ link }) => createRedisLimiter(link));
    const rate = { requests: 20, perSeconds: 60 };
    const decisions = await Promise.all(
      Array.from({ length: 60 }, (_, n) => limiters[n % 2]!.take('client:a', rate)),
    );
    expect(decisions.filter(({ allowed }) => allowed)).toHaveLength(20);
    for (const { allowed, retryAfterMs, remaining } of decisions) {
      if (allowed) continue;
      expect(remaining).toBe(0);
      expect(retryAfterMs).toBeGreaterThan(2_000);
      expect(retryAfterMs).toBeLessThanOrEqual(3_000);
    }
  });

  test('a client is let in again when it was told, by the clock of Redis', async () => {
    const { link } = await instance(server, nobody);
    const limiter = createRedisLimiter(link);
    const rate = { requests: 10, perSeconds: 1 };
    const decisions = await Promise.all(Array.from({ length: 11 }, () => limiter.take('soon', rate)));
    const { allowed, retryAfterMs } = decisions[10]!;
    expect(allowed).toBe(false);
    await Bun.sleep(retryAfterMs);
    expect((await limiter.take('soon', rate)).allowed).toBe(true);
  });
});

describeWithRedis('a Redis that is away', (server) => {
  test('is not waited for, and is spoken of once', async () => {
    const { link, book, logged, triesInVain } = await instance(server, async function* () {
      yield { type: 'text', text: 'from memory' };
      yield stop;
    });
    const limiter = createRedisLimiter(link);
    server.freeze();
    // The one that finds out pays a quarter of a second; nobody after it.
    const rate = { requests: 2, perSeconds: 60 };
    const decisions = [await limiter.take('frozen', rate)];
    expect(link.isUp).toBe(false);
    const started = performance.now();
    for (let n = 0; n < 50; n++) decisions.push(await limiter.take('frozen', rate));
    expect(decisions.filter(({ allowed }) => allowed)).toHaveLength(2);
    expect(textIn(await readAll((await ask(book)).reader))).toBe('from memory');
    expect(await book.resume('no-such-answer', 0)).toBeUndefined();
    // Each would have been a quarter of a second.
    expect(performance.now() - started).toBeLessThan(2_000);
    await eventually('it was tried again', () => triesInVain() > 2);
    expect(logged).toEqual(['redis-away']);
    server.thaw();
    await eventually('it is back', () => link.isUp);
    expect(logged).toEqual(['redis-away', 'redis-back']);
  });

  test('does not keep the server from starting', async () => {
    await server.kill();
    const { link, book } = await instance(server, async function* () {
      yield { type: 'text', text: 'alone' };
      yield stop;
    });
    expect(link.isUp).toBe(false);
    expect(textIn(await readAll((await ask(book)).reader))).toBe('alone');
    await server.start();
    await eventually('it is there', () => link.isUp);
  });

  test('lets a question that waits for another instance be answered here', async () => {
    const silent = gate();
    const one = await instance(
      server,
      async function* () {
        await silent.opened;
        yield stop;
      },
      { shareAnswersSeconds: 60 },
    );
    const other = await instance(
      server,
      async function* () {
        yield { type: 'text', text: 'here' };
        yield stop;
      },
      { shareAnswersSeconds: 60 },
    );
    const first = ask(one.book, 'waiting');
    await eventually('the question is claimed', async () => {
      const keys = (await one.link.send('KEYS', ['oracle:question:*'])) as string[];
      return keys.length > 0;
    });
    const second = ask(other.book, 'waiting');
    await eventually('the other instance follows', async () => {
      const keys = (await one.link.send('KEYS', ['oracle:followed:*'])) as string[];
      return keys.length > 0;
    });
    await server.kill();
    expect(textIn(await readAll((await second).reader))).toBe('here');
    silent.open();
    await first;
    await server.start();
  });
});
