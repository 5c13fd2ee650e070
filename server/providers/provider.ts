// What the server needs from whoever writes the answer. One vendor, one file; this is their contract.

import type { ChatError } from '../errors.ts';
import type { AnswerEnd, Message } from '../protocol.ts';

export interface AnswerRequest {
  /** The system instruction, complete: text, date, address findings. */
  readonly instruction: string;
  /** Validated; the last one is the visitor's. */
  readonly messages: readonly Message[];
  /** Aborts when nobody waits for the answer any more or its time is up. */
  readonly signal: AbortSignal;
}

/** Takes the next piece of an answer's text, never an empty one. After false no more is wanted, and none is given. */
export type TakeText = (text: string) => boolean;

export interface AnswerProvider {
  /** Its name in the server's log; never sent to a client. */
  readonly name: string;
  /**
   * Hands over the answer's text piece by piece, in order, as it comes. Resolves to how the answer ended;
   * to undefined where no more was wanted.
   *
   * @throws ChatError
   */
  answer(request: AnswerRequest, take: TakeText): Promise<AnswerEnd | undefined>;
}

/** The door in front of a provider whose calls are counted. */
export interface CallGate {
  /** Resolves when the provider may be called; once before each call, a repeated call included. */
  enter(signal: AbortSignal): Promise<void>;
  /** The provider itself has refused a call for lack of quota: nobody goes in for as long as it says. */
  refused(error: ChatError): void;
}
