// Answers from Gemini. The one file that knows the SDK, which opens the stream: key, address, request,
// abort. The stream itself is read here, because the SDK's reader costs four times the work a chunk.

import { setTimeout as pause } from 'node:timers/promises';
import { type GenerateContentParameters, GoogleGenAI } from '@google/genai';
import type { ChatError } from '../errors.ts';
import type { Fields } from '../log.ts';
import type { AnswerEnd } from '../protocol.ts';
import { GeminiAnswer } from './gemini-answer.ts';
import { failureOf, ProviderFailure } from './gemini-errors.ts';
import { readEvents, type TakeEvents, type WireEvent } from './gemini-events.ts';
import { buildRequest, type ModelSettings } from './gemini-request.ts';
import { joined } from './gemini-wire.ts';
import type { AnswerProvider, AnswerRequest, CallGate, TakeText } from './provider.ts';

export { ProviderFailure, type Quota } from './gemini-errors.ts';
export { modelNotice } from './gemini-request.ts';

export interface GeminiOptions extends ModelSettings {
  readonly apiKey: string;
  readonly apiVersion: string;
  readonly baseUrl?: string | undefined;
  /** Whether the markup and the queries go along that the provider's terms ask to be shown. */
  readonly searchSuggestions: boolean;
  readonly gate?: CallGate;
  /** The date decides how a model past its announced end is asked. */
  readonly now?: () => Date;
  readonly log?: (notice: GeminiNotice) => void;
}

/** What the operator should hear of. */
export interface GeminiNotice {
  readonly level: 'warn' | 'error';
  readonly event: string;
  readonly fields: Fields;
}

const DEFAULT_BASE_URL = 'https://generativelanguage.googleapis.com';

export function createGeminiProvider(options: GeminiOptions): AnswerProvider {
  // All of these are given, because what is not is taken from environment variables of the SDK's own.
  const client = new GoogleGenAI({
    apiKey: options.apiKey,
    enterprise: false,
    apiVersion: options.apiVersion,
    httpOptions: { baseUrl: options.baseUrl ?? DEFAULT_BASE_URL },
  });

  async function answer(request: AnswerRequest, take: TakeText): Promise<AnswerEnd | undefined> {
    let hasBegun = false;
    try {
      return await attempt(request, (text) => {
        hasBegun = true;
        return take(text);
      });
    } catch (error) {
      const failure = failureOf(error);
      const waitMs = failure instanceof ProviderFailure ? failure.retryInMs : undefined;
      // What a visitor has begun to read is not begun again.
      if (hasBegun || waitMs === undefined || request.signal.aborted) throw report(failure);
      notify('warn', 'provider-retry', { cause: causeOf(failure), waitMs: Math.round(waitMs) });
      await pause(waitMs, undefined, { signal: request.signal });
    }
    try {
      return await attempt(request, take);
    } catch (error) {
      throw report(failureOf(error));
    }
  }

  async function attempt(request: AnswerRequest, take: TakeText): Promise<AnswerEnd | undefined> {
    await options.gate?.enter(request.signal);
    const answer = new GeminiAnswer();
    let isWanted = true;
    try {
      await read(request, (events) => {
        const { text, failure } = takeAll(answer, events);
        if (text !== '') isWanted = take(text);
        if (failure && isWanted) throw failure;
        return isWanted;
      });
    } catch (error) {
      const failure = failureOf(error);
      if (failure.code === 'rate-limited') options.gate?.refused(failure);
      throw failure;
    }
    if (!isWanted) return undefined;
    const end = answer.end(options.searchSuggestions);
    if (answer.unusualFinish !== undefined) {
      notify('warn', 'provider-finish', { finish: answer.unusualFinish.slice(0, 60) });
    }
    return end;
  }

  /** Asks, and reads the answer to its end, or until no more is wanted. */
  async function read(request: AnswerRequest, take: TakeEvents): Promise<void> {
    let reading: Promise<void> | undefined;
    const chunks = await open(request, (response) => {
      // At once, so that the first words need not wait for what the SDK still does with the response.
      if (response.ok && response.body) reading = readEvents(response.body, take);
      reading?.catch(() => {});
    });
    // Where it did not use our `fetch`, the SDK has read the stream itself.
    await (reading ?? readEvents(chunks, take));
  }

  async function open(
    { instruction, messages, signal }: AnswerRequest,
    onResponse: (response: Response) => void,
  ): Promise<AsyncIterable<object>> {
    let response: Response | undefined;
    const { config, ...request } = buildRequest(options, instruction, messages, options.now?.());
    try {
      return await client.models.generateContentStream({
        ...request,
        config: {
          ...config,
          // On by default: a second, billed request behind our back.
          automaticContinuation: false,
          httpOptions: {
            // The signal goes straight to the request: the SDK would build a controller of its own around it.
            fetch: async (input: string | URL | Request, init?: RequestInit) => {
              response = await fetch(input, { ...init, signal });
              onResponse(response);
              return response;
            },
          },
        },
        // The SDK's enums are their values on the wire.
      } as GenerateContentParameters);
    } catch (error) {
      throw failureOf(error, response);
    }
  }

  function report(failure: ChatError): ChatError {
    if (failure.code === 'not-configured') {
      notify('error', 'provider-not-set-up', { cause: causeOf(failure), model: options.model });
    }
    return failure;
  }

  function notify(level: GeminiNotice['level'], event: string, fields: Fields): void {
    options.log?.({ level, event, fields });
  }

  return { name: 'gemini', answer };
}

/** The text of the events of one read, up to the first that reports a failure. */
function takeAll(
  answer: GeminiAnswer,
  events: readonly WireEvent[],
): { readonly text: string; readonly failure?: unknown } {
  let text = '';
  try {
    for (const event of events) text = joined(text, answer.take(event));
    return { text };
  } catch (failure) {
    return { text, failure };
  }
}

function causeOf(failure: ChatError): string | undefined {
  return failure.cause instanceof Error ? failure.cause.message.slice(0, 200) : undefined;
}
