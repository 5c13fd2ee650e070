import { expect, test } from 'bun:test';
import { AnswerEnd, withAddress } from '../../server/protocol.ts';
import { composeAnswer, createOfflineProvider } from '../../server/providers/offline.ts';
import { question } from '../support/server.ts';

const now = new Date('2026-11-21T12:00:00Z');
const about = (content: string) => composeAnswer([question(content)], now);
const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
const usdcOnSolana = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';

test('an EVM address is told with its networks, its checksum and where to look', () => {
  const { text } = about(withAddress(usdc, 'Is it safe?'));
  expect(text).toContain(`\`${usdc}\``);
  expect(text).toContain('Ethereum');
  expect(text).toContain('No typing errors'.toLowerCase());
  expect(text).toContain(`https://etherscan.io/token/${usdc}`);
  expect(text).toMatch(/^\| --- \| --- \|$/m);
  expect(text).toMatch(/^1\. /m);
  expect(text).toMatch(/^## /m);
});

test('the network that was named narrows an address that fits several', () => {
  const { text } = about(withAddress(usdc, 'Is it safe?', 'base'));
  expect(text).toContain('like an address on Base');
  expect(text).toContain(`https://basescan.org/token/${usdc}`);
  expect(text).not.toContain('etherscan.io');
});

test('an account is told with a checksum that only the server can check', () => {
  const { text } = about(withAddress('15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5', 'Whose is it?'));
  expect(text).toContain('like an address on Polkadot');
  expect(text).toContain('no typing errors');
});

test('a Solana address is told to have no checksum', () => {
  const { text } = about(withAddress(usdcOnSolana, 'Is it safe?'));
  expect(text).toContain('on Solana');
  expect(text).toContain('has none: compare every character');
  expect(text).toContain(`https://solscan.io/token/${usdcOnSolana}`);
});

test('every answer says that nothing was looked up, and never that a token is safe', () => {
  const contents = [
    'Hello',
    withAddress(usdc, 'Safe?'),
    withAddress(usdcOnSolana, 'Price?'),
    withAddress('vitalik.eth', 'Who?'),
    withAddress(`${usdc.slice(0, -1)}9`, 'Safe?'),
    withAddress('something-else', 'What?'),
  ];
  for (const content of contents) {
    const { text, end } = about(content);
    expect(text).toContain('without a model and without live data');
    expect(text).not.toMatch(/\bis safe\b/);
    expect(AnswerEnd(end)).toEqual(end);
  }
});

test('each citation stands at the end of what it supports', () => {
  const { text, end } = about(withAddress(usdc, 'Safe?'));
  const ends = end.citations?.map((citation) => text.slice(0, citation.end).split('\n').at(-1) ?? '') ?? [];
  expect(ends.length).toBeGreaterThan(1);
  expect(ends[0]).toStartWith('| Checksum | OK');
  for (const line of ends.slice(1)) expect(line).toMatch(/^- \*\*.+\)$/);
  for (const { sources } of end.citations ?? []) {
    for (const index of sources) expect(end.sources?.[index]).toBeDefined();
  }
});

test('the pieces add up to the answer and the end comes last', async () => {
  const provider = createOfflineProvider({ firstPauseMs: 0, pieceMs: 0, now: () => now });
  const messages = [question(withAddress(usdc, 'Safe?'))];
  const { signal } = new AbortController();
  const pieces: string[] = [];
  const end = await provider.answer({ instruction: '', messages, signal }, (piece) => pieces.push(piece) > 0);
  expect(pieces.join('')).toBe(composeAnswer(messages, now).text);
  expect(pieces.length).toBeGreaterThan(50);
  expect(end).toEqual(composeAnswer(messages, now).end);
});

test('it stops when nobody waits for it', async () => {
  const provider = createOfflineProvider({ firstPauseMs: 60_000 });
  const leaving = new AbortController();
  const request = { instruction: '', messages: [question('Hi')], signal: leaving.signal };
  const reading = provider.answer(request, () => true);
  leaving.abort();
  await expect(reading).rejects.toMatchObject({ name: 'AbortError' });
});
