// Where in an answer's Markdown a citation mark may stand: never inside code, a link or an address,
// and in a table only at the end of a cell. One pass over the text, then one look-up a mark.

/** From `start` to `end`; a mark strictly between them moves to `end`. */
interface Span {
  readonly start: number;
  readonly end: number;
}

interface Row extends Span {
  /** Where the content of each cell begins and ends; the delimiter row has the cells of the row above. */
  readonly cells: readonly Span[];
}

/**
 * Reads the Markdown once and answers for any position in it where the mark goes that belongs there:
 * back over space, out of what it must not cut, on past the sentence's closing punctuation.
 */
export function markPlaces(text: string): (position: number) => number {
  const { closed, rows } = readBlocks(text);
  return (position) => {
    let place = position;
    while (place > 0 && /\s/.test(text[place - 1]!)) place--;
    const row = rows.find(({ start, end }) => start <= place && place <= end);
    if (row) return (row.cells.findLast((cell) => cell.start < place) ?? row.cells[0] ?? row).end;
    const span = closed.find(({ start, end }) => start < place && place < end);
    if (span) place = span.end;
    return afterClosing(text, place);
  };
}

/** Past the end of a sentence: full stops, closing quotes and brackets, the end of an emphasis. */
const CLOSING = /[*_~]*[.!?…。！？]*[*_~"'”’»)]*/y;

function afterClosing(text: string, place: number): number {
  CLOSING.lastIndex = place;
  const after = place + (CLOSING.exec(text)?.[0].length ?? 0);
  // `1.5`, `snake_case`, `2*3`: this was no closing.
  return /[\p{L}\p{N}$]/u.test(text[after] ?? '') && !/[。！？]/.test(text[after - 1] ?? '') ? place : after;
}

// ─── Blocks ──────────────────────────────────────────────────────────────────────────────────────

const FENCE = /^[\s>]*(?:(?:[-*+]|\d{1,9}[.)])\s+)*(`{3,}(?=[^`]*$)|~{3,})/;
const DELIMITER_ROW = /^\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?$/;
const LIST_ITEM = /^\s*(?:[-*+]|\d{1,9}[.)])\s/;
const HEADING = /^\s*#{1,6}\s/;

/** Spans that hold together, in order and apart from each other, and the rows of tables. */
function readBlocks(text: string): { closed: readonly Span[]; rows: readonly Row[] } {
  const closed: Span[] = [];
  const rows: Row[] = [];
  let fence: { readonly start: number; readonly run: string } | undefined;
  let paragraph: number | undefined;
  let above: Span | undefined;
  let inTable = false;
  let inList = false;

  for (let start = 0; start <= text.length; ) {
    const newline = text.indexOf('\n', start);
    const end = newline < 0 ? text.length : newline;
    const line = text.slice(start, end);
    const opening = FENCE.exec(line)?.[1];
    const blank = line.trim() === '';
    const endParagraph = () => {
      if (paragraph !== undefined) readInline(text, paragraph, start, closed);
      paragraph = undefined;
    };

    if (fence) {
      const run = line.replace(/^[\s>]*/, '').trimEnd();
      if (run.startsWith(fence.run) && run === run[0]!.repeat(run.length)) {
        closed.push({ start: fence.start, end });
        fence = undefined;
      }
    } else if (opening) {
      endParagraph();
      fence = { start, run: opening };
    } else if (blank) {
      endParagraph();
    } else if (inTable && line.includes('|')) {
      rows.push({ start, end, cells: readCells(text, start, end) });
    } else if (above && line.includes('-') && line.includes('|') && DELIMITER_ROW.test(line.trim())) {
      if (paragraph === above.start) paragraph = undefined;
      else endParagraph();
      const cells = readCells(text, above.start, above.end);
      rows.push({ ...above, cells }, { start, end, cells: cells.slice(-1) });
    } else if (!inList && paragraph === undefined && /^(?: {4}|\t)/.test(line)) {
      closed.push({ start, end });
    } else {
      if (LIST_ITEM.test(line) || HEADING.test(line)) endParagraph();
      paragraph ??= start;
    }

    inTable = !fence && !blank && rows.at(-1)?.start === start;
    inList = LIST_ITEM.test(line) || (inList && (blank || /^\s/.test(line)));
    above = fence || blank || inTable ? undefined : { start, end };
    start = end + 1;
  }
  if (fence) closed.push({ start: fence.start, end: text.length });
  if (paragraph !== undefined) readInline(text, paragraph, text.length, closed);
  return { closed, rows };
}

function readCells(text: string, start: number, end: number): Span[] {
  const cells: Span[] = [];
  let from = start;
  for (let at = start; at <= end; at++) {
    if (at < end && (text[at] !== '|' || text[at - 1] === '\\')) continue;
    const content = text.slice(from, at);
    const trimmed = content.trim();
    if (trimmed !== '') {
      const contentStart = from + content.indexOf(trimmed);
      cells.push({ start: contentStart, end: contentStart + trimmed.length });
    }
    from = at + 1;
  }
  return cells;
}

// ─── Inside a paragraph ──────────────────────────────────────────────────────────────────────────

const TOKEN = /\\[\s\S]|`+|<https?:[^\s<>]*>|https?:\/\/[^\s<>()[\]`|"']+|!?\[|\]/g;
const TARGET = /\((?:[^()\s]|\([^()\s]*\))*(?:\s+(?:"[^"]*"|'[^']*'))?\s*\)|\[[^[\]]*\]/y;

/** Adds the code spans, links and addresses between two positions; outer ones swallow inner ones. */
function readInline(text: string, from: number, to: number, closed: Span[]): void {
  const paragraph = text.slice(from, to);
  const tokens = [...paragraph.matchAll(TOKEN)];
  const closingRuns = matchRuns(tokens);
  const brackets: number[] = [];
  const add = (start: number, end: number) => {
    while (closed.length > 0 && closed.at(-1)!.start >= from + start) closed.pop();
    closed.push({ start: from + start, end: from + end });
  };

  let until = 0;
  for (const [number, token] of tokens.entries()) {
    const [word] = token;
    const at = token.index;
    if (at < until) continue;
    if (word[0] === '`') {
      const closing = closingRuns[number];
      if (closing === undefined) continue;
      until = tokens[closing]!.index + word.length;
      add(at, until);
    } else if (word.endsWith('[')) {
      brackets.push(at);
    } else if (word === ']') {
      const opening = brackets.pop();
      TARGET.lastIndex = at + 1;
      const target = TARGET.exec(paragraph);
      if (opening === undefined || !target) continue;
      until = at + 1 + target[0].length;
      add(opening, until);
    } else if (word[0] !== '\\') {
      add(at, at + addressLength(word));
    }
  }
}

/** Without the punctuation after an address, which belongs to the sentence. */
function addressLength(word: string): number {
  let length = word.length;
  while ('.,:;!?*_~'.includes(word[length - 1]!)) length--;
  return length;
}

/** For each run of backticks the number of the token that closes it: the next run of its length. */
function matchRuns(tokens: readonly RegExpExecArray[]): (number | undefined)[] {
  const next = new Map<number, number>();
  const closing: (number | undefined)[] = [];
  for (let number = tokens.length - 1; number >= 0; number--) {
    const [word] = tokens[number]!;
    if (word[0] !== '`') continue;
    closing[number] = next.get(word.length);
    next.set(word.length, number);
  }
  return closing;
}
