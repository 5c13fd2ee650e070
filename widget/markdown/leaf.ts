// The text of an open block: kept only as far back as it may still be read again, and written whenever
// the answer has grown. Plain text goes straight to the writer; anything else goes through a pass.

import { endWithout, type Pass, writeInline } from './inline.ts';
import type { Operations } from './operations.ts';

/** Characters that begin and end nothing wherever they stand. */
const PLAIN = /^[\p{L}\p{N} ,.;()$%'"/-]+$/u;
const TASK = /^\[([ xX])\][ \t]+(?=[^ \t])/;
const PART_OF_TASK = /^\[(?:[ xX](?:\](?:[ \t]+)?)?)?$/;

/** Plain text waits for a pass no longer than this, so that passes stay short. */
const PLAIN_LENGTH = 240;
/** A line that begins without `|` can be the head of a table up to this length. */
const MAX_HEAD_LENGTH = 1_000;

export class Leaf {
  readonly #out: Operations;
  readonly #heading: boolean;
  #text = '';
  /** Added since the last pass or append. */
  #fresh = '';
  #pass: Pass | undefined;
  /** Up to this length plain text is appended without a pass, and from this length on a pass is made. */
  #plainEnd = 0;
  #nextPass = 1;
  /** Pairs of an offset in the text and its offset in the answer, where the two do not run alike. */
  #places: [at: number, source: number][] = [[0, 0]];
  /** The pair that was asked for last: questions come in order. */
  #near = 0;
  #end = -1;
  #task: boolean;
  /** Where the line begins that may be the head of a table: the first line, or one that begins with `|`. */
  #head: number | undefined = 0;
  /** Text from the head on is not shown before it is known what it is. */
  #withheld = false;

  /** `task`: the text may begin with the box of a task. */
  constructor(out: Operations, heading = false, task = false) {
    this.#out = out;
    this.#heading = heading;
    this.#task = task;
  }

  get #length(): number {
    return this.#text.length + this.#fresh.length;
  }

  add(text: string, source: number): void {
    if (source !== this.#end) this.#places.push([this.#length, source]);
    this.#end = source + text.length;
    this.#fresh += text;
  }

  /** A further line of a paragraph begins; it is withheld where it may be the head of a table. */
  newLine(withheld: boolean): void {
    this.#fresh += '\n';
    this.#end = -1;
    this.#withheld = withheld;
    this.#head = withheld ? this.#length : undefined;
  }

  /** The line that may be the head of a table, and its offset in the answer. */
  get head(): { text: string; source: number } | undefined {
    const from = this.#head;
    if (from === undefined || this.#length - from > MAX_HEAD_LENGTH) return undefined;
    return { text: (this.#text + this.#fresh).slice(from), source: this.#source(from) };
  }

  /** Takes the head away; false where it was all there is. */
  dropHead(): boolean {
    this.#text = (this.#text + this.#fresh).slice(0, this.#head);
    this.#fresh = '';
    return this.#withheld;
  }

  /** Writes what has come; `final` when no more will. */
  write(final = false): void {
    if (this.#withheld && !this.head) this.#withheld = false;
    const fresh = this.#fresh;
    const length = this.#withheld && !final ? this.#head! - 1 : this.#length;
    if (!final) {
      if (length < this.#plainEnd && !this.#withheld && PLAIN.test(fresh)) {
        this.#out.append(fresh, this.#end - fresh.length);
        this.#text += fresh;
        this.#fresh = '';
        return;
      }
      if (length < this.#nextPass) return;
    }
    this.#text += fresh;
    this.#fresh = '';
    let text = this.#text.slice(0, length);
    if (this.#heading) text = withoutClosing(text);
    if (final) text = text.slice(0, endWithout(text, ' \t\n'));
    if (this.#task && !this.#readTask(text, final)) return;
    this.#out.rewind(this.#pass?.mark);
    const pass = writeInline(text, this.#pass?.safe ?? 0, final, this.#out, (at) => this.#source(at));
    this.#pass = pass;
    this.#plainEnd = pass.plain && !this.#heading ? length + PLAIN_LENGTH : 0;
    // The more a pass costs, the more text it waits for: linear in all, and no wait in usual text.
    this.#nextPass = length + Math.max(1, pass.work + ((length - pass.safe) >> 3) - 100);
    this.#forget(pass);
  }

  /** Whether the text behind a task's box can be written. */
  #readTask(text: string, final: boolean): boolean {
    if (!final && PART_OF_TASK.test(text)) return false;
    this.#task = false;
    const box = TASK.exec(text);
    if (!box) return true;
    this.#out.rewind();
    this.#out.open('task', box[1] === ' ' ? '' : 'done');
    this.#out.close();
    this.#pass = { safe: box[0].length, mark: this.#out.mark(), plain: false, work: 0 };
    this.#out.end();
    return true;
  }

  #source(at: number): number {
    const places = this.#places;
    if (places[this.#near]![0] > at) this.#near = 0;
    while (places[this.#near + 1] && places[this.#near + 1]![0] <= at) this.#near++;
    const [begin, source] = places[this.#near]!;
    return source + at - begin;
  }

  /** Lets go of text that will not be read again; two characters stay, for what depends on them. */
  #forget(pass: Pass): void {
    const length = pass.safe - 2;
    if (length < (this.#head === 0 ? MAX_HEAD_LENGTH : 512)) return;
    this.#text = this.#text.slice(length);
    this.#pass = { ...pass, safe: 2 };
    this.#nextPass -= length;
    this.#plainEnd -= length;
    this.#near = 0;
    if (this.#withheld) this.#head! -= length;
    else this.#head = undefined;
    const first = this.#places.findLastIndex(([at]) => at <= length);
    this.#places = this.#places.slice(first).map(([at, source]) => [at - length, source]);
  }
}

/** A heading's text without the signs that close it. */
function withoutClosing(text: string): string {
  const end = endWithout(text, ' \t');
  const signs = endWithout(text.slice(0, end), '#');
  if (signs === end) return text;
  const kept = endWithout(text.slice(0, signs), ' \t');
  return kept < signs || signs === 0 ? text.slice(0, kept) : text;
}
