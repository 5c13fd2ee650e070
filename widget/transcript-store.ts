// What survives a reload: the conversation and the draft. It stores what it is given, so a text that was
// recognised as a recovery phrase or a key must not be given to it.

import * as v from 'valibot';
import { AnswerEnd, failureCodes } from '../server/protocol.ts';
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
  /** Drops the oldest exchanges where there are too many; never throws. */
  save(transcript: SavedTranscript): void;
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
      return target !== undefined;
    } catch {
      return false;
    }
  };

  return {
    load() {
      try {
        const saved = memory ?? currentStorage()?.getItem(key());
        return saved ? readTranscript(JSON.parse(saved)) : undefined;
      } catch {
        return undefined;
      }
    },
    save({ conversation, draft }) {
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

const text = v.string();
const number = v.number();
const Question = v.object({
  text,
  subject: v.exactOptional(v.object({ address: text, network: v.exactOptional(text) })),
});
const Saved = v.object({
  exchanges: v.array(
    v.object({
      id: text,
      question: Question,
      askedAt: number,
      answer: v.object({
        text,
        status: v.union([
          v.object({ name: v.picklist(['waiting', 'writing', 'resuming']) }),
          v.object({ name: v.literal('finished'), end: AnswerEnd }),
          v.object({ name: v.literal('stopped'), afterSeconds: number }),
          v.object({
            name: v.literal('failed'),
            failure: v.object({
              code: v.picklist([...failureCodes, ...browserFailureCodes]),
              details: v.exactOptional(text),
              retryAfterSeconds: v.exactOptional(number),
            }),
          }),
        ]),
        id: v.exactOptional(text),
        before: v.exactOptional(v.object({ length: number, end: AnswerEnd })),
      }),
    }),
  ),
  draft: Question,
});

function readTranscript(value: unknown): SavedTranscript | undefined {
  const saved = v.safeParse(Saved, value);
  if (!saved.success) return undefined;
  const { exchanges, draft } = saved.output;
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
