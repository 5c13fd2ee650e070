// How addresses are written: what a text must look like to be meant as one, and what makes it right.
// A new way of writing is added here; a new network that writes like another is one row in `chains.ts`.

import {
  BASE32,
  BASE64,
  BECH32,
  bytesOf,
  CASHADDR_CODE,
  CROCKFORD32,
  checksummed,
  crc16,
  crc32,
  digitsOf,
  endsWith,
  fromBase,
  fromBase58Check,
  fromBech32,
  fromBits,
  fromStrkey,
  hederaLetters,
  polymod,
  regroup,
  sha256,
  XRPL58,
} from './checksums.ts';

export type Trouble = 'checksum' | 'length' | 'character' | 'shape' | 'range' | 'test-network';

/** Right by its checksum, right as far as can be told, or wrong and how. */
export type Verdict = 'valid' | 'single-case' | 'none' | Trouble;

export interface Form {
  /** What a text looks like that was meant as this form, right or wrong. */
  readonly like: RegExp;
  /** What a character of it may not be; the first `skip` characters are not looked at. */
  readonly foreign?: RegExp;
  readonly skip?: number;
  /** Lengths it can have, in characters, the usual one first. */
  readonly lengths?: readonly number[];
  /** The last word, once characters and length are right. Without it nothing more can be told. */
  readonly check?: (text: string) => Verdict;
  readonly role?: 'token' | 'account';
}

const HEX = /[^\da-f]/i;
const BASE_58 = /[^1-9A-HJ-NP-Za-km-z]/;
const sums = (right: unknown): Verdict => (right ? 'valid' : 'checksum');
const shaped =
  (right: RegExp) =>
  (text: string): Verdict =>
    right.test(text) ? 'none' : 'shape';

// ─── Hex ─────────────────────────────────────────────────────────────────────────────────────────

/** EIP-55, or EIP-1191 for the chains that follow it. One case carries no checksum. */
export function evmVerdict(text: string, chainId?: number): Verdict {
  const digits = text.slice(2);
  if (digits !== digits.toLowerCase() && digits !== digits.toUpperCase())
    return sums(checksummed(text, chainId) === text);
  return 'single-case';
}

export const evm: readonly Form[] = [
  {
    like: /^0x([^:]{2,24}|[^:]{33,50})$/,
    foreign: HEX,
    skip: 2,
    lengths: [42],
    check: (text) => {
      const verdict = evmVerdict(text);
      return verdict === 'checksum' && checksummed(text, 31) === text ? 'test-network' : verdict;
    },
  },
];

export const rootstock: readonly Form[] = [{ ...evm[0]!, check: (text) => evmVerdict(text, 30) }];

const wide: Form = { like: /^0x[^:]{51,}$/, foreign: HEX, skip: 2, lengths: [66] };

// Below 2^251; leading zeros may be left out.
export const starknet: readonly Form[] = [
  {
    like: /^0x[\da-f]{61,}$/i,
    lengths: [66, 65, 64, 63],
    check: (text) => (/^0x(0?[0-7])?.{61,62}$/.test(text) ? 'none' : 'range'),
  },
];

const moveType: Form = {
  like: /^0x.*:/,
  check: (text) =>
    text.indexOf(':') > 66 ? 'length' : /^0x[\da-f]+(::[a-z]\w*){2}$/i.test(text) ? 'none' : 'shape',
  role: 'token',
};
export const sui: readonly Form[] = [moveType, wide];
export const aptos: readonly Form[] = [...sui, { like: /^0x[\da-f]$/ }];

export const hyperCore: readonly Form[] = [
  { like: /^0x[^:]{25,32}$/, foreign: HEX, skip: 2, lengths: [34] },
  { like: /^@\d+$|^[A-Z]+\/USDC$/ },
];

// A policy id and the name's hex digits, with or without the dot between them.
const cardanoAsset: Form = {
  like: /^[\da-f]{46,}\.?[\da-f]*$/i,
  check: (text) => (/^[\da-f]{56}\.?([\da-f]{2}){0,32}$/i.test(text) ? 'none' : 'length'),
};

// ─── Base 58 ─────────────────────────────────────────────────────────────────────────────────────

function base58Check(
  like: RegExp,
  size: number,
  versions: readonly number[],
  more: Partial<Form> = {},
  alphabet?: string,
): Form {
  return {
    like,
    foreign: BASE_58,
    check: (text) => {
      const payload = fromBase58Check(text, alphabet);
      return sums(payload?.length === size && versions.includes(payload[0]!));
    },
    ...more,
  };
}

export const solana: readonly Form[] = [
  {
    like: /^(?=.*[A-Z])(?=.*[a-z])(?=.*\d)\w{25,45}$|^1{32}$|^[A-HJ-NP-Za-km-z]{43,44}$/,
    foreign: BASE_58,
    lengths: Array.from({ length: 13 }, (_, i) => 44 - i),
    check: (text) => (fromBase(text)!.length === 32 ? 'none' : 'length'),
  },
];
export const tron: readonly Form[] = [base58Check(/^T\w{29,37}$/, 21, [0x41], { lengths: [34] })];
export const tezos: readonly Form[] = [
  base58Check(/^KT1\w{28,37}$/, 23, [2], { lengths: [36], role: 'token' }),
  base58Check(/^tz[1-4]\w{28,37}$/, 23, [6], { lengths: [36], role: 'account' }),
];

export const bitcoin: readonly Form[] = [
  { like: /^(bc|tb|bcrt)1/i, check: segwit, role: 'account' },
  base58Check(/^[13]\w{24,34}$/, 21, [0, 5], { role: 'account' }),
  { like: /^\d+:\d+$|^[A-Z]+(•[A-Z]+)+$/, role: 'token' },
];

function segwit(text: string): Verdict {
  const code = fromBech32(text);
  const [version = 99, ...digits] = code?.digits ?? [];
  const program = regroup(digits, 5, 8)?.length ?? 0;
  if (!code) return 'checksum';
  if (version > 16 || program < 2 || program > 40 || (!version && program !== 20 && program !== 32))
    return 'length';
  if (code.variant !== (version ? 'bech32m' : 'bech32')) return 'checksum';
  return code.prefix === 'bc' ? 'valid' : 'test-network';
}

export const xrpl: readonly Form[] = [
  {
    like: /^[\w$]+\.r\w{24,36}$|^r\w{24,34}$/,
    check: (text) => {
      const [issuer = '', currency] = text.split('.').reverse();
      const payload = fromBase58Check(issuer, XRPL58);
      if (currency && !/^(?!XRP$)([\w$]{3}|(?!00)[\dA-F]{40})$/i.test(currency)) return 'shape';
      return sums(payload?.length === 21 && payload[0] === 0);
    },
  },
];

// ─── Base 32 and 64 ──────────────────────────────────────────────────────────────────────────────

export const ton: readonly Form[] = [
  {
    // The first letters hold what the address is for (E, U; k, 0 on the test network) and its workchain.
    like: /^[EUk0][Qf][\w/+-]{40,52}$/,
    lengths: [48],
    check: (text) => {
      const bytes = fromBits(text.replace(/\+/g, '-').replace(/\//g, '_'), BASE64);
      if (!bytes || crc16(bytes)) return 'checksum';
      return bytes[0]! & 0x80 ? 'test-network' : 'valid';
    },
  },
  { like: /^(0|-1):\w{40,}$/, foreign: HEX, skip: 3, check: shaped(/:.{64}$/) },
];

export const stellar: readonly Form[] = [
  {
    like: /^([A-Za-z\d]{1,12}[:-])?((?=.*\d)[GC][A-Z\d]{12,56}|M[A-Z\d]{60,70})$/,
    check: (text) => {
      const key = text.slice(text.search(/[^:-]*$/));
      return key.length !== (key[0] === 'M' ? 69 : 56) ? 'length' : sums(fromStrkey(key));
    },
  },
];

export const icp: readonly Form[] = [
  {
    like: /^\w{5}(-\w{1,6}){3,}$/,
    check: (text) => {
      if (!/^([a-z2-7]{5}-){4}/.test(text)) return 'length';
      const bytes = fromBits(text.replace(/-/g, '').toUpperCase(), BASE32);
      return sums(
        bytes &&
          /^([a-z2-7]{5}-)+[a-z2-7]{1,5}$/.test(text) &&
          new DataView(bytes.buffer).getUint32(0) === crc32(bytes.subarray(4)),
      );
    },
  },
];

// ─── Bech 32 and its cousins ─────────────────────────────────────────────────────────────────────

/** Any address of the prefix: 32 bytes are a contract's, 20 an account's. */
export function bech32(prefix: string, lengths: readonly number[] = [38, 58]): Form {
  return {
    like: RegExp(`^${prefix}1\\w{20,}$`, 'i'),
    lengths: lengths.map((length) => prefix.length + 1 + length),
    check: (text) => sums(fromBech32(text)?.variant === 'bech32'),
  };
}

export const cardano: readonly Form[] = [bech32('asset', [38]), bech32('addr', [58, 98]), cardanoAsset];

export const kaspa: readonly Form[] = [
  {
    like: /^kaspa(\w*:|\w{40})/,
    check: (text) => {
      const [prefix, data = ''] = text.split(':') as [string, string?];
      const digits = digitsOf(data, BECH32);
      if (digits.includes(-1) || !data) return 'shape';
      if (data.length < 61 || data.length > 63) return 'length';
      if (
        polymod([...[...bytesOf(prefix)].map((byte) => byte & 31), 0, ...digits], CASHADDR_CODE) !==
        'qqqqqqqp'
      )
        return 'checksum';
      return prefix === 'kaspa' ? 'valid' : 'test-network';
    },
  },
];

const ibc: Form = { like: /^ibc\//, foreign: /[^\dA-F]/, skip: 4, lengths: [68] };

/** The denominations of a Cosmos network beside its own `native` one. */
export function cosmos(prefix: string, native: string): readonly Form[] {
  return [
    bech32(prefix),
    { like: RegExp(`^${native}$`) },
    ibc,
    {
      like: RegExp(`^factory/${prefix}1`),
      check: (text) => sums(/^(\/[\w.:-]+){2,}$/.test(text.slice(7)) && fromBech32(text.split('/')[1]!)),
    },
  ];
}
export const injective: readonly Form[] = [
  ...cosmos('inj', 'inj'),
  { like: /^peggy0x/, foreign: HEX, skip: 7, lengths: [47], check: (text) => evmVerdict(text.slice(5)) },
];

// ─── Names and numbers ───────────────────────────────────────────────────────────────────────────

export const near: readonly Form[] = [
  {
    like: /^[\w.-]+\.(near|tg)$/i,
    foreign: /[A-Z]/,
    check: shaped(/^(?=.{2,64}$)(([a-z\d]+[-_])*[a-z\d]+\.)*([a-z\d]+[-_])*[a-z\d]+$/),
  },
  { like: /^[\da-f]{64}$/ },
];

export const hedera: readonly Form[] = [
  {
    like: /^\d+(\.\d+){1,2}\W?\w*/,
    check: (text) => {
      const [, id, letters] = /^((?:0|[1-9]\d*)(?:\.(?:0|[1-9]\d*)){2})(?:-([a-z]{5}))?$/.exec(text) ?? [];
      if (!id) return 'shape';
      // Without its letters, only the main shard: three numbers are more often a version.
      if (!letters) return id.startsWith('0.0.') ? 'none' : 'shape';
      return [1, 2].some((ledger) => hederaLetters(id, ledger) === letters)
        ? 'test-network'
        : sums(hederaLetters(id) === letters);
    },
  },
];

/** A plain number below 2 to that power. */
export const number = (bits: bigint): Form => ({
  like: /^\d+[\dOIl]*$/,
  foreign: /\D/,
  check: (text) => (BigInt(text) >> bits ? 'range' : /^[1-9]/.test(text) ? 'none' : 'shape'),
  role: 'token',
});
export const algorand: readonly Form[] = [number(64n)];
export const polkadot: readonly Form[] = [number(32n)];

export const stacks: readonly Form[] = [
  {
    like: /^S[MNPT][0-9A-Z]{26,42}(\.|$)/,
    check: (text) => {
      const [principal, contract] = text.split('.') as [string, string?];
      const bytes = fromBase(principal.slice(2), CROCKFORD32);
      if (!bytes) return 'character';
      if (bytes.length !== 24) return 'length';
      if (contract !== undefined && !/^[a-z][\w-]{0,39}(::[a-z][\w-]*)?$/i.test(contract)) return 'shape';
      const version = CROCKFORD32.indexOf(principal[1]!);
      const sum = sha256(sha256(Uint8Array.of(version, ...bytes.subarray(0, 20))));
      if (!endsWith(bytes, sum.subarray(0, 4))) return 'checksum';
      return version > 22 || version === 21 ? 'test-network' : 'valid';
    },
  },
];

export const multiversX: readonly Form[] = [
  {
    like: /^[A-Z][A-Z\d]{2,9}-[\da-fA-F]{5,7}$/,
    check: (text) => (/-.{6}$/.test(text) ? (/[A-F]/.test(text.slice(-6)) ? 'character' : 'none') : 'length'),
    role: 'token',
  },
];
