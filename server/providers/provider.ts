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

/** Text pieces in order, then exactly one `end`. A failure is thrown as a `ChatError`. */
export type AnswerPart =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'end'; readonly end: AnswerEnd };

export interface AnswerProvider {
  /** Its name in the server's log; never sent to a client. */
  readonly name: string;
  answer(request: AnswerRequest): AsyncIterable<AnswerPart>;
}

/** The door in front of a provider whose calls are counted. */
export interface CallGate {
  /** Resolves when the provider may be called; once before each call, a repeated call included. */
  enter(signal: AbortSignal): Promise<void>;
  /** The provider itself has refused a call for lack of quota: nobody goes in for as long as it says. */
  refused(error: ChatError): void;
}
