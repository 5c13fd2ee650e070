// Phrases as a finite automaton over a stream, built lazily: constant time a character, any number of phrases.

import { NOWHERE } from './follower.ts';
import { FIRST_LETTER, GAP, NOTHING, sign } from './letters.ts';
import { alike, isDigit } from './phrase-index.ts';

/** What parts words, however often it stands in a row. */
const SPACE = 0x20;
/** The end of a sentence or paragraph. */
const STOP = 0x2e;
/** Signs that join words, and mean something in names such as `url_context`. */
const JOINTS = [0x2d, 0x2f, 0x40, 0x5f];
const SPACES = [SPACE, ...JOINTS];
/** What parts clauses: it may stand between words, but not between a name and what is said of it. */
const COMMA = 0x2c;
const GAPS = [...SPACES, COMMA];
const DIGITS = Array.from({ length: 10 }, (_, digit) => 0x30 + digit);
const LATIN = Array.from({ length: 26 }, (_, place) => FIRST_LETTER + place);
/** Every letter no phrase holds. */
const OTHER = -1;

/** Extends an automaton from a state and returns the state after it. */
export type Pattern = (automaton: Automaton, from: number) => number;

/** The text as signs; a space stands for any run of spaces, hyphens and the like. */
export function text(words: string): Pattern {
  return (automaton, from) => {
    let at = from;
    for (const character of words) {
      const letter = alike(sign(character.codePointAt(0)!));
      if (letter === NOTHING) continue;
      at = letter === GAP ? space(automaton, at) : automaton.step(at, [letter]);
    }
    return at;
  };
}

/** Alternatives, written with `|` between them. */
export function words(list: string): Pattern {
  return any(...list.split('|').map((word) => text(word.trim())));
}

// Digits drawn like letters.
const DRAWN_ALIKE = new Map(
  Object.entries({ o: '0', i: '1', l: '1', e: '3', a: '4', s: '5', t: '7', g: '9' }).map(
    ([letter, digit]) => [alike(letter.charCodeAt(0)), digit.charCodeAt(0)],
  ),
);

/** Names, written with `|` between them; each also spaced out, dotted, or with digits for letters. */
export function names(list: string): Pattern {
  return any(...list.split('|').map((name) => spelled(name.trim())));
}

function spelled(name: string): Pattern {
  return (automaton, from) => {
    let at = from;
    for (const [place, character] of [...name].entries()) {
      const letter = alike(sign(character.codePointAt(0)!));
      if (letter === NOTHING) continue;
      if (place > 0) {
        const apart = automaton.state();
        automaton.link(at, apart, [...SPACES, STOP]);
        automaton.jump(at, apart);
        at = apart;
      }
      if (letter === GAP) continue;
      const digit = DRAWN_ALIKE.get(letter);
      at = automaton.step(at, digit === undefined ? [letter] : [letter, digit]);
    }
    return at;
  };
}

export function sequence(...patterns: Pattern[]): Pattern {
  return (automaton, from) => patterns.reduce((at, pattern) => pattern(automaton, at), from);
}

export function any(...patterns: Pattern[]): Pattern {
  return (automaton, from) => {
    const end = automaton.state();
    for (const pattern of patterns) automaton.jump(pattern(automaton, from), end);
    return end;
  };
}

export function many(pattern: Pattern): Pattern {
  return (automaton, from) => {
    const loop = automaton.state();
    automaton.jump(from, loop);
    automaton.jump(pattern(automaton, loop), loop);
    return loop;
  };
}

export function optional(pattern: Pattern): Pattern {
  return any(pattern, (_, from) => from);
}

/** A run of what parts words, commas and brackets among it. */
export const gap: Pattern = (automaton, from) => run(automaton, from, GAPS);
/** The same within one clause. */
export const space: Pattern = (automaton, from) => run(automaton, from, SPACES);

function run(automaton: Automaton, from: number, signs: readonly number[]): number {
  const end = automaton.step(from, signs);
  automaton.link(end, end, signs);
  return end;
}

/** Exactly these ASCII characters, joints included. */
export function exactly(characters: string): Pattern {
  return (automaton, from) =>
    [...characters].reduce((at, character) => {
      const code = character.charCodeAt(0);
      return automaton.step(at, [code >= FIRST_LETTER ? alike(code) : code]);
    }, from);
}

export const digit: Pattern = (automaton, from) => automaton.step(from, DIGITS);
export const noDigit: Pattern = (automaton, from) => automaton.stepOver(from, isDigit);
/** The end of a word in Latin letters. */
export const wordEnd: Pattern = (automaton, from) => automaton.stepOver(from, isLatin);

function isLatin(sign: number): boolean {
  return sign >= 0x61 && sign <= 0x7a;
}

/** The part that must not leave: the stream waits from its first character while it is under way. */
export function secret(pattern: Pattern): Pattern {
  return (automaton, from) => automaton.withSecret(() => pattern(automaton, from));
}

/** A way to another state: with these signs, or with all but those that are barred. */
type Link =
  | { readonly to: number; readonly signs: number | readonly number[] }
  | { readonly to: number; readonly isBarred: (sign: number) => boolean };

function takes(link: Link, sign: number): boolean {
  if ('isBarred' in link) return !link.isBarred(sign);
  return typeof link.signs === 'number' ? link.signs === sign : link.signs.includes(sign);
}

/** A nondeterministic automaton, Thompson's way, until it is asked; then a deterministic one, state by state. */
export class Automaton {
  /** Where a pattern may begin: anywhere, at a word's start, where no Latin letter stands before, at a sentence's start. */
  readonly anywhere: number;
  readonly word: number;
  readonly edge: number;
  readonly sentence: number;
  /** From each state; there are tens of thousands, and most have one way out. */
  readonly #jumps: (number[] | undefined)[] = [];
  readonly #links: (Link[] | undefined)[] = [];
  readonly #secret: boolean[] = [];
  readonly #ends = new Set<number>();
  /** The signs some pattern holds, by kind; kind 0 is every other letter. */
  readonly #signOf: number[] = [OTHER];
  readonly #kinds = new Uint16Array(0x10000);
  /** The kind of each character of ASCII. */
  readonly asciiKinds: Uint8Array;
  #inSecret = false;
  /** Every state that jumps alone lead to, from each state. */
  readonly #reached: (readonly number[] | undefined)[] = [];
  /** The deterministic states met so far, by number; a new list where the old ones were forgotten. */
  states: State[] = [];
  readonly #numbers = new Map<string, number>();
  #beginning = 0;
  /** The steps met so far: `steps[state * NARROW + kind]`, and a row of its own for kinds beyond; 0 = not met. */
  steps = new Uint16Array(64 * NARROW);
  #wideSteps: (Uint16Array | undefined)[] = [];
  /** Of the steps that need it, where each secret member comes from. */
  readonly #origins = new Map<number, Origins>();

  constructor() {
    // Signs of ASCII have the lowest kinds, so that a state met in prose has few places for its steps.
    for (const sign of [...GAPS, STOP, ...DIGITS, ...LATIN]) this.#know(sign);
    this.asciiKinds = Uint8Array.from({ length: 0x80 }, (_, code) => this.kindOf(symbolOf(code, sign(code))));
    this.anywhere = this.state();
    this.word = this.state();
    this.edge = this.stepOver(this.anywhere, isLatin);
    this.sentence = this.state();
    this.link(this.anywhere, this.word, [...GAPS, STOP, ...DIGITS]);
    this.link(this.anywhere, this.sentence, [STOP]);
    this.link(this.sentence, this.sentence, GAPS);
  }

  add(from: number, pattern: Pattern): void {
    this.#ends.add(pattern(this, from));
  }

  state(): number {
    this.#jumps.push(undefined);
    this.#links.push(undefined);
    return this.#secret.push(this.#inSecret) - 1;
  }

  jump(from: number, to: number): void {
    if (from === to) return;
    this.#jumps[from] ??= [];
    this.#jumps[from].push(to);
  }

  step(from: number, signs: readonly number[]): number {
    const to = this.state();
    this.link(from, to, signs);
    return to;
  }

  stepOver(from: number, isBarred: (sign: number) => boolean): number {
    const to = this.state();
    this.#addLink(from, { to, isBarred });
    return to;
  }

  link(from: number, to: number, signs: readonly number[]): void {
    for (const sign of signs) this.#know(sign);
    this.#addLink(from, { to, signs: signs.length === 1 ? signs[0]! : signs });
  }

  #addLink(from: number, link: Link): void {
    this.#links[from] ??= [];
    this.#links[from].push(link);
  }

  withSecret(build: () => number): number {
    this.#inSecret = true;
    const end = build();
    this.#inSecret = false;
    return end;
  }

  /** The state at the beginning of a text, which is that of a sentence. */
  get beginning(): number {
    if (this.#beginning === 0) {
      const start = this.numberOf(this.#closure([this.anywhere]));
      this.#beginning = this.makeStep(start, this.kindOf(STOP)).step >> 3;
    }
    return this.#beginning;
  }

  kindOf(sign: number): number {
    return sign > 0xffff ? 0 : this.#kinds[sign]!;
  }

  /** The step from a state with a kind of sign; 0 where it has not been met. */
  knownStep(state: number, kind: number): Step {
    return kind < NARROW ? this.steps[state * NARROW + kind]! : (this.#wideSteps[state]?.[kind] ?? 0);
  }

  /** Makes a step that has not been met and remembers it. All states may get new numbers by that: see `states`. */
  makeStep(state: number, kind: number): { readonly step: Step; readonly origins: Origins } {
    const { states } = this;
    const { members, origins } = this.#follow(states[state]!, this.#signOf[kind]!);
    const number = this.numberOf(members);
    const step = (number << 3) | (this.states[number]!.ended ? ENDED : 0) | beginsOf(origins);
    if (this.states === states) this.#remember(state, kind, step, origins);
    return { step, origins };
  }

  #remember(state: number, kind: number, step: Step, origins: Origins): void {
    if (kind < NARROW) {
      this.steps[state * NARROW + kind] = step;
    } else {
      this.#wideSteps[state] ??= new Uint16Array(this.#signOf.length);
      this.#wideSteps[state][kind] = step;
    }
    if ((step & BEGINS) >= BEFORE) this.#origins.set(state * 0x10000 + kind, origins);
  }

  originsOf(state: number, kind: number): Origins {
    return this.#origins.get(state * 0x10000 + kind) ?? [];
  }

  #know(sign: number): void {
    if (sign > 0xffff || this.#kinds[sign] !== 0) return;
    this.#kinds[sign] = this.#signOf.push(sign) - 1;
  }

  #follow(state: State, sign: number): { readonly members: readonly number[]; readonly origins: Origins } {
    const reached = new Set([this.anywhere]);
    const origins = new Map<number, Set<number>>();
    for (const member of state.members) {
      const origin = state.secrets.indexOf(member);
      for (const link of this.#links[member] ?? []) {
        if (!takes(link, sign)) continue;
        for (const target of this.#reach(link.to)) {
          reached.add(target);
          if (this.#secret[target]) origins.set(target, (origins.get(target) ?? new Set()).add(origin));
        }
      }
    }
    const members = [...reached].sort((a, b) => a - b);
    return {
      members,
      origins: this.#secretsOf(members).map((member) =>
        [...(origins.get(member) ?? [])].filter((place) => place >= 0),
      ),
    };
  }

  #secretsOf(members: readonly number[]): number[] {
    return members.filter((member) => this.#secret[member]);
  }

  #reach(from: number): readonly number[] {
    this.#reached[from] ??= this.#closure([from]);
    return this.#reached[from];
  }

  #closure(from: readonly number[]): number[] {
    const members = new Set(from);
    for (const member of members) for (const to of this.#jumps[member] ?? []) members.add(to);
    return [...members].sort((a, b) => a - b);
  }

  /** The number of a state, made where it has not been met; never 0. */
  numberOf(members: readonly number[]): number {
    const key = members.join();
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    // Text that keeps leading to new states is no prose; forgetting bounds the memory, not the answer.
    if (this.states.length >= MAX_STATES) this.#forget();
    if (this.states.length === 0) this.states.push({ members: [], secrets: [], ended: false });
    const number = this.states.push({
      members,
      secrets: this.#secretsOf(members),
      ended: members.some((member) => this.#ends.has(member)),
    });
    this.#numbers.set(key, number - 1);
    if (number * NARROW > this.steps.length) {
      const larger = new Uint16Array(2 * this.steps.length);
      larger.set(this.steps);
      this.steps = larger;
    }
    return number - 1;
  }

  #forget(): void {
    this.states = [];
    this.#numbers.clear();
    this.#beginning = 0;
    this.steps.fill(0);
    this.#wideSteps = [];
    this.#origins.clear();
  }
}

/** Their numbers fill what a step has room for. */
const MAX_STATES = 0x2000;
/** Kinds of sign that prose in Latin letters needs. */
const NARROW = 64;

/** Every place in every pattern the stream may be at. */
interface State {
  readonly members: readonly number[];
  /** Those of the members that are inside a secret part. */
  readonly secrets: readonly number[];
  readonly ended: boolean;
}

/** A step as one number: what `begins` says in two bits, whether a pattern has ended in the next, then the next state's number. */
type Step = number;
const BEGINS = 3;
const ENDED = 4;
/** The secret parts of the state began here, where those before did, or each by itself; 0 where there are none. */
const HERE = 1;
const BEFORE = 2;
const APART = 3;

/** For each secret member of a state: the places among the secret members before it came from; none = it begins here. */
type Origins = readonly (readonly number[])[];

function beginsOf(origins: Origins): number {
  if (origins.length === 0) return 0;
  if (origins.every((places) => places.length === 0)) return HERE;
  return origins.every((places) => places.length > 0) ? BEFORE : APART;
}

const LINE_FEED = 0x0a;
const CLAUSE_ENDS = new Set([...',:()[]、，،：（）'].map((mark) => mark.codePointAt(0)!));
const SENTENCE_ENDS = new Set([...'.!?;。｡।؟۔…！？；'].map((mark) => mark.codePointAt(0)!));

/** What a pattern sees of a code point and its sign; line feeds apart. */
function symbolOf(codePoint: number, letter: number): number {
  if (letter >= FIRST_LETTER) return alike(letter);
  if (isDigit(letter)) return letter;
  if (SENTENCE_ENDS.has(codePoint)) return STOP;
  if (CLAUSE_ENDS.has(codePoint)) return COMMA;
  return JOINTS.includes(letter) ? letter : SPACE;
}

// What `Automaton` calls the signs it knows first.
const SPACE_KIND = 1;
const STOP_KIND = GAPS.length + 1;

/** One stream read by an automaton. */
export class PatternReading {
  /** Offset from which on the stream must wait. */
  heldFrom = NOWHERE;
  tripped = false;
  readonly #automaton: Automaton;
  /** A number in `#states`, which is the automaton's list until it forgets. */
  #state: number;
  #states: readonly State[];
  /** Where the secret parts of the state's secret members began, where that is one place for all. */
  #begin = NOWHERE;
  /** The same for each of them, where it is not. */
  #begins: readonly number[] | undefined;
  /** The last one was a space. */
  #isApart = false;
  /** Since the last letter or digit. */
  #lineFeeds = 0;

  constructor(automaton: Automaton) {
    this.#automaton = automaton;
    this.#state = automaton.beginning;
    this.#states = automaton.states;
  }

  /** Call it before each chunk: the automaton may have forgotten its states, and know this one by another number. */
  resume(): void {
    if (this.#states === this.#automaton.states) return;
    this.#state = this.#automaton.numberOf(this.#states[this.#state]!.members);
    this.#states = this.#automaton.states;
  }

  /**
   * Reads on from a place in the text, at most until another, while nothing waits and every step is a known
   * and ordinary one, and returns where that ended.
   */
  skim(text: string, from: number, until: number): number {
    if (this.heldFrom !== NOWHERE || this.#lineFeeds > 0) return from;
    const { asciiKinds, steps } = this.#automaton;
    let state = this.#state;
    let isApart = this.#isApart;
    let at = from;
    for (; at < until; at += 1) {
      const code = text.charCodeAt(at);
      if (code >= 0x80 || code === LINE_FEED) break;
      const kind = asciiKinds[code]!;
      if (kind === SPACE_KIND && isApart) continue;
      const step = steps[state * NARROW + kind]!;
      if (step === 0 || (step & (BEGINS | ENDED)) !== 0) break;
      state = step >> 3;
      isApart = kind === SPACE_KIND;
    }
    this.#state = state;
    this.#isApart = isApart;
    return at;
  }

  read(codePoint: number, letter: number, start: number): void {
    if (letter === NOTHING) return;
    const automaton = this.#automaton;
    let kind =
      codePoint < 0x80 ? automaton.asciiKinds[codePoint]! : automaton.kindOf(symbolOf(codePoint, letter));
    if (kind === SPACE_KIND) {
      if (codePoint === LINE_FEED) {
        this.#lineFeeds += 1;
        if (this.#lineFeeds === 2) kind = STOP_KIND;
      }
      // A row of spaces is one.
      if (this.#isApart && kind === SPACE_KIND) return;
    } else if (kind > STOP_KIND || kind === 0) {
      this.#lineFeeds = 0;
    }
    this.#isApart = kind === SPACE_KIND;
    const state = this.#state;
    const step = automaton.knownStep(state, kind);
    if (step === 0) this.#make(state, kind, start);
    else this.#take(step, state, kind, start);
  }

  #make(state: number, kind: number, start: number): void {
    const automaton = this.#automaton;
    const { step, origins } = automaton.makeStep(state, kind);
    this.#states = automaton.states;
    this.#take(step, state, kind, start, origins);
  }

  #take(step: Step, state: number, kind: number, start: number, origins?: Origins): void {
    this.#state = step >> 3;
    if ((step & ENDED) !== 0) this.tripped = true;
    const begins = step & BEGINS;
    if (begins === 0) {
      this.heldFrom = NOWHERE;
    } else if (begins === HERE) {
      this.#begin = start;
      this.#begins = undefined;
      this.heldFrom = start;
    } else {
      if (begins === APART || this.#begins !== undefined) {
        this.#hold(origins ?? this.#automaton.originsOf(state, kind), start);
      }
      this.heldFrom = this.#begin;
    }
  }

  #hold(origins: Origins, start: number): void {
    const before = this.#begins;
    const one = this.#begin;
    this.#begins = origins.map((places) =>
      places.reduce((begin, place) => Math.min(begin, before?.[place] ?? one), start),
    );
    this.#begin = Math.min(...this.#begins);
  }
}
