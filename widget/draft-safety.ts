// What an unsent text may give away, and whether it may be stored. A phrase or key is recognised once it is
// whole; a visitor who is still typing one, or leaves half-way, must not leave the beginning of it behind.

import { recognise } from '../server/chains/recognise.ts';
import type { Secret } from './elements/notices.ts';
import { examine } from './wallet-safety/examine.ts';
import { placeOf } from './wallet-safety/word-list.ts';

/** So many listed words in a row may become a phrase: few questions have them, and fewer give nothing away. */
const WORDS = 5;

/** What may open a wallet; the part of the text that was vouched for does not count. */
export function secretIn(text: string, vouchedFor: string): Secret | undefined {
  const finding = examine(vouchedFor ? text.replaceAll(vouchedFor, ' ') : text);
  if (finding.verdict === 'clear') return undefined;
  if (finding.secret === 'recovery-phrase') return 'phrase';
  return finding.verdict === 'refused' || finding.secret !== 'private-key' ? 'key' : 'doubtful';
}

/** Whether nothing in the text can be the beginning of a wallet's secret. */
export function mayBeStored(text: string): boolean {
  let run = 0;
  for (const [word] of text.matchAll(/\p{L}+/gu)) {
    run = placeOf(word) < 0 ? 0 : run + 1;
    if (run >= WORDS) return false;
  }
  for (const [word] of text.matchAll(/(?=[a-z]*\d)\w{20,}/gi)) {
    const found = recognise(word);
    if (found.kind !== 'address' || found.notes.some(({ kind }) => kind === 'may-be-private-key'))
      return false;
  }
  return true;
}
