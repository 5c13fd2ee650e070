// The ways in which a stream can spell a text that is looked for: plainly, in disguise, or encoded. Each
// reading turns characters into letters of the text it would be, and follows them through a phrase index.

import { FIRST_LETTER, GAP, isInvisible, sign } from './letters.ts';
import { alike, isDigit, type PhraseIndex, type Run } from './phrase-index.ts';

/** A run may leave up to this many letters; the ninth waits until the run ends or is long enough to stop. */
export const FREE_LETTERS = 8;
const FREE_SECRET_LETTERS = 4;
const FREE_INVISIBLE = 2;
/** A flag spelled in tag letters has seven. */
const MAX_INVISIBLE = 12;

/** Letters in a row read through a disguise or an encoding that are too many: only chance comes near. */
const HIDDEN_LIMIT = 14;

/** One text, from its first letter and from its last. */
export interface TextIndexes {
  readonly forwards: PhraseIndex;
  readonly backwards: PhraseIndex;
}

/** One way to read: follows the longest run of letters that stands in the index. */
class Reading {
  readonly #index: PhraseIndex;
  /** Letters in a row that are too many, where that does not depend on the passage. */
  readonly #limit: number | undefined;
  readonly #free: number;
  readonly #run: Run = { state: 0, length: 0 };
  /** Where in the stream each of the last letters began. */
  readonly #starts: Float64Array;
  #letters = 0;
  /** Offset from which on the stream must wait; Infinity when nothing is under way. */
  heldFrom = Number.POSITIVE_INFINITY;
  tripped = false;

  constructor(index: PhraseIndex, limit?: number, free = FREE_LETTERS) {
    this.#index = index;
    this.#limit = limit;
    this.#free = free;
    this.#starts = new Float64Array((limit ?? index.greatestLimit) + 1);
  }

  read(sign: number, start: number): void {
    if (sign >= FIRST_LETTER) this.follow(sign, start);
  }

  follow(sign: number, start: number): void {
    const run = this.#run;
    const starts = this.#starts;
    const place = this.#letters % starts.length;
    starts[place] = start;
    this.#letters += 1;
    this.#index.advance(run, this.#index.letter(alike(sign)));
    const over = run.length - this.#free;
    if (over <= 0) {
      this.heldFrom = Number.POSITIVE_INFINITY;
      return;
    }
    this.heldFrom = starts[(this.#letters - over) % starts.length]!;
    if (run.length >= (this.#limit ?? this.#index.limitOf(run))) this.tripped = true;
  }

  /** True when the next letter may have to wait. */
  get isFull(): boolean {
    return this.#run.length >= this.#free;
  }
}

/** Bytes as UTF-8 into a reading; what is no UTF-8 is passed over. */
class Utf8 {
  readonly reading: Reading;
  #codePoint = 0;
  #missing = 0;
  #start = 0;

  constructor(reading: Reading) {
    this.reading = reading;
  }

  read(byte: number, start: number): void {
    if (byte < 0x80) {
      this.#missing = 0;
      this.reading.read(sign(byte), start);
    } else if (byte < 0xc0) {
      if (this.#missing === 0) return;
      this.#missing -= 1;
      this.#codePoint = (this.#codePoint << 6) | (byte & 0x3f);
      if (this.#missing === 0 && this.#codePoint <= 0x10ffff) {
        this.reading.read(sign(this.#codePoint), this.#start);
      }
    } else {
      this.#missing = byte < 0xe0 ? 1 : byte < 0xf0 ? 2 : 3;
      this.#codePoint = byte & (0x3f >> this.#missing);
      this.#start = start;
    }
  }
}

/** Without what stands between `<` and `>` or `&` and `;`, as far as a tag's name goes, and without `%2C`. */
class OutsideMarkup {
  readonly #reading: Reading;
  #left = 0;

  constructor(reading: Reading) {
    this.#reading = reading;
  }

  read(codePoint: number, sign: number, start: number): void {
    if (codePoint === 0x3c || codePoint === 0x26) this.#left = 12;
    else if (codePoint === 0x25) this.#left = 2;
    else if (codePoint === 0x3e || codePoint === 0x3b) this.#left = 0;
    else if (this.#left > 0) this.#left -= 1;
    else this.#reading.read(sign, start);
  }
}

const BASE64 = new Int8Array(128).fill(-1);
for (const [value, character] of [
  ...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/',
].entries()) {
  BASE64[character.charCodeAt(0)] = value;
}
// The alphabet for addresses writes its last two letters so.
BASE64['-'.charCodeAt(0)] = 62;
BASE64['_'.charCodeAt(0)] = 63;

/**
 * Base64 wherever it begins: in four phases, since other letters may stand before it, and once more from
 * the beginning of each word, for texts encoded word by word.
 */
class Base64 {
  readonly #phases: readonly Utf8[];
  readonly #wordwise: Utf8;
  #count = 0;
  #inWord = 0;
  #last = 0;
  #lastStart = 0;

  constructor(phases: readonly Utf8[], wordwise: Utf8) {
    this.#phases = phases;
    this.#wordwise = wordwise;
  }

  read(codePoint: number, start: number): void {
    const value = codePoint < 128 ? BASE64[codePoint]! : -1;
    if (value < 0) {
      this.#inWord = 0;
      return;
    }
    for (let phase = 0; phase < 4; phase += 1)
      this.#step((this.#count + phase) & 3, value, this.#phases[phase]!);
    this.#step(this.#inWord & 3, value, this.#wordwise);
    this.#count += 1;
    this.#inWord += 1;
    this.#last = value;
    this.#lastStart = start;
  }

  /** Every character but the first of four completes a byte with the one before it. */
  #step(place: number, value: number, bytes: Utf8): void {
    const last = this.#last;
    if (place === 1) bytes.read((last << 2) | (value >> 4), this.#lastStart);
    else if (place === 2) bytes.read(((last & 15) << 4) | (value >> 2), this.#lastStart);
    else if (place === 3) bytes.read(((last & 3) << 6) | value, this.#lastStart);
  }
}

/** Pairs of hex digits in both phases; `0x` and `\x` in front of a pair are passed over. */
class Hex {
  readonly #phases: readonly Utf8[];
  #count = 0;
  #last = 0;
  #lastStart = 0;
  #before = 0;
  #beforeStart = 0;
  #previous = 0;

  constructor(phases: readonly Utf8[]) {
    this.#phases = phases;
  }

  read(codePoint: number, start: number): void {
    const previous = this.#previous;
    this.#previous = codePoint;
    const value = hexValue(codePoint);
    if (value < 0) {
      // The zero of a `0x` was no digit of the text.
      if ((codePoint | 0x20) === 0x78 && previous === 0x30) {
        this.#count -= 1;
        this.#last = this.#before;
        this.#lastStart = this.#beforeStart;
      }
      return;
    }
    if (this.#count > 0) {
      this.#phases[this.#count & 1]!.read((this.#last << 4) | value, this.#lastStart);
    }
    this.#count += 1;
    this.#before = this.#last;
    this.#beforeStart = this.#lastStart;
    this.#last = value;
    this.#lastStart = start;
  }
}

function hexValue(codePoint: number): number {
  if (codePoint >= 0x30 && codePoint <= 0x39) return codePoint - 0x30;
  const letter = codePoint | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1;
}

/** Numbers as code points: decimal (`89 111`, `&#89;`), and eight binary digits. */
class Numbers {
  readonly #reading: Reading;
  #value = 0;
  #binary = 0;
  #digits = 0;
  #start = 0;

  constructor(reading: Reading) {
    this.#reading = reading;
  }

  read(codePoint: number, start: number): void {
    const digit = codePoint - 0x30;
    if (digit >= 0 && digit <= 9) {
      if (this.#digits === 0) this.#start = start;
      this.#digits += 1;
      if (this.#digits <= 8) this.#value = this.#value * 10 + digit;
      this.#binary = digit > 1 || this.#binary < 0 ? -1 : (this.#binary << 1) | digit;
      if (this.#digits === 8 && this.#binary >= 0) this.#flush(this.#binary);
      return;
    }
    if (this.#digits > 0) this.#flush(this.#digits <= 6 ? this.#value : 0);
  }

  /** A number is a letter only once it has ended: it waits where its letter would. */
  get heldFrom(): number {
    return this.#digits > 0 && this.#reading.isFull ? this.#start : Number.POSITIVE_INFINITY;
  }

  #flush(codePoint: number): void {
    if (codePoint > 0 && codePoint <= 0x10ffff) this.#reading.read(sign(codePoint), this.#start);
    this.#value = 0;
    this.#binary = 0;
    this.#digits = 0;
  }
}

// Digits and marks that are drawn like letters.
const LEET = new Map(
  [...'0o1i3e4a5s7t8b9g@a$s!i+t'.matchAll(/(.)(.)/g)].map(([, from, to]) => [
    from!.charCodeAt(0),
    to!.charCodeAt(0),
  ]),
);

function rot13(sign: number): number {
  return sign >= 0x61 && sign <= 0x7a ? ((sign - 0x61 + 13) % 26) + 0x61 : sign;
}

/** All readings of one stream against one text; feed it code points with their offsets. */
export class Readings {
  readonly #all: Reading[] = [];
  heldFrom = Number.POSITIVE_INFINITY;
  tripped = false;
  readonly #plain: Reading;
  readonly #leet: Reading;
  readonly #rotated: Reading;
  readonly #backwards: Reading;
  readonly #outsideMarkup: OutsideMarkup;
  readonly #base64: Base64;
  readonly #hex: Hex;
  readonly #numbers: Numbers;

  constructor({ forwards, backwards }: TextIndexes) {
    const follow = (index: PhraseIndex, limit?: number) => {
      const reading = new Reading(index, limit);
      this.#all.push(reading);
      return reading;
    };
    const bytes = () => new Utf8(follow(forwards, HIDDEN_LIMIT));
    this.#plain = follow(forwards);
    this.#leet = follow(forwards);
    this.#outsideMarkup = new OutsideMarkup(follow(forwards));
    this.#rotated = follow(forwards, HIDDEN_LIMIT);
    this.#backwards = follow(backwards, HIDDEN_LIMIT);
    this.#base64 = new Base64([bytes(), bytes(), bytes(), bytes()], bytes());
    this.#hex = new Hex([bytes(), bytes()]);
    this.#numbers = new Numbers(follow(forwards, HIDDEN_LIMIT));
  }

  read(codePoint: number, letter: number, start: number): void {
    if (letter >= FIRST_LETTER) {
      this.#plain.read(letter, start);
      this.#leet.read(letter, start);
      this.#rotated.read(rot13(letter), start);
      this.#backwards.read(letter, start);
    } else if (letter !== GAP) {
      this.#leet.read(LEET.get(letter) ?? GAP, start);
    }
    this.#outsideMarkup.read(codePoint, letter, start);
    this.#base64.read(codePoint, start);
    this.#hex.read(codePoint, start);
    this.#numbers.read(codePoint, start);
    let from = this.#numbers.heldFrom;
    for (const reading of this.#all) {
      if (reading.heldFrom < from) from = reading.heldFrom;
      if (reading.tripped) this.tripped = true;
    }
    this.heldFrom = from;
  }
}

/** A key or password as it is written, whatever its case and whatever stands between its characters. */
export class SecretReading {
  readonly #reading: Reading;

  constructor(index: PhraseIndex) {
    this.#reading = new Reading(index, undefined, FREE_SECRET_LETTERS);
  }

  read(_codePoint: number, sign: number, start: number): void {
    if (sign >= FIRST_LETTER || isDigit(sign)) this.#reading.follow(sign, start);
  }

  get tripped(): boolean {
    return this.#reading.tripped;
  }

  get heldFrom(): number {
    return this.#reading.heldFrom;
  }
}

/** Characters nobody sees in a row: one or two belong to words and pictures, a row of them carries a message. */
export class InvisibleReading {
  heldFrom = Number.POSITIVE_INFINITY;
  #row = 0;

  read(codePoint: number, _sign: number, start: number): void {
    if (!isInvisible(codePoint)) {
      this.#row = 0;
      this.heldFrom = Number.POSITIVE_INFINITY;
      return;
    }
    this.#row += 1;
    if (this.#row === FREE_INVISIBLE + 1) this.heldFrom = start;
  }

  get tripped(): boolean {
    return this.#row > MAX_INVISIBLE;
  }
}
