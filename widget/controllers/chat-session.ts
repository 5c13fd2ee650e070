// One conversation with the server: sends a question, applies what comes back, takes a lost answer up
// again by itself, and keeps everything through a reload.

import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { Conversation, Exchange, Failure, FailureCode, Question } from '../conversation.ts';
import {
  apply,
  ask,
  askAgain,
  continueAnswer,
  emptyConversation,
  fail,
  isOpen,
  openExchange,
  opened,
  receivedCharacters,
  resuming,
  stop,
  toMessages,
} from '../conversation.ts';
import type { SendReason } from '../events.ts';
import type { ClientEvents, OracleClient } from '../oracle-client.ts';
import type { TranscriptStore } from '../transcript-store.ts';
import type { Clock } from './clock.ts';
import { systemClock } from './clock.ts';
import type { Cooldown } from './cooldown.ts';

export interface ChatSessionOptions {
  readonly client: OracleClient;
  readonly store: TranscriptStore;
  readonly cooldown: Cooldown;
  /** Asked before anything is sent; false keeps it from being sent. */
  onSend?(question: Question, reason: SendReason): boolean;
  /** The first words of an answer arrived. */
  onResponseStart?(exchange: Exchange): void;
  /** An answer finished or was stopped. */
  onResponseEnd?(exchange: Exchange): void;
  onError?(failure: Failure, exchange: Exchange): void;
  onClear?(): void;
  onUnread?(count: number): void;
  /** Whether the visitor sees the conversation now. Read late. */
  isSeen?(): boolean;
  readonly clock?: Clock;
}

/** What goes on: nothing, or the state of the answer under way. */
export type SessionStatus = { readonly name: 'idle' | 'waiting' | 'writing' | 'resuming' };

const IDLE: SessionStatus = { name: 'idle' };

/** Milliseconds before each try; together they fill the server's grace time of 10 s. */
const RESUME_DELAYS = [0, 300, 1000, 2000, 3000, 3000];
/** How long a device without a network is waited for before a try is made all the same. */
const OFFLINE_MILLISECONDS = 60_000;
const MAX_RESUMES = 50;
const SAVE_MILLISECONDS = 500;

/** Failures of the line, not of the answer: its log may still be there. */
const LINE_FAILURES: ReadonlySet<FailureCode> = new Set([
  'connection-lost',
  'unreachable',
  'offline',
  'service-error',
]);
/** Failures that the question itself brought about: they cost a turn. */
const COSTLY_FAILURES: ReadonlySet<FailureCode> = new Set([
  'invalid-request',
  'body-too-large',
  'rate-limited',
]);

export class ChatSession implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  readonly #options: ChatSessionOptions;
  readonly #clock: Clock;
  #conversation = emptyConversation;
  #draft: Question = { text: '' };
  #hasNewDraft = false;
  #unread = 0;
  #run: AbortController | undefined;
  #cancelSave: (() => void) | undefined;
  #isRestored = false;
  #isConnected = false;

  constructor(host: ReactiveControllerHost, options: ChatSessionOptions) {
    this.#host = host;
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
    host.addController(this);
  }

  get conversation(): Conversation {
    return this.#conversation;
  }

  get status(): SessionStatus {
    const status = openExchange(this.#conversation)?.answer.status;
    return status && isOpen(status) ? status : IDLE;
  }

  /** Answers that ended, well or badly, while nobody saw. */
  get unread(): number {
    return this.#unread;
  }

  /** What stands in the composer. A text that was recognised as a secret must not be set. */
  get draft(): Question {
    return this.#draft;
  }

  /** Stored with the next change of the conversation, and when the page is left. */
  set draft(draft: Question) {
    this.#draft = draft;
    this.#hasNewDraft = true;
  }

  /** Whether a question would be sent now. */
  get canSend(): boolean {
    return !openExchange(this.#conversation) && this.#options.cooldown.remainingSeconds === 0;
  }

  /** Sends a question; false where it is too early, the page forbids it, or there is nothing to send. */
  send(question: Question): boolean {
    const now = this.#clock.now();
    const { exchanges } = this.#conversation;
    return (
      question.text.trim() !== '' &&
      this.#ask(question, 'question', (conversation) =>
        ask(conversation, `${now.toString(36)}-${exchanges.length}`, question, now),
      )
    );
  }

  /** Asks the last question again. */
  retry(): boolean {
    return this.#askLast('retry', askAgain);
  }

  /** Asks for the rest of an answer that ended at its length limit. */
  continue(): boolean {
    const status = this.#conversation.exchanges.at(-1)?.answer.status;
    return status?.name === 'finished' && this.#askLast('continue', continueAnswer);
  }

  /** Ends the answer under way; what has arrived stays. */
  stop(): void {
    if (!openExchange(this.#conversation)) return;
    this.#run?.abort();
    this.#change(stop(this.#conversation, this.#clock.now()));
  }

  /** Forgets the conversation, here and in storage. The draft stays. */
  clear(): void {
    this.#run?.abort();
    this.#conversation = emptyConversation;
    this.markSeen();
    this.#options.store.forget();
    this.save();
    this.#host.requestUpdate();
    this.#options.onClear?.();
  }

  /** The visitor has seen what there is. */
  markSeen(): void {
    this.#setUnread(0);
  }

  /** Writes to storage now what otherwise is written within half a second. */
  save(): void {
    this.#cancelSave?.();
    this.#cancelSave = undefined;
    if (!this.#isRestored) return;
    this.#hasNewDraft = false;
    this.#options.store.save({ conversation: this.#conversation, draft: this.#draft });
  }

  hostConnected(): void {
    this.#isConnected = true;
    globalThis.addEventListener('pagehide', this.#onHide);
    document.addEventListener('visibilitychange', this.#onHide);
    if (!this.#isRestored) this.#restore();
    this.#resumeOpen();
  }

  hostDisconnected(): void {
    this.#isConnected = false;
    globalThis.removeEventListener('pagehide', this.#onHide);
    document.removeEventListener('visibilitychange', this.#onHide);
    this.save();
    // An element that is only moved comes back at once, and its answer goes on.
    queueMicrotask(() => {
      if (!this.#isConnected) this.#run?.abort();
    });
  }

  readonly #onHide = (): void => {
    if (this.#cancelSave || this.#hasNewDraft) this.save();
  };

  #restore(): void {
    this.#isRestored = true;
    const saved = this.#options.store.load();
    if (!saved) return;
    this.#conversation = saved.conversation;
    this.#draft = saved.draft;
    this.#host.requestUpdate();
  }

  /** Takes up an answer that a reload or a removed element left open. */
  #resumeOpen(): void {
    const open = openExchange(this.#conversation);
    if (!open || (this.#run && !this.#run.signal.aborted)) return;
    if (open.answer.id === undefined) {
      this.#change(fail(this.#conversation, { code: 'connection-lost' }));
      return;
    }
    this.#run = new AbortController();
    void this.#resume(this.#run.signal);
  }

  #askLast(reason: SendReason, change: typeof askAgain): boolean {
    const last = this.#conversation.exchanges.at(-1);
    return (
      last !== undefined &&
      this.#ask(last.question, reason, (conversation) => change(conversation, this.#clock.now()))
    );
  }

  #ask(
    question: Question,
    reason: SendReason,
    change: (conversation: Conversation) => Conversation,
  ): boolean {
    if (!this.canSend || this.#options.onSend?.(question, reason) === false) return false;
    this.#options.cooldown.start();
    this.#change(change(this.#conversation));
    this.#run = new AbortController();
    void this.#follow(this.#run.signal);
    return true;
  }

  async #follow(signal: AbortSignal): Promise<void> {
    const { client } = this.#options;
    const failure = await this.#read(client.ask(toMessages(this.#conversation), signal), signal);
    if (!failure) return;
    const id = openExchange(this.#conversation)?.answer.id;
    if (id !== undefined && LINE_FAILURES.has(failure.code)) await this.#resume(signal);
    else this.#change(fail(this.#conversation, failure));
  }

  /** Takes the answer up again until it has ended or the server has forgotten it. */
  async #resume(signal: AbortSignal): Promise<void> {
    let attempt = 0;
    for (let tries = 0; tries < MAX_RESUMES && attempt < RESUME_DELAYS.length; tries++) {
      this.#change(resuming(this.#conversation));
      await lineReady(RESUME_DELAYS[attempt]!, signal, this.#clock);
      const answer = openExchange(this.#conversation)?.answer;
      if (signal.aborted || answer?.id === undefined) return;
      const received = receivedCharacters(answer);
      const failure = await this.#read(this.#options.client.resume(answer.id, received, signal), signal);
      if (!failure) return;
      if (!LINE_FAILURES.has(failure.code)) break;
      const now = openExchange(this.#conversation)?.answer;
      attempt = now && receivedCharacters(now) > received ? 0 : attempt + 1;
    }
    this.#change(fail(this.#conversation, { code: 'connection-lost' }));
  }

  /** Applies what arrives; the failure it ended with, if it did. An abort ends it without one. */
  async #read(events: ClientEvents, signal: AbortSignal): Promise<Failure | undefined> {
    let failure: Failure | undefined;
    for await (const batch of events) {
      if (signal.aborted) return undefined;
      let conversation = this.#conversation;
      for (const item of batch) {
        switch (item.type) {
          case 'opened':
            conversation = opened(conversation, item.answerId);
            if (item.cooldownSeconds !== undefined) this.#options.cooldown.follow(item.cooldownSeconds);
            break;
          case 'event':
            conversation = apply(conversation, item.event);
            break;
          case 'failed':
            failure = item.failure;
            break;
          default:
            item satisfies never;
        }
      }
      this.#change(conversation);
    }
    return failure;
  }

  /** The one place where the conversation changes: what follows from a change follows here. */
  #change(conversation: Conversation): void {
    if (conversation === this.#conversation) return;
    const before = openExchange(this.#conversation);
    this.#conversation = conversation;
    this.#host.requestUpdate();
    const exchange = conversation.exchanges.at(-1)!;
    const { answer } = exchange;
    if (before && receivedCharacters(before.answer) === 0 && receivedCharacters(answer) > 0) {
      this.#options.onResponseStart?.(exchange);
    }
    if (isOpen(answer.status)) {
      // A question that was just asked, and the name of an answer, must survive a reload at any time.
      if (before?.answer.id === answer.id && before?.answer.status === answer.status) this.#saveSoon();
      else this.save();
      return;
    }
    this.save();
    if (before) this.#end(exchange);
  }

  #end(exchange: Exchange): void {
    const { answer } = exchange;
    const { onError, onResponseEnd, cooldown, isSeen } = this.#options;
    if (answer.status.name === 'failed') {
      const { failure } = answer.status;
      if (failure.retryAfterSeconds !== undefined) cooldown.holdFor(failure.retryAfterSeconds);
      else if (receivedCharacters(answer) === 0 && !COSTLY_FAILURES.has(failure.code)) cooldown.giveBack();
      onError?.(failure, exchange);
    } else {
      onResponseEnd?.(exchange);
    }
    if (isSeen?.() === false && answer.status.name !== 'stopped') this.#setUnread(this.#unread + 1);
  }

  #setUnread(count: number): void {
    if (count === this.#unread) return;
    this.#unread = count;
    this.#host.requestUpdate();
    this.#options.onUnread?.(count);
  }

  #saveSoon(): void {
    this.#cancelSave ??= this.#clock.after(SAVE_MILLISECONDS, () => this.save());
  }
}

/**
 * Resolves after the delay, or as soon as the device is online again or the page is seen again; without a
 * network not before there is one, within reason. An abort resolves it too.
 */
function lineReady(milliseconds: number, signal: AbortSignal, clock: Clock): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      cancel();
      globalThis.removeEventListener('online', done);
      document.removeEventListener('visibilitychange', onVisible);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const onVisible = () => {
      if (document.visibilityState === 'visible' && navigator.onLine !== false) done();
    };
    const cancel = clock.after(navigator.onLine === false ? OFFLINE_MILLISECONDS : milliseconds, done);
    globalThis.addEventListener('online', done);
    document.addEventListener('visibilitychange', onVisible);
    signal.addEventListener('abort', done);
    if (signal.aborted) done();
  });
}
