// The book of several instances on one Redis or Valkey: any of them serves and resumes any answer.
//
// Each answer is written in the log of one process, as without Redis, and copied from there to a stream;
// so a Redis that dies takes nothing from readers at that process, and one that comes back empty gets the
// whole answer again. An instance that is asked for an answer of another follows its stream into a log of
// its own. Entries are numbered by the character they end at, so whatever comes twice is known by it.

import { ChatError } from '../errors.ts';
import {
  type AnswerEnd,
  decodeEvent,
  ERROR_TEXT,
  type FailureCode,
  failureCodes,
  type Message,
} from '../protocol.ts';
import type { TakeText } from '../providers/provider.ts';
import { aliveKey, RedisAway, type RedisLink, script } from '../redis-link.ts';
import {
  type AnswerBook,
  type AnswerBookOptions,
  type AnswerTask,
  createAnswerBook,
  type OpenedAnswer,
  questionKey,
} from './answer-book.ts';
import type { AnswerLog } from './answer-log.ts';
import { createStreamTails, type StreamEntry } from './redis-tails.ts';

export interface RedisAnswerBook extends AnswerBook {
  /** Resolves when all that was written so far is on Redis, or Redis is away. */
  copied(): Promise<void>;
}

const decoder = new TextDecoder();

const answerKey = (id: string) => `oracle:answer:${id}`;
const questionKeyOf = (messages: readonly Message[]) => `oracle:question:${questionKey(messages)}`;
const followedKey = (id: string) => `oracle:followed:${id}`;

/** A follower says so this often, and is believed for so long. */
const FOLLOW_TICK_MS = 1_000;
const FOLLOWED_MS = 6_000;

/** An answer's stream outlives the answer by this much more than its readers were promised. */
const SPARE_MS = 5_000;

/** Who writes the answer to a question: "instance id", taken over from an instance that has died. */
const claimScript = script(`
local owner = redis.call('GET', KEYS[1])
if owner and redis.call('EXISTS', 'oracle:alive:' .. string.match(owner, '^%S+')) == 1 then return owner end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
return false`);

const releaseScript = script(`if redis.call('GET', KEYS[1]) == ARGV[1] then redis.call('DEL', KEYS[1]) end`);

export function createRedisAnswers(link: RedisLink, options: AnswerBookOptions): RedisAnswerBook {
  const { maxDurationSeconds, shareAnswersSeconds, resumeSeconds } = options;
  const tails = createStreamTails(link);
  const copying = new Set<Promise<void>>();
  /** The claim of each answer that is written here for a shared question. */
  const claims = new Map<string, string>();

  const book = createAnswerBook({
    ...options,
    write,
    onOpened: (log) => {
      const done = copy(log).finally(() => copying.delete(done));
      copying.add(done);
    },
    isFollowed: (id) =>
      link.send('EXISTS', [followedKey(id)]).then(
        (count) => count === 1,
        () => false,
      ),
  });

  // ─── Writing ───────────────────────────────────────────────────────────────────────────────────

  /** The answer of another instance where one is writing it already; our own otherwise. */
  async function write(task: AnswerTask, take: TakeText): Promise<AnswerEnd | undefined> {
    const { id, messages, signal } = task;
    const owner = shareAnswersSeconds > 0 ? await claim(questionKeyOf(messages), id, signal) : undefined;
    if (owner) {
      let hasBegun = false;
      try {
        return await follow(owner, signal, { isPatient: false }, (text) => {
          hasBegun = true;
          return take(text);
        });
      } catch (error) {
        if (hasBegun || !(error instanceof StreamLost || error instanceof RedisAway)) throw error;
      }
    }
    return options.write(task, take);
  }

  async function claim(key: string, id: string, signal: AbortSignal): Promise<Writer | undefined> {
    try {
      const value = `${link.instance} ${id}`;
      const owner = await link.run(claimScript, [key], [value, shareAnswersSeconds * 1000]);
      if (typeof owner === 'string') {
        const [instance = '', answerId = ''] = owner.split(' ');
        return { instance, id: answerId };
      }
      claims.set(id, key);
      if (signal.aborted) await release(id);
    } catch {
      // Without Redis each instance writes its own.
    }
    return undefined;
  }

  /** Copies a log to its stream as it grows, as often as it takes. */
  async function copy(log: AnswerLog): Promise<void> {
    let position = 0;
    // Once the answer is over and Redis away, nobody will look for it there in time.
    while (link.isUp || (!log.outcome && (await Promise.race([link.whenUp(), log.ended()])))) {
      try {
        await copyFrom(log, position);
        break;
      } catch (error) {
        if (!(error instanceof RedisAway)) break;
        // It may have lost all, a part or nothing, and says where it is when it is back.
        if (await link.whenUp()) position = await copiedUpTo(log.id).catch(() => 0);
      }
    }
    claims.delete(log.id);
  }

  async function copyFrom(log: AnswerLog, position: number): Promise<void> {
    const key = answerKey(log.id);
    const reader = log.read(position);
    let from = position;
    let isFirst = true;
    try {
      for (let bytes = await reader.next(); bytes; bytes = await reader.next()) {
        const to = reader.charactersRead();
        const fields = ['from', from, 'events', decoder.decode(bytes), 'by', link.instance];
        await add(key, entryId(to, reader.isOver()), fields);
        if (isFirst)
          await link.send('PEXPIRE', [key, (maxDurationSeconds + resumeSeconds) * 1000 + SPARE_MS]);
        isFirst = false;
        from = to;
      }
    } finally {
      reader.leave();
    }
    const { outcome } = log;
    if (outcome?.name === 'failed') await release(log.id);
    if (outcome?.name === 'failed' && !log.started) {
      const { code, details = '', retryAfterSeconds = '' } = outcome.error;
      const fields = ['from', 0, 'failure', code, 'details', details, 'retry', retryAfterSeconds];
      await add(key, entryId(0, true), [...fields, 'by', link.instance]);
    }
    const keepSeconds = Math.max(resumeSeconds, shareAnswersSeconds);
    await link.send('PEXPIRE', [key, keepSeconds * 1000 + SPARE_MS]);
  }

  async function add(key: string, id: string, fields: readonly (string | number)[]): Promise<void> {
    try {
      await link.send('XADD', [key, id, ...fields]);
    } catch (error) {
      // What was sent before the line broke did arrive.
      if (!(error instanceof Error && error.message.includes('equal or smaller'))) throw error;
    }
  }

  async function copiedUpTo(id: string): Promise<number> {
    const [last] = (await link.send('XREVRANGE', [answerKey(id), '+', '-', 'COUNT', 1])) as StreamEntry[];
    return last ? charactersUpTo(last) : 0;
  }

  /** A question whose answer failed is open again. */
  async function release(id: string): Promise<void> {
    const key = claims.get(id);
    if (key) await link.run(releaseScript, [key], [`${link.instance} ${id}`]);
  }

  // ─── Following ─────────────────────────────────────────────────────────────────────────────────

  /** Brings an answer that another instance writes, for as long as that instance lives. */
  async function follow(
    writer: Writer,
    signal: AbortSignal,
    options: { readonly isPatient: boolean },
    take: TakeText,
  ): Promise<AnswerEnd | undefined> {
    const tail = tails.follow(answerKey(writer.id), signal, options);
    let missed = 0;
    const check = async () => {
      link.send('SET', [followedKey(writer.id), '1', 'PX', FOLLOWED_MS]).catch(() => {});
      const count = await link.send('EXISTS', [aliveKey(writer.instance)]).catch(() => undefined);
      // After a restart of Redis a living instance needs a moment to say that it lives.
      missed = count === 0 ? missed + 1 : 0;
      if (missed > 2) tail.fail(new StreamLost());
    };
    const timer = setInterval(() => void check(), FOLLOW_TICK_MS);
    void check();
    let characters = 0;
    try {
      for await (const entry of tail.entries()) {
        const { from, events, failure } = fieldsOf(entry);
        if (failure) throw failure;
        if (from > characters) throw new StreamLost();
        let at = from;
        for (const line of events.split('\n\n')) {
          const event = decodeEvent(line.slice('data: '.length));
          if (event?.code === '0') {
            const fresh = event.text.slice(Math.max(0, characters - at));
            at += event.text.length;
            if (fresh === '') continue;
            characters = at;
            if (!take(fresh)) return undefined;
          } else if (event?.code === 'd') {
            return event.end;
          } else if (event?.code === 'e') {
            throw failureOf(event.failure.error, event.failure.details);
          }
        }
      }
      return undefined;
    } finally {
      clearInterval(timer);
      tail.stop();
    }
  }

  async function resume(id: string, after: number): Promise<OpenedAnswer | undefined> {
    const here = await book.resume(id, after);
    if (here) return here;
    try {
      const [found, copied] = await Promise.all([
        link.send('XRANGE', [answerKey(id), '-', '+', 'COUNT', 1]),
        link.send('XREVRANGE', [answerKey(id), '+', '-', 'COUNT', 1]),
      ]);
      const [first] = found as StreamEntry[];
      const [last] = copied as StreamEntry[];
      if (!first || !last) return undefined;
      const { from, by, failure } = fieldsOf(first);
      if (from > 0 || failure) return undefined;
      if (isClosing(last) && after > charactersUpTo(last)) return undefined;
      // Before the writer's own patience ends it must know that somebody is here.
      await link.send('SET', [followedKey(id), '1', 'PX', FOLLOWED_MS]);
      const writer = { instance: by, id };
      return book.follow(id, after, (signal, take) => follow(writer, signal, { isPatient: true }, take));
    } catch (error) {
      if (error instanceof ChatError) throw error;
      return undefined;
    }
  }

  return {
    open: book.open,
    resume,
    get openAnswers() {
      return book.openAnswers;
    },
    async copied() {
      await Promise.all(copying);
    },
    async close() {
      await book.close();
      tails.close();
      await Promise.all(copying);
    },
  };
}

interface Writer {
  readonly instance: string;
  readonly id: string;
}

/** The stream has gone, has a gap, or its writer has died. */
class StreamLost extends ChatError {
  constructor() {
    super('service-error', { details: 'The answer broke off.' });
  }
}

/** By the character it ends at; the closing event, which adds none, comes after the text that ends there. */
function entryId(characters: number, isLast: boolean): string {
  return `${characters}-${isLast ? 1 : 0}`;
}

const charactersUpTo = ([id]: StreamEntry) => Number.parseInt(id, 10);
const isClosing = ([id]: StreamEntry) => id.endsWith('-1');

interface EntryFields {
  readonly from: number;
  readonly events: string;
  readonly by: string;
  readonly failure: ChatError | undefined;
}

function fieldsOf([, list]: StreamEntry): EntryFields {
  const fields = new Map<string, string>();
  for (let at = 0; at + 1 < list.length; at += 2) fields.set(list[at]!, list[at + 1]!);
  const code = failureCodes.find((name) => name === fields.get('failure'));
  const details = fields.get('details');
  const retry = fields.get('retry');
  return {
    from: Number(fields.get('from')),
    events: fields.get('events') ?? '',
    by: fields.get('by') ?? '',
    failure: code && newFailure(code, details, retry ? Number(retry) : undefined),
  };
}

function newFailure(code: FailureCode, details?: string, retryAfterSeconds?: number): ChatError {
  return new ChatError(code, {
    ...(details && { details }),
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
  });
}

/** The failure behind an `e` event. */
function failureOf(text: string, details: string | undefined): ChatError {
  return newFailure(failureCodes.find((code) => ERROR_TEXT[code] === text) ?? 'service-error', details);
}
