// Checksums that cost too much for the widget: BLAKE2b for Polkadot and Cardano, SHA-512/256 for Algorand.
// The widget leaves such an address as text, and the server decides.

import { BECH32, BECH32_CODE, bytesOf, digitsOf, polymod, regroup } from './checksums.ts';

const cut = (value: bigint): bigint => BigInt.asUintN(64, value);

function turned(value: bigint, by: bigint): bigint {
  return cut((value >> by) | (value << (64n - by)));
}

// The constants of SHA-512 and BLAKE2b: 64 bits after the point of the roots of the first 80 primes.
const cubeRoots: bigint[] = [];
const squareRoots: bigint[] = [];

function root(value: number, degree: bigint): bigint {
  const target = BigInt(value) << (64n * degree);
  let found = 0n;
  for (let bit = 1n << 68n; bit; bit >>= 1n) if ((found + bit) ** degree <= target) found += bit;
  return cut(found);
}

/** The state SHA-512 and BLAKE2b begin with. */
function initialState(): readonly bigint[] {
  for (let number = 2; cubeRoots.length < 80; number++) {
    let factor = 2;
    while (number % factor) factor++;
    if (factor < number) continue;
    cubeRoots.push(root(number, 3n));
    squareRoots.push(root(number, 2n));
  }
  return squareRoots.slice(0, 8);
}

/** SHA-512, from its own start or a relative's. */
export function sha512(input: Uint8Array, start = initialState()): Uint8Array {
  const padded = new DataView(new ArrayBuffer((((input.length + 16) >> 7) + 1) * 128));
  new Uint8Array(padded.buffer).set(input);
  padded.setUint8(input.length, 0x80);
  padded.setUint32(padded.byteLength - 4, input.length * 8);
  const state = [...start];
  for (let block = 0; block < padded.byteLength; block += 128) {
    const words: bigint[] = [];
    let [a, b, c, d, e, f, g, h] = state as [bigint, bigint, bigint, bigint, bigint, bigint, bigint, bigint];
    for (let i = 0; i < 80; i++) {
      const [old, late] = [words[i - 15]!, words[i - 2]!];
      words[i] =
        i < 16
          ? padded.getBigUint64(block + i * 8)
          : cut(
              words[i - 16]! +
                (turned(old, 1n) ^ turned(old, 8n) ^ (old >> 7n)) +
                words[i - 7]! +
                (turned(late, 19n) ^ turned(late, 61n) ^ (late >> 6n)),
            );
      const first =
        h +
        (turned(e, 14n) ^ turned(e, 18n) ^ turned(e, 41n)) +
        ((e & f) ^ (~e & g)) +
        cubeRoots[i]! +
        words[i]!;
      const second = (turned(a, 28n) ^ turned(a, 34n) ^ turned(a, 39n)) + ((a & b) ^ (a & c) ^ (b & c));
      [a, b, c, d, e, f, g, h] = [cut(first + second), a, b, c, cut(d + first), e, f, g];
    }
    [a, b, c, d, e, f, g, h].forEach((word, i) => {
      state[i] = cut(state[i]! + word);
    });
  }
  const hash = new DataView(new ArrayBuffer(64));
  state.forEach((word, i) => {
    hash.setBigUint64(i * 8, word);
  });
  return new Uint8Array(hash.buffer);
}

// The order in which each round takes the words of the message (RFC 7693, section 2.7), a hex digit a word.
const ROUNDS = [
  '0123456789abcdef',
  'ea489fd61c02b753',
  'b8c052fdae367194',
  '7931dcbe265a40f8',
  '905724afe1bc683d',
  '2c6a0b834d75fe19',
  'c51fed4a0763928b',
  'db7ec13950f4862a',
  '6fe9b308c2d714a5',
  'a2847615fb9e3cd0',
  '0123456789abcdef',
  'ea489fd61c02b753',
];

/** Unkeyed BLAKE2b of `size` bytes. */
export function blake2b(input: Uint8Array, size: number): Uint8Array {
  const start = initialState();
  const state = start.map((word, i) => (i ? word : word ^ 0x01010000n ^ BigInt(size)));
  const padded = new Uint8Array(Math.max(1, Math.ceil(input.length / 128)) * 128);
  padded.set(input);
  const bytes = new DataView(padded.buffer);
  for (let at = 0; at < padded.length; at += 128) {
    const isLast = at + 128 === padded.length;
    const v = [...state, ...start];
    v[12]! ^= BigInt(Math.min(at + 128, input.length));
    if (isLast) v[14] = cut(~v[14]!);
    for (const order of ROUNDS) {
      const word = (i: number) => bytes.getBigUint64(at + Number.parseInt(order[i]!, 16) * 8, true);
      for (let i = 0; i < 8; i++) {
        // Four columns, then four diagonals.
        const turn = i < 4 ? 0 : 1;
        const a = i % 4;
        const b = 4 + ((i + turn) % 4);
        const c = 8 + ((i + 2 * turn) % 4);
        const d = 12 + ((i + 3 * turn) % 4);
        v[a] = cut(v[a]! + v[b]! + word(2 * i));
        v[d] = turned(v[d]! ^ v[a]!, 32n);
        v[c] = cut(v[c]! + v[d]!);
        v[b] = turned(v[b]! ^ v[c]!, 24n);
        v[a] = cut(v[a]! + v[b]! + word(2 * i + 1));
        v[d] = turned(v[d]! ^ v[a]!, 16n);
        v[c] = cut(v[c]! + v[d]!);
        v[b] = turned(v[b]! ^ v[c]!, 63n);
      }
    }
    for (let i = 0; i < 8; i++) state[i]! ^= v[i]! ^ v[i + 8]!;
  }
  const out = new DataView(new ArrayBuffer(64));
  state.forEach((word, i) => {
    out.setBigUint64(i * 8, word, true);
  });
  return new Uint8Array(out.buffer, 0, size);
}

/** SHA-512 from the start that FIPS 180-4 (5.3.6) derives from its own name, cut to 32 bytes. */
export function sha512of256(input: Uint8Array): Uint8Array {
  const seed = initialState().map((word) => word ^ 0xa5a5a5a5a5a5a5a5n);
  const start = new DataView(sha512(bytesOf('SHA-512/256'), seed).buffer);
  return sha512(
    input,
    Array.from({ length: 8 }, (_, i) => start.getBigUint64(i * 8)),
  ).subarray(0, 32);
}

/** The name CIP-14 gives a Cardano asset; undefined when the hex is no policy id and asset name. */
export function assetFingerprint(asset: string): string | undefined {
  const hex = asset.replace('.', '');
  if (!/^[\da-f]{56}([\da-f]{2}){0,32}$/i.test(hex)) return undefined;
  const bytes = Uint8Array.from(hex.match(/../g)!, (pair) => Number.parseInt(pair, 16));
  const digits = [...regroup(blake2b(bytes, 20), 8, 5)!];
  const prefix = [...bytesOf('asset')];
  const expanded = [...prefix.map((byte) => byte >> 5), 0, ...prefix.map((byte) => byte & 31)];
  const sum = digitsOf(polymod([...expanded, ...digits, 0, 0, 0, 0, 0, 0], BECH32_CODE), BECH32);
  const tail = sum.map((digit, i) => (i === 5 ? digit ^ 1 : digit));
  return `asset1${[...digits, ...tail].map((digit) => BECH32[digit]).join('')}`;
}
