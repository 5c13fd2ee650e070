// Text → what it is, how sure, what is wrong with it. Never throws, never re-cases, never guesses a chain.

import { type Family, type Network, networkById, networks } from './chains.ts';
import { checksummed } from './checksums.ts';
import type { Form, Trouble, Verdict } from './forms.ts';
import { keysIn, looksLikePhrase, type SecretKind } from './secrets.ts';

export type { SecretKind };

export type Checksum =
  | 'valid'
  /** The network has a checksum, but a spelling in one case does not carry it. */
  | 'single-case'
  /** Nothing to check: only a look-up can tell a wrong address from a right one. */
  | 'none';

export type Note =
  | { readonly kind: 'invisible-removed' }
  /** The address was taken out of a link: its host (`etherscan.io`), or the kind of link (`CAIP-19`). */
  | { readonly kind: 'from-link'; readonly site: string }
  /** The capitals follow this network's own rule (Rootstock's EIP-1191): right there, not a typing error. */
  | { readonly kind: 'other-chain-spelling'; readonly network: string }
  /** The same thing written another way: Hedera's `0.0.n` of a long-zero EVM address. */
  | { readonly kind: 'alias'; readonly network: string; readonly address: string }
  /** 32 bytes of hex: a transaction and a private key look the same. */
  | { readonly kind: 'may-be-transaction' }
  | { readonly kind: 'may-be-private-key' }
  /** A plain number says nothing without its network. */
  | { readonly kind: 'needs-network' };

export type Role = 'token' | 'account' | 'pair-or-token' | 'unknown';

export type Mistake =
  | Trouble
  /** A letter that is not ASCII among those of an address. */
  | 'foreign-letter'
  | 'shortened'
  /** A link to no explorer we know, or one that hides its host, or that holds no address. */
  | 'link';

export type Recognition =
  | {
      readonly kind: 'address';
      /** Cleaned, in the visitor's own spelling: exactly what may be sent. */
      readonly address: string;
      readonly family: Family;
      /** Ids of the networks it can belong to, the likeliest first; empty for a network the table lacks. */
      readonly networks: readonly string[];
      readonly checksum: Checksum;
      /** The spelling with a checksum, where the text carries none. To compare with, not to send. */
      readonly checksummed?: string;
      readonly role: Role;
      readonly notes: readonly Note[];
    }
  | {
      readonly kind: 'mistake';
      readonly mistake: Mistake;
      readonly text: string;
      readonly family?: Family;
      readonly networks?: readonly string[];
      /** UTF-16 offset in `text` of the first wrong character, where it can be named. */
      readonly at?: number;
      /** The usual lengths of such an address in characters, where it is the length that is wrong. */
      readonly expected?: readonly number[];
      readonly actual?: number;
    }
  /** A name such as `vitalik.eth`, which is not an address. */
  | { readonly kind: 'name'; readonly name: string }
  /** A wallet's secret. Its text is not repeated. */
  | { readonly kind: 'secret'; readonly secret: SecretKind }
  /** Could close the `[Contract Address: …]` line or add to it: must not be sent. */
  | {
      readonly kind: 'refused';
      readonly reason: 'empty' | 'too-long' | 'space' | 'bracket' | 'quote' | 'character';
    }
  /** Harmless and not known: may be sent as text. */
  | { readonly kind: 'unknown'; readonly text: string };

export type AddressRecognition = Extract<Recognition, { kind: 'address' }>;

const MAX_LENGTH = 200;
const INVISIBLE = /\p{Default_Ignorable_Code_Point}|\p{Cf}/gu;

/**
 * What the text is. `network` is the id that a site or a visitor named: it narrows the candidates and
 * decides between spellings, and never turns a wrong address into a right one.
 * Linear in the text's length; what is longer than an address can be is not looked at more closely.
 */
export function recognise(text: string, network?: string, table = networks): Recognition {
  const cleaned = text.replace(INVISIBLE, '').trim();
  const secret = secretIn(text, cleaned);
  if (secret) return { kind: 'secret', secret };
  const reason = refusal(cleaned);
  if (reason) return { kind: 'refused', reason };
  const found = recogniseLink(cleaned, network, table) ?? recognisePlain(cleaned, network, table);
  return text.search(INVISIBLE) >= 0 ? noted(found, { kind: 'invisible-removed' }) : found;
}

function secretIn(text: string, cleaned: string): SecretKind | undefined {
  if ([cleaned, text.replace(INVISIBLE, ' ')].some(looksLikePhrase)) return 'recovery-phrase';
  if (/(key|secret|priv|pk)\W*(0x)?[\da-f]{64}$/i.test(cleaned)) return 'private-key';
  const keys = [...keysIn(cleaned.slice(0, MAX_LENGTH))];
  // A doubt counts where there is nothing else.
  return keys.find(({ certain, part }) => certain || part === cleaned)?.secret;
}

function refusal(text: string): Extract<Recognition, { kind: 'refused' }>['reason'] | undefined {
  if (!text) return 'empty';
  if (text.length > MAX_LENGTH) return 'too-long';
  if (/\s/.test(text)) return 'space';
  if (/[[\](){}<>]/.test(text)) return 'bracket';
  if (/["'`‘’“”]/.test(text)) return 'quote';
  // A foreign letter is worth naming only where the rest could be an address.
  if (/[\0-\x1f\x7f\\|]/.test(text) || (/[^\0-\x7f•…]/.test(text) && !/[\w:.]{4}/.test(text)))
    return 'character';
  return undefined;
}

function noted(found: Recognition, ...notes: readonly Note[]): Recognition {
  return found.kind === 'address' ? { ...found, notes: [...notes, ...found.notes] } : found;
}

// ─── One address, and nothing around it ──────────────────────────────────────────────────────────

interface Reading {
  readonly network: Network;
  readonly form: Form;
  readonly verdict: Verdict;
}

function recognisePlain(written: string, named: string | undefined, among: readonly Network[]): Recognition {
  const text = written.replace(/^0X/, '0x');
  const at = text.search(/[^\0-\x7f•…]/);
  if (at >= 0) return { kind: 'mistake', mistake: 'foreign-letter', text, at };
  if (/^\w[\w:]*(\.{2,}|…|\*{2,})\w*$/.test(text) && !/\.(near|tg)$/.test(text)) {
    return { kind: 'mistake', mistake: 'shortened', text };
  }
  const readings = read(text, among);
  const right = readings.filter(({ verdict }) => isRight(verdict));
  const wrong = readings.filter(({ verdict }) => !isRight(verdict));
  const own = wrong.find(({ network }) => network.id === named);
  // What is wrong on the network named may be right on another: believed where that one has a checksum.
  const isBelieved = right.some(({ network, verdict }) => network.id === named || verdict !== 'none');
  if (right.length && (isBelieved || !own)) return address(text, right, named);
  const worst = wrong.find(({ verdict }) => verdict === 'test-network') ?? own ?? wrong[0];
  if (worst) return mistake(text, worst, wrong);
  return /^([\w-]+\.)+[a-z]{2,}$/i.test(text) ? { kind: 'name', name: text } : { kind: 'unknown', text };
}

/** What each network makes of the text, in the table's order; a form that many share is judged once. */
function read(text: string, among: readonly Network[]): readonly Reading[] {
  const verdicts = new Map<Form, Verdict>();
  const readings: Reading[] = [];
  for (const network of among) {
    for (const form of network.forms) {
      if (!form.like.test(text)) continue;
      const verdict = verdicts.get(form) ?? judge(text, form);
      verdicts.set(form, verdict);
      readings.push({ network, form, verdict });
    }
  }
  return readings;
}

function judge(text: string, { foreign, skip = 0, lengths, check }: Form): Verdict {
  if (foreign?.test(text.slice(skip))) return 'character';
  if (lengths && !lengths.includes(text.length)) return 'length';
  return check ? check(text) : 'none';
}

function isRight(verdict: Verdict): verdict is Checksum {
  return verdict === 'valid' || verdict === 'single-case' || verdict === 'none';
}

function address(text: string, right: readonly Reading[], named?: string): Recognition {
  const { network, form, verdict } = right.find((reading) => reading.network.id === named) ?? right[0]!;
  const { family } = network;
  const candidates = right.map((reading) => reading.network.id);
  const notes: Note[] = [];
  let isOnNamed = named !== undefined && candidates.includes(named);
  if (family === 'evm') {
    // A spelling of another EVM chain is the same account in other capitals.
    isOnNamed = networkById(named ?? '')?.family === family;
    const spelling = candidates[0] === ROOTSTOCK ? ROOTSTOCK : 'ethereum';
    if (verdict === 'valid' && spelling !== named && [spelling, named].includes(ROOTSTOCK)) {
      notes.push({ kind: 'other-chain-spelling', network: spelling });
    }
    const entity = /^0x0{24}(\w{16})$/.exec(text)?.[1];
    if (entity && /[1-9a-f]/i.test(entity)) {
      notes.push({ kind: 'alias', network: 'hedera', address: `0.0.${BigInt(`0x${entity}`)}` });
    }
  }
  if (WIDE.test(text)) notes.push({ kind: 'may-be-transaction' }, { kind: 'may-be-private-key' });
  if (/^\d+$/.test(text) && !isOnNamed) notes.push({ kind: 'needs-network' });
  return {
    kind: 'address',
    address: text,
    family,
    networks: isOnNamed ? [named!] : candidates,
    checksum: verdict as Checksum,
    ...(verdict === 'single-case' && family === 'evm' && { checksummed: checksummed(text) }),
    role: form.role ?? 'unknown',
    notes,
  };
}

const WIDE = /^(0x)?[\da-f]{64}$/i;
const ROOTSTOCK = 'rootstock';

function mistake(text: string, { network, form, verdict }: Reading, wrong: readonly Reading[]): Recognition {
  const { foreign, skip = 0, lengths } = form;
  return {
    kind: 'mistake',
    mistake: verdict as Trouble,
    text,
    family: network.family,
    networks: wrong.filter((reading) => reading.verdict === verdict).map((reading) => reading.network.id),
    ...(verdict === 'character' && foreign && { at: skip + text.slice(skip).search(foreign) }),
    ...(verdict === 'length' && {
      actual: text.length,
      ...(lengths && { expected: lengths.slice(0, 2) }),
    }),
  };
}

// ─── An address inside a link ────────────────────────────────────────────────────────────────────

const TEST_CHAINS = ['5', '31', '97', '17000', '43113', '80002', '84532', '421614', '11155111'];

/** The address a link names, on the network it names; undefined when the text is no link. */
function recogniseLink(
  text: string,
  named: string | undefined,
  table: readonly Network[],
): Recognition | undefined {
  // CAIP-19 and CAIP-10: eip155:1/erc20:0x…, eip155:1:0x…
  const caip = /^([-a-z\d]{3,8}):([-\w]{1,32})(?:\/[-a-z\d]{3,8})?:([-.\w]+)/.exec(text);
  if (caip) return onChain(text, 'CAIP-19', caip[1]!, caip[2]!, caip[3]!, table);
  const payment = /^ethereum:(?:pay-)?(0x\w*)(?:@(\d+))?(?:[/?]|$)/i.exec(text);
  if (payment?.[2]) return onChain(text, 'EIP-681', 'eip155', payment[2], payment[1]!, table);
  if (payment)
    return noted(recognisePlain(payment[1]!, named, table), { kind: 'from-link', site: 'EIP-681' });
  if (/^[a-z]+:\/\//i.test(text) || /^([\w-]+\.)+[a-z]{2,}\/./i.test(text)) return fromUrl(text, table);
  const [, scheme, rest] = /^([a-z]+):(\w+)(?:\?|$)/.exec(text) ?? [];
  const among = table.filter(({ id }) => id === scheme && id !== 'kaspa');
  if (!among[0]) return undefined;
  return noted(recognisePlain(rest!, undefined, among), { kind: 'from-link', site: scheme! });
}

function onChain(
  text: string,
  site: string,
  space: string,
  chain: string,
  target: string,
  table: readonly Network[],
): Recognition {
  const isEvm = space === 'eip155';
  // Solana's test networks go by the beginning of their genesis hash.
  if (isEvm ? TEST_CHAINS.includes(chain) : /test|dev|^EtWTR|^4uhcV/.test(chain))
    return { kind: 'mistake', mistake: 'test-network', text };
  const among = table.filter(({ chainId, id, family }) =>
    isEvm ? `${chainId}` === chain : [id, family].includes(space),
  );
  const found = recognisePlain(target, among[0]?.id, among[1] ? among : table);
  if (found.kind !== 'address') return found;
  // A chain the table lacks leaves no candidate: the same address on another chain is another token.
  const networks = found.networks.filter((id) => among.some((network) => network.id === id));
  if (among[0] && !networks[0]) return { kind: 'mistake', mistake: 'link', text };
  return noted({ ...found, networks }, { kind: 'from-link', site });
}

function fromUrl(text: string, table: readonly Network[]): Recognition {
  const url = parsed(text.includes('://') ? text : `https://${text}`);
  const site =
    url && /^https?:$/.test(url.protocol) && !url.username && !url.password
      ? url.host.replace(/^www\./, '')
      : '';
  if (/[/=](test|dev)net/.test(text)) return { kind: 'mistake', mistake: 'test-network', text };
  const parts = url ? (url.pathname + url.hash).split(/[/#]+/).map(decoded) : [];
  const dex = { 'dexscreener.com': 'dexScreener', 'geckoterminal.com': 'geckoTerminal' }[site] as
    | 'dexScreener'
    | 'geckoTerminal'
    | undefined;
  const hosting = table.filter((network) =>
    dex
      ? parts[1] && network[dex] === parts[1]
      : [network.explorer, network.otherPages[0]?.[1]].some((page) => page?.startsWith(`${site}/`)),
  );
  // Several networks may share an explorer; its path then begins with the chain.
  const chosen = hosting.filter(({ explorer }) => parts.includes(explorer.split('/')[1]!));
  const among = chosen[0] ? chosen : hosting;
  const readings = [...parts.slice(dex ? 2 : 1), parts.slice(-2).join('/')].map((part) =>
    recognisePlain(part, undefined, among),
  );
  const found =
    readings.find(({ kind }) => kind === 'address') ?? readings.find(({ kind }) => kind === 'mistake');
  if (!found) return { kind: 'mistake', mistake: 'link', text };
  // The last part of a DexScreener link is as often a pair as a token.
  const isPair = dex === 'dexScreener' || parts[2] === 'pools';
  return noted(found.kind === 'address' && isPair ? { ...found, role: 'pair-or-token' } : found, {
    kind: 'from-link',
    site,
  });
}

function parsed(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return '';
  }
}

// ─── To show and to compare ──────────────────────────────────────────────────────────────────────

/** First 8 … last 6 characters; what is not longer than that stays whole. */
export function shortForm(text: string): string {
  return text.length > 15 ? `${text.slice(0, 8)}…${text.slice(-6)}` : text;
}

/** The whole address in groups of four characters; `0x` is a group of its own, so that two align. */
export function groupsOfFour(text: string): string[] {
  return text.match(/^0x|.{1,4}/g) ?? [];
}
