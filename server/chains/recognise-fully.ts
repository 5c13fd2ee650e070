// Recognition with every checksum, for the server: it decides where the widget could only pass text on.

import { type Network, networks } from './chains.ts';
import { BASE32, bytesOf, endsWith, fromBase, fromBits } from './checksums.ts';
import { blake2b, sha512of256 } from './checksums-server.ts';
import type { Form } from './forms.ts';
import { type Recognition, recognise } from './recognise.ts';

// Polkadot's own prefix is 0, and 42 stands for any chain of its kind; one byte, then a 32-byte key.
const ss58: Form = {
  like: /^[15][1-9A-HJ-NP-Za-km-z]{45,49}$/,
  lengths: [48, 47],
  check: (text) => {
    const bytes = fromBase(text)!;
    if (bytes.length !== 35) return 'length';
    const hash = blake2b(Uint8Array.of(...bytesOf('SS58PRE'), ...bytes.subarray(0, 33)), 64);
    return [0, 42].includes(bytes[0]!) && endsWith(bytes, hash.subarray(0, 2)) ? 'valid' : 'checksum';
  },
  role: 'account',
};

const algorandAccount: Form = {
  like: /^[A-Z\d]{57,59}$/,
  foreign: /[^A-Z2-7]/,
  lengths: [58],
  check: (text) => {
    const bytes = fromBits(text, BASE32);
    const key = bytes?.subarray(0, 32);
    return key && endsWith(bytes!, sha512of256(key).subarray(-4)) ? 'valid' : 'checksum';
  },
  role: 'account',
};

const heavy: Readonly<Record<string, Form>> = { polkadot: ss58, algorand: algorandAccount };

const table: readonly Network[] = networks.map((network) => {
  const form = heavy[network.id];
  return form ? { ...network, forms: [...network.forms, form] } : network;
});

/** As `recognise`, and also accounts of Polkadot and Algorand. */
export function recogniseFully(text: string, network?: string): Recognition {
  return recognise(text, network, table);
}
