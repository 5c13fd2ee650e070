// What an unsent text may give away, and whether it may be stored. A phrase or key is recognised once it is
// whole; a visitor who is still typing one, or leaves half-way, must not leave the beginning of it behind.

import { recognise } from '../server/chains/recognise.ts';
import { placeOf } from '../server/chains/recovery-words.ts';
import type { Secret } from './elements/notices.ts';
import { examine } from './wallet-safety/examine.ts';

/** So many listed words in a row may become a phrase: few questions have them, and fewer give nothing away. */
const WORDS = 5;
const LAST_WORDS = 3;

/**
 * What may open a wallet, alone or with what was `asked` before; the part of the text that was vouched for
 * does not count.
 */
export function secretIn(text: string, vouchedFor: string, asked = ''): Secret | undefined {
  const finding = examine(vouchedFor ? text.replaceAll(vouchedFor, ' ') : text, asked);
  if (finding.verdict === 'clear') return undefined;
  if (finding.verdict === 'possible') return 'doubtful-phrase';
  if (finding.secret === 'recovery-phrase') return 'phrase';
  return finding.verdict === 'refused' || finding.secret !== 'private-key' ? 'key' : 'doubtful';
}

/** Whether nothing in the text can be the beginning of a wallet's secret. */
export function mayBeStored(text: string): boolean {
  const words = [...text.matchAll(/\p{L}+/gu)];
  let run = 0;
  for (const { 0: word, index } of words) {
    const isBeingWritten = word.length < 4 && index + word.length === text.length;
    run = isBeingWritten || placeOf(word) >= 0 ? run + 1 : 0;
    if (run >= WORDS) return false;
  }
  // Who leaves in the middle of a phrase leaves the text there.
  const isUnfinished = !/[.?!]\s*$/.test(text);
  if (run > 0 && (run === words.length || (isUnfinished && run >= LAST_WORDS))) return false;
  for (const [word] of text.matchAll(/(?=[a-z]*\d)\w{20,}/gi)) {
    const found = recognise(word);
    if (found.kind !== 'address' || found.notes.some(({ kind }) => kind === 'may-be-private-key'))
      return false;
  }
  return true;
}
