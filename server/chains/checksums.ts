// Checksums and encodings of addresses, written small because the widget carries them: one function
// serves every number base, one every SHA-2, one both polynomial codes. Tests hold them against
// audited libraries. None is constant-time: they see public addresses, and secrets only to refuse them.

const encoder = new TextEncoder();

export function bytesOf(text: string): Uint8Array {
  return encoder.encode(text);
}

// ─── Hashes ──────────────────────────────────────────────────────────────────────────────────────

const word64 = (value: bigint): bigint => BigInt.asUintN(64, value);

/** Keccak-256 with the original padding, as Ethereum uses it. */
export function keccak256(input: Uint8Array): Uint8Array {
  const rate = 136;
  const padded = new Uint8Array(input.length + rate - (input.length % rate));
  padded.set(input);
  padded[input.length]! ^= 1;
  padded[padded.length - 1]! ^= 0x80;
  const words = new BigUint64Array(padded.buffer);
  const state = new BigUint64Array(25);
  for (let at = 0; at < words.length; at++) {
    state[at % 17]! ^= words[at]!;
    if (at % 17 === 16) permute(state);
  }
  return new Uint8Array(state.buffer, 0, 32);
}

function permute(state: BigUint64Array): void {
  const left = (value: bigint, by: number) => (value << BigInt(by)) | (value >> BigInt(64 - by));
  let lfsr = 1;
  for (let round = 0; round < 24; round++) {
    const columns = [0, 1, 2, 3, 4].map((x) =>
      [0, 5, 10, 15, 20].reduce((sum, y) => sum ^ state[x + y]!, 0n),
    );
    for (let i = 0; i < 25; i++) state[i]! ^= columns[(i + 4) % 5]! ^ left(columns[(i + 1) % 5]!, 1);
    let [x, y, moved] = [1, 0, state[1]!];
    for (let step = 1; step < 25; step++) {
      [x, y] = [y, (2 * x + 3 * y) % 5];
      const kept = state[x + 5 * y]!;
      state[x + 5 * y] = left(moved, ((step * (step + 1)) / 2) % 64);
      moved = kept;
    }
    for (let row = 0; row < 25; row += 5) {
      const old = state.slice(row, row + 5);
      for (let i = 0; i < 5; i++) state[row + i]! ^= ~old[(i + 1) % 5]! & old[(i + 2) % 5]!;
    }
    for (let bit = 1; bit < 128; bit *= 2) {
      if (lfsr & 1) state[0]! ^= 1n << BigInt(bit - 1);
      lfsr = (lfsr << 1) ^ ((lfsr >> 7) * 0x171);
    }
  }
}

// The constants of SHA-2 and BLAKE2b: 64 bits after the point of the roots of the first 80 primes.
// SHA-256 uses the upper halves of the same numbers.
const cubeRoots: bigint[] = [];
const squareRoots: bigint[] = [];

function root(value: number, degree: bigint): bigint {
  const target = BigInt(value) << (64n * degree);
  let found = 0n;
  for (let bit = 1n << 68n; bit; bit >>= 1n) if ((found + bit) ** degree <= target) found += bit;
  return word64(found);
}

/** The state SHA-512 and BLAKE2b begin with; SHA-256 begins with its upper halves. */
export function initialState(): readonly bigint[] {
  for (let number = 2; cubeRoots.length < 80; number++) {
    let factor = 2;
    while (number % factor) factor++;
    if (factor < number) continue;
    cubeRoots.push(root(number, 3n));
    squareRoots.push(root(number, 2n));
  }
  return squareRoots.slice(0, 8);
}

// How far the words turn, and the last shift of the two that shift, by word size.
const turns = {
  32: [
    [7, 18, 3],
    [17, 19, 10],
    [6, 11, 25],
    [2, 13, 22],
  ],
  64: [
    [1, 8, 7],
    [19, 61, 6],
    [14, 18, 41],
    [28, 34, 39],
  ],
} as const;

/** SHA-256 on words of 32 bits; SHA-512, and from another start its relatives, on words of 64. */
export function sha2(input: Uint8Array, size: 32 | 64, start = initialState()): Uint8Array {
  const block = size * 2;
  const padded = new Uint8Array(Math.ceil((input.length + 1 + size / 4) / block) * block);
  padded.set(input);
  padded[input.length] = 0x80;
  const bytes = new DataView(padded.buffer);
  bytes.setUint32(padded.length - 4, input.length * 8);
  const cut = (value: bigint) => BigInt.asUintN(size, value);
  const upper = (value: bigint) => value >> BigInt(64 - size);
  const mix = (value: bigint, which: number, shifts: boolean) =>
    turns[size][which]!.reduce(
      (sum, by, i) => sum ^ (value >> BigInt(by)) ^ (shifts && i > 1 ? 0n : cut(value << BigInt(size - by))),
      0n,
    );
  let state = start.map(upper);
  for (let at = 0; at < padded.length; at += block) {
    const words: bigint[] = [];
    let [a, b, c, d, e, f, g, h] = state as [bigint, bigint, bigint, bigint, bigint, bigint, bigint, bigint];
    for (let i = 0; i < 48 + size / 2; i++) {
      if (i < 16) words[i] = size > 32 ? bytes.getBigUint64(at + i * 8) : BigInt(bytes.getUint32(at + i * 4));
      else
        words[i] = cut(
          words[i - 16]! + mix(words[i - 15]!, 0, true) + words[i - 7]! + mix(words[i - 2]!, 1, true),
        );
      const first = h + mix(e, 2, false) + ((e & f) ^ (~e & g)) + upper(cubeRoots[i]!) + words[i]!;
      const second = mix(a, 3, false) + ((a & b) ^ (a & c) ^ (b & c));
      [a, b, c, d, e, f, g, h] = [cut(first + second), a, b, c, cut(d + first), e, f, g];
    }
    state = [a, b, c, d, e, f, g, h].map((value, i) => cut(value + state[i]!));
  }
  return bigEndian(state, size / 8);
}

function bigEndian(words: readonly bigint[], size: number): Uint8Array {
  return Uint8Array.from({ length: words.length * size }, (_, i) =>
    Number((words[Math.floor(i / size)]! >> BigInt(8 * (size - 1 - (i % size)))) & 255n),
  );
}

export const sha256 = (input: Uint8Array): Uint8Array => sha2(input, 32);

/** CRC-16/XMODEM. */
export function crc16(bytes: Uint8Array): number {
  let crc = 0;
  for (const byte of bytes) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit++) crc = ((crc << 1) ^ (crc & 0x8000 ? 0x11021 : 0)) & 0xffff;
  }
  return crc;
}

/** CRC-32 as in zip and PNG. */
export function crc32(bytes: Uint8Array): number {
  let crc = -1;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}

// ─── Encodings ───────────────────────────────────────────────────────────────────────────────────

export const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
export const XRPL58 = 'rpshnaf39wBUDNEGHJKLM4PQRST7VWXYZ2bcdeCg65jkm8oFqi1tuvAxyz';
export const CROCKFORD32 = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
export const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
export const BASE64 = `${BASE32.slice(0, 26)}abcdefghijklmnopqrstuvwxyz0123456789-_`;
export const BECH32 = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';

/**
 * Bytes of a number written in the alphabet's base, each leading zero digit a zero byte, as base58 and
 * c32 have it; undefined when a character is foreign. Quadratic: give it at most a few hundred characters.
 */
export function fromBase(text: string, alphabet = BASE58): Uint8Array | undefined {
  const bytes: number[] = [];
  for (const letter of text) {
    let carry = alphabet.indexOf(letter);
    if (carry < 0) return undefined;
    for (let i = 0; carry || i < bytes.length; i++) {
      carry += (bytes[i] ?? 0) * alphabet.length;
      bytes[i] = carry & 255;
      carry >>= 8;
    }
  }
  for (let i = 0; text[i] === alphabet[0]; i++) bytes.push(0);
  return Uint8Array.from(bytes.reverse());
}

/** Digits of `from` bits each, packed into digits of `to` bits; undefined when the rest holds more than padding. */
export function regroup(digits: Iterable<number>, from: number, to: number): Uint8Array | undefined {
  const out: number[] = [];
  let [held, bits] = [0, 0];
  for (const digit of digits) {
    if (digit < 0) return undefined;
    held = ((held << from) | digit) & 0xfff;
    for (bits += from; bits >= to; ) {
      bits -= to;
      out.push((held >> bits) & (2 ** to - 1));
    }
  }
  return bits < from && !(held & (2 ** bits - 1)) ? Uint8Array.from(out) : undefined;
}

export const digitsOf = (text: string, alphabet: string): number[] =>
  [...text].map((letter) => alphabet.indexOf(letter));

/** Bytes of base32 or base64 without padding, every bit accounted for; undefined otherwise. */
export function fromBits(text: string, alphabet: string): Uint8Array | undefined {
  return regroup(digitsOf(text, alphabet), Math.log2(alphabet.length), 8);
}

/** What base58check carries, without its four bytes of double SHA-256; undefined when they do not match. */
export function fromBase58Check(text: string, alphabet = BASE58): Uint8Array | undefined {
  const bytes = fromBase(text, alphabet);
  const payload = bytes?.subarray(0, -4);
  return payload && endsWith(bytes!, sha256(sha256(payload)).subarray(0, 4)) ? payload : undefined;
}

export function endsWith(bytes: Uint8Array, tail: Uint8Array): boolean {
  return (
    bytes.length >= tail.length && tail.every((byte, i) => byte === bytes[bytes.length - tail.length + i])
  );
}

/** The payload of a Stellar strkey whose letters, version and CRC agree; undefined otherwise. */
export function fromStrkey(text: string): Uint8Array | undefined {
  const bytes = fromBits(text, BASE32);
  if (!bytes || bytes.length < 35 || bytes[0]! & 7) return undefined;
  const sum = crc16(bytes.subarray(0, -2));
  return endsWith(bytes, Uint8Array.of(sum & 255, sum >> 8)) ? bytes.subarray(1, -2) : undefined;
}

// The BCH codes of bech32 (30 bits) and of Kaspa and other cashaddr-like addresses (40 bits).
const codes = {
  bech32: { shift: 25n, generators: [0x3b6a57b2n, 0x26508e6dn, 0x1ea119fan, 0x3d4233ddn, 0x2a1462b3n] },
  cashaddr: {
    shift: 35n,
    generators: [0x98f2bc8e61n, 0x79b76d99e2n, 0xf33e5fb3c4n, 0xae2eabe2a8n, 0x1e4f43e470n],
  },
};

export function polymod(digits: readonly number[], code: keyof typeof codes): bigint {
  const { shift, generators } = codes[code];
  return digits.reduce((sum, digit) => {
    const top = sum >> shift;
    const next = ((sum & ((1n << shift) - 1n)) << 5n) ^ BigInt(digit);
    return generators.reduce(
      (value, generator, i) => ((top >> BigInt(i)) & 1n ? value ^ generator : value),
      next,
    );
  }, 1n);
}

/** A bech32 or bech32m text taken apart: its prefix, its 5-bit digits, and which of the two it is. */
export function fromBech32(
  text: string,
): { prefix: string; digits: readonly number[]; variant: 'bech32' | 'bech32m' } | undefined {
  const lower = text.toLowerCase();
  const cut = lower.lastIndexOf('1');
  const digits = digitsOf(lower.slice(cut + 1), BECH32);
  if (cut < 1 || digits.length < 6 || digits.includes(-1) || (text !== lower && text !== text.toUpperCase()))
    return undefined;
  const prefix = lower.slice(0, cut);
  const letters = bytesOf(prefix);
  const sum = polymod(
    [...[...letters].map((byte) => byte >> 5), 0, ...[...letters].map((byte) => byte & 31), ...digits],
    'bech32',
  );
  const variant = sum === 1n ? 'bech32' : sum === 0x2bc830a3n ? 'bech32m' : undefined;
  return variant && { prefix, digits: digits.slice(0, -6), variant };
}

/** The EIP-55 spelling of `0x` and 40 hex digits; with a chain id, the EIP-1191 spelling. */
export function checksummed(address: string, chainId?: number): string {
  const digits = address.slice(2).toLowerCase();
  const hash = keccak256(bytesOf((chainId ? `${chainId}0x` : '') + digits));
  const isUpper = (i: number) => (hash[i >> 1]! >> (i % 2 ? 3 : 7)) & 1;
  return `0x${digits.replace(/./g, (digit, i: number) => (isUpper(i) ? digit.toUpperCase() : digit))}`;
}

/** The five letters HIP-15 puts behind a Hedera entity id; the ledger is 0 on the main network, 1 and 2 on test networks. */
export function hederaLetters(id: string, ledger = 0): string {
  const digits = [...id].map((letter) => (letter === '.' ? 10 : Number(letter)));
  const sum = (parity: number) =>
    digits.reduce((all, digit, i) => (i % 2 === parity ? all + digit : all), 0) % 11;
  const weighted = digits.reduce((all, digit) => (all * 31 + digit) % 26 ** 3, 0);
  const ledgerSum = [ledger, 0, 0, 0, 0, 0, 0].reduce((all, byte) => (all * 31 + byte) % 26 ** 5, 0);
  let check = ((((id.length % 5) * 11 + sum(0)) * 11 + sum(1)) * 26 ** 3 + weighted + ledgerSum) % 26 ** 5;
  check = (check * 1_000_003) % 26 ** 5;
  let letters = '';
  for (let i = 0; i < 5; i++) {
    letters = String.fromCharCode(97 + (check % 26)) + letters;
    check = Math.floor(check / 26);
  }
  return letters;
}
