// The system instruction as the provider gets it: the text a person reviewed, then what is known about the
// address asked about, then the time. The text comes first and never changes while the server runs, so that
// providers can cache it; what changes most often comes last.

import { readFileSync } from 'node:fs';
import { networkById } from '../chains/chains.ts';
import { pagesToRead } from '../chains/pages.ts';
import type { AddressRecognition, Recognition } from '../chains/recognise.ts';
import { ConfigError } from '../config.ts';

const OWN_TEXT = new URL('./instruction.md', import.meta.url);

/** Pages are listed for at most this many networks, the likeliest first. */
const MAX_NETWORKS_WITH_PAGES = 3;
const MAX_PAGES = 12;
const MAX_QUOTED_LENGTH = 120;

/**
 * The instruction's static text: ours, or the operator's where a path is given.
 *
 * @throws ConfigError in one line that names the file, where it cannot be read or says nothing.
 */
export function loadInstruction(path?: string): string {
  let text: string;
  try {
    text = readFileSync(path ?? OWN_TEXT, 'utf8').trim();
  } catch (cause) {
    throw new ConfigError(`SYSTEM_INSTRUCTION_FILE: ${path ?? OWN_TEXT.pathname} cannot be read`, { cause });
  }
  if (text === '')
    throw new ConfigError(`SYSTEM_INSTRUCTION_FILE: ${path ?? OWN_TEXT.pathname} holds no text`);
  return text;
}

export interface InstructionParts {
  readonly text: string;
  readonly now: Date;
  /** What the address line of the conversation was recognised as. */
  readonly address?: Recognition;
}

/** The whole instruction for one answer. */
export function composeInstruction({ text, now, address }: InstructionParts): string {
  const minute = Math.floor(now.getTime() / 60_000);
  if (address) return compose(text, now, address);
  if (last?.text !== text || last.minute !== minute) last = { text, minute, composed: compose(text, now) };
  return last.composed;
}

/** Shared by all answers of a minute that name no address: thousands of open ones hold it once. */
let last: { readonly text: string; readonly minute: number; readonly composed: string } | undefined;

function compose(text: string, now: Date, address?: Recognition): string {
  const parts = [text];
  if (address) parts.push(`# The address asked about (data)\n\n${list(addressFindings(address))}`);
  parts.push(`# The time\n\nIt is ${utcTime(now)}.`);
  return parts.join('\n\n');
}

const weekday = new Intl.DateTimeFormat('en-GB', { weekday: 'long', timeZone: 'UTC' });

/** `2026-11-21 12:30 UTC, a Saturday`. */
function utcTime(now: Date): string {
  const day = weekday.format(now);
  return `${now.toISOString().slice(0, 16).replace('T', ' ')} UTC, a ${day}`;
}

function list(lines: readonly string[]): string {
  return lines.map((line) => `- ${line}`).join('\n');
}

function addressFindings(found: Recognition): string[] {
  switch (found.kind) {
    case 'address':
      return knownAddress(found);
    case 'mistake':
      return [
        `The address line held ${quote(found.text)}. It was checked and is broken (${found.mistake}).`,
        'Nothing can be analysed under it until the visitor corrects it. Offer no corrected version.',
      ];
    case 'name':
      return [
        `The address line held ${quote(found.name)}: a name, not an address.`,
        'Names can be bought and pointed elsewhere. Ask for the contract address itself.',
      ];
    case 'secret':
      return ['The address line held a wallet secret. It was removed and must not be asked for.'];
    case 'refused':
      return ['The address line held text that cannot be an address. It was removed.'];
    case 'unknown':
      return [
        `The address line held ${quote(found.text)}, which fits no network in our table.`,
        'Nobody has checked it. Say so if search does not settle what it is.',
      ];
    default:
      return found satisfies never;
  }
}

const CHECKSUM = {
  valid: 'its checksum is right: no typing error',
  'single-case': 'written in one case, so no checksum can catch a wrong digit: confirm it by look-up',
  none: 'this kind has no checksum: only a look-up can tell a wrong digit',
} as const;

const ROLE = {
  token: 'it can name a token',
  account: 'it names an account, not a token',
  'pair-or-token': 'it may be a trading pair instead of a token',
  unknown: 'token, wallet, pool and other contracts look alike here: look up which one it is',
} as const;

function knownAddress(found: AddressRecognition): string[] {
  const networks = found.networks.map(networkById).filter((network) => network !== undefined);
  const lines = [
    `Address: ${quote(found.address)}`,
    `Networks it can belong to: ${networks.map(({ name }) => name).join(', ') || 'none in our table'}`,
    `Checksum: ${CHECKSUM[found.checksum]}`,
    `Role: ${ROLE[found.role]}`,
    ...found.notes.map(note),
  ];
  const pages = networks
    .slice(0, MAX_NETWORKS_WITH_PAGES)
    .flatMap((network) => pagesToRead(network, found.address))
    .slice(0, MAX_PAGES);
  if (pages.length > 0) lines.push(`Pages to open:\n${pages.map((page) => `  - ${page}`).join('\n')}`);
  return lines;
}

function note(note: AddressRecognition['notes'][number]): string {
  switch (note.kind) {
    case 'invisible-removed':
      return 'Invisible characters were removed from it: somebody may have tampered with the text it came from.';
    case 'from-link':
      return `It was taken out of a link to ${quote(note.site)}.`;
    case 'other-chain-spelling':
      return `Its capitals follow the rule of ${networkById(note.network)?.name ?? quote(note.network)}.`;
    case 'alias':
      return `The same on ${networkById(note.network)?.name ?? quote(note.network)}: ${quote(note.address)}`;
    case 'may-be-transaction':
      return 'A transaction looks the same.';
    case 'may-be-private-key':
      return 'A private key looks the same: do not print it.';
    case 'needs-network':
      return 'A plain number: it says nothing without its network.';
    default:
      return note satisfies never;
  }
}

/** The text as one quoted, bounded line: it can close no quotes, add no line and hide nothing. */
function quote(text: string): string {
  const line = text
    .toWellFormed()
    .replace(/[\p{C}\p{Z}]+/gu, ' ')
    .trim();
  const points = [...line];
  const short = points.length > MAX_QUOTED_LENGTH ? `${points.slice(0, MAX_QUOTED_LENGTH).join('')}…` : line;
  return JSON.stringify(short);
}
