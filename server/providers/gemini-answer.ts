// One answer out of the provider's events: its text as it comes, and at the end how it ended.

import type { AnswerEnd, FinishReason } from '../protocol.ts';
import { Grounding } from './gemini-citations.ts';
import { DETAILS, failed, failureIn, malformed } from './gemini-errors.ts';
import type { WireEvent } from './gemini-events.ts';
import { type Fields, fieldsOf, itemsOf, joined } from './gemini-wire.ts';

/**
 * The provider's finish values as ours; `unusual` ends are reported, and are failures where no text came.
 * https://ai.google.dev/api/generate-content#FinishReason
 */
export const FINISH_REASONS: Readonly<Record<string, FinishReason | 'unusual'>> = {
  STOP: 'stop',
  MAX_TOKENS: 'length',
  CONTINUATION: 'length',
  SAFETY: 'content-filter',
  RECITATION: 'content-filter',
  LANGUAGE: 'content-filter',
  BLOCKLIST: 'content-filter',
  PROHIBITED_CONTENT: 'content-filter',
  SPII: 'content-filter',
  IMAGE_SAFETY: 'content-filter',
  IMAGE_PROHIBITED_CONTENT: 'content-filter',
  IMAGE_RECITATION: 'content-filter',
  MALFORMED_FUNCTION_CALL: 'tool-calls',
  UNEXPECTED_TOOL_CALL: 'tool-calls',
  TOO_MANY_TOOL_CALLS: 'tool-calls',
  OTHER: 'unusual',
  FINISH_REASON_UNSPECIFIED: 'unusual',
  MALFORMED_RESPONSE: 'unusual',
  NO_IMAGE: 'unusual',
  IMAGE_OTHER: 'unusual',
};

export class GeminiAnswer {
  /** The whole text so far, untrimmed: the provider's positions count from its first byte. */
  text = '';
  #finish: string | undefined;
  #blocked = false;
  #calledFunction = false;
  #inputTokens: number | undefined;
  #outputTokens = 0;
  readonly #grounding = new Grounding();

  /** The visible text an event adds. */
  take(event: WireEvent): string {
    if ('error' in event) throw failureIn(JSON.stringify(event)) ?? malformed();
    const { candidates, promptFeedback, usageMetadata } = event;
    let added = '';
    const candidate = fieldsOf(itemsOf(candidates)[0]);
    const { content, finishReason } = candidate;
    const { parts } = fieldsOf(content);
    for (const part of itemsOf(parts)) {
      const { text, thought, functionCall } = fieldsOf(part);
      if (typeof text === 'string' && thought !== true) added = joined(added, text);
      if (functionCall !== undefined) this.#calledFunction = true;
    }
    if (typeof finishReason === 'string') this.#finish = finishReason;
    this.#grounding.take(candidate);
    const { blockReason } = fieldsOf(promptFeedback);
    if (blockReason !== undefined) this.#blocked = true;
    // A running total comes with every event: the last one counts.
    if (usageMetadata !== undefined) this.#count(fieldsOf(usageMetadata));
    this.text += added;
    return added;
  }

  // Numbers only: what an open answer holds on to of each event is garbage that outlives a quick collection.
  #count({
    promptTokenCount,
    toolUsePromptTokenCount,
    candidatesTokenCount,
    thoughtsTokenCount,
  }: Fields): void {
    this.#inputTokens = count(promptTokenCount) + count(toolUsePromptTokenCount);
    this.#outputTokens = count(candidatesTokenCount) + count(thoughtsTokenCount);
  }

  /** The finish value where it is none that ends an answer in an ordinary way. */
  get unusualFinish(): string | undefined {
    return this.#finish !== undefined && kindOf(this.#finish) === 'unusual' ? this.#finish : undefined;
  }

  /** @throws ChatError where the stream ended without an answer, or without saying that it has ended. */
  end(searchSuggestions: boolean): AnswerEnd {
    return {
      finishReason: this.#finishReason(),
      ...(this.#inputTokens !== undefined && {
        usage: { inputTokens: this.#inputTokens, outputTokens: this.#outputTokens },
      }),
      ...this.#grounding.findings(this.text, searchSuggestions),
      answeredAt: new Date().toISOString(),
    };
  }

  #finishReason(): FinishReason {
    if (this.#blocked) return 'content-filter';
    if (this.#finish === undefined) {
      throw failed(this.text === '' ? DETAILS.nothing : DETAILS.cutOff, 'the stream had no finish reason');
    }
    const reason = kindOf(this.#finish);
    if (reason === 'content-filter' || reason === 'tool-calls') return reason;
    if (reason === 'stop' && this.#calledFunction) return 'tool-calls';
    if (this.text !== '') return reason === 'unusual' ? 'stop' : reason;
    throw failed(
      reason === 'length' ? DETAILS.noRoom : DETAILS.nothing,
      `no text, finish ${this.#finish.slice(0, 60)}`,
    );
  }
}

function kindOf(finish: string): FinishReason | 'unusual' {
  return Object.hasOwn(FINISH_REASONS, finish) ? FINISH_REASONS[finish]! : 'unusual';
}

function count(value: unknown): number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : 0;
}
