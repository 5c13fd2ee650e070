// Wallet secrets by shape and checksum, one word at a time: what must never be sent or stored.

import { fromBase, fromBase58Check, fromBech32, fromStrkey, XRPL58 } from './checksums.ts';

export type SecretKind =
  | 'recovery-phrase'
  | 'extended-key'
  | 'wif'
  | 'solana-key'
  | 'stellar-seed'
  | 'private-key';

export interface Secret {
  readonly secret: SecretKind;
  /** Its own checksum or shape leaves no doubt; otherwise it only looks like one. */
  readonly certain: boolean;
}

/**
 * The secret that one word of text is; undefined for anything else. A mistyped key counts too, as not
 * certain: whoever reads it can mend it. 32 bytes of hex are not judged here, as most are hashes.
 */
export function secretKey(word: string): Secret | undefined {
  if (word.length < 25 || word.length > 180) return undefined;
  if (/^[a-z]prv\w{100,112}$/i.test(word))
    return { secret: 'extended-key', certain: fromBase58Check(word)?.length === 78 };
  if (/^S[A-Z2-7]{55}$/.test(word)) return { secret: 'stellar-seed', certain: !!fromStrkey(word) };
  if (/^[5KLc9][1-9A-HJ-NP-Za-km-z]{50,51}$/.test(word) && /\d/.test(word)) {
    const [version, ...key] = fromBase58Check(word) ?? [];
    return { secret: 'wif', certain: (version === 0x80 || version === 0xef) && key.length > 31 };
  }
  const bytes = /^\w{86,88}$/.test(word) ? fromBase(word) : undefined;
  // A signature has the same length, but ends with a number below the order of the curve, about 2^252;
  // of key pairs, which end with a public key, fifteen in sixteen do not.
  if (bytes?.length === 64) return { secret: 'solana-key', certain: bytes[63]! > 0x10 };
  if (hasSecretPrefix(word)) return { secret: 'private-key', certain: true };
  return undefined;
}

// Keys that carry a checksum under a name of their own: Sui, Cardano and Nostr, Tezos, BIP-38, XRPL, NEAR.
function hasSecretPrefix(word: string): boolean {
  const near = /^(?:ed25519|secp256k1):(\w+)$/.exec(word)?.[1];
  return (
    /privkey$|sk$|nsec$|xprv$/.test(fromBech32(word)?.prefix ?? '') ||
    !!(/^((ed|sp|p2)e?sk|6P)/.test(word) && fromBase58Check(word)) ||
    !!(/^s\w{27,30}$/.test(word) && [17, 19].includes(fromBase58Check(word, XRPL58)?.length ?? 0)) ||
    !!(
      near &&
      [32, 64].includes(fromBase(near)?.length ?? 0) &&
      (fromBase(near)!.length === 64 || word[0] === 's')
    )
  );
}

/** The keys in a text without spaces: alone, or behind a name and a sign, as in `key=…` and `wif_…`. */
export function* keysIn(text: string): Generator<Secret & { readonly part: string; readonly start: number }> {
  for (const part of new Set([text, ...text.split(/[^A-Za-z\d]|0x/)])) {
    const found = secretKey(part);
    if (found) yield { ...found, part, start: text.indexOf(part) };
  }
}

/** Words in the number and lengths of a recovery phrase, and nothing else. */
export function looksLikePhrase(text: string): boolean {
  const words = text.split(/[^a-z]+/i).filter(Boolean);
  return [12, 15, 18, 21, 24].includes(words.length) && words.every(({ length }) => length > 2 && length < 9);
}
