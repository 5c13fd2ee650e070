// How a conversation changes. No DOM, no network, no clock: times come in as arguments.

import type {
  AnswerEnd,
  ErrorBody,
  Message,
  StreamEvent,
  FailureCode as WireFailureCode,
} from '../server/protocol.ts';
import { ERROR_TEXT, failureCodes, LIMITS, TIME_UP_DETAILS, withAddress } from '../server/protocol.ts';

/** What only a browser can know; the other codes are the wire's. */
export const browserFailureCodes = [
  'offline',
  'unreachable',
  'timed-out',
  'connection-lost',
  'empty-answer',
] as const;
export type FailureCode = WireFailureCode | (typeof browserFailureCodes)[number];

export interface Failure {
  readonly code: FailureCode;
  readonly details?: string;
  /** Seconds until asking again is welcome. */
  readonly retryAfterSeconds?: number;
}

export type AnswerStatus =
  /** Sent, nothing back yet. */
  | { readonly name: 'waiting' }
  | { readonly name: 'writing' }
  /** The line was lost; the answer is being continued from where it stood. */
  | { readonly name: 'resuming' }
  | { readonly name: 'finished'; readonly end: AnswerEnd }
  | { readonly name: 'stopped'; readonly afterSeconds: number }
  | { readonly name: 'failed'; readonly failure: Failure };

export interface Subject {
  /** The cleaned contract address, exactly as it is sent. */
  readonly address: string;
  /** A network's id from the table of networks, where one is known or was chosen. */
  readonly network?: string;
}

export interface Question {
  readonly text: string;
  readonly subject?: Subject;
}

export interface Answer {
  readonly text: string;
  readonly status: AnswerStatus;
  /** Names the answer on the server, so that a lost line can be taken up again. */
  readonly id?: string;
  /** The part that was there before the answer was continued, and how that part ended. */
  readonly before?: { readonly length: number; readonly end: AnswerEnd };
}

export interface Exchange {
  readonly id: string;
  readonly question: Question;
  /** Milliseconds since the epoch. */
  readonly askedAt: number;
  readonly answer: Answer;
}

export interface Conversation {
  readonly exchanges: readonly Exchange[];
}

export const emptyConversation: Conversation = { exchanges: [] };

export type OpenStatus = Extract<AnswerStatus, { name: 'waiting' | 'writing' | 'resuming' }>;

export function isOpen(status: AnswerStatus): status is OpenStatus {
  return status.name === 'waiting' || status.name === 'writing' || status.name === 'resuming';
}

/** The exchange whose answer is under way, if any: always the last one. */
export function openExchange(conversation: Conversation): Exchange | undefined {
  const last = conversation.exchanges.at(-1);
  return last && isOpen(last.answer.status) ? last : undefined;
}

export function ask(conversation: Conversation, id: string, question: Question, now: number): Conversation {
  const exchange: Exchange = {
    id,
    question,
    askedAt: now,
    answer: { text: '', status: { name: 'waiting' } },
  };
  return { exchanges: [...conversation.exchanges, exchange] };
}

/** Asks the last question once more. What its answer held is dropped, but for a part that was continued. */
export function askAgain(conversation: Conversation, now: number): Conversation {
  return changeLast(conversation, (last) => {
    const { text, before } = last.answer;
    return before
      ? openAgain(last, now, text.slice(0, before.length), before)
      : { ...last, askedAt: now, answer: { text: '', status: { name: 'waiting' } } };
  });
}

/** Opens the last answer again, so that what follows is appended to it; nothing where it has not ended. */
export function continueAnswer(conversation: Conversation, now: number): Conversation {
  return changeLast(conversation, (last) => {
    const { text, status } = last.answer;
    return status.name === 'finished'
      ? openAgain(last, now, text, { length: text.length, end: status.end })
      : last;
  });
}

/** The line is open: the answer has a name, and one that was being taken up again goes on. */
export function opened(conversation: Conversation, answerId: string | undefined): Conversation {
  return changeAnswer(conversation, (answer) => ({
    ...answer,
    ...(answerId === undefined ? {} : { id: answerId }),
    status:
      answer.status.name === 'resuming'
        ? { name: receivedCharacters(answer) ? 'writing' : 'waiting' }
        : answer.status,
  }));
}

export function apply(conversation: Conversation, event: StreamEvent): Conversation {
  switch (event.code) {
    case '0':
      // A heartbeat says only that the line is alive.
      if (event.text === '') return conversation;
      return changeAnswer(conversation, (answer) => ({
        ...answer,
        text: answer.text + event.text,
        status: answer.status.name === 'writing' ? answer.status : { name: 'writing' },
      }));
    case 'd':
      return changeAnswer(conversation, (answer) => ({
        ...answer,
        status:
          answer.text === '' && event.end.finishReason !== 'content-filter'
            ? { name: 'failed', failure: { code: 'empty-answer' } }
            : { name: 'finished', end: joinEnds(answer.before, event.end) },
      }));
    case 'e':
      return fail(conversation, toFailure(event.failure));
    default:
      return event satisfies never;
  }
}

/** What a failure's body says; `code` stands where its `error` text is none of the protocol's. */
export function toFailure({ error, details }: ErrorBody, code: FailureCode = 'service-error'): Failure {
  return {
    code:
      details === TIME_UP_DETAILS
        ? 'timed-out'
        : (failureCodes.find((known) => ERROR_TEXT[known] === error) ?? code),
    ...(details === undefined ? {} : { details }),
  };
}

export function resuming(conversation: Conversation): Conversation {
  return setStatus(conversation, { name: 'resuming' });
}

export function fail(conversation: Conversation, failure: Failure): Conversation {
  return setStatus(conversation, { name: 'failed', failure });
}

export function stop(conversation: Conversation, now: number): Conversation {
  const askedAt = conversation.exchanges.at(-1)?.askedAt ?? now;
  const afterSeconds = Math.max(0, Math.round((now - askedAt) / 1000));
  return setStatus(conversation, { name: 'stopped', afterSeconds });
}

/** Characters (UTF-16 code units) that arrived since the answer was last asked for: where to take it up again. */
export function receivedCharacters({ text, before }: Answer): number {
  return text.length - (before?.length ?? 0);
}

/** How the answer ended, or how its first part did where its continuation is open or was not completed. */
export function endOf({ status, before }: Answer): AnswerEnd | undefined {
  return status.name === 'finished' ? status.end : before?.end;
}

/** Asks for the rest of an answer; sent, never shown. */
const CONTINUE =
  'Continue your last answer exactly where it ended, in the same language. Repeat nothing and add no introduction.';

/** Well below the server's own limit, so that a long talk is shortened here and not refused there. */
const MAX_MESSAGES_BYTES = 200 * 1024;

/**
 * The conversation as the server takes it: ends with a question and stays within the limits by leaving
 * out the oldest turns, while the contract address they named stays in front. Questions that got no
 * answer are left out too: the one that was refused would be refused again.
 */
export function toMessages({ exchanges }: Conversation): Message[] {
  const last = exchanges.at(-1);
  const turns: { messages: Message[]; subject: Subject | undefined }[] = [];
  let subject: Subject | undefined;
  for (const exchange of exchanges) {
    subject = exchange.question.subject ?? subject;
    const messages = toTurn(exchange, exchange === last);
    if (messages) turns.push({ messages, subject });
  }

  let first = turns.length;
  let messageCount = 0;
  let bytes = 0;
  for (; first > 0; first--) {
    const { messages } = turns[first - 1]!;
    messageCount += messages.length;
    bytes += new TextEncoder().encode(JSON.stringify(messages)).length;
    if (first < turns.length && (messageCount > LIMITS.maxMessages || bytes > MAX_MESSAGES_BYTES)) break;
  }

  let named: Subject | undefined;
  return turns.slice(first).flatMap(({ messages, subject }): Message[] => {
    const [question, ...rest] = messages;
    const text = question!.content;
    const content = subject && subject !== named ? withAddress(subject.address, text, subject.network) : text;
    named = subject;
    return [{ role: 'user', content }, ...rest];
  });
}

/** The whole conversation as it was said, for the page to read; an answer that has no word yet is left out. */
export function toTranscript({ exchanges }: Conversation): readonly Message[] {
  return exchanges.flatMap(({ question: { text, subject }, answer }): Message[] => [
    { role: 'user', content: subject ? withAddress(subject.address, text) : text },
    ...(answer.text ? [{ role: 'assistant', content: answer.text } as const] : []),
  ]);
}

/** A question and its answer; nothing for an earlier question without one. */
function toTurn({ question, answer }: Exchange, isLast: boolean): Message[] | undefined {
  const asked: Message = { role: 'user', content: question.text };
  if (isLast && !answer.before) return [asked];
  if (answer.text === '') return undefined;
  // The end is what a continuation needs.
  const text = answer.text.slice(-LIMITS.maxAnswerLength).replace(/^[\uDC00-\uDFFF]/, '');
  const answered: Message = { role: 'assistant', content: text };
  return isLast ? [asked, answered, { role: 'user', content: CONTINUE }] : [asked, answered];
}

/** Offsets and indices of the second part count from its own beginning. */
function joinEnds(before: Answer['before'], end: AnswerEnd): AnswerEnd {
  if (!before) return end;
  const sources = before.end.sources ?? [];
  return {
    ...before.end,
    ...end,
    sources: [...sources, ...(end.sources ?? [])],
    citations: [
      ...(before.end.citations ?? []),
      ...(end.citations ?? []).map((citation) => ({
        end: citation.end + before.length,
        sources: citation.sources.map((index) => index + sources.length),
      })),
    ],
    ...(before.end.pages || end.pages ? { pages: [...(before.end.pages ?? []), ...(end.pages ?? [])] } : {}),
  };
}

function openAgain(
  { id, question }: Exchange,
  askedAt: number,
  text: string,
  before: NonNullable<Answer['before']>,
): Exchange {
  return { id, question, askedAt, answer: { text, before, status: { name: 'waiting' } } };
}

function setStatus(conversation: Conversation, status: AnswerStatus): Conversation {
  return changeAnswer(conversation, (answer) => ({ ...answer, status }));
}

function changeLast(conversation: Conversation, change: (last: Exchange) => Exchange): Conversation {
  const last = conversation.exchanges.at(-1);
  if (!last) return conversation;
  return { exchanges: [...conversation.exchanges.slice(0, -1), change(last)] };
}

function changeAnswer(conversation: Conversation, change: (answer: Answer) => Answer): Conversation {
  return changeLast(conversation, (last) => ({
    ...last,
    answer: change(last.answer),
  }));
}
