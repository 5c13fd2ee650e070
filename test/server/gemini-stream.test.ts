// The true SDK against a stand-in on the wire: what streams out, and when the connection is given up.

import { afterAll, describe, expect, test } from 'bun:test';
import { join } from 'node:path';
import { AnswerEnd } from '../../server/protocol.ts';
import { createGeminiProvider } from '../../server/providers/gemini.ts';
import {
  chunkings,
  flood,
  type StandInRequest,
  says,
  startGeminiStandIn,
  textEvent,
  wire,
} from '../support/gemini-stand-in.ts';
import { type AnswerPart, partsOf } from '../support/parts.ts';

const messages = [{ role: 'user', content: 'Will it rise?' }] as const;

const standIn = startGeminiStandIn('silence');
afterAll(() => standIn.stop());

const provider = createGeminiProvider({
  apiKey: 'key',
  model: 'gemini-2.5-flash',
  temperature: 0.7,
  maxTokens: 4000,
  apiVersion: 'v1beta',
  baseUrl: standIn.url,
  searchSuggestions: true,
});

function ask(signal = new AbortController().signal): AsyncGenerator<AnswerPart> {
  return partsOf((take) => provider.answer({ instruction: 'Be an oracle.', messages, signal }, take));
}

/** The end as the wire reads it; a field that is none of the protocol's would be lost, and so seen. */
function readWhole(end: AnswerEnd): AnswerEnd {
  expect(AnswerEnd(end)).toEqual(end);
  return end;
}

async function whole(): Promise<unknown> {
  let text = '';
  try {
    for await (const part of ask()) {
      if (part.type === 'text') text += part.text;
      else return { text, ...readWhole(part.end), answeredAt: undefined };
    }
    return { text };
  } catch (failure) {
    return { text, failure };
  }
}

// ─── Recorded shapes ─────────────────────────────────────────────────────────────────────────────

const redirect = (id: string) => `https://vertexaisearch.cloud.google.com/grounding-api-redirect/${id}==`;
const usage = (outputTokens: number) => ({ inputTokens: 876, outputTokens });

const fixtures: Readonly<Record<string, object>> = {
  search: {
    text: `### $ORCL today 🔮

The price is about 0.42 € — up 3 °C, no, 3 % since yesterday. Liquidity is thin: “only” ¥9,000 in one pool.

| Check | Result |
|---|---|
| Owner | renounced |
| Liquidity | unlocked |

Run \`owner()\` yourself. Поставщики ликвидности могут уйти.`,
    finishReason: 'stop',
    usage: usage(93),
    sources: [
      { url: redirect('AUZI-cg'), title: 'coingecko.com', domain: 'coingecko.com' },
      { url: redirect('AUZI-dex'), title: 'dexscreener.com', domain: 'dexscreener.com' },
      {
        url: 'https://www.google.com/search?q=price%20of%20$ORCL%20today',
        title: 'Price of $ORCL',
        domain: 'google.com',
      },
      { url: redirect('AUZI-unused'), title: 'unused.example', domain: 'unused.example' },
    ],
    citations: [
      { end: 81, sources: [0] },
      { end: 127, sources: [1, 2] },
      { end: 177, sources: [1] },
      { end: 219, sources: [2] },
      { end: 264, sources: [0, 1] },
    ],
    searchSuggestions: {
      html: '<div class="container">token liquidity</div>',
      queries: ['token liquidity'],
    },
  },
  'url-context': {
    text: '\nThe contract page shows a verified source. The team page could not be read.',
    finishReason: 'stop',
    usage: usage(20),
    sources: [
      {
        url: 'https://etherscan.io/token/0xdac17f958d2ee523a2206206994597c13d831ec7',
        title: 'Tether USD (USDT) Token Tracker',
        domain: 'etherscan.io',
      },
    ],
    citations: [{ end: 43, sources: [0] }],
    pages: [
      { url: 'https://etherscan.io/token/0xdac17f958d2ee523a2206206994597c13d831ec7', status: 'read' },
      { url: 'https://team.example/about%20us', status: 'failed' },
      { url: 'https://news.example/', status: 'paywall' },
      { url: 'http://phish.example/', status: 'unsafe' },
    ],
  },
  'server-side-tools': {
    text: 'BARD is a token of Lombard.',
    finishReason: 'stop',
    usage: usage(70),
    sources: [{ url: redirect('AUZI-l'), title: 'lombard.finance', domain: 'lombard.finance' }],
    citations: [{ end: 27, sources: [0] }],
    searchSuggestions: { queries: ['BARD token'] },
  },
  'grounding-without-sources': {
    text: 'I found nothing about it.',
    finishReason: 'stop',
    usage: usage(5),
    searchSuggestions: { html: '<div>xyzzy token</div>', queries: ['xyzzy token'] },
  },
  'blocked-prompt': {
    text: '',
    finishReason: 'content-filter',
    usage: { inputTokens: 21, outputTokens: 0 },
  },
  recitation: { text: 'Call me', finishReason: 'content-filter' },
  'unlisted-finish': { text: 'The moon is far.', finishReason: 'stop', usage: usage(4) },
  'length-without-text': {
    text: '',
    failure: expect.objectContaining({ details: 'The answer ran out of room before its first word.' }),
  },
  'error-amid': {
    text: 'First second ',
    failure: expect.objectContaining({ code: 'service-error', details: 'The answer was cut off.' }),
  },
  'cut-off': {
    text: 'The price is',
    failure: expect.objectContaining({ code: 'service-error', details: 'The answer was cut off.' }),
  },
  'broken-event': {
    text: 'The price ',
    failure: expect.objectContaining({ code: 'service-error' }),
  },
};

for (const [name, expected] of Object.entries(fixtures)) {
  test(`${name} gives the same answer however it is cut`, async () => {
    const stream = await Bun.file(join(import.meta.dir, `../fixtures/gemini/${name}.sse`)).text();
    for (const [cutting, cut] of Object.entries(chunkings)) {
      standIn.answer({ body: cut(stream) });
      expect({ cutting, answer: await whole() }).toEqual({ cutting, answer: expected });
    }
  });
}

test('an answer says when it was given', async () => {
  standIn.answer(says('Hello'));
  const before = Date.now();
  const last = (await Array.fromAsync(ask())).at(-1);
  const at = last?.type === 'end' ? last.end.answeredAt! : '';
  expect(new Date(at).toISOString()).toBe(at);
  expect(Date.parse(at)).toBeGreaterThanOrEqual(before);
});

// ─── Time ────────────────────────────────────────────────────────────────────────────────────────

function gate(): { readonly opened: Promise<void>; readonly open: () => void } {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}

test('words leave when they come, not at the end', async () => {
  const second = gate();
  standIn.answer({ body: held(second.opened) });
  const parts = ask();
  expect((await parts.next()).value).toEqual({ type: 'text', text: 'One ' });
  second.open();
  expect((await parts.next()).value).toEqual({ type: 'text', text: 'two' });
  expect((await parts.next()).value).toMatchObject({ type: 'end' });
  expect((await parts.next()).done).toBe(true);
});

async function* held(until: Promise<void>): AsyncGenerator<string> {
  yield wire([textEvent('One ')]);
  await until;
  yield wire([textEvent('two', { finishReason: 'STOP' })]);
}

for (const ending of ['cut', 'reset'] as const) {
  test(`a connection that is ${ending} amid an answer fails it after the words that came`, async () => {
    const heard = gate();
    standIn.answer({ body: once(wire([textEvent('One')]), heard.opened), ending });
    const parts = ask();
    expect((await parts.next()).value).toEqual({ type: 'text', text: 'One' });
    heard.open();
    await expect(parts.next()).rejects.toMatchObject({ code: 'service-error' });
  });
}

/** One piece, and nothing after it until something has happened. */
async function* once(piece: string, until: Promise<void>): AsyncGenerator<string> {
  yield piece;
  await until;
}

test('events that come together leave together', async () => {
  standIn.answer(says('One ', 'two ', 'three'));
  const [first] = await Array.fromAsync(ask());
  expect(first).toEqual({ type: 'text', text: 'One two three' });
});

describe('the connection is given up', () => {
  const lastRequest = (): StandInRequest => standIn.requests.at(-1)!;
  const silentAfter = (text: string) => ({ body: [wire([textEvent(text)])], ending: 'silence' as const });

  test('when no more of an answer is wanted', async () => {
    standIn.answer(silentAfter('One'));
    const { signal } = new AbortController();
    const pieces: string[] = [];
    const end = await provider.answer({ instruction: 'Be an oracle.', messages, signal }, (piece) => {
      pieces.push(piece);
      return false;
    });
    expect(end).toBeUndefined();
    expect(pieces).toEqual(['One']);
    expect(await lastRequest().over).toBe('left');
  });

  test('when the signal aborts amid an answer, which then fails at once', async () => {
    standIn.answer(silentAfter('One'));
    const abort = new AbortController();
    const parts = ask(abort.signal);
    await parts.next();
    const next = parts.next();
    abort.abort();
    await expect(next).rejects.toMatchObject({ code: 'service-error' });
    expect(await lastRequest().over).toBe('left');
  });

  test('when the signal aborts before the provider has said anything, without a second try', async () => {
    const asked = gate();
    standIn.answer(() => {
      asked.open();
      return 'silence';
    });
    const before = standIn.requests.length;
    const abort = new AbortController();
    const next = ask(abort.signal).next();
    await asked.opened;
    abort.abort();
    await expect(next).rejects.toMatchObject({ code: 'service-error' });
    expect(await lastRequest().over).toBe('left');
    expect(standIn.requests.length).toBe(before + 1);
  });

  test('when an error comes amid a stream that stays open', async () => {
    standIn.answer({ body: [wire([textEvent('One')]), 'data: {"broken\n\n'], ending: 'silence' });
    await expect(Array.fromAsync(ask())).rejects.toMatchObject({ code: 'service-error' });
    expect(await lastRequest().over).toBe('left');
  });

  test('while it waits for a second try', async () => {
    const details = [{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '3s' }];
    const asked = gate();
    standIn.answer(() => {
      asked.open();
      const error = { error: { code: 503, status: 'UNAVAILABLE', details } };
      return { status: 503, headers: { 'content-type': 'application/json' }, body: [JSON.stringify(error)] };
    });
    const abort = new AbortController();
    const next = ask(abort.signal).next();
    await asked.opened;
    await lastRequest().over;
    const before = standIn.requests.length;
    abort.abort();
    await expect(next).rejects.toMatchObject({ code: 'service-error' });
    expect(standIn.requests.length).toBe(before);
  });

  test('and a signal that has aborted already asks nothing', async () => {
    const before = standIn.requests.length;
    await expect(ask(AbortSignal.abort()).next()).rejects.toMatchObject({ code: 'service-error' });
    expect(standIn.requests.length).toBe(before);
  });
});

test('of a flood no more is read than is wanted', async () => {
  const size = 256 * 1024 * 1024;
  standIn.answer({ body: flood(size) });
  const { signal } = new AbortController();
  let characters = 0;
  await provider.answer({ instruction: 'Be an oracle.', messages, signal }, (piece) => {
    characters += piece.length;
    return characters < 64_000;
  });
  const request = standIn.requests.at(-1)!;
  expect(await request.over).toBe('left');
  expect(request.bytesSent).toBeLessThan(size / 4);
});
