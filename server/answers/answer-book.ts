// Opens an answer or joins one under way, finds one again by its id, and decides how long an answer
// lives: until its end, its deadline, or the grace time after its last reader has left.

import { asChatError, ChatError } from '../errors.ts';
import { type AnswerEnd, type Message, TIME_UP_DETAILS } from '../protocol.ts';
import type { TakeText } from '../providers/provider.ts';
import { AnswerLog, type AnswerReader } from './answer-log.ts';

/** An answer to be written. */
export interface AnswerTask {
  readonly id: string;
  readonly messages: readonly Message[];
  /** Aborts when nobody waits for the answer any more or its time is up. */
  readonly signal: AbortSignal;
}

/** Writes an answer as a provider does: hands over its text, resolves to its end, throws its failure. */
export type WriteAnswer = (task: AnswerTask, take: TakeText) => Promise<AnswerEnd | undefined>;

export interface OpenOptions {
  /** When the request's first byte came, by `performance.now()`; the deadline counts from here. */
  readonly receivedAt: number;
  /** Aborts when the client leaves before its answer has begun. */
  readonly signal: AbortSignal;
}

/** An answer that has its first event, with a reader of its own. */
export interface OpenedAnswer {
  readonly id: string;
  /** True where the answer was already under way for somebody else. */
  readonly joined: boolean;
  readonly reader: AnswerReader;
}

export interface AnswerBook {
  /**
   * The answer to this conversation, new or joined, once it has its first event.
   *
   * @throws ChatError when it failed before that, or when too many answers are open.
   */
  open(messages: readonly Message[], options: OpenOptions): Promise<OpenedAnswer>;
  /** The answer of that id from a number of characters on; undefined when it is gone. */
  resume(id: string, after: number): Promise<OpenedAnswer | undefined>;
  /** Answers being written at this moment. */
  readonly openAnswers: number;
  /** Ends what is still open with a failure, at once; resolves when readers elsewhere can know of it. */
  close(): Promise<void>;
}

/** As `WriteAnswer`, for what is written elsewhere. */
export type BringAnswer = (signal: AbortSignal, take: TakeText) => Promise<AnswerEnd | undefined>;

/** The book of one process, which can also hold what other processes write. */
export interface LocalAnswerBook extends AnswerBook {
  /**
   * A reader of an answer that another process writes: `bring` brings it here, from its start, for as
   * long as it has readers. It is not recorded here.
   *
   * @throws ChatError when too many answers are open.
   */
  follow(id: string, after: number, bring: BringAnswer): OpenedAnswer;
}

/** What became of an answer, for the log and the metrics. */
export interface AnswerRecord {
  readonly id: string;
  readonly outcome: 'ended' | 'failed' | 'abandoned';
  readonly finishReason: AnswerEnd['finishReason'] | undefined;
  readonly error: ChatError | undefined;
  readonly millisecondsToFirstEvent: number | undefined;
  readonly milliseconds: number;
  readonly characters: number;
  readonly joins: number;
  readonly resumes: number;
}

export interface AnswerBookOptions {
  readonly write: WriteAnswer;
  readonly maxDurationSeconds: number;
  readonly shareAnswersSeconds: number;
  readonly resumeSeconds: number;
  readonly maxOpenAnswers: number;
  readonly onFinished?: (record: AnswerRecord) => void;
  /** An answer begins to be written here. */
  readonly onOpened?: (log: AnswerLog) => void;
  /** Whether a reader elsewhere still waits for an answer that has none here. */
  readonly isFollowed?: (id: string) => Promise<boolean>;
}

/** Finished answers are kept for late readers within these bounds, the least recently used going first. */
const MAX_KEPT_ANSWERS = 2_000;
const MAX_KEPT_CHARACTERS = 32 * 1024 * 1024;

/** How often an answer that only has readers elsewhere asks whether it still does. */
const FOLLOWED_CHECK_MS = 5_000;

interface Entry {
  readonly log: AnswerLog;
  readonly key: string;
  /** Written by another process. */
  readonly foreign: boolean;
  readonly openedAt: number;
  readonly abort: AbortController;
  readers: number;
  joins: number;
  resumes: number;
  millisecondsToFirstEvent: number | undefined;
  deadline: ReturnType<typeof setTimeout> | undefined;
  grace: ReturnType<typeof setTimeout> | undefined;
  forget: ReturnType<typeof setTimeout> | undefined;
}

/** The book of one process. */
export function createAnswerBook(options: AnswerBookOptions): LocalAnswerBook {
  const entries = new Map<string, Entry>();
  const shared = new Map<string, Entry>();
  let openAnswers = 0;
  let keptCharacters = 0;

  function open(messages: readonly Message[], { receivedAt, signal }: OpenOptions): Promise<OpenedAnswer> {
    // Nobody is there any more: the provider need not be asked.
    if (signal.aborted) throw new ChatError('service-error', { cause: signal.reason });
    const key = options.shareAnswersSeconds > 0 ? questionKey(messages) : '';
    const known = key === '' ? undefined : shared.get(key);
    if (known && performance.now() - known.openedAt < options.shareAnswersSeconds * 1000) {
      known.joins++;
      touch(known);
      return enter(known, true, signal);
    }
    const timeLeft = options.maxDurationSeconds * 1000 - (performance.now() - receivedAt);
    const entry = begin(crypto.randomUUID(), { key, foreign: false, timeLeft });
    if (key !== '') shared.set(key, entry);
    options.onOpened?.(entry.log);
    const opened = enter(entry, false, signal);
    const { signal: over } = entry.abort;
    void write(entry, (take) => options.write({ id: entry.log.id, messages, signal: over }, take));
    return opened;
  }

  function begin(
    id: string,
    { key, foreign, timeLeft }: { key: string; foreign: boolean; timeLeft: number },
  ): Entry {
    if (openAnswers >= options.maxOpenAnswers) {
      throw new ChatError('rate-limited', {
        retryAfterSeconds: 5,
        details: 'Too many answers are being written.',
      });
    }
    const entry: Entry = {
      log: new AnswerLog(id),
      key,
      foreign,
      openedAt: performance.now(),
      abort: new AbortController(),
      readers: 0,
      joins: 0,
      resumes: 0,
      millisecondsToFirstEvent: undefined,
      deadline: undefined,
      grace: undefined,
      forget: undefined,
    };
    entries.set(id, entry);
    openAnswers++;
    entry.deadline = setTimeout(() => {
      finish(entry, () => entry.log.fail(new ChatError('service-error', { details: TIME_UP_DETAILS })));
    }, timeLeft);
    return entry;
  }

  async function write(
    entry: Entry,
    source: (take: TakeText) => Promise<AnswerEnd | undefined>,
  ): Promise<void> {
    const { log } = entry;
    const append: TakeText = (text) => {
      entry.millisecondsToFirstEvent ??= performance.now() - entry.openedAt;
      return log.append(text);
    };
    let close: () => void;
    try {
      const end = await source(append);
      if (!end && !log.outcome) throw new ChatError('service-error', { details: 'The answer broke off.' });
      close = () => end && log.end(end);
    } catch (error) {
      close = () => log.fail(asChatError(error));
    }
    finish(entry, close, 'written');
  }

  /** Adds a reader and waits with it for the first event. */
  async function enter(entry: Entry, joined: boolean, signal: AbortSignal): Promise<OpenedAnswer> {
    const reader = addReader(entry, 0);
    signal.addEventListener('abort', reader.leave, { once: true });
    await entry.log.opened();
    const { outcome, started } = entry.log;
    if (!started && outcome?.name === 'failed') {
      reader.leave();
      throw outcome.error;
    }
    return { id: entry.log.id, joined, reader };
  }

  function addReader(entry: Entry, after: number): AnswerReader {
    entry.readers++;
    clearTimeout(entry.grace);
    return entry.log.read(after, () => {
      entry.readers--;
      if (entry.readers > 0 || entry.log.outcome) return;
      entry.grace = setTimeout(() => void abandon(entry), options.resumeSeconds * 1000);
    });
  }

  async function abandon(entry: Entry): Promise<void> {
    const isFollowed = !entry.foreign && (await options.isFollowed?.(entry.log.id));
    if (entry.readers > 0) return;
    clearTimeout(entry.grace);
    if (isFollowed) entry.grace = setTimeout(() => void abandon(entry), FOLLOWED_CHECK_MS);
    else finish(entry, () => entry.log.fail(new ChatError('service-error')), 'abandoned');
  }

  /**
   * The one way an answer ends: closes its log, frees its provider where that has not come to an end by
   * itself, and starts its time as a kept answer.
   */
  function finish(entry: Entry, close: () => void, how: 'written' | 'cut' | 'abandoned' = 'cut'): void {
    const abandoned = how === 'abandoned';
    if (entry.deadline === undefined) return;
    clearTimeout(entry.deadline);
    clearTimeout(entry.grace);
    entry.deadline = undefined;
    close();
    openAnswers--;
    if (how !== 'written') entry.abort.abort();
    const { log } = entry;
    const outcome = log.outcome;
    if (outcome?.name === 'failed') unshare(entry);
    const keepSeconds = abandoned ? 0 : Math.max(options.resumeSeconds, sharedSecondsLeft(entry));
    if (keepSeconds > 0 && log.started) keep(entry, keepSeconds);
    else forget(entry);
    if (entry.foreign) return;
    options.onFinished?.({
      id: log.id,
      outcome: abandoned ? 'abandoned' : (outcome?.name ?? 'ended'),
      finishReason: outcome?.name === 'ended' ? outcome.end.finishReason : undefined,
      error: outcome?.name === 'failed' && !abandoned ? outcome.error : undefined,
      millisecondsToFirstEvent: entry.millisecondsToFirstEvent,
      milliseconds: performance.now() - entry.openedAt,
      characters: log.characters,
      joins: entry.joins,
      resumes: entry.resumes,
    });
  }

  function sharedSecondsLeft(entry: Entry): number {
    if (entry.key === '') return 0;
    return options.shareAnswersSeconds - (performance.now() - entry.openedAt) / 1000;
  }

  function keep(entry: Entry, seconds: number): void {
    keptCharacters += entry.log.characters;
    entry.forget = setTimeout(() => forget(entry), seconds * 1000);
    for (const oldest of entries.values()) {
      if (entries.size - openAnswers <= MAX_KEPT_ANSWERS && keptCharacters <= MAX_KEPT_CHARACTERS) break;
      if (oldest.forget !== undefined) forget(oldest);
    }
  }

  function forget(entry: Entry): void {
    if (entry.forget !== undefined) {
      clearTimeout(entry.forget);
      entry.forget = undefined;
      keptCharacters -= entry.log.characters;
    }
    entries.delete(entry.log.id);
    unshare(entry);
  }

  function unshare(entry: Entry): void {
    if (shared.get(entry.key) === entry) shared.delete(entry.key);
  }

  /** Maps keep the order of insertion: what was used last goes to the end. */
  function touch(entry: Entry): void {
    entries.delete(entry.log.id);
    entries.set(entry.log.id, entry);
  }

  async function resume(id: string, after: number): Promise<OpenedAnswer | undefined> {
    const entry = entries.get(id);
    if (!entry) return undefined;
    const isHere = entry.log.started && after <= entry.log.characters;
    // What is written elsewhere may be on its way here.
    const isComing = entry.foreign && !entry.log.outcome;
    return isHere || isComing ? rejoin(entry, after) : undefined;
  }

  function rejoin(entry: Entry, after: number): OpenedAnswer {
    entry.resumes++;
    touch(entry);
    return { id: entry.log.id, joined: true, reader: addReader(entry, after) };
  }

  function follow(id: string, after: number, bring: BringAnswer): OpenedAnswer {
    const known = entries.get(id);
    if (known) return rejoin(known, after);
    const timeLeft = options.maxDurationSeconds * 1000;
    const entry = begin(id, { key: '', foreign: true, timeLeft });
    const opened = rejoin(entry, after);
    void write(entry, (take) => bring(entry.abort.signal, take));
    return opened;
  }

  async function close(): Promise<void> {
    for (const entry of [...entries.values()]) {
      finish(entry, () =>
        entry.log.fail(new ChatError('service-error', { details: 'The server is stopping.' })),
      );
      forget(entry);
    }
  }

  return {
    open: async (messages, openOptions) => open(messages, openOptions),
    resume,
    follow,
    get openAnswers() {
      return openAnswers;
    },
    close,
  };
}

/** One key for byte-identical conversations. */
export function questionKey(messages: readonly Message[]): string {
  const hasher = new Bun.CryptoHasher('sha256');
  hasher.update(JSON.stringify(messages.map(({ role, content }) => [role, content])));
  return hasher.digest('base64');
}
