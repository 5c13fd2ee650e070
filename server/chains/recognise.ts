// Text → what it is, how sure, what is wrong with it. Never throws, never re-cases, never guesses a chain.

import type { Family } from './chains.ts';
import { networks } from './chains.ts';
import { checksummed, fromBase58 } from './checksums.ts';

export type Checksum =
  | 'valid'
  /** The network has a checksum, but a spelling in one case does not carry it. */
  | 'single-case'
  /** The network has none: only a look-up can tell a wrong address from a right one. */
  | 'none';

export type Note =
  | { readonly kind: 'invisible-removed' }
  /** The address was taken out of a link of this site (`etherscan.io`, `dexscreener.com`). */
  | { readonly kind: 'from-link'; readonly site: string }
  /** The capitals follow another network's rule (Rootstock writes EIP-1191): right there, not a typing error. */
  | { readonly kind: 'other-chain-spelling'; readonly network: string }
  /** The same thing written another way: Hedera's `0.0.n` for a long-zero EVM address. */
  | { readonly kind: 'alias'; readonly network: string; readonly address: string }
  /** 32 bytes of hex: a transaction looks the same. */
  | { readonly kind: 'may-be-transaction' }
  /** 32 bytes of hex without `0x`: a private key looks the same. */
  | { readonly kind: 'may-be-private-key' }
  /** A plain number says nothing without its network. */
  | { readonly kind: 'needs-network' };

export type Role = 'token' | 'account' | 'pair-or-token' | 'unknown';

export type Mistake =
  | 'checksum'
  | 'length'
  | 'foreign-letter'
  | 'character'
  | 'shape'
  | 'range'
  | 'shortened'
  | 'test-network'
  /** A link to a site that is no known explorer, or that hides its host behind user information. */
  | 'link';

export type SecretKind =
  | 'recovery-phrase'
  | 'extended-key'
  | 'wif'
  | 'solana-key'
  | 'stellar-seed'
  | 'xrpl-seed'
  | 'private-key';

export type Recognition =
  | {
      readonly kind: 'address';
      /** Cleaned, in the visitor's own spelling. */
      readonly address: string;
      readonly family: Family;
      /** Ids of the networks it can belong to, the likeliest first; empty where the table has none. */
      readonly networks: readonly string[];
      readonly checksum: Checksum;
      /** The spelling with a checksum, where the text had none. */
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
      /** UTF-16 offset in `text` of the first character that is wrong, where it can be named. */
      readonly at?: number;
      /** Lengths an address of this family has, in characters, beside the one found. */
      readonly expected?: readonly number[];
      readonly actual?: number;
    }
  /** A name such as `vitalik.eth`: not an address. */
  | { readonly kind: 'name'; readonly name: string }
  /** A wallet secret. The text is not repeated. */
  | { readonly kind: 'secret'; readonly secret: SecretKind }
  /** Could close the `[Contract Address: …]` line or add text to it: must not be sent. */
  | { readonly kind: 'refused'; readonly reason: 'empty' | 'too-long' | 'space' | 'bracket' | 'character' }
  /** Harmless and not known: may be sent as text. */
  | { readonly kind: 'unknown'; readonly text: string };

export type AddressRecognition = Extract<Recognition, { kind: 'address' }>;

/**
 * What the text is. `network` is the id a site or a visitor has named: it narrows the candidates where
 * it is one of them, and decides between spellings; it never turns a wrong address into a right one.
 */
export function recognise(text: string, network?: string): Recognition {
  const cleaned = text.trim();
  if (/^0x[\da-f]{40}$/i.test(cleaned)) {
    const spelling = checksummed(cleaned);
    const single = !/[a-f]/.test(cleaned.slice(2)) || !/[A-F]/.test(cleaned);
    if (!single && spelling !== cleaned)
      return { kind: 'mistake', mistake: 'checksum', text: cleaned, family: 'evm' };
    const all = networks.filter(({ family }) => family === 'evm').map(({ id }) => id);
    return {
      kind: 'address',
      address: cleaned,
      family: 'evm',
      networks: network && all.includes(network) ? [network] : all,
      checksum: spelling === cleaned ? 'valid' : 'single-case',
      ...(spelling === cleaned ? {} : { checksummed: spelling }),
      role: 'unknown',
      notes: [],
    };
  }
  if (fromBase58(cleaned)?.length === 32) {
    return {
      kind: 'address',
      address: cleaned,
      family: 'solana',
      networks: ['solana'],
      checksum: 'none',
      role: 'unknown',
      notes: [],
    };
  }
  return { kind: 'unknown', text: cleaned };
}

/** First 8 … last 6 characters; a text that is not much longer stays whole. */
export function shortForm(address: string): string {
  return address.length > 17 ? `${address.slice(0, 8)}…${address.slice(-6)}` : address;
}

/** The whole address in pieces of four for reading aloud and comparing; `0x` joins the first. */
export function groupsOfFour(address: string): string[] {
  return address.match(/^0x.{1,4}|.{1,4}/g) ?? [];
}
