// Every phrase of a text at once: a suffix automaton, so that the longest run of a stream that also stands
// in the text is known after each letter, in constant time, wherever the run begins. Nearly every letter of
// an ordinary stream ends no run worth following, and a hash of the last few letters is enough to tell.

import { FIRST_LETTER, sign } from './letters.ts';

/** A letter the text does not hold, and what stands between its passages: no run goes on over it. */
export const NO_LETTER = 0;

/** Bits of the hash that find a place in the filter: 16 kB stay in the nearest cache. */
const FILTER_BITS = 17;
const HASH_MULTIPLIER = 0x9e3779b1;
const SECOND_MULTIPLIER = 0x85ebca6b;

/** A stretch of the text no run leaves. */
export interface Passage {
  readonly letters: readonly number[];
  /** For each letter: how many in a row, up to it, are too many. */
  readonly limits: readonly number[];
}

export class PhraseIndex {
  /** `next[state * width + letter]`; 0 where there is none, since nothing leads back to the root. */
  readonly #next: Int32Array;
  /** The state of the longest shorter suffix. */
  readonly #link: Int32Array;
  /** The longest run of each state. */
  readonly #length: Int32Array;
  /** The least limit at the places where a state's runs end. */
  readonly #limit: Int32Array;
  /** The index's own number of each letter up to the last one; rare ones, beyond the basic plane, are in the map. */
  readonly #letters: Uint16Array;
  readonly #rareLetters = new Map<number, number>();
  readonly #width: number;
  /** Two bits for every run of `window` letters, by its hash. */
  readonly #filter = new Uint8Array(1 << (FILTER_BITS - 3));
  readonly #hashShift: number;
  /** Letters of a run that is worth following: 8 or 4. */
  readonly window: 4 | 8;
  readonly greatestLimit: number = 0;

  constructor(passages: readonly Passage[], window: 4 | 8) {
    this.window = window;
    this.#hashShift = 32 / window;
    let letters = 0;
    this.#letters = new Uint16Array(tableLength(passages));
    const text: number[] = [];
    const limits: number[] = [];
    for (const passage of passages) {
      for (const letter of passage.letters) {
        if (this.letter(letter) === NO_LETTER) {
          letters += 1;
          if (letter > 0xffff) this.#rareLetters.set(letter, letters);
          else this.#letters[letter] = letters;
        }
        text.push(this.letter(letter));
      }
      text.push(NO_LETTER);
      for (const limit of passage.limits) {
        limits.push(limit);
        this.greatestLimit = Math.max(this.greatestLimit, limit);
      }
      limits.push(Number.MAX_SAFE_INTEGER);
    }
    // One letter wherever it is looked up.
    this.#letters[0x6c] = this.letter(alike(0x6c));
    this.#width = letters + 1;
    const states = 2 * text.length + 2;
    this.#next = new Int32Array(states * this.#width);
    this.#link = new Int32Array(states);
    this.#length = new Int32Array(states);
    this.#limit = new Int32Array(states).fill(this.greatestLimit);
    this.#build(text, limits);
    this.#fillFilter(text);
  }

  // Blumer et al., "The smallest automaton recognizing the subwords of a text" (1985). State 0 is the root.
  #build(text: readonly number[], limits: readonly number[]): void {
    const next = this.#next;
    const link = this.#link;
    const length = this.#length;
    const width = this.#width;
    let states = 1;
    let last = 0;
    link[0] = -1;
    for (const [place, letter] of text.entries()) {
      const added = states++;
      this.#limit[added] = Math.min(limits[place]!, this.greatestLimit);
      length[added] = length[last]! + 1;
      let at = last;
      while (at !== -1 && next[at * width + letter] === 0) {
        next[at * width + letter] = added;
        at = link[at]!;
      }
      if (at !== -1) {
        const target = next[at * width + letter]!;
        if (length[at]! + 1 === length[target]) {
          link[added] = target;
        } else {
          const copy = states++;
          length[copy] = length[at]! + 1;
          next.copyWithin(copy * width, target * width, (target + 1) * width);
          link[copy] = link[target]!;
          while (at !== -1 && next[at * width + letter] === target) {
            next[at * width + letter] = copy;
            at = link[at]!;
          }
          link[target] = copy;
          link[added] = copy;
        }
      }
      last = added;
    }
    this.#inheritLimits(states);
  }

  // A suffix stands wherever the longer run does: limits go from each state to its link, longest first.
  #inheritLimits(states: number): void {
    const longestFirst = Array.from({ length: states }, (_, state) => state).sort(
      (a, b) => this.#length[b]! - this.#length[a]!,
    );
    for (const state of longestFirst) {
      const link = this.#link[state]!;
      if (link > 0) this.#limit[link] = Math.min(this.#limit[link]!, this.#limit[state]!);
    }
  }

  #fillFilter(text: readonly number[]): void {
    let hash = 0;
    let length = 0;
    for (const letter of text) {
      hash = this.hash(hash, letter);
      length = letter === NO_LETTER ? 0 : length + 1;
      if (length < this.window) continue;
      for (const place of [firstPlace(hash), secondPlace(hash)])
        this.#filter[place >> 3]! |= 1 << (place & 7);
    }
  }

  /** The hash of the last `window` letters, from the one before and the letter: older ones are shifted out. */
  hash(before: number, letter: number): number {
    return (before << this.#hashShift) ^ Math.imul(letter, HASH_MULTIPLIER);
  }

  /** False where the last `window` letters surely stand nowhere in the text. */
  mayHold(hash: number): boolean {
    const first = firstPlace(hash);
    if ((this.#filter[first >> 3]! & (1 << (first & 7))) === 0) return false;
    const second = secondPlace(hash);
    return (this.#filter[second >> 3]! & (1 << (second & 7))) !== 0;
  }

  /** How many letters are too many for a run like this one. */
  limitOf(run: Run): number {
    return this.#limit[run.state]!;
  }

  /** The index's own number of a letter; pass it to `hash` and `advance`. */
  letter(sign: number): number {
    if (sign < this.#letters.length) return this.#letters[sign]!;
    return sign > 0xffff ? (this.#rareLetters.get(sign) ?? NO_LETTER) : NO_LETTER;
  }

  /** Moves a run on by one letter. */
  advance(run: Run, letter: number): void {
    if (letter === NO_LETTER) {
      run.state = 0;
      run.length = 0;
      return;
    }
    const width = this.#width;
    let state = run.state;
    let next = this.#next[state * width + letter]!;
    if (next !== 0) {
      run.length += 1;
      run.state = next;
      return;
    }
    while (next === 0 && state !== 0) {
      state = this.#link[state]!;
      next = this.#next[state * width + letter]!;
    }
    run.length = next === 0 ? 0 : this.#length[state]! + 1;
    run.state = next;
  }
}

/** Room for every letter of the passages that is in the basic plane, and for those of ASCII. */
function tableLength(passages: readonly Passage[]): number {
  let last = 0x7f;
  for (const { letters } of passages) {
    for (const letter of letters) if (letter > last && letter <= 0xffff) last = letter;
  }
  return last + 1;
}

function firstPlace(hash: number): number {
  return hash >>> (32 - FILTER_BITS);
}

function secondPlace(hash: number): number {
  return Math.imul(hash ^ (hash >>> 15), SECOND_MULTIPLIER) >>> (32 - FILTER_BITS);
}

/** The longest end of a stream that stands in the text: where in the index, and how many letters. */
export interface Run {
  state: number;
  length: number;
}

/** The letters of a text as signs; everything else is left out, digits too. */
export function lettersOf(text: string): number[] {
  return signsOf(text).filter((letter) => letter >= FIRST_LETTER);
}

/** The letters and digits of a text as signs. */
export function lettersAndDigitsOf(text: string): number[] {
  return signsOf(text).filter((letter) => letter >= FIRST_LETTER || isDigit(letter));
}

export function isDigit(sign: number): boolean {
  return sign >= 0x30 && sign <= 0x39;
}

function signsOf(text: string): number[] {
  return Array.from(text, (character) => alike(sign(character.codePointAt(0)!)));
}

/** i and l look the same as a capital and in many faces: one letter here. */
export function alike(letter: number): number {
  return letter === 0x6c ? 0x69 : letter;
}
