import { describe, expect, test } from 'bun:test';
import { blake2b as nobleBlake2b } from '@noble/hashes/blake2.js';
import { sha256 as nobleSha256, sha512 as nobleSha512, sha512_256 } from '@noble/hashes/sha2.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import {
  base32nopad,
  base58,
  base58xrp,
  base64urlnopad,
  bech32,
  bech32m,
  createBase58check,
} from '@scure/base';
import fc from 'fast-check';
import {
  BASE32,
  BASE64,
  BECH32,
  checksummed,
  crc16,
  crc32,
  fromBase,
  fromBase58Check,
  fromBech32,
  fromBits,
  hederaLetters,
  keccak256,
  regroup,
  sha256,
  XRPL58,
} from '../../server/chains/checksums.ts';
import { assetFingerprint, blake2b, sha512, sha512of256 } from '../../server/chains/checksums-server.ts';

const bytes = fc.uint8Array({ maxLength: 300 });
const some = fc.uint8Array({ minLength: 1, maxLength: 60 });
const ascii = (text: string) => new TextEncoder().encode(text);

describe('hashes agree with audited ones', () => {
  const pairs: Record<
    string,
    readonly [(input: Uint8Array) => Uint8Array, (input: Uint8Array) => Uint8Array]
  > = {
    'Keccak-256': [keccak256, keccak_256],
    'SHA-256': [sha256, nobleSha256],
    'SHA-512': [(input) => sha512(input), nobleSha512],
    'SHA-512/256': [sha512of256, sha512_256],
    'BLAKE2b-512': [(input) => blake2b(input, 64), (input) => nobleBlake2b(input)],
    'BLAKE2b-160': [(input) => blake2b(input, 20), (input) => nobleBlake2b(input, { dkLen: 20 })],
  };
  for (const [name, [ours, theirs]] of Object.entries(pairs)) {
    test(name, () => {
      fc.assert(
        fc.property(bytes, (input) => expect(ours(input)).toEqual(theirs(input))),
        { numRuns: 60 },
      );
      // Around the ends of blocks, where padding begins another.
      for (const length of [0, 1, 55, 56, 63, 64, 111, 112, 127, 128, 129, 135, 136, 137, 256, 272]) {
        const input = new Uint8Array(length).fill(length);
        expect(ours(input)).toEqual(theirs(input));
      }
    });
  }
});

describe('encodings agree with audited ones', () => {
  test('base58, with Bitcoin’s letters and with XRPL’s', () => {
    fc.assert(
      fc.property(some, (input) => {
        expect(fromBase(base58.encode(input))).toEqual(input);
        expect(fromBase(base58xrp.encode(input), XRPL58)).toEqual(input);
      }),
    );
    expect(fromBase('0')).toBeUndefined();
    expect(fromBase('l')).toBeUndefined();
  });

  test('base58check', () => {
    const check = createBase58check(nobleSha256);
    fc.assert(fc.property(some, (input) => expect(fromBase58Check(check.encode(input))).toEqual(input)));
    expect(fromBase58Check('1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb')).toBeUndefined();
    expect(fromBase58Check('')).toBeUndefined();
  });

  test('base32 and base64 without padding, and without a stray bit', () => {
    fc.assert(
      fc.property(some, (input) => {
        expect(fromBits(base32nopad.encode(input), BASE32)).toEqual(input);
        expect(fromBits(base64urlnopad.encode(input), BASE64)).toEqual(input);
      }),
    );
    expect(fromBits('AB', BASE32)).toBeUndefined();
    expect(fromBits('AAA', BASE32)).toBeUndefined();
    expect(fromBits('A1', BASE32)).toBeUndefined();
  });

  test('bech32 and bech32m', () => {
    const prefix = fc.stringMatching(/^[a-z]{1,10}$/);
    fc.assert(
      fc.property(prefix, some, (name, input) => {
        const digits = bech32.toWords(input);
        expect(fromBech32(bech32.encode(name, digits, false))).toEqual({
          prefix: name,
          digits,
          variant: 'bech32',
        });
        expect(fromBech32(bech32m.encode(name, digits, false))?.variant).toBe('bech32m');
        expect(regroup(digits, 5, 8)).toEqual(input);
      }),
    );
    expect(fromBech32('bc1QW508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4')).toBeUndefined();
    expect(BECH32).toHaveLength(32);
  });
});

test('CRC-16 and CRC-32 give the check values of their catalogue', () => {
  expect(crc16(ascii('123456789'))).toBe(0x31c3);
  expect(crc32(ascii('123456789'))).toBe(0xcbf43926);
});

test('EIP-55 and EIP-1191 spell the addresses of their standards', () => {
  const address = '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed';
  expect(checksummed(address)).toBe('0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed');
  expect(checksummed(address, 30)).toBe('0x5aaEB6053f3e94c9b9a09f33669435E7ef1bEAeD');
  expect(checksummed(address, 31)).toBe('0x5aAeb6053F3e94c9b9A09F33669435E7EF1BEaEd');
});

test('HIP-15 letters are those of the standard', () => {
  const letters = { '0.0.1': 'dfkxr', '0.0.12': 'uuuup', '0.0.1234567890': 'zbhlt', '12.345.6789': 'aoyyt' };
  for (const [id, expected] of Object.entries(letters)) expect(hederaLetters(id)).toBe(expected);
});

test('CIP-14 fingerprints are those of the standard', () => {
  const policy = '7eae28af2208be856f7a119668ae52a49b73725e326dc16579dcc373';
  expect(assetFingerprint(policy)).toBe('asset1rjklcrnsdzqp65wjgrg55sy9723kw09mlgvlc3');
  expect(assetFingerprint(`${policy}.504154415445`)).toBe('asset13n25uv0yaf5kus35fm2k86cqy60z58d9xmde92');
  expect(assetFingerprint('00')).toBeUndefined();
});
