// Finds wallet secrets in a text, on both sides of the wire. Nothing of the text is kept, logged or sent.

import { sha256 } from './checksums.ts';
import { placeOf } from './recovery-words.ts';
import { keysIn, type SecretKind, secretKey } from './secrets.ts';

export type Finding =
  | { readonly verdict: 'clear' }
  | {
      /**
       * `refused` where a checksum or the shape leaves no doubt, `likely` where it may be something else,
       * `possible` where there is nothing but a shape: whoever wrote it decides.
       */
      readonly verdict: 'refused' | 'likely' | 'possible';
      readonly secret: SecretKind;
      /** Where it stands in the text, in UTF-16 units, so that it can be masked. */
      readonly start: number;
      readonly end: number;
    };

export type Secret = Exclude<Finding, { verdict: 'clear' }>;
export type Find = (text: string) => Iterable<Secret>;

/**
 * The worst secret in the text: a certain one before a likely one, and both before what is only possible. `more` finds what only
 * the caller looks for. Never throws.
 */
export function findSecret(text: string, ...more: readonly Find[]): Finding {
  let worst: Finding = { verdict: 'clear' };
  checks = 500;
  for (const [shown, places] of readings(text)) {
    for (const find of [phrases, gluedPhrases, keys, byteArrays, ...more]) {
      for (const secret of find(shown)) {
        const found = places
          ? { ...secret, start: places[secret.start]!, end: places[secret.end - 1]! + 1 }
          : secret;
        if (found.verdict === 'refused') return found;
        if (worst.verdict !== 'likely') worst = found;
      }
    }
  }
  return worst;
}

const INVISIBLE = /\p{DI}|\p{Cf}/u;

/**
 * The text, and where it differs also as it reads: without invisible characters, wide letters as plain
 * ones. With it, where each UTF-16 unit of that stands in the text.
 */
function* readings(text: string): Generator<readonly [shown: string, places?: readonly number[]]> {
  yield [text];
  if (!/[^\0-\xac]/.test(text)) return;
  let shown = '';
  const places: number[] = [];
  for (const { 0: sign, index } of text.matchAll(/./gsu)) {
    const plain = INVISIBLE.test(sign) ? '' : sign.normalize('NFKC');
    shown += plain;
    for (let unit = 0; unit < plain.length; unit++) places.push(index);
  }
  if (shown !== text) yield [shown, places];
}

// ─── Recovery phrases ────────────────────────────────────────────────────────────────────────────

interface Word {
  readonly letters: string;
  readonly place: number;
  readonly start: number;
  readonly end: number;
}

const SIZES = [24, 21, 18, 15, 12];
/** Of each size, from where a run begins: enough for any phrase. */
const MAX_WINDOWS = 64;
/** Windows that may still be checked in the text under way: 500 in all, so that none can make it slow. */
let checks = 0;

// Words of a phrase stand apart by spaces, commas or numbers, or all by the same other signs. Prose and
// code do not keep that up for eleven listed words: one paragraph in 47,000 of those measured did.
const PLAIN_GAP = /^[\s,]+(\d+[.):]?\s*)?$/;

function* phrases(text: string): Generator<Secret> {
  const isAnnounced = /\bseed|phrase|mnemonic|recover|wallet|backup/i.test(text);
  const all: Word[] = [];
  const counts = new Map<string, number>();
  let chain: Word[] = [];
  let usual: string | undefined;
  for (const { 0: letters, index: start } of text.matchAll(/\p{L}+/gu)) {
    const last = chain.at(-1);
    const gap = last ? text.slice(last.end, Math.min(start, last.end + 13)) : '';
    const shape = last ? shapeOf(text, last.end, start) : '';
    const joined = gap.length < 13 && (PLAIN_GAP.test(gap) || chain.length < 2 || shape === usual);
    if (!joined) {
      yield* phrasesIn(chain, isAnnounced);
      // The gap that broke the chain may be the usual one of the next.
      chain = last && gap.length < 13 ? [last] : [];
    }
    usual = shape;
    const word = { letters, place: placeOf(letters), start, end: start + letters.length };
    counts.set(letters, (counts.get(letters) ?? 0) + 1);
    all.push(word);
    chain.push(word);
  }
  const isAll = chain.length === all.length;
  yield* phrasesIn(chain, isAnnounced || isAll);
  // Nothing else in the text: half a phrase is stopped before the other half follows.
  const isListed = all.every(({ place }) => place >= 0);
  const telling = all.filter(({ letters }) => !ENGLISH.test(letters));
  if (isAll && isListed && variety(telling) > 5) yield phrase('possible', all);
  // Apart by any signs, or each behind the same label ("Word 3 is", <li>): there only a checksum counts.
  const words = all.filter(({ letters }) => letters.length > 2);
  const unlabelled = words.filter(({ letters }) => counts.get(letters)! < 11);
  for (const run of runsOf(words)) yield* checkedIn(run, text, isListed ? 24 : 2);
  for (const run of runsOf(unlabelled)) yield* checkedIn(run, text, 1);
}

/** What stands between two words, for comparison with what stands between two others. */
const shapeOf = (text: string, start: number, end: number): string =>
  text
    .slice(start, Math.min(end, start + 40))
    .replace(/\d+/g, '0')
    .replace(/\s+/g, ' ');

/** Words of every other English question; some are listed, and none in another language's list. */
export const ENGLISH = /\b(and|with|from|th(is|at)|wh\w+|you|will|have|about)\b/i;

/** `isExpected`: the text speaks of phrases, or holds nothing else. */
function* phrasesIn(chain: readonly Word[], isExpected: boolean): Generator<Secret> {
  for (const run of runsOf(chain)) {
    yield* checkedIn(run);
    if (run.length > 10 && variety(run) > 7) yield phrase('likely', run);
  }
  // One word mistyped, two in a long phrase: as dangerous, since whoever reads it tries the neighbours.
  if (!isExpected) return;
  for (const size of SIZES) {
    for (const part of [chain.slice(0, size), chain.slice(-size)]) {
      const listed = part.filter(({ place }) => place >= 0).length;
      if (part.length === size && listed < size && listed > size - (size > 15 ? 3 : 2) && variety(part) > 7) {
        yield phrase('likely', part);
      }
    }
  }
}

/** Listed words in a row; the shortest is a phrase of twelve without one, which a thief soon finds. */
function* runsOf(words: readonly Word[]): Generator<readonly Word[]> {
  for (let from = 0, to = 0; from < words.length; from = to + 1) {
    for (to = from; to < words.length && words[to]!.place >= 0; ) to++;
    if (to - from > 10) yield words.slice(from, to);
  }
}

/** Phrases by their checksum; in a `text`, only of words that stand apart in so many ways. */
function* checkedIn(run: readonly Word[], text = '', ways = 1): Generator<Secret> {
  for (const size of SIZES) {
    for (let at = 0; at + size <= run.length && at < MAX_WINDOWS; at++) {
      const part = run.slice(at, at + size);
      if (variety(part) < (text ? 8 : 2) || checks-- < 1) continue;
      const gaps = new Set(part.slice(1).map(({ start }, i) => shapeOf(text, part[i]!.end, start)));
      if (gaps.size <= ways && hasChecksum(part)) return yield phrase('refused', part);
    }
  }
}

const phrase = (verdict: Secret['verdict'], words: readonly Word[]): Secret => ({
  verdict,
  secret: 'recovery-phrase',
  start: words[0]!.start,
  end: words.at(-1)!.end,
});

/** Of how many different words it is made; 1, no phrase, where many stand in the order of the alphabet. */
function variety(words: readonly Word[]): number {
  const count = new Set(words.map(({ place }) => place)).size;
  const isSorted = words.every(({ place }, i) => i === 0 || place >= words[i - 1]!.place);
  return isSorted && count > 5 ? 1 : count;
}

// BIP-39: 11 bits a word; the last bit in 33 is of the SHA-256 of the others.
function hasChecksum(words: readonly Word[]): boolean {
  const size = words.length / 3;
  const bits = words.reduce((sum, { place }) => (sum << 11n) | BigInt(place), 0n);
  const entropy = Uint8Array.from({ length: size * 4 }, (_, i) =>
    Number((bits >> BigInt(size * 33 - 8 * (i + 1))) & 255n),
  );
  return sha256(entropy)[0]! >> (8 - size) === (Number(bits & 255n) & (2 ** size - 1));
}

/**
 * Words without a gap. Only the beginnings of words are known, so each is read in every length; no other
 * text has eleven in a row.
 */
function* gluedPhrases(text: string): Generator<Secret> {
  for (const { 0: letters, index } of text.matchAll(/[a-z]{33,}/gi)) {
    /** How many words in a row end before each letter. */
    const counts = new Uint32Array(letters.length + 9);
    for (let start = 0; start < letters.length; start++) {
      let isWord = false;
      for (let size = 3; size < 9; size++) {
        if (size < 5) isWord = placeOf(letters.slice(start, start + size)) >= 0;
        if (isWord) counts[start + size] = Math.max(counts[start + size]!, counts[start]! + 1);
      }
    }
    if (counts.some((count) => count > 10)) yield at('likely', 'recovery-phrase', index, letters.length);
  }
}

// ─── Keys ────────────────────────────────────────────────────────────────────────────────────────

// `|` stands where the hex does.
const ABOUT_KEYS =
  /private|secret|\bseed|mnemonic|keystore|\bpk\b|\b(my|wallet|signing|raw)[\s_-]*key|(?<!public[\s_-]?)key[^\p{L}\d|]{0,4}\|/iu;
const ABOUT_OTHERS =
  /\b(tx\w*|transactions?|\w*hash\w*|blocks?|sha-?\d+|digest|topic|root|commit|contract|token|address|coin|object|package|mint|pool)\b|\/\||::/i;

function* keys(text: string): Generator<Secret> {
  // Broken over lines, or written in groups.
  const whole = text.length < 400 ? text.replace(/\s+/g, '') : '';
  if (secretKey(whole)?.certain) yield at('refused', secretKey(whole)!.secret, 0, text.length);
  else if (KEY_SIZED_HEX.test(whole)) yield at('likely', 'private-key', 0, text.length);
  for (const { 0: word, index } of text.matchAll(/[\w:]{25,}/g)) {
    for (const { secret, certain, part, start } of keysIn(word)) {
      yield at(certain ? 'refused' : 'likely', secret, index + start, part.length);
    }
    for (const part of word.matchAll(/(?<![^_:])(0x)?[\da-f]{64}(?![^_:])/gi)) {
      const start = index + part.index;
      if (mayBeKey(text, start, start + part[0].length))
        yield at('likely', 'private-key', start, part[0].length);
    }
  }
}

const KEY_SIZED_HEX = /^(0x)?[\da-f]{64}$/i;

// 32 bytes of hex are more often a transaction. What stands around them decides; alone, they may be a key.
function mayBeKey(text: string, start: number, end: number): boolean {
  const around = `${text.slice(Math.max(0, start - 60), start)}|${text.slice(end, end + 60)}`;
  return ABOUT_KEYS.test(around) || (!ABOUT_OTHERS.test(around) && text.length < (end - start) * 3);
}

/** A key pair as Solana's tools save it: 64 bytes as a JSON array. Tables of code are sorted, small or few. */
function* byteArrays(text: string): Generator<Secret> {
  for (const { 0: array, index } of text.matchAll(/\[\s*(?:\d{1,3}\s*,\s*){63}\d{1,3}\s*\]/g)) {
    const bytes = array.match(/\d+/g)!.map(Number);
    const isRandom = new Set(bytes).size > 40 && Math.max(...bytes) < 256 && Math.max(...bytes) > 127;
    if (isRandom) yield at('refused', 'solana-key', index, array.length);
  }
}

/** A secret by its place and length. */
export const at = (
  verdict: Secret['verdict'],
  secret: SecretKind,
  start: number,
  length: number,
): Secret => ({
  verdict,
  secret,
  start,
  end: start + length,
});
