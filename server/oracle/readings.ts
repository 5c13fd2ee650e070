// The ways in which a stream can spell a text that is looked for: plainly, in disguise, or encoded.
//
// The index holds the text as it is, backwards and in rot13, so that one follower of the plain letters finds
// all three. The other ways of reading sleep until there is something that only they would read.

import { EncodedBytes, Numbers } from './encodings.ts';
import { Follower, NOWHERE } from './follower.ts';
import { FIRST_LETTER, GAP, isInvisible } from './letters.ts';
import { isDigit, letterOf, NO_LETTER, type PhraseIndex } from './phrase-index.ts';

/** A run may leave up to this many letters; the ninth waits until the run ends or is long enough to stop. */
export const FREE_LETTERS = 8;
export const FREE_SECRET_LETTERS = 4;
const FREE_INVISIBLE = 2;
/** A flag spelled in tag letters has seven. */
const MAX_INVISIBLE = 12;

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

// What the characters of ASCII are to the readings; what is none of these only parts words.
const SMALL = 1;
/** What half of base64 is made of, and little of prose: capitals, digits and signs. */
const DENSE = 2;
/** A mark that may be read as a letter or hides what follows it. */
const MARK = 4;
const EXTRAORDINARY = 0xff;
const TRAITS = Uint8Array.from({ length: 0x80 }, (_, code) => {
  const character = String.fromCharCode(code);
  if (/[a-z]/.test(character)) return SMALL;
  const dense = /[A-Z0-9+/_-]/.test(character) ? DENSE : 0;
  return dense | (LEET[code] || HIDES[code]! >= 0 ? MARK : 0);
});

/** The letter that a small one is, and `NO_LETTER` for what only parts words. */
const ORDINARY = TRAITS.map((traits, code) =>
  traits === SMALL ? letterOf(code) : traits === 0 ? NO_LETTER : EXTRAORDINARY,
);

/**
 * So many dense characters among the last sixteen of base64 wake the reading of encoded bytes, and fewer than
 * so many let it sleep. Of prose one in twenty is dense. Of hex at least every second one is, and of base64
 * about half, whatever it encodes, since each byte is spread over two sextets: were they thrown like coins,
 * sixteen in a row would hold fewer than four once in a hundred times. Base64 of the instruction, begun
 * anywhere behind prose, has woken it by the seventh character mostly, by the 18th in 99 of 100 cases, and by
 * the 30th always. That is soon enough: the last `TAIL` characters are read when it wakes.
 */
const WAKES = 4;
const KEEPS_AWAKE = 2;
/** How much of the text is kept to be read again; a power of two. */
const TAIL = 32;
/** What stands in the tail for every character beyond ASCII. */
const BEYOND_ASCII = 0x80;

/** All readings of one stream; feed it code points with their offsets. */
export class Readings {
  /** Offset from which on the stream must wait. */
  heldFrom = NOWHERE;
  tripped = false;
  readonly #phrases: PhraseIndex;
  readonly #secretPhrases: PhraseIndex | undefined;
  /** The last four letters and the four before, a byte each. */
  #recent = 0;
  #older = 0;
  /** The last four letters and digits. */
  #recentWithDigits = 0;
  /** A bit for each of the last characters of base64: whether it was dense. */
  #dense = 0;
  /** The last characters, as a ring. */
  readonly #tail = new Uint8Array(TAIL);
  /** Nothing below is under way, so that an ordinary character changes nothing but the above. */
  #isResting = true;
  /** A run of plain letters. */
  #plain: Follower | undefined;
  /** A key or password as it is written, whatever its case and whatever stands between its characters. */
  #secret: Follower | undefined;
  /** With digits and marks as the letters they are drawn like; while it differs from the plain one. */
  #leet: Follower | undefined;
  /** Without what stands between `<` and `>` or `&` and `;`, as far as a tag's name goes, and without `%2C`. */
  #outsideMarkup: Follower | undefined;
  /** How many of the next characters are hidden in markup. */
  #hidden = 0;
  #numbers: Numbers | undefined;
  #encoded: EncodedBytes | undefined;
  #invisible: InvisibleReading | undefined;

  constructor(phrases: PhraseIndex, secretPhrases: PhraseIndex | undefined) {
    this.#phrases = phrases;
    this.#secretPhrases = secretPhrases;
  }

  /**
   * Reads on from a place in the text, at most until another, while nothing is under way and every character
   * is ordinary, and returns where that ended. Nothing had to wait up to there.
   */
  skim(text: string, from: number, until: number, offset: number): number {
    if (!this.#isResting) return from;
    const phrases = this.#phrases;
    const secretPhrases = this.#secretPhrases;
    const tail = this.#tail;
    let recent = this.#recent;
    let older = this.#older;
    let recentWithDigits = this.#recentWithDigits;
    let dense = this.#dense;
    let mayBegin = false;
    let at = from;
    while (at < until && !mayBegin) {
      const code = text.charCodeAt(at);
      const letter = code < 0x80 ? ORDINARY[code]! : EXTRAORDINARY;
      if (letter === EXTRAORDINARY) break;
      tail[(offset + at) & (TAIL - 1)] = code;
      at += 1;
      if (letter === NO_LETTER) continue;
      dense <<= 1;
      older = (older << 8) | (recent >>> 24);
      recent = (recent << 8) | letter;
      recentWithDigits = (recentWithDigits << 8) | letter;
      mayBegin = phrases.mayHold(older, recent) || (secretPhrases?.mayHold(0, recentWithDigits) ?? false);
    }
    this.#recent = recent;
    this.#older = older;
    this.#recentWithDigits = recentWithDigits;
    this.#dense = dense;
    if (mayBegin) {
      this.#begin();
      this.#decide();
    }
    return at;
  }

  /** Reads any character. */
  read(codePoint: number, sign: number, start: number): void {
    if (sign >= FIRST_LETTER) this.#readLetter(letterOf(sign), start);
    else if (sign !== GAP) this.#readMark(sign, start);
    if (codePoint < 0x80) {
      this.#readAscii(codePoint, start);
    } else {
      if (this.#hidden > 0) this.#hidden -= 1;
      this.#readCode(BEYOND_ASCII, start);
      if (codePoint > 0xffff) this.#readCode(BEYOND_ASCII, start + 1);
    }
    if (this.#invisible !== undefined || isInvisible(codePoint)) {
      this.#invisible ??= new InvisibleReading();
      this.#invisible.read(codePoint, start);
      if (!this.#invisible.isInRow) this.#invisible = undefined;
    }
    this.#decide();
  }

  /** The stream has ended. */
  end(): void {
    this.#numbers?.end();
    this.#decide();
  }

  /** What `skim` does for each letter; true where a run may begin with the last ones. */
  #remember(letter: number): boolean {
    const older = (this.#older << 8) | (this.#recent >>> 24);
    const recent = (this.#recent << 8) | letter;
    this.#older = older;
    this.#recent = recent;
    return this.#rememberWithDigits(letter) || this.#phrases.mayHold(older, recent);
  }

  #rememberWithDigits(letter: number): boolean {
    const recent = (this.#recentWithDigits << 8) | letter;
    this.#recentWithDigits = recent;
    return this.#secretPhrases?.mayHold(0, recent) === true;
  }

  /** Begins to follow what the last letters are, where they stand in an index. */
  #begin(): void {
    this.#plain ??= Follower.find(this.#phrases, this.#older, this.#recent);
    this.#secret ??= this.#secretPhrases && Follower.find(this.#secretPhrases, 0, this.#recentWithDigits);
  }

  #readLetter(letter: number, start: number): void {
    const isHidden = this.#hidden > 0;
    if (isHidden) this.#outsideMarkup ??= this.#forkPlain();
    else this.#outsideMarkup?.follow(letter, start);
    this.#leet?.follow(letter, start);
    this.#plain?.follow(letter, start);
    if (this.#plain?.isFollowing === false) this.#plain = undefined;
    this.#followSecret(letter, start);
    if (this.#remember(letter)) this.#begin();
    if (this.#plain === undefined) {
      if (this.#leet?.restsAt(this.#older, this.#recent)) this.#leet = undefined;
      if (this.#outsideMarkup?.restsAt(this.#older, this.#recent)) this.#outsideMarkup = undefined;
    }
  }

  #forkPlain(): Follower {
    return this.#plain?.fork() ?? new Follower(this.#phrases, NOWHERE, this.#older, this.#recent);
  }

  #readMark(mark: number, start: number): void {
    const letter = LEET[mark]!;
    if (letter !== 0) {
      this.#leet ??= this.#forkPlain();
      this.#leet.follow(letterOf(letter), start);
    }
    if (isDigit(mark)) {
      this.#followSecret(mark, start);
      if (this.#rememberWithDigits(mark)) this.#begin();
    }
  }

  #followSecret(letter: number, start: number): void {
    this.#secret?.follow(letter, start);
    if (this.#secret?.isFollowing === false) this.#secret = undefined;
  }

  #readAscii(code: number, start: number): void {
    const hides = HIDES[code]!;
    if (hides >= 0) this.#hidden = hides;
    else if (this.#hidden > 0) this.#hidden -= 1;
    if (isDigit(code)) {
      this.#numbers ??= new Numbers(this.#phrases);
      this.#numbers.read(code - 0x30, start);
    }
    this.#readCode(code, start);
  }

  #readCode(code: number, start: number): void {
    this.#tail[start & (TAIL - 1)] = code;
    const traits = TRAITS[code] ?? 0;
    if (traits === SMALL) {
      this.#dense <<= 1;
    } else if ((traits & DENSE) !== 0) {
      this.#dense = (this.#dense << 1) | 1;
      if (this.#encoded === undefined && this.#density >= WAKES) {
        this.#wake(start);
        return;
      }
    }
    if (this.#encoded === undefined) return;
    this.#encoded.read(code, start);
    if (this.#density < KEEPS_AWAKE && !this.#encoded.isFollowing) this.#encoded = undefined;
  }

  #wake(start: number): void {
    this.#encoded = new EncodedBytes(this.#phrases);
    for (let place = Math.max(0, start + 1 - TAIL); place <= start; place += 1) {
      this.#encoded.read(this.#tail[place & (TAIL - 1)]!, place);
    }
  }

  /** How many of the last sixteen characters of base64 were dense: bits, added up in pairs, fours and eights. */
  get #density(): number {
    let bits = this.#dense & 0xffff;
    bits -= (bits >> 1) & 0x5555;
    bits = (bits & 0x3333) + ((bits >> 2) & 0x3333);
    bits = (bits + (bits >> 4)) & 0x0f0f;
    return (bits + (bits >> 8)) & 0x1f;
  }

  #decide(): void {
    this.heldFrom = NOWHERE;
    this.#isResting = this.#hidden === 0;
    this.#weigh(this.#plain);
    this.#weigh(this.#secret);
    this.#weigh(this.#leet);
    this.#weigh(this.#outsideMarkup);
    this.#weigh(this.#encoded);
    this.#weigh(this.#invisible);
    if (this.#numbers?.isFollowing) this.#weigh(this.#numbers);
  }

  #weigh(reading: { readonly heldFrom: number; readonly tripped: boolean } | undefined): void {
    if (reading === undefined) return;
    this.#isResting = false;
    const { heldFrom } = reading;
    if (heldFrom === NOWHERE) return;
    this.heldFrom = Math.min(this.heldFrom, heldFrom);
    if (reading.tripped) this.tripped = true;
  }
}

/** Characters nobody sees in a row: one or two belong to words and pictures, a row of them carries a message. */
class InvisibleReading {
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
