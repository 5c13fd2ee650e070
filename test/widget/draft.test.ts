// The next question as it is written: its text, its address line, and what of both may be kept or sent.

import { describe, expect, test } from 'bun:test';
import { Draft, type DraftOptions } from '../../widget/controllers/draft.ts';
import type { Question } from '../../widget/conversation.ts';
import { mayBeStored, secretIn } from '../../widget/draft-safety.ts';
import { checkAddress, subjectOf } from '../../widget/elements/address-check.ts';
import { englishWords } from '../../widget/strings.ts';
import { FakeClock } from './fake-clock.ts';
import { FakeHost } from './fake-host.ts';

const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
const wrong = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eb48';
const usdcOnSolana = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
const phrase = 'legal winner thank year wave sausage worth useful legal winner thank yellow';

function setUp(options: Partial<DraftOptions> = {}) {
  const host = new FakeHost();
  const clock = new FakeClock();
  const kept: Question[] = [];
  const said: string[] = [];
  const draft = new Draft(host, {
    words: () => englishWords,
    panel: () => ({ checkAddress, subjectOf, secretIn, mayBeStored }),
    hasBegun: () => false,
    asked: () => '',
    announce: (text) => said.push(text),
    onChange: (storable) => kept.push(storable),
    clock,
    ...options,
  });
  host.connect();
  return { host, clock, draft, address: draft.address, kept, said };
}

describe('the address line', () => {
  test('gives its verdict when typing pauses, and says it', () => {
    const { address, clock, said } = setUp();
    expect(address.write(usdcOnSolana, false)).toBe(false);
    clock.pass(299);
    expect([address.written.check, address.isBeingChecked]).toEqual([undefined, true]);
    clock.pass(1);
    expect(address.isBeingChecked).toBe(false);
    expect(address.subject).toEqual({ address: usdcOnSolana, network: 'solana' });
    expect(said).toEqual([
      'Solana address. Looks right, but Solana addresses have no checksum. Compare every character.',
    ]);
  });

  test('gives it at once for what was pasted', () => {
    const { address, clock } = setUp();
    expect(address.write(usdc, true)).toBe(true);
    expect(clock.timers).toBe(0);
  });

  test('forgets the verdict with the next character', () => {
    const { address } = setUp();
    address.write(usdc, true);
    address.write(usdc.slice(0, -1), false);
    expect([address.written.check, address.subject]).toEqual([undefined, undefined]);
  });

  test('waits for who can read addresses', () => {
    let isThere = false;
    const panel = { checkAddress, subjectOf, secretIn, mayBeStored };
    const { draft, address, said } = setUp({ panel: () => (isThere ? panel : undefined) });
    address.set(usdc, 'base');
    expect(address.subject).toBeUndefined();
    isThere = true;
    draft.lookAgain();
    expect(address.subject).toEqual({ address: usdc, network: 'base' });
    expect(said).toEqual([]);
  });

  test('keeps the address when another network is chosen', () => {
    const { address } = setUp();
    address.set(usdc, 'base');
    address.choose('polygon');
    expect(address.subject).toEqual({ address: usdc, network: 'polygon' });
  });

  test('is open and fresh until somebody touches it or a question has been asked', () => {
    let hasBegun = false;
    const { address } = setUp({ hasBegun: () => hasBegun });
    expect([address.isOpen, address.isFresh]).toEqual([true, true]);
    address.open();
    expect([address.isOpen, address.isFresh]).toEqual([true, false]);
    address.leave();
    hasBegun = true;
    expect([address.isOpen, address.isFresh]).toEqual([false, false]);
  });

  test('closes with its address in a conversation, and stays before one', () => {
    let hasBegun = false;
    const { address } = setUp({ hasBegun: () => hasBegun });
    address.open();
    address.set(usdc);
    address.remove();
    expect([address.isOpen, address.written.text]).toEqual([true, '']);
    hasBegun = true;
    address.remove();
    expect(address.isOpen).toBe(false);
  });

  test('comes back to the address of the page', () => {
    const { address } = setUp();
    address.setSite({ address: usdc, network: 'ethereum' }, true);
    expect(address.subject).toEqual({ address: usdc, network: 'ethereum' });
    address.set(usdcOnSolana);
    expect(address.written.check?.foreign).toBe(true);
    address.reset();
    expect(address.subject).toEqual({ address: usdc, network: 'ethereum' });
  });

  test('is not checked any more once the element has left the page', () => {
    const { address, host, clock } = setUp();
    address.write(usdc, false);
    host.disconnect();
    expect(clock.timers).toBe(0);
  });
});

describe('a draft', () => {
  test('is kept with its address, and sent with it', () => {
    const { draft, address, kept } = setUp();
    draft.write(' Is it safe? ');
    address.set(usdc, 'base');
    const subject = { address: usdc, network: 'base' };
    expect(kept.at(-1)).toEqual({ text: ' Is it safe? ', subject });
    expect(draft.settle()).toEqual({ text: 'Is it safe?', subject });
    draft.leave();
    expect(kept.at(-1)).toEqual({ text: '' });
  });

  test('that may open a wallet is neither kept nor sent', () => {
    const { draft, kept } = setUp();
    draft.write(phrase);
    expect([draft.secret, draft.settle(), kept.at(-1)]).toEqual(['phrase', undefined, { text: '' }]);
  });

  test('with a mistake in its address is not sent, however fast the visitor is', () => {
    const { draft, address, kept } = setUp();
    draft.write('Is it safe?');
    address.write(wrong, false);
    expect(draft.settle()).toBeUndefined();
    expect(kept.at(-1)).toEqual({ text: 'Is it safe?' });
  });

  test('that was recognised as a secret is not kept, whatever may be stored', () => {
    const panel = { checkAddress, subjectOf, secretIn: () => 'key' as const, mayBeStored: () => true };
    const { draft, kept } = setUp({ panel: () => panel });
    draft.write('a key');
    expect(kept).toEqual([{ text: '' }]);
  });

  test('does not keep an address that may be a private key', () => {
    const { address, kept } = setUp();
    address.set('0x4c0883a69102937d6231471b5dbb6204fe5129617082792ae468d01a3f362318');
    expect(address.written.check).toMatchObject({ tone: 'bad', plate: 'MOVE' });
    expect(kept.at(-1)).toEqual({ text: '' });
  });

  test('goes nowhere before somebody has looked at it', () => {
    const { draft, kept } = setUp({ panel: () => undefined });
    draft.write('Is it safe?');
    expect([draft.settle(), kept]).toEqual([undefined, []]);
  });

  test('that the visitor says to be a transaction is sent', () => {
    const { draft } = setUp();
    const hash = '0x4c0883a69102937d6231471b5dbb6204fe5129617082792ae468d01a3f362318';
    draft.write(hash);
    expect(draft.secret).toBe('doubtful');
    draft.vouch();
    expect(draft.settle()).toEqual({ text: hash });
  });

  test('that only looks like a phrase is sent once the visitor says that it is none', () => {
    const { draft } = setUp();
    const words = 'ábaco abdomen abeja abierto abogado abono aborto abrazo abrir abuelo abuso acabar';
    draft.write(words);
    expect([draft.secret, draft.settle()]).toEqual(['doubtful-phrase', undefined]);
    draft.vouch();
    expect(draft.settle()).toEqual({ text: words });
  });

  test('that is the rest of a phrase is stopped, whatever the visitor says', () => {
    const words = phrase.split(' ');
    const { draft, kept } = setUp({ asked: () => words.slice(0, 6).join(' ') });
    draft.write(words.slice(6).join(' '));
    expect(draft.secret).toBe('phrase');
    expect(draft.settle()).toBeUndefined();
    expect(kept.at(-1)).toEqual({ text: '' });
  });

  test('tells what to do about a shared secret until the secret is gone', () => {
    const { draft } = setUp();
    draft.write(phrase);
    draft.askIfShared();
    expect(draft.asksIfShared).toBe(true);
    draft.write('');
    expect(draft.asksIfShared).toBe(false);
  });
});
