// Two addresses side by side: the same, alike on purpose, or simply different.

import { groupsOfFour } from './recognise.ts';

export interface Comparison {
  readonly same: boolean;
  /** Shares its first and last characters with the other and differs between: made to be mistaken for it. */
  readonly lookAlike: boolean;
  /** Indices into `groupsOfFour` of either address where the two differ. */
  readonly differingGroups: readonly number[];
}

/** Compares whole addresses; case counts except in hex, where the networks ignore it. */
export function compareAddresses(a: string, b: string): Comparison {
  const [left, right] = [folded(a), folded(b)];
  const same = left === right;
  const lookAlike =
    !same && heads(left, right) + tails(left, right) >= 7 && heads(left, right) > 2 && tails(left, right) > 2;
  const [leftGroups, rightGroups] = [groupsOfFour(left), groupsOfFour(right)];
  const longer = leftGroups.length > rightGroups.length ? leftGroups : rightGroups;
  return {
    same,
    lookAlike,
    differingGroups: longer.flatMap((_, i) => (leftGroups[i] === rightGroups[i] ? [] : [i])),
  };
}

function folded(address: string): string {
  return /^0x/i.test(address) && !address.includes('::') ? address.toLowerCase() : address;
}

const body = (address: string): string => address.replace(/^0x/, '');

function heads(a: string, b: string): number {
  const [left, right] = [body(a), body(b)];
  let count = 0;
  while (count < left.length && left[count] === right[count]) count++;
  return count;
}

function tails(a: string, b: string): number {
  return heads([...a].reverse().join(''), [...b].reverse().join(''));
}
