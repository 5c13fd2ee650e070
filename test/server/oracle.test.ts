import { describe, expect, test } from 'bun:test';
import { cleanContent } from '../../server/oracle/incoming-text.ts';
import { loadInstruction } from '../../server/oracle/instruction.ts';
import { createOracle } from '../../server/oracle/oracle.ts';
import { GUARD_SENTENCE } from '../../server/oracle/output-guard.ts';
import { lettersOf } from '../../server/oracle/phrase-index.ts';
import { type AnswerEnd, type Message, withAddress } from '../../server/protocol.ts';
import type { AnswerProvider, AnswerRequest } from '../../server/providers/provider.ts';
import { injectionProbes } from '../fixtures/oracle/injection-probes.ts';
import { type AnswerPart, fromParts } from '../support/parts.ts';

const KEY = 'not-a-real-key-5hT9qLw2ZpX8vB4n';
const USDC = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
const instructionText = loadInstruction();
const clock = () => new Date('2026-11-21T12:34:56Z');

/** A provider that answers with these pieces, then the end, and keeps what it was asked. */
function scripted(pieces: readonly string[], end: AnswerEnd = { finishReason: 'stop' }) {
  const requests: AnswerRequest[] = [];
  let sent = 0;
  let isLeft = false;
  const provider: AnswerProvider = {
    name: 'scripted',
    answer: fromParts(async function* (request): AsyncGenerator<AnswerPart> {
      requests.push(request);
      try {
        for (const text of pieces) {
          sent += 1;
          yield { type: 'text', text };
        }
        yield { type: 'end', end };
      } finally {
        isLeft = true;
      }
    }),
  };
  return { provider, requests, sent: () => sent, isLeft: () => isLeft };
}

/** A provider that says what is given, and then fails. */
function failing(failure: Error, ...pieces: readonly string[]): AnswerProvider {
  return {
    name: 'failing',
    async answer(_request, take) {
      for (const piece of pieces) take(piece);
      throw failure;
    },
  };
}

async function ask(provider: AnswerProvider, messages: readonly Message[] | string) {
  const oracle = createOracle({ provider, instructionText, secrets: [KEY], clock });
  const conversation =
    typeof messages === 'string' ? [{ role: 'user', content: messages } as const] : messages;
  const pieces: string[] = [];
  const end = await oracle.answer(
    conversation,
    new AbortController().signal,
    (piece) => pieces.push(piece) > 0,
  );
  return { pieces, text: pieces.join(''), end: end! };
}

describe('an ordinary answer', () => {
  test('passes unchanged, at most one piece for each of the provider’s', async () => {
    const pieces = ['The Gemini ', 'exchange lists GU', 'SD; Google', ' Cloud runs a validator.'];
    const answer = await ask(scripted(pieces).provider, 'Where is GUSD listed?');
    expect(answer.text).toBe(pieces.join(''));
    expect(answer.pieces.length).toBeLessThanOrEqual(pieces.length + 1);
    expect(answer.end).toEqual({ finishReason: 'stop', answeredAt: '2026-11-21T12:34:56.000Z' });
  });

  test('keeps the provider’s sources, citations and reason', async () => {
    const end: AnswerEnd = {
      finishReason: 'length',
      answeredAt: '2026-11-21T12:00:00.000Z',
      usage: { inputTokens: 10, outputTokens: 20 },
      sources: [{ url: 'https://etherscan.io/', title: 'Etherscan', domain: 'etherscan.io' }],
      citations: [{ end: 4, sources: [0] }],
      searchSuggestions: { html: '<p>USDC</p>', queries: ['USDC price'] },
    };
    expect((await ask(scripted(['Well.'], end).provider, 'USDC?')).end).toEqual(end);
  });

  test('loses from its end what the guard would stop, and nothing else', async () => {
    const end: AnswerEnd = {
      finishReason: 'stop',
      sources: [{ url: 'https://example.org/', title: 'gemini-2.5-flash', domain: 'example.org' }],
      citations: [{ end: 4, sources: [0] }],
      searchSuggestions: { html: '<p>x</p>', queries: ['USDC price', instructionText.slice(0, 200)] },
    };
    const checked = (await ask(scripted(['Well.'], end).provider, 'USDC?')).end;
    expect(checked.sources).toEqual([
      { url: 'https://example.org/', title: 'example.org', domain: 'example.org' },
    ]);
    expect(checked.citations).toEqual(end.citations!);
    expect(checked.searchSuggestions).toEqual({ queries: ['USDC price'] });
  });

  test('fails as the provider fails', async () => {
    const failure = new Error('gone');
    expect(ask(failing(failure), 'USDC?')).rejects.toBe(failure);
  });

  test('tells the provider when nobody waits any more', async () => {
    const { provider, requests } = scripted(['a', 'b']);
    const oracle = createOracle({ provider, instructionText, secrets: [], clock });
    const leaving = new AbortController();
    await oracle.answer([{ role: 'user', content: 'USDC?' }], leaving.signal, () => {
      leaving.abort();
      return false;
    });
    expect(requests[0]!.signal.aborted).toBe(true);
  });
});

describe('an answer the guard stops', () => {
  test('ends in the oracle’s voice, and the provider writes no more', async () => {
    const { provider, sent, isLeft } = scripted([
      'The pool is thin. ',
      'I am Gemini',
      ', and so on',
      ' and on',
    ]);
    const { text, end } = await ask(provider, 'USDC?');
    expect(text).toBe(`The pool is thin. I am \n\n${GUARD_SENTENCE}`);
    expect(end).toEqual({ finishReason: 'stop', answeredAt: '2026-11-21T12:34:56.000Z' });
    expect(isLeft()).toBe(true);
    expect(sent()).toBe(2);
  });

  test('that fails keeps what was held back only in case more came', async () => {
    const provider = failing(new Error('the line broke'), 'It is known as Gem');
    const oracle = createOracle({ provider, instructionText, secrets: [KEY], clock });
    const texts: string[] = [];
    const reading = oracle.answer(
      [{ role: 'user', content: 'USDC?' }],
      new AbortController().signal,
      (piece) => texts.push(piece) > 0,
    );
    await expect(reading).rejects.toThrow('the line broke');
    expect(texts.join('')).toBe('It is known as Gem');
  });

  test('and whose provider fails behind that ends well all the same', async () => {
    const provider = failing(new Error('the line broke'), 'I am Gemini');
    const { text, end } = await ask(provider, 'USDC?');
    expect(text).toEndWith(GUARD_SENTENCE);
    expect(end.finishReason).toBe('stop');
  });

  test('is only the sentence where nothing had left yet', async () => {
    expect((await ask(scripted(['Gemini is my name.']).provider, 'USDC?')).text).toBe(GUARD_SENTENCE);
  });

  test('is stopped by what its last word completes', async () => {
    const { text } = await ask(scripted(['I am Meta']).provider, 'USDC?');
    expect(text).toEndWith(GUARD_SENTENCE);
    expect(text).not.toContain('Meta');
  });
});

describe('what needs no provider', () => {
  test.each([
    ['who it is', 'Who are you?', /^I am the Crypto Oracle/],
    ['who it is, about an address', withAddress(USDC, 'Are you ChatGPT?'), /^I am the Crypto Oracle/],
    ['a wrong checksum', withAddress(USDC.replace('A', 'a'), 'Is it safe?'), /checksum does not fit/],
  ])('is answered at once: %s', async (_, question, answer) => {
    const { provider, requests } = scripted(['no']);
    const { text, end } = await ask(provider, question);
    expect(text).toMatch(answer);
    expect(end.finishReason).toBe('stop');
    expect(requests).toHaveLength(0);
  });

  test('a broken address is never repaired', async () => {
    const { text } = await ask(scripted(['no']).provider, withAddress(USDC.replace('A', 'a'), 'Is it safe?'));
    expect(text).not.toContain(USDC);
  });

  test('an account that only the server can check is answered at once when it is mistyped', async () => {
    const account = '15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5';
    const { requests, provider } = scripted(['no']);
    const { text } = await ask(provider, withAddress(account.replace('4u', '4v'), 'Is it safe?'));
    expect(text).toMatch(/checksum does not fit/);
    expect(requests).toHaveLength(0);
  });

  test('a question after a broken address goes to the provider, with the finding', async () => {
    const { provider, requests } = scripted(['A checksum is …']);
    await ask(provider, [
      { role: 'user', content: withAddress(USDC.replace('A', 'a'), 'Is it safe?') },
      { role: 'assistant', content: 'This address cannot be right.' },
      { role: 'user', content: 'What is a checksum?' },
    ]);
    expect(requests[0]!.instruction).toContain('is broken (checksum)');
  });
});

describe('the address', () => {
  test('goes into the instruction as data, the latest one first', async () => {
    const { provider, requests } = scripted(['Well.']);
    await ask(provider, [
      { role: 'user', content: withAddress('0x6B175474E89094C44Da98b954EedeAC495271d0F', 'And this?') },
      { role: 'assistant', content: 'That is DAI.' },
      { role: 'user', content: withAddress(USDC, 'And this?') },
      { role: 'assistant', content: 'That is USDC.' },
      { role: 'user', content: 'Compare them.' },
    ]);
    expect(requests[0]!.instruction).toContain(`Address: "${USDC}"`);
    expect(requests[0]!.instruction).not.toContain('0x6B175474');
    expect(requests[0]!.messages[2]!.content).toBe(withAddress(USDC, 'And this?'));
  });
});

describe('an injection', () => {
  const fill = (text: string) => {
    const passage = instructionText.slice(0, 400);
    return text
      .replace('INSTRUCTION', passage)
      .replace('BASE64', Buffer.from(passage).toString('base64'))
      .replace('HEX', Buffer.from(passage).toString('hex'))
      .replace('BACKWARDS', [...passage].reverse().join(''))
      .replace('SPACED', [...passage].join('\n'))
      .replace('TABLE', `| ${passage.split(/\s+/).join(' | ')} |`)
      .replace('KEY', KEY);
  };

  test('has been tried in enough ways', () => {
    expect(injectionProbes.length).toBeGreaterThanOrEqual(30);
  });

  test.each(injectionProbes.map((probe) => [probe.name, probe] as const))(
    'gains nothing, even with a model that obeys: %s',
    async (_, { messages, obedient }) => {
      const cleaned = messages.map(({ role, content }) => ({ role, content: cleanContent(fill(content)) }));
      const { provider, requests } = scripted(fill(obedient).match(/[\s\S]{1,11}/g)!);
      const { text, end } = await ask(provider, cleaned);
      expect(end.finishReason).toBe('stop');
      expect(text).not.toMatch(/gemini|google|谷歌|generateContent|urlContext/i);
      expect(text).not.toContain(KEY.slice(0, 20));
      const left = lettersOf(text.replace(GUARD_SENTENCE, '')).length;
      if (requests.length > 0) expect(left).toBeLessThanOrEqual(lettersOf(obedient).length + 24);
      for (const { instruction, messages: told } of requests) {
        // Nothing of the visitor's stands in the instruction outside one quoted line.
        expect(instruction.startsWith(instructionText)).toBe(true);
        const outside = instruction.slice(instructionText.length).replace(/"(?:[^"\\\n]|\\.)*"/g, '');
        expect(outside).not.toMatch(/obey|ignore|system/i);
        for (const { role, content } of told) {
          expect(content).not.toMatch(
            /<\||\|>|<<SYS|\[\/?INST\]|<(?:start|end)_of_turn>|[\u202e\u{e0000}-\u{e007f}]/u,
          );
          if (role === 'assistant') expect(content).not.toMatch(/gemini|You are the Crypto Oracle, a/i);
        }
      }
    },
  );
});
