// Checksums and encodings of addresses, written small because the widget carries them: one function
// serves every number base, one both polynomial codes. Tests hold them against audited libraries. None is
// constant-time: they see public addresses, and secrets only to refuse them.

const encoder = new TextEncoder();

export function bytesOf(text: string): Uint8Array {
  return encoder.encode(text);
}

// ─── Hashes ──────────────────────────────────────────────────────────────────────────────────────

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
    const columns = [0n, 0n, 0n, 0n, 0n];
    state.forEach((lane, i) => {
      columns[i % 5]! ^= lane;
    });
    for (let i = 0; i < 25; i++) state[i]! ^= columns[(i + 4) % 5]! ^ left(columns[(i + 1) % 5]!, 1);
    let [x, y, moved] = [1, 0, state[1]!];
    for (let step = 1; step < 25; step++) {
      [x, y] = [y, (2 * x + 3 * y) % 5];
      const kept = state[x + 5 * y]!;
      state[x + 5 * y] = left(moved, ((step * (step + 1)) / 2) % 64);
      moved = kept;
    }
    const old = state.slice();
    for (let i = 0; i < 25; i++) {
      const row = i - (i % 5);
      state[i]! ^= ~old[row + ((i + 1) % 5)]! & old[row + ((i + 2) % 5)]!;
    }
    for (let bit = 1; bit < 128; bit *= 2) {
      if (lfsr & 1) state[0]! ^= 1n << BigInt(bit - 1);
      lfsr = (lfsr << 1) ^ ((lfsr >> 7) * 0x171);
    }
  }
}

const primes: number[] = [];
for (let number = 2; primes.length < 64; number++)
  if (primes.every((prime) => number % prime)) primes.push(number);
// 32 bits after the point.
const fraction = (value: number): number => ((value % 1) * 2 ** 32) | 0;

export function sha256(input: Uint8Array): Uint8Array {
  const padded = new DataView(new ArrayBuffer((((input.length + 8) >> 6) + 1) * 64));
  new Uint8Array(padded.buffer).set(input);
  padded.setUint8(input.length, 0x80);
  padded.setUint32(padded.byteLength - 4, input.length * 8);
  const right = (word: number, by: number) => (word >>> by) | (word << (32 - by));
  let state = primes.slice(0, 8).map((prime) => fraction(prime ** 0.5));
  for (let block = 0; block < padded.byteLength; block += 64) {
    const words: number[] = [];
    let now = state;
    for (let i = 0; i < 64; i++) {
      const [old, late] = [words[i - 15]!, words[i - 2]!];
      const [a, b, c, d, e, f, g, h] = now as [
        number,
        number,
        number,
        number,
        number,
        number,
        number,
        number,
      ];
      words[i] =
        i < 16
          ? padded.getInt32(block + i * 4)
          : (words[i - 16]! +
              (right(old, 7) ^ right(old, 18) ^ (old >>> 3)) +
              words[i - 7]! +
              (right(late, 17) ^ right(late, 19) ^ (late >>> 10))) |
            0;
      const first =
        h +
        (right(e, 6) ^ right(e, 11) ^ right(e, 25)) +
        ((e & f) ^ (~e & g)) +
        fraction(Math.cbrt(primes[i]!)) +
        words[i]!;
      const second = (right(a, 2) ^ right(a, 13) ^ right(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
      now = [(first + second) | 0, a, b, c, (d + first) | 0, e, f, g];
    }
    state = state.map((word, i) => (word + now[i]!) | 0);
  }
  return Uint8Array.from({ length: 32 }, (_, i) => state[i >> 2]! >> (24 - (i % 4) * 8));
}

/** CRC-16/XMODEM. */
export function crc16(bytes: Uint8Array): number {
  let crc = 0;
  for (const byte of bytes) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit++) crc = (crc << 1) ^ ((crc >> 15) * 0x11021);
  }
  return crc;
}

/** CRC-32 as in zip and PNG. */
export function crc32(bytes: Uint8Array): number {
  let crc = -1;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ ((crc & 1) * 0xedb88320);
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

/** The generators of bech32, and of Kaspa and other cashaddr-like addresses, as digits of bech32. */
export const BECH32_CODE = 'ak54aj';
export const CASHADDR_CODE = 'nreternp';

/** What remains of the digits, after a 1, in the BCH code of that generator: a checksum in bech32's letters. */
export function polymod(digits: readonly number[], generator: string): string {
  let sum = digitsOf('p'.padStart(generator.length, 'q'), BECH32);
  for (const digit of digits) {
    let factor = sum[0]!;
    sum = [...sum.slice(1), digit];
    // Times two in the field of 32 elements: x^5 = x^3 + 1.
    for (let row = digitsOf(generator, BECH32); factor; row = row.map((d) => (d << 1) ^ ((d >> 4) * 41))) {
      if (factor & 1) sum = sum.map((d, i) => d ^ row[i]!);
      factor >>= 1;
    }
  }
  return sum.map((d) => BECH32[d]).join('');
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
    BECH32_CODE,
  );
  const variant = sum === 'qqqqqp' ? 'bech32' : sum === '4usv9r' ? 'bech32m' : undefined;
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
