// The table of networks: what each is called, and where an address of it can be looked up.
// Pure data for both sides: no Bun, no Lit, no network.

export type Family =
  | 'evm'
  | 'solana'
  | 'tron'
  | 'ton'
  | 'move'
  | 'starknet'
  | 'near'
  | 'xrpl'
  | 'cardano'
  | 'hedera'
  | 'stellar'
  | 'algorand'
  | 'polkadot'
  | 'icp'
  | 'kaspa'
  | 'hyperliquid'
  | 'cosmos'
  | 'bitcoin'
  | 'tezos'
  | 'stacks'
  | 'multiversx';

export interface Network {
  /** Stable name in attributes, storage and links: `ethereum`, `solana`. */
  readonly id: string;
  readonly name: string;
  /** At most five letters for the engraved plate: `ETH`, `SOL`, `BASE`. */
  readonly plate: string;
  readonly family: Family;
  /** Present on EVM networks. */
  readonly chainId?: number;
  /** The prefix of its bech32 addresses, where it has one that stands for it alone. */
  readonly prefix?: string;
  /** Page of a token, without `https://`; `{}` stands for the address, or it is appended. */
  readonly explorer: string;
  /** Another page for the addresses that match: accounts, contracts, fungible assets. */
  readonly otherPage?: readonly [RegExp, string];
  /** Names of the network in the addresses of these sites; empty where they do not list it. */
  readonly dexScreener: string;
  readonly geckoTerminal: string;
}

type Row = readonly [
  id: string,
  name: string,
  plate: string,
  explorer: string,
  dexScreener?: string,
  geckoTerminal?: string,
];

// A site's slug is the network's id unless the row says otherwise; '' where the site has no such network.
// Slugs were read in two public maps; to re-check one, open the page it leads to.
function evm(
  chainId: number,
  [id, name, plate, explorer, dexScreener = id, geckoTerminal = dexScreener]: Row,
): Network {
  return {
    id,
    name,
    plate,
    family: 'evm',
    chainId,
    explorer: `${explorer}/token/`,
    dexScreener,
    geckoTerminal,
  };
}

function other(
  family: Family,
  [id, name, plate, explorer, dexScreener = '', geckoTerminal = dexScreener]: Row,
  more: Partial<Network> = {},
): Network {
  return { id, name, plate, family, explorer, dexScreener, geckoTerminal, ...more };
}

/** Every network we know, the likelier of one family first. */
export const networks: readonly Network[] = [
  evm(1, ['ethereum', 'Ethereum', 'ETH', 'etherscan.io', 'ethereum', 'eth']),
  evm(8453, ['base', 'Base', 'BASE', 'basescan.org']),
  evm(56, ['bsc', 'BNB Chain', 'BNB', 'bscscan.com']),
  evm(42161, ['arbitrum', 'Arbitrum', 'ARB', 'arbiscan.io']),
  evm(137, ['polygon', 'Polygon', 'POL', 'polygonscan.com', 'polygon', 'polygon_pos']),
  evm(10, ['optimism', 'Optimism', 'OP', 'optimistic.etherscan.io']),
  evm(43114, ['avalanche', 'Avalanche', 'AVAX', 'snowtrace.io', 'avalanche', 'avax']),
  other('solana', ['solana', 'Solana', 'SOL', 'solscan.io/token/', 'solana']),
];

const byId = new Map(networks.map((network) => [network.id, network]));

/** The network of that id; undefined when the table has none. */
export function networkById(id: string): Network | undefined {
  return byId.get(id);
}

/** The network's own explorer page of an address; undefined when the text cannot be an address at all. */
export function explorerUrl(network: Network, address: string): string | undefined {
  const [matches, page] = network.otherPage ?? [];
  return fill(matches?.test(address) && page ? page : network.explorer, address);
}

/** The DexScreener page of a token or pair; undefined where the site does not list the network. */
export function dexScreenerUrl(network: Network, address: string): string | undefined {
  return network.dexScreener ? fill(`dexscreener.com/${network.dexScreener}/`, address) : undefined;
}

/** The GeckoTerminal page of a token; undefined where the site does not list the network. */
export function geckoTerminalUrl(network: Network, address: string): string | undefined {
  return network.geckoTerminal
    ? fill(`geckoterminal.com/${network.geckoTerminal}/tokens/`, address)
    : undefined;
}

// Only what an address may hold goes into a link, so that no text can add a query, a fragment or a host.
function fill(page: string, address: string): string | undefined {
  if (!/^[\w.:/@•-]+$/.test(address)) return undefined;
  const text = encodeURI(address);
  return `https://${page.includes('{}') ? page.replace('{}', text) : page + text}`;
}
