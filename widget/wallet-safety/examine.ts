// Finds wallet secrets in what a visitor is about to send, and warns of what only looks like one. Nothing of
// the text is kept, logged or sent.

import { at, ENGLISH, type Find, type Finding, findSecret } from '../../server/chains/wallet-secrets.ts';

export type { Finding };

/**
 * The worst secret in the text, or begun in what was said `before` and ended in it: as
 * `findSecret` has it. Never throws.
 */
export function examine(text: string, before = ''): Finding {
  const found = findSecret(text, shapedPhrases);
  if (!before || /refused|likely/.test(found.verdict)) return found;
  const whole = findSecret(`${before}\n${text}`);
  const offset = before.length + 1;
  if (whole.verdict === 'clear' || whole.end <= offset) return found;
  return { ...whole, start: 0, end: whole.end - offset };
}

// Chinese and Japanese are written without spaces; only their phrases stand apart sign by sign, word by word.
// Spanish, French, Italian, Portuguese and Czech have short words in every twelve of a sentence, or stops.
const SHAPES =
  /(?:(?:\p{sc=Han}|[\u3041-\u309a]{3,14})(?:[\s\d.,:、)]+|$)){12,}|(?<=^|[:\n"]\s*)(?:(?:\d+[.):]?\s*)?[a-zà-ž\p{M}]{3,10}(?:[\s,"]+|$)){12,}/gu;

const shapedPhrases: Find = function* (text) {
  for (const { 0: words, index } of text.matchAll(SHAPES)) {
    // A few of Spanish have three letters. English has a list of its own.
    const short = words.match(/(?<![\p{L}\p{M}])[a-z]{3}(?![\p{L}\p{M}])/gu) ?? [];
    if (short.length * 60 < words.length && !ENGLISH.test(words))
      yield at('possible', 'recovery-phrase', index, words.trimEnd().length);
  }
};
