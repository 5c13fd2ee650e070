// What each notice says: its words, its icon and the one thing to do next.

import type { Failure, FailureCode } from '../conversation.ts';
import type { StringKey, Words } from '../strings.ts';
import type { Intent } from './intent.ts';
import type { Icon } from './pieces.ts';

export interface NoticeAction {
  readonly label: string;
  readonly intent: Intent;
  readonly icon?: Icon;
  readonly destructive?: boolean;
  /** Asks again, and so waits for the cooldown. */
  readonly waits?: boolean;
}

export interface NoticeContent {
  readonly icon: Icon;
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
  try: ['tryAgain', 'retry', 'retry'],
  again: ['askAgain', 'retry', 'retry'],
  edit: ['editQuestion', 'edit', 'edit'],
  details: ['copyDetails', 'copy-details', 'copy'],
  continue: ['continue', 'continue', 'more'],
} as const;

type Row = readonly [words: StringKey, icon: Icon, way: Way, status?: number];

const trouble = ['failure-service-error', 'server', 'try'] as const;
const setUp = ['failure-not-configured', 'plug', 'details'] as const;
const unreadable = ['failure-invalid-request', 'warn', 'edit'] as const;

const byFailure: Readonly<Record<FailureCode, Row>> = {
  'invalid-request': [...unreadable, 400],
  'not-configured': [...setUp, 401],
  'origin-not-allowed': [...setUp, 403],
  'not-found': [...setUp, 404],
  'method-not-allowed': [...setUp, 405],
  'body-too-large': [...unreadable, 413],
  'rate-limited': ['failure-rate-limited', 'wait', 'again', 429],
  'service-error': [...trouble, 500],
  unreachable: trouble,
  offline: ['offline', 'offline', 'try'],
  'timed-out': ['failure-timed-out', 'clock', 'try'],
  'connection-lost': ['failure-connection-lost', 'offline', 'try'],
  'empty-answer': ['failure-empty-answer', 'info', 'try'],
};

export function failureNotice(words: Words, { code }: Failure): NoticeContent {
  const local = code === 'not-configured' && /^(localhost|127\.|\[::1)/.test(location.hostname);
  return notice(words, byFailure[code], local ? ` ${words.say('setKey')}` : '');
}

/** An answer that ended at its length limit, or that a safety filter held back. */
export function endNotice(words: Words, end: 'length' | 'filtered'): NoticeContent {
  return notice(
    words,
    end === 'length' ? ['failure-length', 'more', 'continue'] : ['failure-filtered', 'shield', 'edit'],
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

/** What stands in the composer and may open a wallet; `doubtful`: it may as well be a transaction. */
export type Secret = 'phrase' | 'key' | 'doubtful';

/** `isShared`: the visitor asked what to do if the secret is out already. */
export function secretNotice(words: Words, secret: Secret, isShared: boolean): NoticeContent {
  return {
    icon: 'key',
    text:
      words.say(secret === 'phrase' ? 'secretPhrase' : 'secretKey') +
      (isShared ? ` ${words.say('ifShared')}` : ''),
    danger: true,
    actions: [
      { label: words.say('deleteText'), intent: { name: 'delete-text' }, destructive: true },
      secret === 'doubtful'
        ? { label: words.say('isTransaction'), intent: { name: 'is-transaction' } }
        : { label: words.say('whatIfShared'), intent: { name: 'what-if-shared' } },
    ],
  };
}
