// What each notice says: its words, its icon and the one thing to do next.

import type { Conversation, Failure, FailureCode } from '../conversation.ts';
import type { StringKey, Words } from '../strings.ts';
import * as icons from './icons.ts';
import type { Intent } from './intent.ts';

export interface NoticeAction {
  readonly label: string;
  readonly intent: Intent;
  /** A path of `icons.ts`, as below. */
  readonly icon?: string;
  readonly destructive?: boolean;
  /** Asks again, and so waits for the cooldown. */
  readonly waits?: boolean;
}

export interface NoticeContent {
  readonly icon: string;
  /** `**heading** sentences` */
  readonly text: string;
  /** Danger to the visitor's money; our own faults never are. */
  readonly danger?: boolean;
  /** Stands between the sentences and the buttons. */
  readonly more?: unknown;
  readonly actions?: readonly NoticeAction[];
  readonly note?: string;
}

/** Seconds to wait, and of how many. */
export interface Wait {
  readonly seconds: number;
  readonly total: number;
}

type Way = 'try' | 'again' | 'edit' | 'details' | 'continue';

const ways = {
  try: ['tryAgain', 'retry', icons.retry],
  again: ['askAgain', 'retry', icons.retry],
  edit: ['editQuestion', 'edit', icons.edit],
  details: ['copyDetails', 'copy-details', icons.copy],
  continue: ['continue', 'continue', icons.more],
} as const;

type Row = readonly [words: StringKey, icon: string, way: Way, status?: number];

const trouble = ['failure-service-error', icons.server, 'try'] as const;
const setUp = ['failure-not-configured', icons.plug, 'details'] as const;
const unreadable = ['failure-invalid-request', icons.warn, 'edit'] as const;

const byFailure: Readonly<Record<FailureCode, Row>> = {
  'invalid-request': [...unreadable, 400],
  'not-configured': [...setUp, 401],
  'origin-not-allowed': [...setUp, 403],
  'not-found': [...setUp, 404],
  'method-not-allowed': [...setUp, 405],
  'body-too-large': [...unreadable, 413],
  'rate-limited': ['failure-rate-limited', icons.wait, 'again', 429],
  'service-error': [...trouble, 500],
  unreachable: trouble,
  offline: ['offline', icons.offline, 'try'],
  'timed-out': ['failure-timed-out', icons.clock, 'try'],
  'connection-lost': ['failure-connection-lost', icons.offline, 'try'],
  'empty-answer': ['failure-empty-answer', icons.info, 'try'],
};

export function failureNotice(words: Words, { code }: Failure): NoticeContent {
  const local = code === 'not-configured' && /^(localhost|127\.|\[::1)/.test(location.hostname);
  return notice(words, byFailure[code], local ? ` ${words.say('setKey')}` : '');
}

/** An answer that ended at its length limit, or that a safety filter held back. */
export function endNotice(words: Words, end: 'length' | 'filtered'): NoticeContent {
  return notice(
    words,
    end === 'length'
      ? ['failure-length', icons.more, 'continue']
      : ['failure-filtered', icons.shield, 'edit'],
  );
}

function notice(words: Words, [key, icon, way, status]: Row, addition = ''): NoticeContent {
  const [label, name, actionIcon] = ways[way];
  return {
    icon,
    text: words.say(key) + addition,
    actions: [
      {
        label: words.say(label),
        intent: { name },
        icon: actionIcon,
        waits: name === 'retry' || name === 'continue',
      },
    ],
    ...(status ? { note: words.say('code', { code: String(status) }) } : {}),
  };
}

/** What a site's owner needs to know about the last failure: no question, no key. */
export function failureDetails({ exchanges }: Conversation, server: string): string {
  const status = exchanges.at(-1)?.answer.status;
  const failure = status?.name === 'failed' ? status.failure : undefined;
  return [
    new Date().toISOString(),
    location.origin + location.pathname,
    server || location.origin,
    failure?.code,
    failure?.details,
  ]
    .filter(Boolean)
    .join('\n');
}

/** What stands in the composer and may open a wallet; what is doubtful may as well be a transaction, or words. */
export type Secret = 'phrase' | 'key' | 'doubtful' | 'doubtful-phrase';

/** `isShared`: the visitor asked what to do if the secret is out already. */
export function secretNotice(words: Words, secret: Secret, isShared: boolean): NoticeContent {
  return {
    icon: icons.key,
    text:
      words.say(secret.endsWith('phrase') ? 'secretPhrase' : 'secretKey') +
      (isShared ? ` ${words.say('ifShared')}` : ''),
    danger: true,
    actions: [
      { label: words.say('deleteText'), intent: { name: 'delete-text' }, destructive: true },
      secret.startsWith('doubtful')
        ? {
            label: words.say(secret === 'doubtful' ? 'isTransaction' : 'isNoPhrase'),
            intent: { name: 'is-transaction' },
          }
        : { label: words.say('whatIfShared'), intent: { name: 'what-if-shared' } },
    ],
  };
}
