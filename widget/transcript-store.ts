// What survives a reload: the conversation and the draft. It stores what it is given, so a text that was
// recognised as a recovery phrase or a key must not be given to it.

import { AnswerEnd, failureCodes } from '../server/protocol.ts';
import { either, list, number, object, oneOf, text } from '../server/shapes.ts';
import type { Answer, Conversation, Question as Draft } from './conversation.ts';
import { browserFailureCodes, isOpen } from './conversation.ts';

/** How long it survives: as long as the tab, until it is cleared, or not at all. */
export const storageModes = ['session', 'local', 'none'] as const;
export type StorageMode = (typeof storageModes)[number];

export interface SavedTranscript {
  readonly conversation: Conversation;
  /** What stands in the composer, and the address beside it. */
  readonly draft: Draft;
}

export interface TranscriptStore {
  /** What was saved last; nothing where there is none or it cannot be read. */
  load(): SavedTranscript | undefined;
  /**
   * Drops the oldest exchanges where there are too many; never throws. Stores nothing where another tab
   * changed what is stored since, and nothing was asked here after that: who asked last keeps what is kept.
   */
  save(transcript: SavedTranscript): void;
  /** Removes what is stored, whoever stored it. */
  forget(): void;
}

export interface TranscriptStoreOptions {
  mode(): StorageMode;
  /** Tells several widgets of one site apart. */
  name?(): string;
  /** May throw, as a page's storage does in a sandboxed frame. */
  storage?(mode: 'session' | 'local'): Storage;
}

/** The number changes when what is stored changes its shape. */
const KEY = 'crypto-oracle-chat:1';
const MAX_EXCHANGES = 50;
/** A tenth of what browsers grant a site. */
const MAX_CHARACTERS = 500_000;

export function createTranscriptStore({
  mode,
  name = () => '',
  storage = (mode) => (mode === 'local' ? localStorage : sessionStorage),
}: TranscriptStoreOptions): TranscriptStore {
  // Carries on where nothing is to be stored, or can be.
  let memory: string | undefined;
  /** What this tab read or wrote last. */
  let seen: string | null = null;

  const key = () => (name() ? `${KEY}:${name()}` : KEY);
  const currentStorage = () => {
    const current = mode();
    return current === 'none' ? undefined : storage(current);
  };

  /** Whether it was stored. */
  const put = (transcript: string | undefined): boolean => {
    try {
      const target = currentStorage();
      if (transcript === undefined) target?.removeItem(key());
      else target?.setItem(key(), transcript);
      seen = transcript ?? null;
      return target !== undefined;
    } catch {
      return false;
    }
  };

  /** Whether another tab has stored, or removed, something since that is newer than what this one has. */
  const isOutdated = ({ exchanges }: Conversation): boolean => {
    try {
      const stored = currentStorage()?.getItem(key()) ?? null;
      if (memory !== undefined || stored === seen) return false;
      const newest = parse(stored ?? seen)?.conversation.exchanges.at(-1)?.askedAt ?? 0;
      return (exchanges.at(-1)?.askedAt ?? 0) <= newest;
    } catch {
      return false;
    }
  };

  return {
    load() {
      try {
        if (memory === undefined) seen = currentStorage()?.getItem(key()) ?? null;
        return parse(memory ?? seen);
      } catch {
        return undefined;
      }
    },
    forget() {
      memory = undefined;
      put(undefined);
    },
    save({ conversation, draft }) {
      if (isOutdated(conversation)) return;
      const isEmpty = conversation.exchanges.length === 0 && draft.text === '' && !draft.subject;
      const write = (exchanges: readonly string[]) =>
        isEmpty ? undefined : `{"exchanges":[${exchanges.join()}],"draft":${JSON.stringify(draft)}}`;
      const all = newest(
        conversation.exchanges.slice(-MAX_EXCHANGES).map((exchange) => JSON.stringify(exchange)),
      );
      memory = undefined;
      // A storage that is nearly full takes less.
      for (let kept = all; ; kept = kept.slice(Math.ceil(kept.length / 2))) {
        if (put(write(kept))) return;
        if (kept.length < 2) break;
      }
      // An older transcript must not come back instead.
      put(undefined);
      memory = write(all);
    },
  };
}

/** As many of the newest as fit, in their order. */
function newest(exchanges: readonly string[]): string[] {
  let characters = 0;
  let first = exchanges.length;
  while (first > 0 && characters + exchanges[first - 1]!.length <= MAX_CHARACTERS) {
    characters += exchanges[--first]!.length;
  }
  return exchanges.slice(first);
}

const Question = object({ text }, { subject: object({ address: text }, { network: text }) });
const Status = either(
  object({ name: oneOf(['waiting', 'writing', 'resuming']) }),
  object({ name: oneOf(['finished']), end: AnswerEnd }),
  object({ name: oneOf(['stopped']), afterSeconds: number }),
  object({
    name: oneOf(['failed']),
    failure: object(
      { code: oneOf([...failureCodes, ...browserFailureCodes]) },
      { details: text, retryAfterSeconds: number },
    ),
  }),
);
const Saved = object({
  exchanges: list(
    object({
      id: text,
      question: Question,
      askedAt: number,
      answer: object(
        { text, status: Status },
        { id: text, before: object({ length: number, end: AnswerEnd }) },
      ),
    }),
  ),
  draft: Question,
});

/** Throws where it is no JSON. */
function parse(stored: string | null): SavedTranscript | undefined {
  return stored ? readTranscript(JSON.parse(stored)) : undefined;
}

function readTranscript(value: unknown): SavedTranscript | undefined {
  const saved = Saved(value);
  if (!saved) return undefined;
  const { exchanges, draft } = saved;
  return {
    conversation: {
      exchanges: exchanges.map((exchange, index) => ({
        ...exchange,
        answer: wake(exchange.answer, index === exchanges.length - 1),
      })),
    },
    draft,
  };
}

/** An answer that was under way can be taken up again if it has a name; only the last one ever is. */
function wake(answer: Answer, isLast: boolean): Answer {
  if (!isOpen(answer.status)) return answer;
  return {
    ...answer,
    status:
      isLast && answer.id !== undefined
        ? { name: 'resuming' }
        : { name: 'failed', failure: { code: 'connection-lost' } },
  };
}
