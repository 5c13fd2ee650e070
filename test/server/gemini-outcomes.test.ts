// Every way an answer of the provider can end: finish values, block reasons, errors.

import { afterAll, describe, expect, test } from 'bun:test';
import { BlockedReason, FinishReason } from '@google/genai';
import { type ChatError, errorBody } from '../../server/errors.ts';
import type { AnswerEnd } from '../../server/protocol.ts';
import {
  createGeminiProvider,
  type GeminiNotice,
  type ProviderFailure,
} from '../../server/providers/gemini.ts';
import { FINISH_REASONS } from '../../server/providers/gemini-answer.ts';
import { failureOf, secondsToPacificMidnight } from '../../server/providers/gemini-errors.ts';
import {
  type Answer,
  type ApiErrorBody,
  apiError,
  quotaError,
  refuses,
  SECRET_WORDS,
  says,
  startGeminiStandIn,
  textEvent,
  type WireEvent,
  wire,
} from '../support/gemini-stand-in.ts';

const messages = [{ role: 'user', content: 'Will it rise?' }] as const;

const standIn = startGeminiStandIn('silence');
afterAll(() => standIn.stop());

interface Outcome {
  readonly text: string;
  readonly end?: AnswerEnd;
  readonly failure?: ProviderFailure;
  readonly notices: readonly GeminiNotice[];
  /** How often the provider was asked. */
  readonly requests: number;
}

/** Asks once; the provider gives these answers in turn, the last one again and again. */
async function outcome(...answers: Answer[]): Promise<Outcome> {
  const before = standIn.requests.length;
  const notices: GeminiNotice[] = [];
  standIn.answer(({ number }) => answers[Math.min(number - before, answers.length) - 1]!);
  const provider = createGeminiProvider({
    apiKey: 'AIzaSyTheKeyOfThisTest',
    model: 'gemini-2.5-flash',
    temperature: 0.7,
    maxTokens: 4000,
    apiVersion: 'v1beta',
    baseUrl: standIn.url,
    searchSuggestions: true,
    log: (notice) => notices.push(notice),
  });
  const { signal } = new AbortController();
  let text = '';
  let end: AnswerEnd | undefined;
  let failure: ProviderFailure | undefined;
  try {
    end = await provider.answer({ instruction: 'Be an oracle.', messages, signal }, (piece) => {
      text += piece;
      return true;
    });
  } catch (error) {
    failure = error as ProviderFailure;
  }
  const requests = standIn.requests.length - before;
  return { text, ...(end && { end }), ...(failure && { failure }), notices, requests };
}

const stream = (...events: WireEvent[]): Answer => ({ body: [wire(events)] });
const finish = (finishReason: string): WireEvent => ({ candidates: [{ finishReason, index: 0 }] });

// ─── Finish values ───────────────────────────────────────────────────────────────────────────────

describe('finish values', () => {
  const filtered = ['content-filter', 'content-filter'] as const;
  const tools = ['tool-calls', 'tool-calls'] as const;
  const unusual = ['stop', 'failure'] as const;
  /** What it means after text, and without any. */
  const table: Readonly<Record<FinishReason, readonly [withText: string, without: string]>> = {
    STOP: ['stop', 'failure'],
    MAX_TOKENS: ['length', 'failure'],
    CONTINUATION: ['length', 'failure'],
    SAFETY: filtered,
    RECITATION: filtered,
    LANGUAGE: filtered,
    BLOCKLIST: filtered,
    PROHIBITED_CONTENT: filtered,
    SPII: filtered,
    IMAGE_SAFETY: filtered,
    IMAGE_PROHIBITED_CONTENT: filtered,
    IMAGE_RECITATION: filtered,
    MALFORMED_FUNCTION_CALL: tools,
    UNEXPECTED_TOOL_CALL: tools,
    TOO_MANY_TOOL_CALLS: tools,
    OTHER: unusual,
    FINISH_REASON_UNSPECIFIED: unusual,
    MALFORMED_RESPONSE: unusual,
    NO_IMAGE: unusual,
    IMAGE_OTHER: unusual,
  };

  test('the table knows every value of the SDK', () => {
    expect(Object.keys(FINISH_REASONS).sort()).toEqual(Object.values(FinishReason).sort());
  });

  const rows = [...Object.entries(table), ['TIRED_OF_IT', unusual], ['constructor', unusual]] as const;
  for (const [value, [withText, without]] of rows) {
    test(`${value} after text is ${withText}, without any ${without}`, async () => {
      const after = await outcome(stream(textEvent('It is thin.'), finish(value)));
      expect(after.text).toBe('It is thin.');
      expect(after.end?.finishReason).toBe(withText as AnswerEnd['finishReason']);
      const silent = await outcome(stream(finish(value)));
      expect(silent.end?.finishReason ?? 'failure').toBe(without as AnswerEnd['finishReason']);
    });
  }

  test('an unusual one is reported to the operator', async () => {
    const { notices } = await outcome(stream(textEvent('It is thin.'), finish('TIRED_OF_IT')));
    expect(notices).toEqual([{ level: 'warn', event: 'provider-finish', fields: { finish: 'TIRED_OF_IT' } }]);
  });

  test('a limit eaten up before the first word has words of its own', async () => {
    const { failure } = await outcome(stream(finish('MAX_TOKENS')));
    expect(failure?.details).toBe('The answer ran out of room before its first word.');
    expect((await outcome(stream(finish('STOP')))).failure?.details).not.toBe(failure?.details);
  });

  test('STOP with a function call wants a tool; a call of the provider’s own tools does not', async () => {
    const withPart = (part: WireEvent) =>
      stream({ candidates: [{ content: { parts: [{ text: 'So: ' }, part] }, finishReason: 'STOP' }] });
    const called = await outcome(withPart({ functionCall: { name: 'x', args: {} } }));
    expect(called.end?.finishReason).toBe('tool-calls');
    const served = await outcome(withPart({ toolCall: { toolType: 'GOOGLE_SEARCH_WEB' } }));
    expect(served.end?.finishReason).toBe('stop');
  });

  test('the last finish value counts, and only the end of the stream ends an answer', async () => {
    const { text, end } = await outcome(
      stream(textEvent('One ', { finishReason: 'STOP' }), textEvent('two', { finishReason: 'MAX_TOKENS' })),
    );
    expect({ text, reason: end?.finishReason }).toEqual({ text: 'One two', reason: 'length' });
  });

  for (const [what, ...events] of [
    ['without a finish value', textEvent('It is')],
    ['with an empty candidate at the end', textEvent('It is'), { candidates: [{}] }],
    ['with usage alone at the end', textEvent('It is'), { usageMetadata: { promptTokenCount: 1 } }],
  ] as const) {
    test(`a stream that ends ${what} was cut off`, async () => {
      const { text, failure } = await outcome(stream(...events));
      expect(text).toBe('It is');
      expect(failure).toMatchObject({ code: 'service-error', details: 'The answer was cut off.' });
    });
  }

  test('an empty stream is no answer', async () => {
    const { failure } = await outcome({ body: [] });
    expect(failure).toMatchObject({
      code: 'service-error',
      details: 'The answering service gave no answer.',
    });
  });
});

// ─── Block reasons ───────────────────────────────────────────────────────────────────────────────

describe('block reasons', () => {
  for (const blockReason of [...Object.values(BlockedReason), 'A_NEW_REASON']) {
    test(`${blockReason} ends as filtered, without a word`, async () => {
      const { text, end, failure } = await outcome(stream({ promptFeedback: { blockReason } }));
      expect({ text, reason: end?.finishReason, failure }).toEqual({
        text: '',
        reason: 'content-filter',
        failure: undefined,
      });
    });
  }

  test('ratings of a prompt that was not blocked mean nothing', async () => {
    const rated = { ...textEvent('Fine.', { finishReason: 'STOP' }), promptFeedback: { safetyRatings: [] } };
    expect((await outcome(stream(rated))).end?.finishReason).toBe('stop');
  });
});

// ─── Errors before the stream ────────────────────────────────────────────────────────────────────

const reason = (word: string) => [{ '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: word }];

describe('errors', () => {
  const table: readonly (readonly [error: ApiErrorBody, code: string, details: string, requests: number])[] =
    [
      [{ code: 400, status: 'INVALID_ARGUMENT' }, 'service-error', 'refused the request', 1],
      [
        { code: 400, status: 'INVALID_ARGUMENT', details: reason('API_KEY_INVALID') },
        'not-configured',
        'not set up',
        1,
      ],
      [{ code: 400, status: 'FAILED_PRECONDITION' }, 'not-configured', 'not set up', 1],
      [{ code: 401, status: 'UNAUTHENTICATED' }, 'not-configured', 'not set up', 1],
      [{ code: 403, status: 'PERMISSION_DENIED' }, 'not-configured', 'not set up', 1],
      [{ code: 404, status: 'NOT_FOUND' }, 'not-configured', 'not set up', 1],
      [{ code: 413, status: 'INVALID_ARGUMENT' }, 'service-error', 'refused the request', 1],
      [quotaError('34.4s'), 'rate-limited', 'Too many questions', 1],
      [quotaError(), 'rate-limited', 'Too many questions', 1],
      [quotaError('0.01s', 'PerDay'), 'rate-limited', 'of this day', 1],
      [quotaError('0.01s'), 'rate-limited', 'Too many questions', 2],
      [{ code: 499, status: 'CANCELLED' }, 'service-error', 'cut off', 1],
      [
        { code: 500, status: 'INTERNAL', details: quotaError('0.01s').details! },
        'service-error',
        'problem',
        2,
      ],
      [
        { code: 502, status: 'UNKNOWN', details: quotaError('0.01s').details! },
        'service-error',
        'problem',
        2,
      ],
      [
        { code: 503, status: 'UNAVAILABLE', details: quotaError('0.01s').details! },
        'service-error',
        'overloaded',
        2,
      ],
      [
        { code: 503, status: 'UNAVAILABLE', details: quotaError('60s').details! },
        'service-error',
        'overloaded',
        1,
      ],
      [
        { code: 504, status: 'DEADLINE_EXCEEDED', details: quotaError('0.01s').details! },
        'service-error',
        'too long',
        2,
      ],
    ];
  const contentTypes = ['application/json; charset=UTF-8', 'text/event-stream', 'text/html'];

  for (const [error, code, details, requests] of table) {
    const about = `${error.code} ${error.status} ${JSON.stringify(error.details ?? [])}`.slice(0, 160);
    test(`${about} is ${code} after ${requests} requests`, async () => {
      for (const contentType of contentTypes) {
        const found = await outcome(refuses(error, contentType));
        expect(found.failure).toMatchObject({ name: 'ChatError', code });
        expect(found.failure?.details).toContain(details);
        expect(found.requests).toBe(requests);
      }
    });

    test(`${about} means the same inside a running stream, and as an array`, async () => {
      const inside = await outcome(stream(apiError(error)));
      expect(inside.failure).toMatchObject({ code });
      expect(inside.failure?.details).toContain(details);
      const array = await outcome({
        status: error.code,
        headers: { 'content-type': 'application/json' },
        body: [JSON.stringify([apiError(error)])],
      });
      expect(array.failure).toMatchObject({ code });
    });
  }

  test('a rate limit says in whole seconds when to come again', async () => {
    expect((await outcome(refuses(quotaError('34.4s')))).failure).toMatchObject({
      retryAfterSeconds: 35,
      quota: 'minute',
    });
    expect((await outcome(refuses(quotaError()))).failure?.retryAfterSeconds).toBe(30);
    const { failure } = await outcome(refuses(quotaError('3s', 'PerDay')));
    expect(failure?.quota).toBe('day');
    expect(failure?.retryAfterSeconds).toBeGreaterThan(0);
    expect(failure?.retryAfterSeconds).toBeLessThanOrEqual(86_400);
  });

  test('a Retry-After header counts where the body names no time', async () => {
    const headers = { 'content-type': 'text/html', 'retry-after': '17' };
    const { failure } = await outcome({ status: 429, headers, body: ['<h1>Slow down</h1>'] });
    expect(failure).toMatchObject({ code: 'rate-limited', retryAfterSeconds: 17 });
  });

  test('a second try that works is an answer like any other, and the operator hears of it', async () => {
    const found = await outcome(refuses(quotaError('0.01s')), says('Hello'));
    expect(found).toMatchObject({ text: 'Hello', end: { finishReason: 'stop' }, requests: 2 });
    expect(found.notices.map(({ event }) => event)).toEqual(['provider-retry']);
  });

  test('after the first word there is no second try', async () => {
    const found = await outcome(
      stream(
        textEvent('It is'),
        apiError({ code: 503, status: 'UNAVAILABLE', details: quotaError('0.01s').details! }),
      ),
      says('Hello'),
    );
    expect(found).toMatchObject({ text: 'It is', requests: 1, failure: { code: 'service-error' } });
  });

  test('a connection that is reset is tried twice, then it is a service error', async () => {
    const found = await outcome('reset');
    expect(found).toMatchObject({ requests: 2, failure: { code: 'service-error' } });
    expect(await outcome('reset', says('Hello'))).toMatchObject({ text: 'Hello', requests: 2 });
  });

  for (const [what, answer] of [
    [
      'JSON that is none',
      { status: 500, headers: { 'content-type': 'application/json' }, body: ['{"error"'] },
    ],
    ['no body', { status: 500, headers: { 'content-type': 'text/plain' } }],
    ['a stream that is a page', { body: ['<html>It works</html>'] }],
    ['an error without a number', stream({ error: { status: 'INTERNAL' } })],
    ['an error that is none', stream({ error: 'no' })],
  ] satisfies [string, Answer][]) {
    test(`${what} is a service error`, async () => {
      expect((await outcome(answer)).failure?.code).toBe('service-error');
    });
  }

  test('a service that is not set up is loud in the log', async () => {
    const { notices } = await outcome(refuses({ code: 404, status: 'NOT_FOUND' }));
    expect(notices).toEqual([
      {
        level: 'error',
        event: 'provider-not-set-up',
        fields: { cause: '404 NOT_FOUND', model: 'gemini-2.5-flash' },
      },
    ]);
  });

  test('not a word of the provider reaches the visitor or the log', async () => {
    const words = SECRET_WORDS.split(' ').filter((word) => word.length > 4);
    for (const [error] of table) {
      const { failure, notices } = await outcome(refuses(error, 'text/event-stream'));
      const said = JSON.stringify([errorBody(failure as ChatError), String(failure?.cause)]);
      for (const word of words) expect(said).not.toContain(word);
      expect(JSON.stringify(notices)).not.toContain('AIza');
    }
  });

  test('what the SDK throws without our fetch is understood the same', () => {
    const thrown = Object.assign(
      new Error(`got status: RESOURCE_EXHAUSTED. ${JSON.stringify(apiError(quotaError('7s')))}`),
      { name: 'ApiError', status: 429 },
    );
    expect(failureOf(thrown)).toMatchObject({ code: 'rate-limited', retryAfterSeconds: 7 });
    const wrapped = Object.assign(
      new Error(
        JSON.stringify({
          error: {
            message: `data: ${JSON.stringify(apiError({ code: 404, status: 'NOT_FOUND' }))}`,
            code: 500,
          },
        }),
      ),
      { name: 'ApiError', status: 500 },
    );
    expect(failureOf(wrapped)).toMatchObject({ code: 'not-configured' });
    expect(failureOf(new SyntaxError('Unexpected token'))).toMatchObject({ code: 'service-error' });
    expect(failureOf('a string')).toMatchObject({ code: 'service-error' });
  });
});

describe('the provider’s day', () => {
  for (const [at, seconds] of [
    ['2026-11-21T20:00:00Z', 12 * 3600],
    ['2026-07-01T06:59:59Z', 1],
    ['2026-07-01T07:00:00Z', 86_400],
    ['2026-03-08T08:00:00Z', 23 * 3600],
    ['2026-11-01T07:00:00Z', 25 * 3600],
    ['2026-11-01T12:00:00Z', 20 * 3600],
  ] as const) {
    test(`at ${at} has ${seconds} seconds left`, () => {
      expect(secondsToPacificMidnight(new Date(at))).toBe(seconds);
    });
  }
});
