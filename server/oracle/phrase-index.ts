// Every phrase of a text at once: a suffix automaton, so that the longest run of a stream that also stands
// in the text is known after each letter, in constant time, wherever the run begins. Nearly every letter of
// an ordinary stream ends no run worth following, and a filter of the last few letters is enough to tell.

import { FIRST_LETTER, sign } from './letters.ts';

/** What stands between passages: no run goes on over it. */
export const NO_LETTER = 0;
const UNLIMITED = 0x7fffffff;

/** Bits of the filter for each phrase in it: one phrase in some hundred that is not there seems to be. */
const FILTER_BITS_PER_PHRASE = 24;
const HASH_MULTIPLIER = 0x9e3779b1;
const OLDER_MULTIPLIER = 0x85ebca6b;

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
  /** The column of each letter; 0 where the text does not hold it. */
  readonly #columns = new Uint8Array(0x100);
  readonly #width: number;
  /** A Bloom filter of every run of `window` letters: two bits of one word, so that asking reads memory once. */
  readonly #filter: Int32Array;
  readonly #filterShift: number;
  readonly #olderMultiplier: number;
  /** The state of every run of `window` letters, by its hash: of few million others one has the same. */
  readonly #states = new Map<number, number>();
  /** Letters of a run that is worth following: 8 or 4. */
  readonly window: 4 | 8;

  constructor(passages: readonly Passage[], window: 4 | 8) {
    this.window = window;
    this.#olderMultiplier = window === 8 ? OLDER_MULTIPLIER : 0;
    const text: number[] = [];
    const limits: number[] = [];
    for (const passage of passages) {
      for (const letter of passage.letters) text.push(letter);
      for (const limit of passage.limits) limits.push(limit);
      text.push(NO_LETTER);
      limits.push(UNLIMITED);
    }
    const letters = new Set(text).add(NO_LETTER);
    for (const [column, letter] of [...letters].sort((a, b) => a - b).entries())
      this.#columns[letter] = column;
    this.#width = letters.size;
    const states = 2 * text.length + 2;
    this.#next = new Int32Array(states * this.#width);
    this.#link = new Int32Array(states);
    this.#length = new Int32Array(states);
    this.#limit = new Int32Array(states).fill(UNLIMITED);
    this.#build(
      text.map((letter) => this.#columns[letter]!),
      limits,
    );
    const wordBits = Math.max(5, Math.ceil(Math.log2(text.length * FILTER_BITS_PER_PHRASE)) - 5);
    this.#filterShift = 32 - wordBits;
    this.#filter = new Int32Array(1 << wordBits);
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
      this.#limit[added] = limits[place]!;
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
    let older = 0;
    let recent = 0;
    let length = 0;
    for (const [place, letter] of text.entries()) {
      older = (older << 8) | (recent >>> 24);
      recent = (recent << 8) | letter;
      length = letter === NO_LETTER ? 0 : length + 1;
      if (length < this.window) continue;
      const hash = this.#hash(older, recent);
      this.#filter[hash >>> this.#filterShift]! |= bitsOf(hash);
      const run: Run = { state: 0, length: 0 };
      for (let at = place - this.window + 1; at <= place; at += 1) this.advance(run, text[at]!);
      this.#states.set(hash, run.state);
    }
  }

  /** Of the last eight letters, or the last four; `recent` holds four of them, the last one lowest, `older` the four before. */
  #hash(older: number, recent: number): number {
    return Math.imul(recent, HASH_MULTIPLIER) ^ Math.imul(older, this.#olderMultiplier);
  }

  /** False where the last `window` letters surely stand nowhere in the text. */
  mayHold(older: number, recent: number): boolean {
    const hash = this.#hash(older, recent);
    const bits = bitsOf(hash);
    return (this.#filter[hash >>> this.#filterShift]! & bits) === bits;
  }

  /** The run that the last `window` letters are, where they stand in the text. */
  find(older: number, recent: number): Run | undefined {
    const state = this.#states.get(this.#hash(older, recent));
    return state === undefined ? undefined : { state, length: this.window };
  }

  /** How many letters are too many for a run like this one. */
  limitOf(run: Run): number {
    return this.#limit[run.state]!;
  }

  /** Moves a run on by one letter. */
  advance(run: Run, letter: number): void {
    const column = this.#columns[letter]!;
    if (column === NO_LETTER) {
      run.state = 0;
      run.length = 0;
      return;
    }
    const width = this.#width;
    let state = run.state;
    let next = this.#next[state * width + column]!;
    if (next !== 0) {
      run.length += 1;
      run.state = next;
      return;
    }
    while (next === 0 && state !== 0) {
      state = this.#link[state]!;
      next = this.#next[state * width + column]!;
    }
    run.length = next === 0 ? 0 : this.#length[state]! + 1;
    run.state = next;
  }
}

function bitsOf(hash: number): number {
  return (1 << (hash >>> 7)) | (1 << (hash >>> 12));
}

/** The longest end of a stream that stands in the text: where in the index, and how many letters. */
export interface Run {
  state: number;
  length: number;
}

/** The letters of a text; everything else is left out, digits too. */
export function lettersOf(text: string): number[] {
  return signsOf(text)
    .filter((sign) => sign >= FIRST_LETTER)
    .map(letterOf);
}

/** The letters and digits of a text. */
export function lettersAndDigitsOf(text: string): number[] {
  return signsOf(text)
    .filter((sign) => sign >= FIRST_LETTER || isDigit(sign))
    .map(letterOf);
}

/** A sign as an index knows it, in one byte: letters beyond ASCII share what is left of it. */
export function letterOf(sign: number): number {
  return sign < 0x80 ? alike(sign) : 0x80 | ((sign & 0x7f) ^ ((sign >> 7) & 0x7f));
}

export function isDigit(sign: number): boolean {
  return sign >= 0x30 && sign <= 0x39;
}

function signsOf(text: string): number[] {
  return Array.from(text, (character) => sign(character.codePointAt(0)!));
}

/** i and l look the same as a capital and in many faces: one letter here. */
export function alike(letter: number): number {
  return letter === 0x6c ? 0x69 : letter;
}
