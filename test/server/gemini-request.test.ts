import { afterAll, describe, expect, test } from 'bun:test';
import type { Message } from '../../server/protocol.ts';
import { createGeminiProvider, type GeminiOptions, modelNotice } from '../../server/providers/gemini.ts';
import { type StandInRequest, says, startGeminiStandIn } from '../support/gemini-stand-in.ts';

const standIn = startGeminiStandIn(says('Hello'));
afterAll(() => standIn.stop());

interface WireRequest {
  readonly contents: readonly unknown[];
  readonly systemInstruction: { readonly parts: readonly unknown[] };
  readonly tools: readonly unknown[];
  readonly safetySettings: readonly { readonly threshold: string }[];
  readonly generationConfig: Readonly<Record<string, unknown>>;
}

/** The request that goes out for these options and messages. */
async function send(
  options: Partial<GeminiOptions> = {},
  messages: readonly Message[] = [{ role: 'user', content: 'Will it rise?' }],
): Promise<StandInRequest & { readonly body: WireRequest }> {
  const provider = createGeminiProvider({
    apiKey: 'the-key',
    model: 'gemini-2.5-flash',
    temperature: 0.7,
    maxTokens: 4000,
    apiVersion: 'v1beta',
    baseUrl: standIn.url,
    searchSuggestions: true,
    now: () => new Date('2026-11-21'),
    ...options,
  });
  const { signal } = new AbortController();
  await provider.answer({ instruction: 'Be an oracle.', messages, signal }, () => true);
  return standIn.requests.at(-1) as StandInRequest & { readonly body: WireRequest };
}

test('the key, the version and the address are ours, whatever the environment says', async () => {
  const misleading = {
    GOOGLE_API_KEY: 'another-key',
    GOOGLE_GENAI_USE_ENTERPRISE: 'true',
    GOOGLE_GENAI_API_VERSION: 'v9',
    GOOGLE_GEMINI_BASE_URL: 'http://127.0.0.1:1',
  };
  Object.assign(process.env, misleading);
  const { path, headers } = await send();
  for (const name of Object.keys(misleading)) delete process.env[name];
  expect(path).toBe('/v1beta/models/gemini-2.5-flash:streamGenerateContent?alt=sse');
  expect(headers['x-goog-api-key']).toBe('the-key');
});

test('the instruction, the tools and the limits go along', async () => {
  const { body } = await send();
  expect(body.systemInstruction.parts).toEqual([{ text: 'Be an oracle.' }]);
  expect(body.tools).toEqual([{ googleSearch: {} }, { urlContext: {} }]);
  expect(body.generationConfig).toEqual({
    temperature: 0.7,
    maxOutputTokens: 4000 + 1024,
    thinkingConfig: { thinkingBudget: 1024 },
  });
  expect(body.safetySettings).toHaveLength(4);
  expect(body.safetySettings.every(({ threshold }) => threshold === 'BLOCK_ONLY_HIGH')).toBe(true);
});

test('questions and answers alternate; neighbours of one role share a turn', async () => {
  const { body } = await send({}, [
    { role: 'user', content: 'One' },
    { role: 'user', content: 'Two' },
    { role: 'assistant', content: 'Three' },
    { role: 'user', content: 'Four' },
  ]);
  expect(body.contents).toEqual([
    { role: 'user', parts: [{ text: 'One' }, { text: 'Two' }] },
    { role: 'model', parts: [{ text: 'Three' }] },
    { role: 'user', parts: [{ text: 'Four' }] },
  ]);
});

describe('each family gets the request it understands', () => {
  const both = [{ googleSearch: {} }, { urlContext: {} }];
  const cases = [
    ['gemini-1.5-flash', [{ googleSearchRetrieval: {} }], { temperature: 0.7, maxOutputTokens: 4000 }],
    ['gemini-2.0-flash', [{ googleSearch: {} }], { temperature: 0.7, maxOutputTokens: 4000 }],
    [
      'models/gemini-2.5-pro',
      both,
      { temperature: 0.7, maxOutputTokens: 5024, thinkingConfig: { thinkingBudget: 1024 } },
    ],
    ['gemini-3.5-flash-lite', both, { maxOutputTokens: 8096, thinkingConfig: { thinkingLevel: 'LOW' } }],
    [
      'gemini-3.8-flash',
      both,
      { temperature: 0.7, maxOutputTokens: 8096, thinkingConfig: { thinkingLevel: 'LOW' } },
    ],
    ['gemini-4-argon', both, { temperature: 0.7, maxOutputTokens: 8096 }],
  ] as const;
  for (const [model, tools, generationConfig] of cases) {
    test(model, async () => {
      const request = await send({ model });
      expect(request.model).toBe(model.replace('models/', ''));
      expect<unknown>(request.body.tools).toEqual(tools);
      expect(request.body.generationConfig).toEqual(generationConfig);
    });
  }

  test('no family is asked for more than it can give', async () => {
    const limit = async (model: string) =>
      (await send({ model, maxTokens: 65_536 })).body.generationConfig['maxOutputTokens'];
    expect(await limit('gemini-1.5-pro')).toBe(8192);
    expect(await limit('gemini-2.5-flash')).toBe(65_536);
  });
});

describe('the notice about a model', () => {
  const early = new Date('2026-11-21T00:00:00Z');
  const late = new Date('2026-12-01T00:00:00Z');

  test('says before the end when it comes and who follows', () => {
    expect(modelNotice('gemini-2.5-flash', early)).toBe(
      'MODEL gemini-2.5-flash ends on 2026-12-01; gemini-3.5-flash-lite is its named successor',
    );
  });

  test('says after the end who serves the requests, or that nobody does', () => {
    expect(modelNotice('models/gemini-2.5-flash', late)).toBe(
      'MODEL gemini-2.5-flash ended on 2026-12-01; its requests are served by gemini-3.5-flash-lite',
    );
    expect(modelNotice('gemini-2.0-flash-lite', late)).toBe(
      'MODEL gemini-2.0-flash-lite ended on 2026-06-01; its requests are refused',
    );
    expect(modelNotice('gemini-1.5-pro', early)).toBe('MODEL gemini-1.5-pro ended; its requests are refused');
  });

  test('says nothing about models without an announced end', () => {
    for (const model of ['gemini-2.5-flash-lite', 'gemini-3.5-flash-lite', 'gemini-4-argon', 'tuned/x']) {
      expect(modelNotice(model, late)).toBeUndefined();
    }
  });
});

test('a model past its end is asked for nothing that its successor may refuse', async () => {
  const { body } = await send({ model: 'gemini-2.5-flash', now: () => new Date('2026-12-01') });
  expect(body.generationConfig['thinkingConfig']).toBeUndefined();
  expect(body.generationConfig['maxOutputTokens']).toBeGreaterThanOrEqual(4000 + 4096);
  expect(body.tools).toEqual([{ googleSearch: {} }, { urlContext: {} }]);
});
