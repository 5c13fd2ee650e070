// What is said about an address line that no token can be looked up under: which mistake, where, what to do.
// Never a corrected version: whoever repairs an address for somebody else may send their money elsewhere.

import type { Mistake, Recognition } from '../chains/recognise.ts';

/** The whole answer, in Markdown; undefined where the text can be looked up or is at least harmless. */
export function addressAnswer(found: Recognition): string | undefined {
  switch (found.kind) {
    case 'mistake':
      return [`**This address cannot be right.** ${MISTAKE[found.mistake]}${place(found)}`, NEXT].join(
        '\n\n',
      );
    case 'secret':
      return SECRET;
    case 'refused':
      return [`**This is no contract address.** ${REFUSED[found.reason]}`, NEXT].join('\n\n');
    case 'address':
    case 'name':
    case 'unknown':
      return undefined;
    default:
      return found satisfies never;
  }
}

const MISTAKE: Readonly<Record<Mistake, string>> = {
  checksum:
    'Its built-in checksum does not fit: at least one character is wrong, or the capitals were changed on the way.',
  length: 'It is too long or too short for the kind of address it begins as.',
  'foreign-letter':
    'It holds a letter of another alphabet that only looks like a Latin one. Somebody may have tampered with it.',
  character: 'It holds a character that addresses of its kind never use.',
  shape: 'Its parts do not stand together the way addresses of its kind do.',
  range: 'A number in it lies outside what its network can hold.',
  shortened: 'It is a shortened form: the middle is missing, and countless addresses share the two ends.',
  'test-network': 'It belongs to a test network, where nothing has a price.',
  link: 'It is a link to a site I do not know as an explorer, and I take no address from there.',
};

const REFUSED: Readonly<Record<Extract<Recognition, { kind: 'refused' }>['reason'], string>> = {
  empty: 'The address line is empty.',
  'too-long': 'The address line is longer than any address.',
  space: 'There is a space or a line break in it.',
  bracket: 'There is a bracket in it.',
  quote: 'There is a quotation mark in it.',
  character: 'There is a character in it that no address has.',
};

const NEXT =
  'I will not guess what was meant: an almost right address can belong to somebody else. Copy the whole address again from the project’s own page or from a block explorer, then ask once more.';

const SECRET =
  '**That is the secret of a wallet, not a contract address.** I have set it aside and will not repeat it. If it belongs to a real wallet, treat that wallet as lost: from a clean device, make a new wallet and move what is left to it. Nobody who means well will ever ask you for such a secret.';

function place(found: Extract<Recognition, { kind: 'mistake' }>): string {
  const facts: string[] = [];
  if (found.at !== undefined) {
    const position = [...found.text.slice(0, found.at)].length + 1;
    facts.push(`The first wrong character is number ${position}.`);
  }
  if (found.actual !== undefined && found.expected && found.expected.length > 0) {
    facts.push(`It has ${found.actual} characters; ${expected(found.expected)} would be right.`);
  }
  return facts.map((fact) => ` ${fact}`).join('');
}

function expected(lengths: readonly number[]): string {
  const [last] = lengths.slice(-1);
  return lengths.length < 2 ? `${last}` : `${lengths.slice(0, -1).join(', ')} or ${last}`;
}
