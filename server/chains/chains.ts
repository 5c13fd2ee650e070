// The table of networks: what each is called, how its addresses are written, and where to look one up.
// Pure data for both sides: no Bun, no Lit, nothing is fetched.

import * as forms from './forms.ts';

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
  /** At most five characters for the engraved plate: `ETH`, `SOL`, `BASE`. */
  readonly plate: string;
  readonly family: Family;
  readonly forms: readonly forms.Form[];
  /** The page of a token, without `https://`; the address stands for `{}`, or comes last. */
  readonly explorer: string;
  /** Pages of addresses that match instead, as `replace` takes them: `$&` is what matched. */
  readonly otherPages?: readonly (readonly [RegExp, string])[];
  /** What DexScreener and GeckoTerminal call the network in their links; empty where they do not have it. */
  readonly dexScreener: string;
  readonly geckoTerminal: string;
  /** Only EVM networks have one. */
  readonly chainId?: number;
}

// An id is the name in lower case, and both sites use the id, unless the row says otherwise. The slugs
// were read in two public maps that disagree in places: to re-check one, open the page it leads to.
function row(
  family: Family,
  written: readonly forms.Form[],
  name: string,
  plate: string,
  explorer: string,
  more: Partial<Network> = {},
): Network {
  const { id = name.toLowerCase(), dexScreener = id, geckoTerminal = dexScreener } = more;
  return { name, plate, family, forms: written, explorer, ...more, id, dexScreener, geckoTerminal };
}

function evm(
  chainId: number,
  name: string,
  plate: string,
  host: string,
  more: Partial<Network> = {},
): Network {
  return row('evm', forms.evm, name, plate, `${host}/token/`, { chainId, ...more });
}

function cosmos(
  name: string,
  plate: string,
  prefix: string,
  native: string,
  more: Partial<Network> = {},
): Network {
  const chain = more.dexScreener ?? prefix;
  return row('cosmos', forms.cosmos(prefix, native), name, plate, `mintscan.io/${chain}/assets/`, {
    otherPages: [[/^[a-z]+1.*/, `mintscan.io/${chain}/address/$&`]],
    dexScreener: '',
    ...more,
  });
}

const unlisted = { dexScreener: '' };

/**
 * Every network we know. Of the networks an address can belong to, the earlier is the likelier; of the
 * networks a wrong address nearly fits, the first explains what is wrong, so the vaguest form comes last.
 */
export const networks: readonly Network[] = [
  evm(1, 'Ethereum', 'ETH', 'etherscan.io', { geckoTerminal: 'eth' }),
  evm(8453, 'Base', 'BASE', 'basescan.org'),
  evm(56, 'BNB Chain', 'BNB', 'bscscan.com', { id: 'bsc' }),
  evm(42161, 'Arbitrum', 'ARB', 'arbiscan.io'),
  evm(137, 'Polygon', 'POL', 'polygonscan.com', { geckoTerminal: 'polygon_pos' }),
  evm(10, 'Optimism', 'OP', 'optimistic.etherscan.io'),
  evm(43114, 'Avalanche', 'AVAX', 'snowtrace.io', { geckoTerminal: 'avax' }),
  evm(999, 'HyperEVM', 'HYPE', 'hyperevmscan.io'),
  evm(59144, 'Linea', 'LINEA', 'lineascan.build'),
  evm(324, 'zkSync', 'ZK', 'explorer.zksync.io'),
  evm(534352, 'Scroll', 'SCR', 'scrollscan.com'),
  evm(81457, 'Blast', 'BLAST', 'blastscan.io'),
  evm(5000, 'Mantle', 'MNT', 'mantlescan.xyz'),
  evm(146, 'Sonic', 'S', 'sonicscan.org'),
  evm(80094, 'Berachain', 'BERA', 'berascan.com'),
  evm(130, 'Unichain', 'UNI', 'uniscan.xyz'),
  evm(143, 'Monad', 'MON', 'monadscan.com'),
  evm(1329, 'Sei', 'SEI', 'seiscan.io', { geckoTerminal: 'sei-network' }),
  evm(100, 'Gnosis', 'GNO', 'gnosisscan.io', { dexScreener: 'gnosischain', geckoTerminal: 'xdai' }),
  evm(42220, 'Celo', 'CELO', 'celoscan.io'),
  evm(369, 'PulseChain', 'PLS', 'scan.pulsechain.com'),
  evm(2741, 'Abstract', 'ABS', 'abscan.org'),
  evm(480, 'World Chain', 'WLD', 'worldscan.org', { id: 'worldchain' }),
  evm(57073, 'Ink', 'INK', 'explorer.inkonchain.com'),
  evm(747474, 'Katana', 'KAT', 'katanascan.com'),
  evm(9745, 'Plasma', 'XPL', 'plasmascan.to'),
  row('evm', forms.rootstock, 'Rootstock', 'RBTC', 'rootstock.blockscout.com/address/', {
    chainId: 30,
    ...unlisted,
  }),

  row('starknet', forms.starknet, 'Starknet', 'STRK', 'voyager.online/token/', {
    dexScreener: '',
    geckoTerminal: 'starknet-alpha',
  }),
  row('move', forms.aptos, 'Aptos', 'APT', 'explorer.aptoslabs.com/fungible_asset/{}?network=mainnet', {
    otherPages: [[/.*:.*/, 'explorer.aptoslabs.com/coin/$&?network=mainnet']],
  }),
  row('move', forms.sui, 'Sui', 'SUI', 'suiscan.xyz/mainnet/object/', {
    otherPages: [[/.*:.*/, 'suiscan.xyz/mainnet/coin/$&']],
    geckoTerminal: 'sui-network',
  }),
  row('hyperliquid', forms.hyperCore, 'HyperCore', 'HYPE', 'app.hyperliquid.xyz/explorer/token/', {
    dexScreener: 'hyperliquid',
    geckoTerminal: '',
  }),
  row('tron', forms.tron, 'Tron', 'TRX', 'tronscan.org/#/token20/'),
  row('ton', forms.ton, 'TON', 'TON', 'tonviewer.com/'),
  row('near', forms.near, 'NEAR', 'NEAR', 'nearblocks.io/token/'),
  row('cardano', forms.cardano, 'Cardano', 'ADA', 'cardanoscan.io/token/', {
    otherPages: [[/^addr.*/, 'cardanoscan.io/address/$&']],
  }),
  row('xrpl', forms.xrpl, 'XRP Ledger', 'XRP', 'xrpscan.com/token/', {
    id: 'xrpl',
    otherPages: [[/^r\w+$/, 'xrpscan.com/account/$&']],
    dexScreener: '',
    geckoTerminal: 'xrpl',
  }),
  row('hedera', forms.hedera, 'Hedera', 'HBAR', 'hashscan.io/mainnet/token/', {
    geckoTerminal: 'hedera-hashgraph',
  }),
  row('stellar', forms.stellar, 'Stellar', 'XLM', 'stellar.expert/explorer/public/asset/', {
    otherPages: [
      [/^(\w+):/, 'stellar.expert/explorer/public/asset/$1-'],
      [/^C\w{55}$/, 'stellar.expert/explorer/public/contract/$&'],
      [/^[GM]\w{55,68}$/, 'stellar.expert/explorer/public/account/$&'],
    ],
    ...unlisted,
  }),
  row('algorand', forms.algorand, 'Algorand', 'ALGO', 'explorer.perawallet.app/asset/', {
    otherPages: [[/.*\D.*/, 'explorer.perawallet.app/address/$&']],
    geckoTerminal: '',
  }),
  row('polkadot', forms.polkadot, 'Polkadot', 'DOT', 'assethub-polkadot.subscan.io/assets/', {
    otherPages: [[/.*\D.*/, 'assethub-polkadot.subscan.io/account/$&']],
    geckoTerminal: '',
  }),
  row('icp', forms.icp, 'ICP', 'ICP', 'dashboard.internetcomputer.org/canister/'),
  row('kaspa', forms.kaspa, 'Kaspa', 'KAS', 'explorer.kaspa.org/addresses/', unlisted),
  cosmos('Osmosis', 'OSMO', 'osmo', 'uosmo', { dexScreener: 'osmosis' }),
  row('cosmos', forms.injective, 'Injective', 'INJ', 'mintscan.io/injective/assets/', {
    otherPages: [[/^inj1.*/, 'mintscan.io/injective/address/$&']],
  }),
  cosmos('Juno', 'JUNO', 'juno', 'ujuno'),
  cosmos('Terra', 'LUNA', 'terra', 'uluna', { id: 'terra2' }),
  cosmos('Sei (Cosmos)', 'SEI', 'sei', 'usei', { id: 'sei-cosmos' }),
  cosmos('Neutron', 'NTRN', 'neutron', 'untrn'),
  cosmos('Stride', 'STRD', 'stride', 'ustrd'),
  cosmos('Noble', 'USDC', 'noble', 'uusdc'),
  cosmos('Cosmos Hub', 'ATOM', 'cosmos', 'uatom', { id: 'cosmoshub' }),
  row('tezos', forms.tezos, 'Tezos', 'XTZ', 'tzkt.io/', { dexScreener: '', geckoTerminal: 'tezos' }),
  row('stacks', forms.stacks, 'Stacks', 'STX', 'explorer.hiro.so/token/', {
    otherPages: [[/([^:]+).*/, 'explorer.hiro.so/token/$1?chain=mainnet']],
    dexScreener: '',
    geckoTerminal: 'stacks',
  }),
  row('multiversx', forms.multiversX, 'MultiversX', 'EGLD', 'explorer.multiversx.com/tokens/', {
    geckoTerminal: '',
  }),
  row('bitcoin', forms.bitcoin, 'Bitcoin', 'BTC', 'mempool.space/address/', {
    otherPages: [[/.*[:%].*/, 'ordinals.com/rune/$&']],
    ...unlisted,
  }),
  row('solana', forms.solana, 'Solana', 'SOL', 'solscan.io/token/'),
];

/** The network of that id; undefined when the table has none. */
export function networkById(id: string): Network | undefined {
  return networks.find((network) => network.id === id);
}

/** The network's explorer page of an address; undefined when the text holds what no address can. */
export function explorerUrl({ explorer, otherPages = [] }: Network, address: string): string | undefined {
  return link(explorer, address, otherPages);
}

/** The DexScreener page of a token or pair; undefined where the site does not have the network. */
export function dexScreenerUrl(network: Network, address: string): string | undefined {
  return network.dexScreener ? link(`dexscreener.com/${network.dexScreener}/`, address) : undefined;
}

/** The GeckoTerminal page of a token; undefined where the site does not have the network. */
export function geckoTerminalUrl(network: Network, address: string): string | undefined {
  return network.geckoTerminal
    ? link(`geckoterminal.com/${network.geckoTerminal}/tokens/`, address)
    : undefined;
}

// Only what an address may hold goes into a link, so that no text can add a query, a fragment or a host.
function link(page: string, address: string, others: Network['otherPages'] = []): string | undefined {
  if (!/^[\w.:/@$•+-]+$/.test(address) || address.includes('..')) return undefined;
  const text = encodeURIComponent(address).replace(/%3A/g, ':').replace('%40', '@');
  const other = others.find(([pattern]) => pattern.test(text));
  if (other) return `https://${text.replace(...other)}`;
  return `https://${page.includes('{}') ? page.replace('{}', text) : page + text}`;
}
