// Answers from Gemini. The one file that knows the SDK, which opens the stream: key, address, request,
// abort. The stream itself is read here, because the SDK's reader costs four times the work a chunk.

import { setTimeout as pause } from 'node:timers/promises';
import { type GenerateContentParameters, GoogleGenAI } from '@google/genai';
import type { ChatError } from '../errors.ts';
import type { Fields } from '../log.ts';
import { GeminiAnswer } from './gemini-answer.ts';
import { failureOf, ProviderFailure } from './gemini-errors.ts';
import { readEvents, type WireEvent } from './gemini-events.ts';
import { buildRequest, type ModelSettings } from './gemini-request.ts';
import type { AnswerPart, AnswerProvider, AnswerRequest, CallGate } from './provider.ts';

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

  function answer(request: AnswerRequest): AsyncIterableIterator<AnswerPart> {
    let parts = attempt(request);
    let isBegun = false;

    async function begin(): Promise<IteratorResult<AnswerPart>> {
      try {
        return await parts.next();
      } catch (error) {
        const failure = failureOf(error);
        const waitMs = failure instanceof ProviderFailure ? failure.retryInMs : undefined;
        if (waitMs === undefined || request.signal.aborted) throw report(failure);
        notify('warn', 'provider-retry', { cause: causeOf(failure), waitMs: Math.round(waitMs) });
        await pause(waitMs, undefined, { signal: request.signal });
      }
      parts = attempt(request);
      try {
        return await parts.next();
      } catch (error) {
        throw report(failureOf(error));
      }
    }

    return {
      [Symbol.asyncIterator]() {
        return this;
      },
      // After the first part nothing is tried again: the rest passes straight from the one attempt.
      next() {
        if (isBegun) return parts.next();
        isBegun = true;
        return begin();
      },
      return: () => parts.return(undefined),
    };
  }

  /** One request. However its reader goes, the connection is given up: leaving the loop does not close it. */
  async function* attempt(request: AnswerRequest): AsyncGenerator<AnswerPart> {
    await options.gate?.enter(request.signal);
    const abort = new AbortController();
    const leave = () => abort.abort();
    request.signal.addEventListener('abort', leave, { once: true });
    if (request.signal.aborted) leave();
    try {
      const answer = new GeminiAnswer();
      for await (const events of await open(request, abort.signal)) {
        const { text, failure } = takeAll(answer, events);
        if (text !== '') yield { type: 'text', text };
        if (failure) throw failure;
      }
      const end = answer.end(options.searchSuggestions);
      if (answer.unusualFinish !== undefined) {
        notify('warn', 'provider-finish', { finish: answer.unusualFinish.slice(0, 60) });
      }
      yield { type: 'end', end };
    } catch (error) {
      const failure = failureOf(error);
      if (failure.code === 'rate-limited') options.gate?.refused(failure);
      throw failure;
    } finally {
      request.signal.removeEventListener('abort', leave);
      leave();
    }
  }

  async function open(
    { instruction, messages }: AnswerRequest,
    signal: AbortSignal,
  ): Promise<AsyncIterable<readonly WireEvent[]>> {
    let response: Response | undefined;
    const { config, ...request } = buildRequest(options, instruction, messages, options.now?.());
    try {
      const chunks = await client.models.generateContentStream({
        ...request,
        config: {
          ...config,
          abortSignal: signal,
          // On by default: a second, billed request behind our back.
          automaticContinuation: false,
          httpOptions: {
            fetch: async (input: string | URL | Request, init?: RequestInit) => {
              response = await fetch(input, init);
              return response;
            },
          },
        },
        // The SDK's enums are their values on the wire.
      } as GenerateContentParameters);
      return response?.body ? readEvents(response.body) : oneByOne(chunks);
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
    for (const event of events) text += answer.take(event);
    return { text };
  } catch (failure) {
    return { text, failure };
  }
}

/** What the SDK read itself, where it did not use our `fetch`. */
async function* oneByOne(chunks: AsyncIterable<object>): AsyncGenerator<readonly WireEvent[]> {
  for await (const chunk of chunks) yield [chunk as WireEvent];
}

function causeOf(failure: ChatError): string | undefined {
  return failure.cause instanceof Error ? failure.cause.message.slice(0, 200) : undefined;
}
