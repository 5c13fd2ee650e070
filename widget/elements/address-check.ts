// What the address line says about an address: a plate, a verdict in words, and whether a question may
// be sent with it.

import type { Network } from '../../server/chains/chains.ts';
import { networkById } from '../../server/chains/chains.ts';
import { compareAddresses } from '../../server/chains/compare.ts';
import { type Note, recognise } from '../../server/chains/recognise.ts';
import type { Subject } from '../conversation.ts';
import type { Words } from '../strings.ts';
import { examine } from '../wallet-safety/examine.ts';

/** In the place of a network's id: look on all that are possible. */
export const ANY_NETWORK = '*';

export interface AddressCheck {
  /** `ok` has an ink tick, `bad` is red and holds the question back. */
  readonly tone: 'ok' | 'info' | 'bad';
  readonly sentences: readonly string[];
  /** Present where the text is an address: what is sent, and its spelling with a checksum. */
  readonly address?: string;
  readonly shown?: string;
  /** The networks the address may belong to, and the one that is known or was chosen. */
  readonly networks: readonly Network[];
  readonly network?: Network;
  readonly plate: string;
  /** Offset of the character that is wrong, where it can be named. */
  readonly wrongAt?: number;
  /** Not the address the page gave. */
  readonly foreign?: boolean;
}

/** What stands in the address line, and what is said about it. */
export interface WrittenAddress {
  readonly text: string;
  /** Id of the network the visitor or the page named. */
  readonly chosen: string | undefined;
  /** What the page's own attributes say the questions are about. */
  readonly site: Subject | undefined;
  readonly check: AddressCheck | undefined;
}

/** The verdict on a text; undefined where there is none to give. `site` is what the page's attributes say. */
export function checkAddress(
  words: Words,
  text: string,
  chosen: string | undefined,
  site: Subject | undefined,
): AddressCheck | undefined {
  if (!text.trim()) return undefined;
  const named = chosen && chosen !== ANY_NETWORK ? chosen : undefined;
  const found = recognise(text, named);
  const none = { networks: [], plate: '' };
  switch (found.kind) {
    case 'address': {
      const candidates = recognise(text);
      const ids = candidates.kind === 'address' ? candidates.networks : found.networks;
      const networks = ids.flatMap((id) => networkById(id) ?? []);
      const network = networks.length === 1 ? networks[0] : networks.find(({ id }) => id === named);
      const foreign = site !== undefined && !compareAddresses(found.address, site.address).same;
      const open = networks.length > 1 && !network && chosen !== ANY_NETWORK;
      // Nobody has said that it is an address, and a key looks the same.
      const doubtful =
        open && !(site && !foreign) && found.notes.some(({ kind }) => kind === 'may-be-private-key');
      const verdict = open
        ? words.say(doubtful ? 'checkMayBeKey' : 'checkSeveral')
        : words.say(
            found.checksum === 'valid'
              ? 'checkValid'
              : found.checksum === 'single-case'
                ? 'checkSingleCase'
                : 'checkNone',
            { network: network?.name ?? familyName(found.family) },
          );
      return {
        tone: doubtful ? 'bad' : found.checksum === 'valid' && !open && !foreign ? 'ok' : 'info',
        sentences: [
          ...new Set([
            ...(foreign ? [words.say('notSiteAddress')] : site ? [words.say('siteAddress')] : []),
            verdict,
            ...found.notes.map((note) => noteSentence(words, note)).filter(Boolean),
          ]),
        ],
        address: found.address,
        shown: found.checksummed ?? found.address,
        networks,
        ...(network ? { network } : {}),
        plate: network?.plate ?? found.family.slice(0, 5).toUpperCase(),
        foreign,
      };
    }
    case 'mistake':
      return {
        ...none,
        tone: 'bad',
        sentences: [
          words.say(`mistake-${found.mistake}`, {
            network: networkById(found.networks?.[0] ?? '')?.name ?? familyName(found.family),
            n: found.expected?.map(words.number).join(' / ') ?? '',
            m: found.actual ?? 0,
          }),
        ],
        ...(found.at === undefined ? {} : { wrongAt: found.at }),
      };
    case 'secret':
      return { ...none, tone: 'bad', sentences: [words.say('checkSecret')] };
    case 'refused':
      return { ...none, tone: 'bad', sentences: [words.say('checkRefused')] };
    case 'name':
      return { ...none, tone: 'info', sentences: [words.say('checkName')] };
    case 'unknown':
      // A phrase without gaps looks like a name that nobody knows.
      if (examine(text).verdict !== 'clear')
        return { ...none, tone: 'bad', sentences: [words.say('checkSecret')] };
      return { ...none, tone: 'info', sentences: [words.say('checkUnknown')], address: found.text };
    default:
      return found satisfies never;
  }
}

/** Stands for the networks an address may be of. */
function familyName(family = ''): string {
  return family.length > 4 ? family[0]!.toUpperCase() + family.slice(1) : family.toUpperCase();
}

function noteSentence(words: Words, note: Note): string {
  const network = 'network' in note ? (networkById(note.network)?.name ?? note.network) : '';
  switch (note.kind) {
    case 'invisible-removed':
      return words.say('checkInvisible');
    case 'from-link':
      return words.say('checkLink', { site: note.site });
    case 'other-chain-spelling':
      return words.say('checkSpelling', { network });
    case 'alias':
      return words.say('checkAlias', { network, address: note.address });
    case 'may-be-transaction':
    case 'may-be-private-key':
      return words.say('checkTransaction');
    case 'needs-network':
      return '';
    default:
      return note satisfies never;
  }
}

/** The address and network of a checked text as a question carries them; undefined where it carries none. */
export function subjectOf(check: AddressCheck | undefined): Subject | undefined {
  if (!check?.address) return undefined;
  return { address: check.address, ...(check.network ? { network: check.network.id } : {}) };
}
