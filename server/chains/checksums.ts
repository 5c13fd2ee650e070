// Checksums of addresses, written small: the widget carries them. Tests compare them with audited libraries.

const encoder = new TextEncoder();

export function bytesOf(text: string): Uint8Array {
  return encoder.encode(text);
}

/** Keccak-256 with the original padding, as Ethereum uses it; 32 bytes. */
export function keccak256(input: Uint8Array): Uint8Array {
  const rate = 136;
  const padded = new Uint8Array((Math.floor(input.length / rate) + 1) * rate);
  padded.set(input);
  padded[input.length]! ^= 1;
  padded[padded.length - 1]! ^= 0x80;
  const state = new BigUint64Array(25);
  const words = new DataView(padded.buffer);
  for (let block = 0; block < padded.length; block += rate) {
    for (let i = 0; i < rate / 8; i++) state[i]! ^= words.getBigUint64(block + i * 8, true);
    permute(state);
  }
  return new Uint8Array(state.buffer.slice(0, 32));
}

const rotate = (word: bigint, by: number): bigint =>
  BigInt.asUintN(64, (word << BigInt(by)) | (word >> BigInt(64 - by)));

function permute(s: BigUint64Array): void {
  let lfsr = 1;
  for (let round = 0; round < 24; round++) {
    const columns = [0, 1, 2, 3, 4].map((x) => s[x]! ^ s[x + 5]! ^ s[x + 10]! ^ s[x + 15]! ^ s[x + 20]!);
    for (let i = 0; i < 25; i++) s[i]! ^= columns[(i + 4) % 5]! ^ rotate(columns[(i + 1) % 5]!, 1);
    let x = 1;
    let y = 0;
    let moved = s[1]!;
    for (let t = 1; t < 25; t++) {
      [x, y] = [y, (2 * x + 3 * y) % 5];
      const at = x + 5 * y;
      const kept = s[at]!;
      s[at] = rotate(moved, ((t * (t + 1)) / 2) % 64);
      moved = kept;
    }
    for (let row = 0; row < 25; row += 5) {
      const r = s.slice(row, row + 5);
      for (let i = 0; i < 5; i++) s[row + i] = r[i]! ^ (~r[(i + 1) % 5]! & r[(i + 2) % 5]!);
    }
    for (let bit = 0; bit < 7; bit++) {
      if (lfsr & 1) s[0]! ^= 1n << BigInt(2 ** bit - 1);
      lfsr = lfsr & 0x80 ? (lfsr << 1) ^ 0x171 : lfsr << 1;
    }
  }
}

/** The EIP-55 spelling of `0x` and 40 hex digits; with a chain id, the EIP-1191 spelling. */
export function checksummed(address: string, chainId?: number): string {
  const digits = address.slice(2).toLowerCase();
  const hash = keccak256(bytesOf((chainId ? `${chainId}0x` : '') + digits));
  return `0x${digits.replace(/./g, (digit, i: number) => ((hash[i >> 1]! >> (i % 2 ? 0 : 4)) & 8 ? digit.toUpperCase() : digit))}`;
}

export const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

/** Bytes of a base58 text; undefined when a character is not in the alphabet. At most 128 characters. */
export function fromBase58(text: string, alphabet = BASE58): Uint8Array | undefined {
  if (text.length > 128) return undefined;
  const bytes: number[] = [];
  for (const letter of text) {
    let carry = alphabet.indexOf(letter);
    if (carry < 0) return undefined;
    for (let i = 0; i < bytes.length; i++) {
      carry += bytes[i]! * 58;
      bytes[i] = carry & 255;
      carry >>= 8;
    }
    while (carry) {
      bytes.push(carry & 255);
      carry >>= 8;
    }
  }
  for (let i = 0; text[i] === alphabet[0]; i++) bytes.push(0);
  return Uint8Array.from(bytes.reverse());
}
