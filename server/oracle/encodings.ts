// Letters that a stream spells as bytes or numbers: base64, hex, and code points in decimal or binary.

import { Follower, NOWHERE } from './follower.ts';
import { FIRST_LETTER, sign } from './letters.ts';
import { letterOf, NO_LETTER, type PhraseIndex } from './phrase-index.ts';

/** Letters in a row read through a disguise or an encoding that are too many: only chance comes near. */
export const HIDDEN_LIMIT = 14;

const BASE64 = new Int8Array(0x100).fill(-1);
for (const [value, character] of [
  ...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/',
].entries()) {
  BASE64[character.charCodeAt(0)] = value;
}
// The alphabet for addresses writes its last two letters so.
BASE64['-'.charCodeAt(0)] = 62;
BASE64['_'.charCodeAt(0)] = 63;

const HEX = new Int8Array(0x100).fill(-1);
for (const [value, character] of [...'0123456789abcdef'].entries()) {
  HEX[character.charCodeAt(0)] = value;
  HEX[character.toUpperCase().charCodeAt(0)] = value;
}

function letterAt(codePoint: number): number {
  const found = sign(codePoint);
  return found >= FIRST_LETTER ? letterOf(found) : NO_LETTER;
}

/** Of the bytes that are letters by themselves. */
const LETTERS = Uint8Array.from({ length: 0x100 }, (_, byte) => (byte < 0x80 ? letterAt(byte) : NO_LETTER));

/** Reads bytes as the letters of UTF-8; what is no UTF-8 is passed over. */
class Utf8Follower extends Follower {
  /** How many bytes a code point still lacks, what it is so far, and where it began. */
  #lacking = 0;
  #codePoint = 0;
  #begun = 0;

  read(byte: number, start: number): void {
    const letter = LETTERS[byte]!;
    if (letter !== NO_LETTER) {
      this.#lacking = 0;
      this.follow(letter, start);
    } else if (byte >= 0xc0) {
      this.#lacking = byte < 0xe0 ? 1 : byte < 0xf0 ? 2 : 3;
      this.#codePoint = byte & (0x3f >> this.#lacking);
      this.#begun = start;
    } else if (this.#lacking > 0) {
      this.#continue(byte);
    }
  }

  #continue(byte: number): void {
    this.#lacking = byte < 0x80 ? 0 : this.#lacking - 1;
    if (byte < 0x80) return;
    this.#codePoint = (this.#codePoint << 6) | (byte & 0x3f);
    if (this.#lacking > 0 || this.#codePoint > 0x10ffff) return;
    const letter = letterAt(this.#codePoint);
    if (letter !== NO_LETTER) this.follow(letter, this.#begun);
  }
}

/**
 * Base64 wherever it begins: in four phases, since other letters may stand before it, and once more from
 * the beginning of each word, for texts encoded word by word.
 */
class Base64 {
  readonly #phases: readonly Utf8Follower[];
  readonly #wordwise: Utf8Follower;
  #count = 0;
  #inWord = 0;
  #last = 0;
  #lastStart = 0;

  constructor(phases: readonly Utf8Follower[], wordwise: Utf8Follower) {
    this.#phases = phases;
    this.#wordwise = wordwise;
  }

  read(value: number, start: number): void {
    const last = this.#last;
    const lastStart = this.#lastStart;
    const phases = this.#phases;
    const count = this.#count;
    // Every character but the first of four completes a byte with the one before it.
    const first = (last << 2) | (value >> 4);
    const second = ((last & 15) << 4) | (value >> 2);
    const third = ((last & 3) << 6) | value;
    phases[(1 - count) & 3]!.read(first, lastStart);
    phases[(2 - count) & 3]!.read(second, lastStart);
    phases[(3 - count) & 3]!.read(third, lastStart);
    const place = this.#inWord & 3;
    if (place !== 0) this.#wordwise.read(place === 1 ? first : place === 2 ? second : third, lastStart);
    this.#count = (count + 1) & 3;
    this.#inWord += 1;
    this.#last = value;
    this.#lastStart = start;
  }

  /** Something stands there that is not base64. */
  endWord(): void {
    this.#inWord = 0;
  }
}

/** Pairs of hex digits in both phases; `0x` and `\x` in front of a pair are passed over. */
class Hex {
  readonly #phases: readonly Utf8Follower[];
  #count = 0;
  #last = 0;
  #lastStart = 0;
  #before = 0;
  #beforeStart = 0;
  /** Where a character right behind a zero begins. */
  #behindZero = -1;

  constructor(phases: readonly Utf8Follower[]) {
    this.#phases = phases;
  }

  read(value: number, start: number): void {
    if (this.#count > 0) {
      this.#phases[this.#count & 1]!.read((this.#last << 4) | value, this.#lastStart);
    }
    this.#count += 1;
    this.#before = this.#last;
    this.#beforeStart = this.#lastStart;
    this.#last = value;
    this.#lastStart = start;
    if (value === 0) this.#behindZero = start + 1;
  }

  /** An x: the zero right before it was no digit of the text. */
  readX(start: number): void {
    if (start !== this.#behindZero) return;
    this.#count -= 1;
    this.#last = this.#before;
    this.#lastStart = this.#beforeStart;
  }
}

/** Bytes as base64 and hex write them. */
export class EncodedBytes {
  readonly #followers: readonly Utf8Follower[];
  readonly #base64: Base64;
  readonly #hex: Hex;

  constructor(index: PhraseIndex) {
    this.#followers = Array.from({ length: 7 }, () => new Utf8Follower(index, HIDDEN_LIMIT));
    this.#base64 = new Base64(this.#followers.slice(0, 4), this.#followers[4]!);
    this.#hex = new Hex(this.#followers.slice(5));
  }

  /** A character of ASCII, or any other as one value beyond. */
  read(code: number, start: number): void {
    const sextet = BASE64[code]!;
    if (sextet >= 0) this.#base64.read(sextet, start);
    else this.#base64.endWord();
    const nibble = HEX[code]!;
    if (nibble >= 0) this.#hex.read(nibble, start);
    else if ((code | 0x20) === 0x78) this.#hex.readX(start);
  }

  get heldFrom(): number {
    const followers = this.#followers;
    let from = NOWHERE;
    for (let place = 0; place < followers.length; place += 1) {
      from = Math.min(from, followers[place]!.heldFrom);
    }
    return from;
  }

  get tripped(): boolean {
    return this.#followers.some(({ tripped }) => tripped);
  }

  get isFollowing(): boolean {
    return this.#followers.some(({ isFollowing }) => isFollowing);
  }
}

/** Numbers as code points, whatever stands between them: decimal (`89 111`, `&#89;`), and eight binary digits. */
export class Numbers {
  readonly #follower: Follower;
  #value = 0;
  #binary = 0;
  #digits = 0;
  #start = 0;
  #end = 0;

  constructor(index: PhraseIndex) {
    this.#follower = new Follower(index, HIDDEN_LIMIT);
  }

  read(digit: number, start: number): void {
    if (start !== this.#end) this.end();
    if (this.#digits === 0) this.#start = start;
    this.#end = start + 1;
    this.#digits += 1;
    if (this.#digits <= 8) this.#value = this.#value * 10 + digit;
    this.#binary = digit > 1 || this.#binary < 0 ? -1 : (this.#binary << 1) | digit;
    if (this.#digits === 8 && this.#binary >= 0) this.#flush(this.#binary);
  }

  /** The number has ended. Its letter counts from then on, which the next one's first digit tells soon enough. */
  end(): void {
    if (this.#digits > 0) this.#flush(this.#digits <= 6 ? this.#value : 0);
  }

  /** A number is a letter only once it has ended: it waits where its letter would. */
  get heldFrom(): number {
    const { heldFrom, isFollowing } = this.#follower;
    return this.#digits > 0 && isFollowing ? Math.min(heldFrom, this.#start) : heldFrom;
  }

  get tripped(): boolean {
    return this.#follower.tripped;
  }

  get isFollowing(): boolean {
    return this.#follower.isFollowing;
  }

  #flush(codePoint: number): void {
    const letter = codePoint <= 0x10ffff ? letterAt(codePoint) : NO_LETTER;
    if (letter !== NO_LETTER) this.#follower.follow(letter, this.#start);
    this.#value = 0;
    this.#binary = 0;
    this.#digits = 0;
  }
}
