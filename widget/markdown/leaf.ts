// The text of an open block: kept only as far back as it may still be read again, and written whenever
// the answer has grown. Plain text goes straight to the writer; anything else goes through a pass.

import { endWithout, type Pass, writeInline } from './inline.ts';
import type { Operations } from './operations.ts';

/** Signs that could begin or end something, and characters that must be made visible. */
const NOT_PLAIN = /[\\`*_~[\]!<&:\n\x00-\x1f\xad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]/;
const TASK = /^\[([ xX])\][ \t]+(?=[^ \t])/;
const PART_OF_TASK = /^\[(?:[ xX](?:\](?:[ \t]+)?)?)?$/;

/** Plain text waits for a pass no longer than this, so that passes stay short. */
const PLAIN_LENGTH = 240;
/** From this length on, a pass is made only when the open text has grown by an eighth: linear in all. */
const LONG_PASS = 2_000;
/** A line that begins without `|` can be the head of a table up to this length. */
const MAX_HEAD_LENGTH = 1_000;

export class Leaf {
  readonly #out: Operations;
  readonly #heading: boolean;
  #text = '';
  /** Added since the last pass or append. */
  #fresh = '';
  #pass: Pass | undefined;
  #nextPass = 0;
  /** Pairs of an offset in the text and its offset in the answer, where the two do not run alike. */
  #places: [at: number, source: number][] = [];
  #end = -1;
  #task: boolean;
  /** Where the last line begins, and the last place before it from which it can be written again. */
  #line: number | undefined = 0;
  #beforeLine: Pass | undefined;
  /** Text from here on is not shown: it may be the head of a table. */
  #limit: number | undefined;

  constructor(out: Operations, options: { heading?: boolean; task?: boolean } = {}) {
    this.#out = out;
    this.#heading = options.heading ?? false;
    this.#task = options.task ?? false;
  }

  get #length(): number {
    return this.#text.length + this.#fresh.length;
  }

  add(text: string, source: number): void {
    if (source !== this.#end) this.#places.push([this.#length, source]);
    this.#end = source + text.length;
    this.#fresh += text;
  }

  /** A further line of a paragraph begins. */
  newLine(): void {
    this.#fresh += '\n';
    this.#end = -1;
    this.#line = this.#length;
    this.#beforeLine = this.#pass;
    this.#limit = undefined;
  }

  /** The line that begins here may be the head of a table: it is not shown before that is known. */
  withhold(): void {
    this.#limit = this.#line;
  }

  show(): void {
    this.#limit = undefined;
  }

  /** The last line as it was written, where it is still known. */
  get lastLine(): string | undefined {
    return this.#line === undefined ? undefined : (this.#text + this.#fresh).slice(this.#line);
  }

  /** Takes the last line away; returns its offset in the answer, and whether anything is left. */
  dropLastLine(): { source: number; left: boolean } {
    const line = this.#line ?? 0;
    this.#text += this.#fresh;
    this.#fresh = '';
    const source = this.#source(line);
    this.#text = this.#text.slice(0, Math.max(0, line - 1));
    this.#pass = this.#beforeLine;
    this.#limit = undefined;
    return { source, left: line > 0 };
  }

  /** Writes what has come; `final` when no more will. */
  write(final = false): void {
    const fresh = this.#fresh;
    if (!final) {
      if (fresh === '') return;
      if (this.#limit === undefined && this.#pass) {
        const open = this.#length - this.#pass.safe;
        const plain = this.#pass.plain && !this.#heading && open < PLAIN_LENGTH && !NOT_PLAIN.test(fresh);
        if (plain || (open > LONG_PASS && this.#length < this.#nextPass)) {
          this.#out.append(fresh, this.#end - fresh.length);
          this.#text += fresh;
          this.#fresh = '';
          return;
        }
      }
    }
    this.#text += fresh;
    this.#fresh = '';
    let text = this.#text;
    if (this.#limit !== undefined) text = text.slice(0, Math.max(0, this.#limit - 1));
    if (this.#heading) text = withoutClosing(text);
    if (final) text = text.slice(0, endWithout(text, ' \t\n'));
    if (this.#task && !this.#readTask(text, final)) return;
    this.#out.rewind(this.#pass?.mark);
    this.#pass = writeInline(
      text.length < this.#text.length ? text : this.#text,
      this.#safe,
      final,
      this.#out,
      (at) => this.#source(at),
    );
    const open = this.#length - this.#pass.safe;
    this.#nextPass = this.#length + (open >> 3);
    this.#forget();
  }

  get #safe(): number {
    return this.#pass?.safe ?? 0;
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
    this.#pass = { safe: box[0].length, mark: this.#out.mark(), plain: false };
    this.#out.end();
    return true;
  }

  #source(at: number): number {
    let index = this.#places.length - 1;
    while (index > 0 && this.#places[index]![0] > at) index--;
    const place = this.#places[index];
    return place ? place[1] + at - place[0] : 0;
  }

  /** Lets go of text that will not be read again; two characters stay, for what depends on them. */
  #forget(): void {
    const pass = this.#pass!;
    const line = this.#line;
    const keptLine = line !== undefined && this.#text.length - line <= MAX_HEAD_LENGTH;
    const length = Math.min(pass.safe, keptLine ? (this.#beforeLine?.safe ?? 0) : pass.safe) - 2;
    if (!keptLine) this.#line = undefined;
    if (length < 512 || this.#limit !== undefined) return;
    this.#text = this.#text.slice(length);
    this.#pass = { ...pass, safe: pass.safe - length };
    this.#nextPass -= length;
    if (this.#line !== undefined) this.#line -= length;
    if (this.#beforeLine && keptLine) {
      this.#beforeLine = { ...this.#beforeLine, safe: this.#beforeLine.safe - length };
    }
    const first = this.#places.findLastIndex(([at]) => at <= length);
    this.#places = this.#places.slice(Math.max(0, first)).map(([at, source]) => [at - length, source]);
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
