// Two addresses side by side: the same, alike on purpose, or simply different.

import { groupsOfFour } from './recognise.ts';

export interface Comparison {
  readonly same: boolean;
  /** Made to be taken for the other: begins and ends like it, and differs between. */
  readonly lookAlike: boolean;
  /** Indices into `groupsOfFour` of either address where the two are not the same. */
  readonly differing: readonly number[];
}

// A forger can choose about eight characters; people compare three or four at each end.
const ALIKE_AT_EACH_END = 3;

/** Compares two whole addresses. Case counts, except in hex, where every network ignores it. */
export function compareAddresses(a: string, b: string): Comparison {
  const [left, right] = [folded(a), folded(b)];
  const same = left === right;
  const ends = (text: string) => {
    const body = text.replace(/^0x|^[a-z]+1|^.*:/, '');
    return body.slice(0, ALIKE_AT_EACH_END) + body.slice(-ALIKE_AT_EACH_END);
  };
  const [mine, theirs] = [groupsOfFour(left), groupsOfFour(right)];
  const longer = mine.length > theirs.length ? mine : theirs;
  return {
    same,
    lookAlike: !same && ends(left) === ends(right),
    differing: longer.flatMap((_, i) => (mine[i] === theirs[i] ? [] : [i])),
  };
}

function folded(address: string): string {
  return /^(0x|0:|-1:)?[\da-f]+$/i.test(address) ? address.toLowerCase() : address;
}
