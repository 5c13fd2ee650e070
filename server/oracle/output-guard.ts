// What must never leave the server, checked in code on the stream itself.
//
// Every character goes through a few watchers, once, in order. Each knows after each character from where on
// the stream must wait; what lies before the earliest of these places leaves at once. So what leaves is the
// same whatever the chunks, takes linear time, and is the input unchanged until something is found.
//
// - The instruction: ordinary English, so that honest answers share words and short phrases with it. The
//   longest run of letters that also stands in the instruction is followed (`phrase-index.ts`), in several
//   readings at once (`readings.ts`). A run may show eight letters; the ninth and all after it wait. They
//   leave when the run ends, and never when it grows too long: 28 letters of its sentences, 64 of its list
//   items (the checks and warnings an answer has to be able to name), 14 read through an encoding.
// - Who made or runs the oracle, and names from the inside (`self-statements.ts`): only the name waits.
// - Keys and passwords: four characters may show, twelve are too many.
// - Rows of invisible characters.
//
// On ordinary text fewer than two characters wait on average; `bun run bench:guard` measures it.

import { HIDDEN_LIMIT } from './encodings.ts';
import { GAP, sign } from './letters.ts';
import { PatternReading } from './patterns.ts';
import { lettersAndDigitsOf, lettersOf, type Passage, PhraseIndex } from './phrase-index.ts';
import { FREE_LETTERS, FREE_SECRET_LETTERS, Readings } from './readings.ts';
import { selfStatements } from './self-statements.ts';

/** What follows the text already sent when an answer is stopped. */
export const GUARD_SENTENCE =
  'I am the Crypto Oracle, and what lies behind my voice stays there. Ask me about a token, and I will look it up.';

/** Letters in a row of the instruction's sentences that are too many: five or six words. */
const SENTENCE_LIMIT = 28;
/** The same for its list items, which name the checks and warnings an answer must be free to write down. */
const LIST_LIMIT = 64;
/** What the instruction asks to be written word for word. */
const SPOKEN =
  /no warning sign found in what could be read|serious warning signs|not enough found|this is information, not financial advice|\[contract address: …\]/gi;

const LIST_ITEM = /^\s*(?:[-*+]|\d+[.)])\s/;
const SECRET_LIMIT = 12;
const SHORTEST_SECRET = 8;

export interface OutputGuardOptions {
  /** The static text of the instruction; date, address and pages are no secret. */
  readonly instruction: string;
  /** Keys and passwords of the server. */
  readonly secrets: readonly string[];
}

export interface OutputGuard {
  /** Guards one answer. */
  open(): OpenGuard;
  /** True where the whole text may leave. */
  allows(text: string): boolean;
}

export interface OpenGuard {
  /** What may leave now; the pieces together are the text, whatever the chunks, until it trips. */
  push(text: string): string;
  /** What was still held, once the text has ended. */
  finish(): string;
  /** True once something was found: nothing more leaves. */
  readonly tripped: boolean;
}

/** Builds what all answers share, once per server start. */
export function createOutputGuard({ instruction, secrets }: OutputGuardOptions): OutputGuard {
  const phrases = indexInstruction(instruction);
  const secretPhrases = indexSecrets(secrets);
  const statements = selfStatements();
  const open = () => new AnswerGuard(new Readings(phrases, secretPhrases), new PatternReading(statements));
  const allows = (text: string): boolean => {
    const guard = open();
    guard.push(text);
    guard.finish();
    return !guard.tripped;
  };
  // The statements' automaton grows as it reads: prose now, so that the first visitor need not wait for it.
  const reading = new PatternReading(statements);
  for (const character of instruction) {
    const codePoint = character.codePointAt(0)!;
    reading.read(codePoint, sign(codePoint), 0);
  }
  return { open, allows };
}

function indexInstruction(instruction: string): PhraseIndex {
  const passages = instruction.split(SPOKEN);
  const hidden = passages.flatMap((passage) => [[...passage].reverse().join(''), rot13(passage)]);
  return new PhraseIndex(
    [...passages.map(passageOf), ...hidden.map((text) => passageWithin(HIDDEN_LIMIT, lettersOf(text)))],
    FREE_LETTERS,
  );
}

function passageOf(text: string): Passage {
  const lines = text
    .split('\n')
    .map((line) => passageWithin(LIST_ITEM.test(line) ? LIST_LIMIT : SENTENCE_LIMIT, lettersOf(line)));
  return {
    letters: lines.flatMap(({ letters }) => letters),
    limits: lines.flatMap(({ limits }) => limits),
  };
}

function passageWithin(limit: number, letters: readonly number[]): Passage {
  return { letters, limits: letters.map(() => limit) };
}

function rot13(text: string): string {
  return text.replace(/[a-z]/gi, (letter) => {
    const place = (letter.charCodeAt(0) & 0x1f) - 1;
    return String.fromCharCode(letter.charCodeAt(0) - place + ((place + 13) % 26));
  });
}

function indexSecrets(secrets: readonly string[]): PhraseIndex | undefined {
  const passages = secrets
    .map(lettersAndDigitsOf)
    .filter(({ length }) => length >= SHORTEST_SECRET)
    .map((letters) => passageWithin(Math.min(SECRET_LIMIT, letters.length), letters));
  return passages.length > 0 ? new PhraseIndex(passages, FREE_SECRET_LETTERS) : undefined;
}

class AnswerGuard implements OpenGuard {
  readonly #readings: Readings;
  readonly #patterns: PatternReading;
  /** What has not left yet. */
  #kept = '';
  /** Offsets into the whole answer: where `#kept` begins, up to where it was read, up to where it may leave. */
  #sent = 0;
  #read = 0;
  #free = 0;
  tripped = false;

  constructor(readings: Readings, patterns: PatternReading) {
    this.#readings = readings;
    this.#patterns = patterns;
  }

  push(text: string): string {
    if (this.tripped || text === '') return '';
    this.#kept = this.#kept === '' ? text : this.#kept + text;
    // Half a surrogate pair waits for the other half.
    const split = isHighSurrogate(this.#kept.charCodeAt(this.#kept.length - 1));
    this.#watch(split ? this.#kept.length - 1 : this.#kept.length);
    return this.#release();
  }

  finish(): string {
    if (this.tripped) return '';
    this.#watch(this.#kept.length);
    this.#see(0x20, GAP, this.#read);
    this.#readings.end();
    if (this.#readings.tripped) this.tripped = true;
    if (!this.tripped) this.#free = this.#sent + this.#kept.length;
    return this.#release();
  }

  // Forwards only, and what is decided at a character depends on those up to it alone: what leaves is the same
  // whatever the chunks.
  #watch(until: number): void {
    this.#patterns.resume();
    let at = this.#read - this.#sent;
    while (at < until && !this.tripped) {
      const skimmed = this.#readings.skim(this.#kept, at, until, this.#sent);
      at = this.#watchPatterns(at, skimmed);
      if (at < until && !this.tripped) at = this.#watchCharacter(at);
    }
    this.#read = this.#sent + at;
  }

  #watchPatterns(from: number, until: number): number {
    const kept = this.#kept;
    const sent = this.#sent;
    const patterns = this.#patterns;
    let at = from;
    while (at < until) {
      const skimmed = patterns.skim(kept, at, until);
      if (skimmed > at) this.#free = Math.max(this.#free, sent + skimmed);
      at = skimmed;
      if (at === until) break;
      const code = kept.charCodeAt(at);
      patterns.read(code, sign(code), sent + at);
      at += 1;
      if (patterns.tripped) {
        this.tripped = true;
        break;
      }
      this.#free = Math.max(this.#free, Math.min(patterns.heldFrom, sent + at));
    }
    return at;
  }

  #watchCharacter(at: number): number {
    const unit = this.#kept.charCodeAt(at);
    const codePoint = isHighSurrogate(unit) ? this.#kept.codePointAt(at)! : unit;
    const end = at + (codePoint > 0xffff ? 2 : 1);
    const heldFrom = this.#see(codePoint, sign(codePoint), this.#sent + at);
    if (!this.tripped) this.#free = Math.max(this.#free, Math.min(heldFrom, this.#sent + end));
    return end;
  }

  /** Shows a code point to every watcher; returns from where on the stream must wait. */
  #see(codePoint: number, letter: number, start: number): number {
    const readings = this.#readings;
    const patterns = this.#patterns;
    readings.read(codePoint, letter, start);
    patterns.read(codePoint, letter, start);
    if (readings.tripped || patterns.tripped) this.tripped = true;
    return Math.min(readings.heldFrom, patterns.heldFrom);
  }

  #release(): string {
    const leaving = this.#free - this.#sent;
    const kept = this.#kept;
    this.#sent = this.#free;
    // The chunk itself, as long as nothing waits.
    if (leaving === kept.length) {
      this.#kept = '';
      return kept;
    }
    this.#kept = this.tripped ? '' : kept.slice(leaving);
    return kept.slice(0, leaving);
  }
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}
