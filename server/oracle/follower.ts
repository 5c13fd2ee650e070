// One way of reading a stream, letter by letter: which run of letters is under way that also stands in an
// index, and from where on the stream must wait for it.

import type { PhraseIndex, Run } from './phrase-index.ts';

/** Nothing waits: a whole number that lies behind every answer. */
export const NOWHERE = 0x7fffffff;

/**
 * Follows the longest run of letters that stands in the index. A run may show `index.window` letters; those
 * after them wait until it ends or trips. While no run is that long, the follower knows no more than the last
 * eight letters.
 */
export class Follower {
  /** Offset from which on the stream must wait. */
  heldFrom = NOWHERE;
  tripped = false;
  readonly #index: PhraseIndex;
  readonly #limit: number;
  /** The last four letters and the four before, a byte each. */
  #recent: number;
  #older: number;
  #run: Run | undefined;
  /** Where each letter of the run that must wait began. */
  #waiting: number[] | undefined;

  /** Trips at the limit of the passage a run stands in, or at this one where that is less. */
  constructor(index: PhraseIndex, limit = NOWHERE, older = 0, recent = 0) {
    this.#index = index;
    this.#limit = limit;
    this.#older = older;
    this.#recent = recent;
  }

  /** Begins to follow the run that the last letters are, where they stand in the index. */
  static find(index: PhraseIndex, older: number, recent: number): Follower | undefined {
    const run = index.find(older, recent);
    if (run === undefined) return undefined;
    const follower = new Follower(index, NOWHERE, older, recent);
    follower.#run = run;
    return follower;
  }

  follow(letter: number, start: number): void {
    const index = this.#index;
    const older = (this.#older << 8) | (this.#recent >>> 24);
    const recent = (this.#recent << 8) | letter;
    this.#older = older;
    this.#recent = recent;
    if (this.#run !== undefined) this.#goOn(this.#run, letter, start);
    else if (index.mayHold(older, recent)) this.#run = index.find(older, recent);
  }

  #goOn(run: Run, letter: number, start: number): void {
    const index = this.#index;
    index.advance(run, letter);
    const over = run.length - index.window;
    if (over <= 0) {
      this.#waiting = undefined;
      this.heldFrom = NOWHERE;
      if (over < 0) this.#run = undefined;
      return;
    }
    this.#waiting ??= [];
    this.#waiting.push(start);
    // The run may have become a shorter one, which began later.
    this.#waiting.splice(0, this.#waiting.length - over);
    this.heldFrom = this.#waiting[0]!;
    if (run.length >= Math.min(this.#limit, index.limitOf(run))) this.tripped = true;
  }

  get isFollowing(): boolean {
    return this.#run !== undefined;
  }

  /** True where it follows nothing and its last letters are these. */
  restsAt(older: number, recent: number): boolean {
    return this.#run === undefined && this.#older === older && this.#recent === recent;
  }

  /** For another way of reading that parts from this one here. */
  fork(): Follower {
    const fork = new Follower(this.#index, this.#limit, this.#older, this.#recent);
    fork.#run = this.#run && { ...this.#run };
    fork.#waiting = this.#waiting?.slice();
    fork.heldFrom = this.heldFrom;
    return fork;
  }
}
