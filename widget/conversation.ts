// How a conversation changes. No DOM, no network, no clock: times come in as arguments.

import type { AnswerEnd, Message, StreamEvent, FailureCode as WireFailureCode } from '../server/protocol.ts';
import { LIMITS, withAddress } from '../server/protocol.ts';

/** What the wire knows, and what only a browser can know. */
export type FailureCode =
  | WireFailureCode
  | 'offline'
  | 'unreachable'
  | 'timed-out'
  | 'connection-lost'
  | 'empty-answer';

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
  /** Names the answer on the server, so that it can be continued. */
  readonly id?: string;
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

export function isOpen(status: AnswerStatus): boolean {
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

/** Asks the last question once more: what its answer held is dropped. */
export function askAgain(conversation: Conversation, now: number): Conversation {
  return changeLast(conversation, (last) => ({
    id: last.id,
    question: last.question,
    askedAt: now,
    answer: { text: '', status: { name: 'waiting' } },
  }));
}

/** Opens a finished answer again, so that what follows is appended to it. */
export function continueAnswer(conversation: Conversation): Conversation {
  return changeAnswer(conversation, ({ text }) => ({
    text,
    status: { name: 'waiting' },
  }));
}

export function nameAnswer(conversation: Conversation, answerId: string): Conversation {
  return changeAnswer(conversation, (answer) => ({ ...answer, id: answerId }));
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
            : { name: 'finished', end: event.end },
      }));
    case 'e':
      return fail(conversation, {
        code: 'service-error',
        ...pick(event.failure.details),
      });
    default:
      return event satisfies never;
  }
}

export function resuming(conversation: Conversation): Conversation {
  return changeAnswer(conversation, (answer) => ({
    ...answer,
    status: { name: 'resuming' },
  }));
}

export function fail(conversation: Conversation, failure: Failure): Conversation {
  return changeAnswer(conversation, (answer) => ({
    ...answer,
    status: { name: 'failed', failure },
  }));
}

export function stop(conversation: Conversation, now: number): Conversation {
  return changeLast(conversation, (last) => ({
    ...last,
    answer: {
      ...last.answer,
      status: {
        name: 'stopped',
        afterSeconds: Math.max(0, Math.round((now - last.askedAt) / 1000)),
      },
    },
  }));
}

/**
 * The conversation as the server takes it: ends with a question, holds at most
 * `LIMITS.maxMessages` messages, and keeps the first question's contract address in front when
 * older turns are left out. A question whose answer holds no text goes without one.
 */
export function toMessages(conversation: Conversation): Message[] {
  const kept = conversation.exchanges.slice(-LIMITS.maxMessages / 2);
  const messages: Message[] = [];
  let subject: Subject | undefined;
  for (const exchange of conversation.exchanges.slice(0, -kept.length || undefined)) {
    subject = exchange.question.subject ?? subject;
  }
  for (const { question, answer } of kept) {
    const carried = question.subject ?? (messages.length === 0 ? subject : undefined);
    const content = carried ? withAddress(carried.address, question.text) : question.text;
    messages.push({ role: 'user', content });
    if (answer.text !== '') messages.push({ role: 'assistant', content: answer.text });
  }
  if (messages.at(-1)?.role === 'assistant') messages.pop();
  return messages;
}

function pick(details: string | undefined): { details?: string } {
  return details === undefined ? {} : { details };
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
