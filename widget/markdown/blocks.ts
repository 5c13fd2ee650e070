// The block structure, line by line, by the specification's own strategy: a stack of open blocks is kept
// between chunks, each line says which stay open and which begin. The beginning of a line is held back
// until it can mean only one thing (a few signs), so nothing is ever parsed twice or taken back.
//
// Right by CommonMark 0.31.2 and GFM's tables, strikethrough, task lists and autolinks, with these choices.
// The numbers are the specification's examples that differ by one: all that do.
// - Raw HTML is text, and Markdown inside it is read as anywhere else; only `<br>` means something: a new
//   line. Examples 21, 31, 148-191, 308, 309, 344, 475-477, 491, 494, 524, 536, 538, 613-617, 623, 625-631,
//   642, 643.
// - Definitions of link references are text, and so are links and images that use them. Examples 23, 33,
//   192-196, 198, 200-208, 210, 214-218, 317, 527-535, 537, 539-545, 549, 550, 553-571, 573, 576, 577,
//   582-589, 591-593.
// - Of named character references only common ones are known (entities.ts). Examples 25.
// - Bare addresses are links, as in GFM, and www. names are http links; bare e-mail addresses stay text.
//   Examples 602, 608, 611.
// - An image is its words. The title of a link is read and left out. Headings begin at the third level.
// - A single newline does not break a line, and emphasis beside CJK text follows the specification.
// - The head of a table is the first line of its paragraph, or a line that begins with `|`.
// - Blocks nest to 100, inline elements to 32, brackets in an address to 8; a table has at most 100 columns.
// - What opens counts for 4,000 characters or 1,000 parts of text; if nothing closed it until then, it is text.
// test/widget/markdown-spec.test.ts reads the numbers here.

import { withoutEscapes } from './entities.ts';
import { endWithout, match } from './inline.ts';
import { Leaf } from './leaf.ts';
import type { Alignment, Operations } from './operations.ts';

type Block =
  | { kind: 'document' }
  | { kind: 'quote' }
  | { kind: 'list'; sign: string; filled: boolean }
  /** `indent` is how far a line must be indented to belong to it. */
  | { kind: 'item'; indent: number; filled: boolean }
  /** `guess` is a table that the paragraph's only line is shown as, until the next line decides. */
  | { kind: 'paragraph'; leaf: Leaf; guess?: Row }
  | { kind: 'heading'; leaf: Leaf }
  /** `fence` is absent in indented code; `blanks` are lines that count only if others follow. */
  | { kind: 'code'; fence?: { sign: string; length: number; indent: number }; blanks: string }
  | { kind: 'table'; columns: number };

type Paragraph = Extract<Block, { kind: 'paragraph' }>;

const MAX_DEPTH = 100;
const MAX_COLUMNS = 100;
/** Cells added to short rows in one answer: a wide table with short rows must not fill memory. */
const MAX_ADDED_CELLS = 2_000;

const LINE_END = /\r\n?|\n/g;
/** What a line may begin with before it is clear what it is. */
const UNDECIDED = /^[\s\-+*_=#>`~|:.)\d]*/;
const DECIDED = /[^\s\-+*_=#>`~|:.)\d]/;
const LONE_TICKS = /(?<!`)`{1,2}[^`]/;
const RULE = /(?:[*_-][ \t]*){3}/y;
const HEADING = /(#{1,6})(?:[ \t]+|$)/y;
const FENCE = /(`{3,})[^`]*$|(~{3,})/y;
const UNDERLINE = /(?:=+|-+)[ \t]*$/y;
const BULLET = /[*+-](?=[ \t]|$)/y;
const NUMBER = /(\d{1,9})([.)])(?=[ \t]|$)/y;
const DELIMITER_ROW = /\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*(?:\|[ \t]*)?$/y;

export class MarkdownParser {
  readonly #out: Operations;
  readonly #stack: Block[] = [{ kind: 'document' }];
  /** Half of a surrogate pair, or of a line end, that waits for the other. */
  #half = '';
  #source = 0;
  /** The beginning of a line that is not decided yet. */
  #held = '';
  #heldAt = 0;
  #waits = false;
  /** What takes the rest of the line that has begun. */
  #takes: Leaf | Row | 'code' | undefined;
  #lastBlank = false;
  #afterBlank = false;
  readonly #spare = { cells: MAX_ADDED_CELLS };

  // The line being read.
  #line = '';
  #lineAt = 0;
  #offset = 0;
  #column = 0;
  #tabLeft = 0;
  #text = 0;
  #textColumn = 0;
  #indent = 0;
  /** From here on the line is all one sign and spaces. */
  #sameFrom = 0;

  constructor(out: Operations) {
    this.#out = out;
  }

  append(chunk: string): void {
    const text = this.#half + chunk;
    this.#half = /[\r\ud800-\udbff]?$/.exec(text)![0];
    this.#read(text.slice(0, text.length - this.#half.length));
    this.#write();
  }

  finish(): void {
    this.#read(this.#half.replace(/[^\r]/, '\ufffd'));
    if (this.#held || this.#takes) this.#endLine(this.#source);
    this.#closeTo(1);
  }

  #read(given: string): void {
    const text = given.replaceAll('\0', '\ufffd');
    let at = 0;
    for (const end of text.matchAll(LINE_END)) {
      this.#piece(text.slice(at, end.index), this.#source + at);
      this.#endLine(this.#source + end.index);
      at = end.index + end[0].length;
    }
    this.#piece(text.slice(at), this.#source + at);
    this.#source += text.length;
  }

  #write(): void {
    const top = this.#stack.at(-1)!;
    if (top.kind === 'paragraph') {
      if (top.guess && top.leaf.head) top.guess.write();
      else {
        this.#endGuess(top);
        top.leaf.write();
      }
    } else if (this.#takes && this.#takes !== 'code') this.#takes.write();
  }

  #piece(text: string, source: number): void {
    if (text === '') return;
    if (this.#takes) {
      this.#take(text, source);
      return;
    }
    if (this.#held === '') this.#heldAt = source;
    this.#held += text;
    if (this.#waits || !this.#isDecided(text)) return;
    const held = this.#held;
    this.#held = '';
    this.#readLine(held, this.#heldAt);
  }

  #isDecided(text: string): boolean {
    if (!DECIDED.test(text) && !LONE_TICKS.test(text)) return false;
    // The line of a fence is known only at its end.
    this.#waits = /```|~~~/.test(UNDECIDED.exec(this.#held)![0]);
    return !this.#waits;
  }

  #take(text: string, source: number): void {
    if (this.#takes === 'code') this.#out.append(text, source);
    else this.#takes!.add(text, source);
  }

  #endLine(source: number): void {
    if (!this.#takes) this.#readLine(this.#held, this.#held ? this.#heldAt : source);
    if (this.#takes === 'code') this.#out.append('\n', source);
    else if (this.#takes instanceof Row) this.#takes.end();
    this.#takes = undefined;
    this.#held = '';
    this.#waits = false;
    if (this.#stack.at(-1)!.kind === 'heading') this.#closeTo(this.#stack.length - 1);
  }

  // ─── A line ────────────────────────────────────────────────────────────────────────────────────

  /** Reads a line, or as much of one as decides what it is; the rest is taken as it comes. */
  #readLine(line: string, source: number): void {
    this.#line = line;
    this.#lineAt = source;
    this.#afterBlank = this.#lastBlank;
    this.#lastBlank = false;
    this.#offset = this.#column = this.#tabLeft = this.#text = this.#textColumn = 0;
    this.#sameFrom = endWithout(line, ` \t${line[endWithout(line, ' \t') - 1]}`);
    const stack = this.#stack;
    let depth = 1;
    for (; depth < stack.length; depth++) {
      this.#look();
      const stays = this.#stays(stack[depth]!);
      if (stays === 'ended') {
        this.#closeTo(depth);
        return;
      }
      if (!stays) break;
    }
    this.#look();
    let open = depth;
    let container = stack[depth - 1]!;
    const lazy = depth < stack.length && stack.at(-1)!.kind === 'paragraph';
    let fresh = false;
    while (container.kind !== 'code') {
      const begun = this.#begin(container, open, lazy && !fresh);
      if (begun === 'done') return;
      if (!begun) break;
      fresh = true;
      open = stack.length;
      container = stack.at(-1)!;
      this.#look();
    }
    if (!fresh && lazy && !this.#blank) {
      this.#addToParagraph(stack.at(-1) as Paragraph);
      return;
    }
    if (!fresh) this.#closeTo(depth);
    this.#addText(container);
  }

  get #blank(): boolean {
    return this.#text === this.#line.length;
  }

  /** Finds the next sign that is no space. */
  #look(): void {
    if (this.#text <= this.#offset) {
      this.#text = this.#offset;
      this.#textColumn = this.#column;
      for (; ; this.#text++) {
        const char = this.#line[this.#text];
        if (char === '\t') this.#textColumn += 4 - (this.#textColumn % 4);
        else if (char === ' ') this.#textColumn++;
        else break;
      }
    }
    this.#indent = this.#textColumn - this.#column;
  }

  /** Goes on by this many columns; a tab may be used in part. */
  #skip(columns: number): void {
    for (let left = columns; left > 0 && this.#offset < this.#line.length; ) {
      const width = this.#line[this.#offset] === '\t' ? 4 - (this.#column % 4) : 1;
      const used = Math.min(width, left);
      this.#column += used;
      left -= used;
      this.#tabLeft = width - used;
      if (this.#tabLeft === 0) this.#offset++;
    }
  }

  #skipTo(offset: number): void {
    while (this.#offset < offset) this.#skip(1);
  }

  #stays(block: Block): boolean | 'ended' {
    switch (block.kind) {
      case 'quote':
        if (this.#indent > 3 || this.#line[this.#text] !== '>') return false;
        this.#skipQuote();
        return true;
      case 'item':
        if (this.#blank) {
          if (!block.filled) return false;
          this.#skipTo(this.#text);
          return true;
        }
        if (this.#indent < block.indent) return false;
        this.#skip(block.indent);
        return true;
      case 'code':
        return this.#staysCode(block);
      case 'list':
        return true;
      default:
        return !this.#blank;
    }
  }

  #staysCode(block: Extract<Block, { kind: 'code' }>): boolean | 'ended' {
    const { fence } = block;
    if (!fence) {
      if (this.#indent >= 4) this.#skip(4);
      else if (this.#blank) this.#skipTo(this.#text);
      else return false;
      return true;
    }
    if (this.#indent < 4 && this.#line[this.#text] === fence.sign) {
      const signs = this.#line.slice(this.#text, endWithout(this.#line, ' \t'));
      if (signs.length >= fence.length && endWithout(signs, fence.sign) === 0) return 'ended';
    }
    this.#skip(Math.min(fence.indent, this.#indent));
    return true;
  }

  #skipQuote(): void {
    this.#skipTo(this.#text + 1);
    if (/[ \t]/.test(this.#line[this.#offset] ?? '')) this.#skip(1);
  }

  /** Begins the block that starts here, if any; 'done' where it takes the whole line. */
  #begin(container: Block, open: number, lazy: boolean): boolean | 'done' {
    const line = this.#line;
    const at = this.#text;
    const paragraph = container.kind === 'paragraph' ? container : undefined;
    if (this.#indent > 3) {
      if (this.#blank || paragraph || lazy || container.kind === 'table') return false;
      this.#skip(4);
      this.#closeTo(open);
      this.#enter({ kind: 'code', blanks: '' }, '');
      return true;
    }
    const sign = line[at] ?? '';
    // A leaf ends where a block begins.
    const below = paragraph || container.kind === 'table' ? open - 1 : open;
    const deep = this.#stack.length >= MAX_DEPTH;

    if (sign === '>' && !deep) {
      this.#skipQuote();
      this.#closeTo(below);
      this.#enter({ kind: 'quote' });
      return true;
    }
    const heading = match(HEADING, line, at);
    if (heading) {
      this.#closeTo(below);
      this.#skipTo(at + heading[0].length);
      const leaf = new Leaf(this.#out, true);
      this.#enter({ kind: 'heading', leaf }, heading[1]!.length);
      this.#takes = leaf;
      this.#takeRest();
      return 'done';
    }
    const fence = match(FENCE, line, at);
    if (fence) {
      const signs = fence[1] ?? fence[2]!;
      const info = line
        .slice(at + signs.length)
        .trim()
        .split(/\s/, 1)[0]!;
      this.#closeTo(below);
      this.#enter(
        { kind: 'code', fence: { sign, length: signs.length, indent: this.#indent }, blanks: '' },
        withoutEscapes(info),
      );
      return 'done';
    }
    if (paragraph && match(UNDERLINE, line, at)) {
      this.#endParagraph(paragraph);
      this.#out.retype(sign === '=' ? 1 : 2);
      this.#stack.pop();
      this.#out.leave();
      return 'done';
    }
    if (at >= this.#sameFrom && match(RULE, line, at)) {
      this.#closeTo(below);
      this.#fill();
      this.#out.enter('rule');
      this.#out.leave();
      return 'done';
    }
    if (!deep && this.#beginItem(container, below)) return true;
    if (paragraph && this.#beginTable(paragraph)) return 'done';
    return false;
  }

  #beginItem(container: Block, below: number): boolean {
    const line = this.#line;
    const at = this.#text;
    const number = match(NUMBER, line, at);
    const marker = number ?? match(BULLET, line, at);
    if (!marker) return false;
    const end = at + marker[0].length;
    if (container.kind === 'paragraph') {
      if (number && Number(number[1]) !== 1) return false;
      if (endWithout(line, ' \t') <= end) return false;
    }
    const marked = this.#indent;
    this.#skipTo(end);
    this.#look();
    const spaces = this.#blank || this.#indent > 4 ? 1 : this.#indent;
    this.#skip(this.#blank ? this.#indent : spaces);
    const sign = number ? number[2]! : marker[0];
    this.#closeTo(below);
    const list = this.#stack.at(-1)!;
    if (list.kind !== 'list' || list.sign !== sign) {
      this.#enter({ kind: 'list', sign, filled: false }, number ? Number(number[1]) : '');
    }
    this.#enter({ kind: 'item', indent: marked + marker[0].length + spaces, filled: false });
    return true;
  }

  /** The row under a table's head: as many cells as the paragraph's last line has. */
  #beginTable(paragraph: Paragraph): boolean {
    if (!match(DELIMITER_ROW, this.#line, this.#text)) return false;
    const { leaf, guess } = paragraph;
    const columns = cellsOf(this.#line.slice(this.#text)).map((cell): Alignment => {
      const text = cell.trim();
      return text.endsWith(':') ? (text.startsWith(':') ? 'center' : 'num') : '';
    });
    const { head } = leaf;
    if (!head || columns.length > MAX_COLUMNS || cellsOf(head.text).length !== columns.length) return false;
    const out = this.#out;
    if (!guess) {
      if (leaf.dropHead()) {
        leaf.write(true);
        out.leave();
      } else out.drop();
      out.enter('table');
      const row = new Row(out, columns.length, 'head');
      row.add(head.text, head.source);
      row.end();
    }
    out.align(columns);
    this.#stack.pop();
    this.#stack.push({ kind: 'table', columns: columns.length });
    return true;
  }

  #addText(container: Block): void {
    const top = this.#stack.at(-1)!;
    if (container.kind === 'code') {
      this.#addCode(container);
      return;
    }
    if (this.#blank) {
      const begun = container.kind === 'item' && !container.filled;
      this.#lastBlank = container.kind !== 'quote' && !begun;
      return;
    }
    if (top.kind === 'paragraph') this.#addToParagraph(top);
    else if (top.kind === 'table') {
      this.#takes = new Row(this.#out, top.columns, '', this.#spare);
      this.#skipTo(this.#text);
      this.#takeRest();
    } else {
      const leaf = new Leaf(this.#out, false, top.kind === 'item' && !top.filled);
      this.#fill();
      const paragraph: Paragraph = { kind: 'paragraph', leaf };
      this.#stack.push(paragraph);
      this.#skipTo(this.#text);
      this.#takes = leaf;
      if (this.#line[this.#offset] === '|') {
        this.#out.enter('table');
        this.#takes = paragraph.guess = new Row(this.#out, MAX_COLUMNS, 'head', undefined, leaf);
      } else this.#out.enter('paragraph');
      this.#takeRest();
    }
  }

  #addToParagraph(paragraph: Paragraph): void {
    this.#endGuess(paragraph);
    paragraph.leaf.newLine(this.#line[this.#text] === '|');
    this.#skipTo(this.#text);
    this.#takes = paragraph.leaf;
    this.#takeRest();
  }

  #addCode(code: Extract<Block, { kind: 'code' }>): void {
    const rest = ' '.repeat(this.#tabLeft) + this.#line.slice(this.#offset + (this.#tabLeft ? 1 : 0));
    this.#lastBlank = this.#blank && !code.fence;
    if (this.#lastBlank) {
      code.blanks += `${rest}\n`;
      return;
    }
    if (code.blanks + rest) this.#out.append(code.blanks + rest, this.#lineAt + this.#offset);
    code.blanks = '';
    this.#takes = 'code';
  }

  #takeRest(): void {
    const rest = this.#line.slice(this.#offset);
    if (rest) this.#take(rest, this.#lineAt + this.#offset);
  }

  // ─── Blocks ────────────────────────────────────────────────────────────────────────────────────

  #enter(
    block: Extract<Block, { kind: 'quote' | 'list' | 'item' | 'heading' | 'code' }>,
    detail?: string | number,
  ): void {
    this.#fill(block.kind === 'item');
    this.#stack.push(block);
    this.#out.enter(block.kind, detail);
  }

  /** A part is about to begin in the innermost block: with a blank line before it, its list is loose. */
  #fill(item = false): void {
    if (!item && this.#stack.at(-1)!.kind === 'list') this.#closeTo(this.#stack.length - 1);
    const parent = this.#stack.at(-1)!;
    if (parent.kind !== 'list' && parent.kind !== 'item') return;
    if (parent.filled && this.#afterBlank) this.#out.loosen();
    parent.filled = true;
  }

  #closeTo(depth: number): void {
    while (this.#stack.length > depth) {
      const block = this.#stack.at(-1)!;
      if (block.kind === 'paragraph') this.#endParagraph(block);
      else if (block.kind === 'heading') block.leaf.write(true);
      this.#out.leave();
      this.#stack.pop();
    }
  }

  #endParagraph(paragraph: Paragraph): void {
    this.#endGuess(paragraph);
    paragraph.leaf.write(true);
  }

  /** The line shown as the head of a table was none. */
  #endGuess(paragraph: Paragraph): void {
    if (!paragraph.guess) return;
    if (this.#takes === paragraph.guess) {
      this.#takes = paragraph.leaf;
      paragraph.guess.end();
    }
    this.#out.drop();
    delete paragraph.guess;
    this.#out.enter('paragraph');
  }
}

/** The cells of a row, cut at every `|` that is not escaped. */
function cellsOf(line: string): string[] {
  const row = line.trim().replace(/\\./g, '  ').replace(/^\|/, '');
  return (row.endsWith('|') ? row.slice(0, -1) : row).split('|');
}

/** A row of a table, cell by cell as its text comes. */
class Row {
  readonly #out: Operations;
  readonly #columns: number;
  /** Where missing cells are taken from; without it none is added. */
  readonly #spare: { cells: number } | undefined;
  /** Keeps the row's text where it may turn out to be a paragraph. */
  readonly #keeper: Leaf | undefined;
  #cell: Leaf | undefined;
  #begun = false;
  #inside = false;
  #escape = '';
  #end = 0;
  #count = 0;

  constructor(out: Operations, columns: number, detail = '', spare?: { cells: number }, keeper?: Leaf) {
    this.#out = out;
    this.#columns = columns;
    this.#spare = spare;
    this.#keeper = keeper;
    out.enter('row', detail);
  }

  add(text: string, source: number): void {
    this.#keeper?.add(text, source);
    const whole = this.#escape + text;
    const at = source - this.#escape.length;
    this.#escape = '';
    this.#end = source + text.length;
    for (const { 0: part, index } of whole.matchAll(/\\.?|\||[^\\|]+/gs)) {
      if (part === '|') {
        if (this.#begun && !this.#inside) this.#enterCell();
        if (this.#inside) this.#leaveCell();
        this.#begun = true;
      } else if (part === '\\') this.#escape = part;
      else this.#addText(part === '\\|' ? '|' : part, at + index + (part === '\\|' ? 1 : 0));
    }
  }

  #addText(text: string, source: number): void {
    let begin = 0;
    if (!this.#inside) {
      while (text[begin] === ' ' || text[begin] === '\t') begin++;
      if (begin === text.length) return;
      this.#enterCell();
    }
    this.#cell?.add(text.slice(begin), source + begin);
  }

  #enterCell(): void {
    this.#begun = this.#inside = true;
    if (this.#count++ >= this.#columns) return;
    this.#out.enter('cell');
    this.#cell = new Leaf(this.#out);
  }

  #leaveCell(): void {
    this.#inside = false;
    if (!this.#cell) return;
    this.#cell.write(true);
    this.#cell = undefined;
    this.#out.leave();
  }

  write(): void {
    this.#cell?.write();
  }

  /** Ends the row, with the cells that are missing. */
  end(): void {
    if (this.#escape) this.#addText(this.#escape, this.#end - 1);
    if (this.#inside) this.#leaveCell();
    while (this.#spare && this.#count < this.#columns && this.#spare.cells-- > 0) {
      this.#enterCell();
      this.#leaveCell();
    }
    this.#out.leave();
  }
}
