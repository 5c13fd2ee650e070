// The ways in which a stream can spell a text that is looked for: plainly, in disguise, or encoded. Each
// reading turns characters into letters of the text it would be, and follows them through a phrase index.

import { FIRST_LETTER, GAP, isInvisible, sign } from './letters.ts';
import { isDigit, NO_LETTER, type PhraseIndex, type Run } from './phrase-index.ts';

/** A run may leave up to this many letters; the ninth waits until the run ends or is long enough to stop. */
export const FREE_LETTERS = 8;
export const FREE_SECRET_LETTERS = 4;
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

/** Nothing is under way: a whole number that lies behind every answer. */
export const NOWHERE = 0x7fffffff;

/** How many of its last letters a reading remembers. */
const RING = 8;

/** A run that has grown long enough to be followed letter by letter. */
interface Pursuit extends Run {
  readonly by: Way;
  /** Where in the stream each of the last letters began, as a ring. */
  readonly starts: Int32Array;
  /** Offset from which on the stream must wait. */
  heldFrom: number;
  tripped: boolean;
}

/** What the readings of one stream share. */
interface Memory {
  /** The last letters of each reading, as rings. */
  readonly letters: Uint16Array;
  /** What the readings that are awake follow. */
  readonly pursuits: Pursuit[];
}

/** What a reading reads by, shared by every stream. */
interface Way {
  readonly index: PhraseIndex;
  /** Letters in a row that are too many, where that does not depend on the passage. */
  readonly limit: number | undefined;
  /** Where its ring begins. */
  readonly ring: number;
  /** Pursuits that have ended, for the next ones. */
  readonly spare: Pursuit[];
}

const tried: Run = { state: 0, length: 0 };

/**
 * One way to read: follows the longest run of letters that stands in the index. It sleeps while the last
 * letters stand nowhere in it, and then knows no more than them.
 */
class Reading {
  readonly #way: Way;
  readonly #memory: Memory;
  #count = 0;
  #hash = 0;
  isAwake = false;
  /** UTF-8: how many bytes a code point still lacks, what it is so far, and where it began. */
  #lacking = 0;
  #codePoint = 0;
  #begun = 0;

  constructor(way: Way, memory: Memory) {
    this.#way = way;
    this.#memory = memory;
  }

  follow(sign: number, start: number): void {
    const { index, ring } = this.#way;
    const letter = index.letter(sign);
    const count = this.#count;
    this.#memory.letters[ring + (count & (RING - 1))] = letter;
    this.#count = count + 1;
    this.#hash = index.hash(this.#hash, letter);
    if (this.isAwake) this.#pursue(letter, start);
    else if (letter !== NO_LETTER && index.mayHold(this.#hash)) this.#wake();
  }

  /** A byte of UTF-8; what is no UTF-8 is passed over. */
  readByte(byte: number, start: number): void {
    if (byte < 0x80) {
      this.#lacking = 0;
      const letter = sign(byte);
      if (letter >= FIRST_LETTER) this.follow(letter, start);
    } else if (byte < 0xc0) {
      if (this.#lacking === 0) return;
      this.#lacking -= 1;
      this.#codePoint = (this.#codePoint << 6) | (byte & 0x3f);
      if (this.#lacking > 0 || this.#codePoint > 0x10ffff) return;
      const letter = sign(this.#codePoint);
      if (letter >= FIRST_LETTER) this.follow(letter, this.#begun);
    } else {
      this.#lacking = byte < 0xe0 ? 1 : byte < 0xf0 ? 2 : 3;
      this.#codePoint = byte & (0x3f >> this.#lacking);
      this.#begun = start;
    }
  }

  #wake(): void {
    const { index, ring } = this.#way;
    tried.state = 0;
    tried.length = 0;
    for (let place = this.#count - index.window; place < this.#count; place += 1) {
      index.advance(tried, this.#memory.letters[ring + (place & (RING - 1))]!);
    }
    if (tried.length >= index.window) this.#begin(tried);
  }

  #begin({ state, length }: Run): Pursuit {
    const { index, limit, spare } = this.#way;
    const pursuit = spare.pop() ?? {
      by: this.#way,
      state,
      length,
      starts: new Int32Array(powerOfTwo(limit ?? index.greatestLimit)),
      heldFrom: NOWHERE,
      tripped: false,
    };
    pursuit.state = state;
    pursuit.length = length;
    this.isAwake = true;
    this.#memory.pursuits.push(pursuit);
    return pursuit;
  }

  #pursue(letter: number, start: number): void {
    const { index, limit, spare } = this.#way;
    const pursuit = this.#pursuit();
    const { starts } = pursuit;
    const last = starts.length - 1;
    starts[this.#count & last] = start;
    index.advance(pursuit, letter);
    const over = pursuit.length - index.window;
    if (over > 0) {
      pursuit.heldFrom = starts[(this.#count - over + 1) & last]!;
      if (pursuit.length >= (limit ?? index.limitOf(pursuit))) pursuit.tripped = true;
      return;
    }
    pursuit.heldFrom = NOWHERE;
    if (over === 0) return;
    const { pursuits } = this.#memory;
    this.isAwake = false;
    pursuits.splice(pursuits.indexOf(pursuit), 1);
    if (spare.length < MOST_SPARE) spare.push(pursuit);
  }

  #pursuit(): Pursuit {
    const { pursuits } = this.#memory;
    let place = 0;
    while (pursuits[place]!.by !== this.#way) place += 1;
    return pursuits[place]!;
  }

  /** Goes on from where another reading of the same index and stream is; this one must sleep. */
  become(other: Reading): void {
    const from = other.#way.ring;
    this.#memory.letters.copyWithin(this.#way.ring, from, from + RING);
    this.#count = other.#count;
    this.#hash = other.#hash;
    if (!other.isAwake) return;
    const known = other.#pursuit();
    const pursuit = this.#begin(known);
    pursuit.starts.set(known.starts);
    pursuit.heldFrom = known.heldFrom;
  }
}

const MOST_SPARE = 64;

function powerOfTwo(atLeast: number): number {
  return 1 << (32 - Math.clz32(atLeast - 1));
}

/**
 * A reading that differs from another one in a few letters only: it is that one until they part, and again
 * once both sleep and their last letters are the same.
 */
class Variant {
  readonly #main: Reading;
  readonly #way: Way;
  readonly #memory: Memory;
  #own: Reading | undefined;
  /** How many letters were the same since they parted; -1 while they have not. */
  #same = -1;

  constructor(main: Reading, way: Way, memory: Memory) {
    this.#main = main;
    this.#way = way;
    this.#memory = memory;
  }

  /** A letter that the main reading has just read too. */
  follow(sign: number, start: number): void {
    if (this.#same < 0) return;
    const own = this.#own!;
    own.follow(sign, start);
    this.#same += 1;
    if (this.#same >= RING && !own.isAwake && !this.#main.isAwake) this.#same = -1;
  }

  /** A letter that the main reading does not read. */
  followAlone(sign: number, start: number): void {
    this.part().follow(sign, start);
  }

  /** The main reading is about to read a letter that this one does not. */
  part(): Reading {
    this.#own ??= new Reading(this.#way, this.#memory);
    if (this.#same < 0) this.#own.become(this.#main);
    this.#same = 0;
    return this.#own;
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
  readonly #phases: readonly Reading[];
  readonly #wordwise: Reading;
  #count = 0;
  #inWord = 0;
  #last = 0;
  #lastStart = 0;

  constructor(phases: readonly Reading[], wordwise: Reading) {
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
    phases[(1 - count) & 3]!.readByte(first, lastStart);
    phases[(2 - count) & 3]!.readByte(second, lastStart);
    phases[(3 - count) & 3]!.readByte(third, lastStart);
    const place = this.#inWord & 3;
    if (place !== 0) {
      this.#wordwise.readByte(place === 1 ? first : place === 2 ? second : third, lastStart);
    }
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
  readonly #phases: readonly Reading[];
  #count = 0;
  #last = 0;
  #lastStart = 0;
  #before = 0;
  #beforeStart = 0;
  /** Where a character right behind a zero begins. */
  #behindZero = -1;

  constructor(phases: readonly Reading[]) {
    this.#phases = phases;
  }

  read(value: number, start: number): void {
    if (this.#count > 0) {
      this.#phases[this.#count & 1]!.readByte((this.#last << 4) | value, this.#lastStart);
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

const HEX = new Int8Array(128).fill(-1);
for (const [value, character] of [...'0123456789abcdef'].entries()) {
  HEX[character.charCodeAt(0)] = value;
  HEX[character.toUpperCase().charCodeAt(0)] = value;
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

  read(digit: number, start: number): void {
    if (this.#digits === 0) this.#start = start;
    this.#digits += 1;
    if (this.#digits <= 8) this.#value = this.#value * 10 + digit;
    this.#binary = digit > 1 || this.#binary < 0 ? -1 : (this.#binary << 1) | digit;
    if (this.#digits === 8 && this.#binary >= 0) this.#flush(this.#binary);
  }

  /** Something stands there that is no digit. */
  end(): void {
    if (this.#digits > 0) this.#flush(this.#digits <= 6 ? this.#value : 0);
  }

  /** A number is a letter only once it has ended: it waits where its letter would. */
  get heldFrom(): number {
    return this.#digits > 0 && this.#reading.isAwake ? this.#start : NOWHERE;
  }

  #flush(codePoint: number): void {
    const letter = codePoint <= 0x10ffff ? sign(codePoint) : GAP;
    if (letter >= FIRST_LETTER) this.#reading.follow(letter, this.#start);
    this.#value = 0;
    this.#binary = 0;
    this.#digits = 0;
  }
}

// Digits and marks that are drawn like letters.
const LEET = new Uint8Array(FIRST_LETTER);
for (const [, from, to] of '0o1i3e4a5s7t8b9g@a$s!i+t'.matchAll(/(.)(.)/g)) {
  LEET[from!.charCodeAt(0)] = to!.charCodeAt(0);
}

/** How many characters a mark of HTML or of an encoded address hides at most; 0 where it ends one. */
const HIDES = new Int8Array(128).fill(-1);
for (const [mark, characters] of [
  ['<', 12],
  ['&', 12],
  ['%', 2],
  ['>', 0],
  [';', 0],
] as const) {
  HIDES[mark.charCodeAt(0)] = characters;
}

function rot13(sign: number): number {
  if (sign > 0x7a) return sign;
  return sign < 0x6e ? sign + 13 : sign - 13;
}

/** How each text and the server's secrets are read, made once and shared by every stream. */
export class ReadingPlan {
  #ways = 0;
  readonly plain: Way;
  readonly leet: Way;
  readonly outsideMarkup: Way;
  readonly rotated: Way;
  readonly backwards: Way;
  readonly base64: readonly Way[];
  readonly base64Wordwise: Way;
  readonly hex: readonly Way[];
  readonly numbers: Way;
  readonly secrets: Way | undefined;

  constructor({ forwards, backwards }: TextIndexes, secrets: PhraseIndex | undefined) {
    const hidden = () => this.#way(forwards, HIDDEN_LIMIT);
    this.plain = this.#way(forwards);
    this.leet = this.#way(forwards);
    this.outsideMarkup = this.#way(forwards);
    this.rotated = hidden();
    this.backwards = this.#way(backwards, HIDDEN_LIMIT);
    this.base64 = [hidden(), hidden(), hidden(), hidden()];
    this.base64Wordwise = hidden();
    this.hex = [hidden(), hidden()];
    this.numbers = hidden();
    this.secrets = secrets && this.#way(secrets);
  }

  #way(index: PhraseIndex, limit?: number): Way {
    const ring = this.#ways * RING;
    this.#ways += 1;
    return { index, limit, ring, spare: [] };
  }

  /** What the readings of one stream share. */
  memory(): Memory {
    return { letters: new Uint16Array(this.#ways * RING), pursuits: [] };
  }
}

/** All readings of one stream; feed it code points with their offsets. */
export class Readings {
  /** Offset from which on the stream must wait. */
  heldFrom = NOWHERE;
  tripped = false;
  readonly #pursuits: readonly Pursuit[];
  readonly #plain: Reading;
  readonly #leet: Variant;
  /** Without what stands between `<` and `>` or `&` and `;`, as far as a tag's name goes, and without `%2C`. */
  readonly #outsideMarkup: Variant;
  /** How many of the next characters are hidden in markup. */
  #hidden = 0;
  readonly #rotated: Reading;
  readonly #backwards: Reading;
  readonly #base64: Base64;
  readonly #hex: Hex;
  readonly #numbers: Numbers;
  /** A key or password as it is written, whatever its case and whatever stands between its characters. */
  readonly #secrets: Reading | undefined;

  constructor(plan: ReadingPlan) {
    const memory = plan.memory();
    const follow = (way: Way) => new Reading(way, memory);
    this.#pursuits = memory.pursuits;
    this.#plain = follow(plan.plain);
    this.#leet = new Variant(this.#plain, plan.leet, memory);
    this.#outsideMarkup = new Variant(this.#plain, plan.outsideMarkup, memory);
    this.#rotated = follow(plan.rotated);
    this.#backwards = follow(plan.backwards);
    this.#base64 = new Base64(plan.base64.map(follow), follow(plan.base64Wordwise));
    this.#hex = new Hex(plan.hex.map(follow));
    this.#numbers = new Numbers(follow(plan.numbers));
    this.#secrets = plan.secrets && follow(plan.secrets);
  }

  read(codePoint: number, letter: number, start: number): void {
    if (letter >= FIRST_LETTER) this.#readLetter(letter, start);
    else if (letter !== GAP) this.#readMark(letter, start);
    if (codePoint < 0x80) {
      this.#readAscii(codePoint, start);
    } else {
      if (this.#hidden > 0) this.#hidden -= 1;
      this.#base64.endWord();
      this.#numbers.end();
    }
    if (this.#pursuits.length > 0 || this.heldFrom !== NOWHERE) this.#decide();
  }

  #readLetter(letter: number, start: number): void {
    const isHidden = this.#hidden > 0;
    if (isHidden) this.#outsideMarkup.part();
    this.#plain.follow(letter, start);
    this.#leet.follow(letter, start);
    if (!isHidden) this.#outsideMarkup.follow(letter, start);
    this.#rotated.follow(rot13(letter), start);
    this.#backwards.follow(letter, start);
    this.#secrets?.follow(letter, start);
  }

  #readMark(mark: number, start: number): void {
    const letter = LEET[mark]!;
    if (letter !== 0) this.#leet.followAlone(letter, start);
    if (isDigit(mark)) this.#secrets?.follow(mark, start);
  }

  #readAscii(codePoint: number, start: number): void {
    const hides = HIDES[codePoint]!;
    if (hides >= 0) this.#hidden = hides;
    else if (this.#hidden > 0) this.#hidden -= 1;
    const sextet = BASE64[codePoint]!;
    if (sextet >= 0) this.#base64.read(sextet, start);
    else this.#base64.endWord();
    const nibble = HEX[codePoint]!;
    if (nibble >= 0) this.#hex.read(nibble, start);
    else if ((codePoint | 0x20) === 0x78) this.#hex.readX(start);
    if (nibble >= 0 && codePoint <= 0x39) this.#numbers.read(nibble, start);
    else this.#numbers.end();
  }

  #decide(): void {
    let from = this.#numbers.heldFrom;
    for (const { heldFrom, tripped } of this.#pursuits) {
      if (heldFrom < from) from = heldFrom;
      if (tripped) this.tripped = true;
    }
    this.heldFrom = from;
  }
}

/** Characters nobody sees in a row: one or two belong to words and pictures, a row of them carries a message. */
export class InvisibleReading {
  heldFrom = NOWHERE;
  #row = 0;

  read(codePoint: number, start: number): void {
    if (!isInvisible(codePoint)) {
      this.#row = 0;
      this.heldFrom = NOWHERE;
      return;
    }
    this.#row += 1;
    if (this.#row === FREE_INVISIBLE + 1) this.heldFrom = start;
  }

  get isInRow(): boolean {
    return this.#row > 0;
  }

  get tripped(): boolean {
    return this.#row > MAX_INVISIBLE;
  }
}
