import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { compareAddresses } from '../../server/chains/compare.ts';
import { recognise } from '../../server/chains/recognise.ts';
import { recogniseFully } from '../../server/chains/recognise-fully.ts';
import addresses from '../fixtures/chains/addresses.json';

const numRuns = Number(process.env['PROPERTY_RUNS'] ?? 300);
const alphanumeric = [...'0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'];

// HIP-15's letters and the capitals of an EVM address are short checks: of one-character changes a few in
// a million pass them. XRPL's currency and names behind a checksum carry none. Their own cases follow.
const checked = Object.entries(addresses).flatMap(([network, examples]) =>
  'right' in examples && !['ethereum', 'rootstock', 'hedera', 'injective'].includes(network)
    ? examples.right
        .filter((text) => /^[\w:-]+$/.test(text) && !/^[A-Z]{3,4}[:-]/.test(text))
        .map((text) => ({ network, text }))
    : [],
);

test('any one-character change of a checksummed address is caught', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...checked),
      fc.nat(),
      fc.constantFrom(...alphanumeric),
      ({ network, text }, place, letter) => {
        const at = place % text.length;
        // TON writes its two last letters of base64 in two ways, bech32 may be written in capitals.
        fc.pre(text[at]!.toLowerCase() !== letter.toLowerCase());
        const changed = text.slice(0, at) + letter + text.slice(at + 1);
        const found = recognise(changed, network);
        const isTaken =
          found.kind === 'address' && found.checksum === 'valid' && found.networks.includes(network);
        expect({ changed, isTaken }).toEqual({ changed, isTaken: false });
      },
    ),
    { numRuns },
  );
});

test('any one-character change of a mixed-case EVM address is caught', () => {
  const hex = [...'0123456789abcdefABCDEF'];
  fc.assert(
    fc.property(
      fc.constantFrom(...addresses.ethereum.right),
      fc.nat(39),
      fc.constantFrom(...hex),
      (text, place, digit) => {
        fc.pre(text[place + 2] !== digit);
        const changed = text.slice(0, place + 2) + digit + text.slice(place + 3);
        expect(recognise(changed)).toMatchObject({ kind: 'mistake', mistake: 'checksum' });
      },
    ),
    { numRuns },
  );
});

test('two neighbouring characters changed round are caught', () => {
  fc.assert(
    fc.property(fc.constantFrom(...checked), fc.nat(), ({ network, text }, place) => {
      const at = place % (text.length - 1);
      fc.pre(text[at] !== text[at + 1]);
      const changed = text.slice(0, at) + text[at + 1] + text[at] + text.slice(at + 2);
      const found = recognise(changed, network);
      expect(found.kind === 'address' && found.checksum === 'valid' && found.networks.includes(network)).toBe(
        false,
      );
    }),
    { numRuns },
  );
});

const texts = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 260 }),
  fc.string({ maxLength: 260 }),
  fc.stringMatching(
    /^(0x|T|EQ|bc1|kaspa:|factory\/|ibc\/|https:\/\/|eip155:|S|r|addr1|@|0\.0\.)?[\w:./@•-]{0,80}$/,
  ),
);

test('recognition never throws, and never sends what could leave the address line', () => {
  fc.assert(
    fc.property(
      texts,
      fc.option(fc.constantFrom('ethereum', 'rootstock', 'solana', 'nowhere'), { nil: undefined }),
      (text, network) => {
        for (const read of [recognise, recogniseFully]) {
          const found = read(text, network);
          const sent =
            found.kind === 'address' ? found.address : found.kind === 'unknown' ? found.text : 'nothing';
          expect(sent).toMatch(/^[\x21-\x7e•]{1,200}$/);
          expect(sent).not.toMatch(/[[\](){}<>"'`\\|]/);
        }
      },
    ),
    { numRuns: numRuns * 3 },
  );
});

test('what was recognised is recognised again as the same', () => {
  fc.assert(
    fc.property(texts, (text) => {
      const found = recognise(text);
      if (found.kind !== 'address') return;
      const again = recognise(found.address);
      expect(again).toMatchObject({ kind: 'address', address: found.address, checksum: found.checksum });
    }),
    { numRuns: numRuns * 3 },
  );
});

test('a megabyte of noise is answered at once, whatever it is made of', () => {
  for (const unit of [
    '0x',
    'a',
    'A1',
    '1',
    '.',
    'a.',
    'abandon ',
    '\u200b',
    'ж',
    '://',
    'a:',
    '•A',
    '\ud800',
    'ibc/',
    '-a',
    '[1,',
  ]) {
    const noise = unit.repeat(Math.ceil(1_000_000 / unit.length));
    expect(['refused', 'secret']).toContain(recognise(noise).kind);
    // Just below the length that is looked at closely: the patterns must not backtrack their way round it.
    for (const length of [60, 120, 199]) expect(() => recognise(noise.slice(0, length))).not.toThrow();
    compareAddresses(noise, `${noise}x`);
  }
});
