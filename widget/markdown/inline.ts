// The inline structure of one block's text, by the specification's delimiter and bracket stacks. Reads
// from the last place where nothing was open, writes what it means, and says where the next pass begins.
// Linear in what it reads: each opener is passed over once, and what is open for too long is text.

import { referenceAt, withoutEscapes } from './entities.ts';
import type { InlineKind, Mark, Operations } from './operations.ts';

interface Token {
  /** Offset of `text`. */
  readonly at: number;
  text: string;
  /** Elements that end before the text. */
  closes: number;
  /** Elements that begin behind the text. */
  opens?: [kind: InlineKind | 'image', detail?: string][];
}

/** A run of `*`, `_` or `~`; what remains of it is text. */
interface Run {
  readonly token: Token;
  readonly sign: string;
  readonly length: number;
  readonly canOpen: boolean;
  readonly canClose: boolean;
  count: number;
}

/** By kind of run: up to which offset none can be closed by it. */
type Bottoms = Record<string, number>;

interface Bracket {
  readonly token: Token;
  readonly image: boolean;
  /** How many runs stood before it. */
  readonly runs: number;
}

export interface Pass {
  /** Text before this offset is written for good. */
  readonly safe: number;
  readonly mark: Mark;
  /** Plain text that follows can be appended as it is. */
  readonly plain: boolean;
  /** How many parts were read. */
  readonly work: number;
}

const MAX_DEPTH = 32;
/** How deep brackets nest inside an address. */
const MAX_PARENS = 8;
/** An opener whose end is farther away, in characters or in parts, is text: so every pass is short. */
const MAX_OPEN = 4_000;
const MAX_PARTS = 1_000;

const SPECIAL = /[\\`*_~[\]<&\n]|!(?=\[|$)|(?<![a-z\d])(?:https?:\/\/|www\.)/gi;
const PUNCTUATION = /[\p{P}\p{S}]/u;
const ESCAPABLE = /[!-/:-@[-`{-~]/;
const ANGLE_LINK = /<([a-z][a-z\d+.-]{1,31}:[^\s<>\x00-\x20]{0,2000}|[^\s<>@\\]{1,64}@[\w.-]{1,255})>/iy;
const LINE_BREAK = /<br[ \t]{0,9}\/?>/iy;
/** What may mean something else once more of the text has come. */
const PART =
  /(?:[\\!\]]|`+|\*+|_+|~+|&#?\w{0,31}|<(?:[^\s<>]{0,2000}|br[ \t]{0,9}\/?)|(?:https?:\/\/|www\.)[^\s<]{0,2000})$/iy;
const BARE_LINK = /(?:https?:\/\/|www\.)(?![\w.-]{256})[^\s<]{0,2000}/iy;
/** The last two parts of a name hold no underscore. */
const DOMAIN = /^(?:https?:\/\/)?(?:[\w-]*\.)*?[a-z\d-]+\.[a-z\d-]+(?![\w.-])/i;
/** What is not closed reaches to the end of the text. */
const DESTINATION = /<((?:[^<>\n\\]|\\.)*)(?:>|\\?$)/y;
const TITLE = /"(?:[^"\\]|\\.)*(?:"|\\?$)|'(?:[^'\\]|\\.)*(?:'|\\?$)|\((?:[^()\\]|\\.)*(?:\)|\\?$)/sy;
const SPACE = /[ \t\n]*/y;

export function match(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

/** Writes `text` from `start` on; until `final`, what is open is written as what it will most likely be. */
export function writeInline(
  text: string,
  start: number,
  final: boolean,
  out: Operations,
  source: (at: number) => number,
): Pass {
  const tokens: Token[] = [];
  const brackets: Bracket[] = [];
  const bottoms: Bottoms = {};
  const runs: Run[] = [];
  /** Brackets below this height can be no link: they hold one. */
  let inactive = 0;
  let at = start;
  let safe = start;
  let safeTokens = 0;
  let held = false;
  /** Backticks without their end yet: shown as such, but not for good. */
  let unresolved = false;

  const push = (value: string, from: number, opens?: Token['opens']): Token => {
    const token: Token = { at: from, text: value, closes: 0 };
    if (opens) token.opens = opens;
    tokens.push(token);
    return token;
  };
  const wrap = (kind: InlineKind, value: string, from: number, detail = ''): void => {
    push('', from, [[kind, detail]]);
    if (value) push(value, from);
    push('', from).closes = 1;
  };

  while (at < text.length) {
    const char = text[at]!;
    giveUp();
    if (!unresolved && !runs.length && !brackets.length) {
      safe = at;
      safeTokens = tokens.length;
    }
    const special = match(SPECIAL, text, at);
    const next = special ? special.index : text.length;
    if (next > at) {
      push(text.slice(at, next), at);
      at = next;
      continue;
    }
    if (!final && match(PART, text, at)) {
      held = true;
      if (/[hw]/i.test(char)) push(text.slice(at), at);
      break;
    }
    if (char === '\n') {
      const before = tokens.at(-1);
      const hard = before?.text.endsWith('  ');
      if (before) before.text = before.text.slice(0, endWithout(before.text, ' \t'));
      if (hard) wrap('break', '', at);
      push(char, at++);
    } else if (char === '\\') {
      const escaped = text[at + 1] ?? '';
      if (escaped === '\n') {
        wrap('break', '', at++);
        push(escaped, at++);
      } else if (ESCAPABLE.test(escaped)) {
        push(escaped, at + 1);
        at += 2;
      } else push(char, at++);
    } else if (char === '`' || char === '*' || char === '_' || char === '~') {
      let end = at + 1;
      while (text[end] === char) end++;
      const length = end - at;
      if (char === '`') {
        const closing = closingTicks(text, char.repeat(length), end);
        const undecided = !final && text.length - end < MAX_OPEN;
        if (closing > 0) {
          wrap('code', codeText(text.slice(end, closing)), end);
          at = closing + length;
        } else if (undecided && !text.includes('\n', end)) {
          push('', at, [['code']]);
          push(text.slice(end), end);
          at = text.length;
        } else {
          unresolved ||= undecided;
          push(text.slice(at, end), at);
          at = end;
        }
      } else {
        const token = push(text.slice(at, end), at);
        if (char !== '~' || length < 3) {
          const run = createRun(token, char, text, at, end);
          if (brackets.length) runs.push(run);
          else matchRun(run, runs, bottoms);
        }
        at = end;
      }
    } else if (char === '[' || char === '!') {
      const length = char === '!' ? 2 : 1;
      const token = push(text.slice(at, at + length), at);
      brackets.push({ token, image: length > 1, runs: runs.length });
      at += length;
    } else if (char === ']') {
      const bracket = brackets.at(-1);
      const able = bracket && (bracket.image || brackets.length > inactive);
      const tail = able && text[at + 1] === '(' ? readTail(text, at + 2) : undefined;
      if (!final && tail === 'open') {
        held = true;
        break;
      }
      if (bracket) {
        brackets.pop();
        if (tail && tail !== 'open') {
          matchRuns(bracket.runs, [], {});
          bracket.token.text = '';
          bracket.token.opens = [[bracket.image ? 'image' : 'link', withoutEscapes(tail.url)]];
          push('', at).closes = 1;
          at = tail.end;
          if (!bracket.image) inactive = brackets.length;
        } else push(char, at++);
        inactive = Math.min(inactive, brackets.length);
        if (!brackets.length) matchRuns(bracket.runs);
      } else push(char, at++);
    } else if (char === '<') {
      const angle = match(ANGLE_LINK, text, at);
      const line = angle ? null : match(LINE_BREAK, text, at);
      if (angle) {
        const address = angle[1]!;
        wrap('link', address, at + 1, /^[^:]*@/.test(address) ? `mailto:${address}` : address);
        at += angle[0].length;
      } else if (line) {
        wrap('break', '', at);
        at += line[0].length;
      } else push(char, at++);
    } else if (char === '&') {
      const reference = referenceAt(text, at);
      push(reference?.value ?? char, at);
      at += reference?.length ?? 1;
    } else {
      const written = match(BARE_LINK, text, at)?.[0] ?? '';
      const shown = bareLink(brackets.length ? written.split(']')[0]! : written);
      if (shown) {
        wrap('link', shown, at, /^w/i.test(shown) ? `http://${shown}` : shown);
        at += shown.length;
      } else {
        push(special![0], at);
        at += special![0].length;
      }
    }
  }

  function matchRuns(from: number, stack = runs, at = bottoms): void {
    for (const run of runs.splice(from)) matchRun(run, stack, at);
  }

  /** What has been open for too long is text. */
  function giveUp(): boolean {
    if (unresolved || (at - safe < MAX_OPEN && tokens.length - safeTokens < MAX_PARTS)) return false;
    runs.length = brackets.length = inactive = 0;
    return true;
  }

  if (!held && tokens.length && giveUp()) {
    safeTokens = tokens.length - 1;
    safe = tokens[safeTokens]!.at;
  }
  const clean = !unresolved && !runs.length && !brackets.length;
  if (brackets.length) matchRuns(brackets[0]!.runs);
  if (!final) {
    for (const run of runs) presume(run, text);
    for (const { token } of brackets) if (token.at > text.lastIndexOf('\n')) token.text = '';
    // A word may still turn out to be an address; what is before its space will not.
    const word = tokens.at(-1);
    const space =
      word && clean && !held && safeTokens === tokens.length - 1
        ? endWithout(word.text.slice(0, word.text.lastIndexOf(' ') + 1), ' \t')
        : 0;
    if (word && space > 0) {
      tokens[safeTokens++] = { ...word, text: word.text.slice(0, space) };
      safe = word.at + space;
      push(word.text.slice(space), safe);
    }
  }
  return { safe, mark: writeTokens(tokens, safeTokens, out, source), plain: !held, work: tokens.length };
}

function writeTokens(
  tokens: Token[],
  safeTokens: number,
  out: Operations,
  source: (at: number) => number,
): Mark {
  /** What is open: written, or passed over since it may not stand there. */
  const open: [written: boolean, kind: string][] = [];
  let images = 0;
  let links = 0;
  let mark: Mark | undefined;
  for (const [index, token] of tokens.entries()) {
    if (index === safeTokens) mark = out.mark();
    for (let left = token.closes; left > 0; left--) {
      const [written, kind] = open.pop()!;
      if (kind === 'image') images--;
      if (kind === 'link') links--;
      if (written) out.close();
    }
    if (token.text) out.text(token.text, source(token.at));
    for (const [kind, detail] of token.opens ?? []) {
      // Of an image only its words are shown; a link holds no link.
      const written = kind !== 'image' && !images && open.length < MAX_DEPTH && !(kind === 'link' && links);
      if (kind === 'image') images++;
      if (kind === 'link') links++;
      open.push([written, kind]);
      if (written) out.open(kind, detail);
    }
  }
  mark ??= out.mark();
  out.end();
  return mark;
}

function createRun(token: Token, sign: string, text: string, at: number, end: number): Run {
  // Whole characters: a sign beyond the basic plane is two code units.
  const before = [...text.slice(Math.max(0, at - 2), at)].at(-1) ?? ' ';
  const after = [...text.slice(end, end + 2)][0] ?? ' ';
  const spaceBefore = /\s/.test(before);
  const spaceAfter = /\s/.test(after);
  const pointBefore = PUNCTUATION.test(before);
  const pointAfter = PUNCTUATION.test(after);
  const left = !spaceAfter && (!pointAfter || spaceBefore || pointBefore);
  const right = !spaceBefore && (!pointBefore || spaceAfter || pointAfter);
  const inWord = sign === '_';
  return {
    token,
    sign,
    length: end - at,
    count: end - at,
    canOpen: left && (!inWord || !right || pointBefore),
    canClose: right && (!inWord || !left || pointAfter),
  };
}

/** Closes what the run closes, and puts it on the stack where it may open something. */
function matchRun(run: Run, stack: Run[], bottoms: Bottoms): void {
  const key = `${run.sign}${run.canOpen}${run.sign === '~' ? run.length : run.length % 3}`;
  while (run.canClose && run.count) {
    const bottom = bottoms[key] ?? -1;
    let index = stack.length - 1;
    while (index >= 0 && stack[index]!.token.at > bottom && !pairs(stack[index]!, run)) index--;
    const opener = stack[index];
    if (!opener || opener.token.at <= bottom) {
      // Nothing below can ever be closed by a run like this one.
      if (stack.length) bottoms[key] = stack.at(-1)!.token.at;
      break;
    }
    const used = run.sign === '~' ? run.count : Math.min(2, run.count, opener.count);
    opener.count -= used;
    run.count -= used;
    openFirst(opener, run.sign === '~' ? 'del' : used > 1 ? 'strong' : 'em');
    run.token.closes++;
    stack.length = index + (opener.count ? 1 : 0);
    opener.token.text = opener.sign.repeat(opener.count);
    run.token.text = run.sign.repeat(run.count);
  }
  if (run.canOpen && run.count) stack.push(run);
}

function pairs(opener: Run, closer: Run): boolean {
  if (opener.sign !== closer.sign) return false;
  if (closer.sign === '~') return opener.count === closer.count;
  return (
    !(opener.canClose || closer.canOpen) ||
    (opener.length + closer.length) % 3 !== 0 ||
    (opener.length % 3 === 0 && closer.length % 3 === 0)
  );
}

/** The length of the text without these characters at its end. */
export function endWithout(text: string, signs: string): number {
  let end = text.length;
  while (end > 0 && signs.includes(text[end - 1]!)) end--;
  return end;
}

/** An opener without its end yet. `~5` and `2*3` are text far more often than not. */
function presume(run: Run, text: string): void {
  const { token, sign, count } = run;
  if (count === 1 && (sign === '~' || /\w/.test(text[token.at - 1] ?? ''))) return;
  token.text = '';
  if (sign === '~') openFirst(run, 'del');
  else {
    if (count % 2) openFirst(run, 'em');
    for (let left = count; left > 1; left -= 2) openFirst(run, 'strong');
  }
}

function openFirst({ token }: Run, kind: InlineKind): void {
  token.opens = [[kind], ...(token.opens ?? [])];
}

/** Where the run that is just these backticks begins. */
function closingTicks(text: string, ticks: string, from: number): number {
  for (let at = text.indexOf(ticks, from); at >= 0 && at < from + MAX_OPEN; ) {
    let end = at + ticks.length;
    if (text[end] !== '`') return at;
    while (text[end] === '`') end++;
    at = text.indexOf(ticks, end);
  }
  return -1;
}

function codeText(written: string): string {
  const line = written.replaceAll('\n', ' ');
  return /^ .*[^ ]/.test(line) && line.endsWith(' ') ? line.slice(1, -1) : line;
}

/** What follows `](`: the address and where the link ends; 'open' while it may still become one. */
function readTail(whole: string, from: number): { url: string; end: number } | 'open' | undefined {
  const text = whole.slice(0, from + MAX_OPEN);
  const skip = (at: number): number => at + match(SPACE, text, at)![0].length;
  let at = skip(from);
  let url = '';
  const angle = match(DESTINATION, text, at);
  if (angle) {
    url = angle[1]!;
    at += angle[0].length;
  } else if (text[at] === '<') {
    return undefined;
  } else {
    const begin = at;
    let depth = 0;
    for (; at < text.length && !/[\x00-\x20\x7f]/.test(text[at]!); at++) {
      if (text[at] === '\\' && ESCAPABLE.test(text[at + 1] ?? '')) at++;
      else if (text[at] === '(' && ++depth > MAX_PARENS) return undefined;
      else if (text[at] === ')' && --depth < 0) break;
    }
    if (at < text.length && depth > 0) return undefined;
    url = text.slice(begin, at);
  }
  const spaced = skip(at);
  if (spaced > at) {
    const title = match(TITLE, text, spaced);
    at = title ? skip(spaced + title[0].length) : spaced;
  }
  if (at >= text.length) return text.length < from + MAX_OPEN ? 'open' : undefined;
  return text[at] === ')' ? { url, end: at + 1 } : undefined;
}

/** What of a bare address is the link: no closing punctuation, no bracket opened before it. */
function bareLink(written: string): string | undefined {
  let end = written.length;
  let surplus: number | undefined;
  for (; end > 0; end--) {
    const sign = written[end - 1]!;
    if (sign === ')') {
      surplus ??= written.split(')').length - written.split('(').length;
      if (surplus-- <= 0) break;
    } else if (sign === ';') {
      const reference = /&[a-z\d]+;$/i.exec(written.slice(Math.max(0, end - 34), end));
      if (!reference) break;
      end -= reference[0].length - 1;
    } else if (!/[?!.,:*_~"']/.test(sign)) break;
  }
  const link = written.slice(0, end);
  return DOMAIN.test(link) ? link : undefined;
}
