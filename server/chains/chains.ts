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
  /** Addresses that match have another folder in place of the last, or another page where it has a dot. */
  readonly otherPages: readonly (readonly [like: RegExp, folder: string])[];
  /** What DexScreener and GeckoTerminal call the network in their links; empty where they do not have it. */
  readonly dexScreener: string;
  readonly geckoTerminal: string;
  /** Only EVM networks have one. */
  readonly chainId?: number;
}

// A line holds family or, of an EVM network, chain id; then name, plate and explorer; then id, DexScreener's
// slug and GeckoTerminal's. The id is the name in lower case and each site uses what stands before it,
// unless the line says otherwise; `-` where a site lacks the network. The slugs were read in two public
// maps that disagree in places: to re-check one, open the page it leads to.
function row(line: string, written: readonly forms.Form[], ...otherPages: Network['otherPages']): Network {
  const [kind, name, plate, page, ...more] = line.split(',') as [string, string, string, string, ...string[]];
  const id = more[0] || name.toLowerCase();
  const [dexScreener, geckoTerminal] = [more[1] || id, more[2] || more[1] || id].map((slug) =>
    slug === '-' ? '' : slug,
  ) as [string, string];
  return {
    id,
    name,
    plate,
    family: (+kind ? 'evm' : kind) as Family,
    forms: written,
    explorer: page.includes('/') ? page : `${page}/token/`,
    otherPages,
    dexScreener,
    geckoTerminal,
    ...(+kind && { chainId: +kind }),
  };
}

// The prefix of its addresses stands for the explorer; its coin is called after the plate.
function cosmos(line: string): Network {
  const [, name, plate, prefix, , slug = name] = line.split(',') as [
    string,
    string,
    string,
    string,
    ...string[],
  ];
  const chain = slug === '-' ? prefix : slug.toLowerCase();
  const written = plate === 'INJ' ? forms.injective : forms.cosmos(prefix, `u${plate.toLowerCase()}`);
  return row(line.replace(`,${prefix}`, `,mintscan.io/${chain}/assets/`), written, [/^[a-z]+1/, 'address']);
}

/**
 * Every network we know. Of the networks an address can belong to, the earlier is the likelier; of the
 * networks a wrong address nearly fits, the first explains what is wrong, so the vaguest form comes last.
 */
export const networks: readonly Network[] = [
  ...`1,Ethereum,ETH,etherscan.io,,,eth
8453,Base,BASE,basescan.org
56,BNB Chain,BNB,bscscan.com,bsc
42161,Arbitrum,ARB,arbiscan.io
137,Polygon,POL,polygonscan.com,,,polygon_pos
10,Optimism,OP,optimistic.etherscan.io
43114,Avalanche,AVAX,snowtrace.io,,,avax
999,HyperEVM,HYPE,hyperevmscan.io
59144,Linea,LINEA,lineascan.build
324,zkSync,ZK,explorer.zksync.io
534352,Scroll,SCR,scrollscan.com
81457,Blast,BLAST,blastscan.io
5000,Mantle,MNT,mantlescan.xyz
146,Sonic,S,sonicscan.org
80094,Berachain,BERA,berascan.com
130,Unichain,UNI,uniscan.xyz
143,Monad,MON,monadscan.com
1329,Sei,SEI,seiscan.io,,,sei-network
100,Gnosis,GNO,gnosisscan.io,,gnosischain,xdai
42220,Celo,CELO,celoscan.io
369,PulseChain,PLS,scan.pulsechain.com
2741,Abstract,ABS,abscan.org
480,World Chain,WLD,worldscan.org,worldchain
57073,Ink,INK,explorer.inkonchain.com
747474,Katana,KAT,katanascan.com
9745,Plasma,XPL,plasmascan.to`
    .split('\n')
    .map((line) => row(line, forms.evm)),
  row('30,Rootstock,RBTC,rootstock.blockscout.com/address/,,-', forms.rootstock),
  row('starknet,Starknet,STRK,voyager.online,,-,starknet-alpha', forms.starknet),
  row('move,Aptos,APT,explorer.aptoslabs.com/fungible_asset/{}?network=mainnet', forms.aptos, [/:/, 'coin']),
  row('move,Sui,SUI,suiscan.xyz/mainnet/object/,,,sui-network', forms.sui, [/:/, 'coin']),
  row('hyperliquid,HyperCore,HYPE,app.hyperliquid.xyz/explorer/token/,,hyperliquid,-', forms.hyperCore),
  row('tron,Tron,TRX,tronscan.org/#/token20/', forms.tron),
  row('ton,TON,TON,tonviewer.com/', forms.ton),
  row('near,NEAR,NEAR,nearblocks.io', forms.near),
  row('cardano,Cardano,ADA,cardanoscan.io', forms.cardano, [/^addr/, 'address']),
  row('xrpl,XRP Ledger,XRP,xrpscan.com,xrpl,-,xrpl', forms.xrpl, [/^r\w+$/, 'account']),
  row('hedera,Hedera,HBAR,hashscan.io/mainnet/token/,,,hedera-hashgraph', forms.hedera),
  row(
    'stellar,Stellar,XLM,stellar.expert/explorer/public/asset/,,-',
    forms.stellar,
    [/^C\w{55}$/, 'contract'],
    [/^[GM]\w{55,68}$/, 'account'],
  ),
  row('algorand,Algorand,ALGO,explorer.perawallet.app/asset/,,,-', forms.algorand, [/\D/, 'address']),
  row('polkadot,Polkadot,DOT,assethub-polkadot.subscan.io/assets/,,,-', forms.polkadot, [/\D/, 'account']),
  row('icp,ICP,ICP,dashboard.internetcomputer.org/canister/', forms.icp),
  row('kaspa,Kaspa,KAS,explorer.kaspa.org/addresses/,,-', forms.kaspa),
  ...`cosmos,Osmosis,OSMO,osmo
cosmos,Injective,INJ,inj
cosmos,Juno,JUNO,juno,,-
cosmos,Terra,LUNA,terra,terra2,-
cosmos,Sei (Cosmos),SEI,sei,sei-cosmos,-
cosmos,Neutron,NTRN,neutron,,-
cosmos,Stride,STRD,stride,,-
cosmos,Noble,USDC,noble,,-
cosmos,Cosmos Hub,ATOM,cosmos,cosmoshub,-`
    .split('\n')
    .map(cosmos),
  row('tezos,Tezos,XTZ,tzkt.io/,,-,tezos', forms.tezos),
  row('stacks,Stacks,STX,explorer.hiro.so/token/{}?chain=mainnet,,-,stacks', forms.stacks),
  row('multiversx,MultiversX,EGLD,explorer.multiversx.com/tokens/,,,-', forms.multiversX),
  row('bitcoin,Bitcoin,BTC,mempool.space/address/,,-', forms.bitcoin, [/[:•]/, 'ordinals.com/rune/']),
  row('solana,Solana,SOL,solscan.io', forms.solana),
];

/** The network of that id; undefined when the table has none. */
export function networkById(id: string): Network | undefined {
  return networks.find((network) => network.id === id);
}

/** The network's explorer page of an address; undefined when the text holds what no address can. */
export function explorerUrl({ explorer, otherPages, id }: Network, address: string): string | undefined {
  const [, page = ''] = otherPages.find(([like]) => like.test(address)) ?? [];
  const own = page.includes('.') ? page : page ? explorer.replace(/\w+(?=\/({|$))/, page) : explorer;
  return link(own, address, (text) =>
    // Stellar's page has a dash in an asset, and Stacks' has the contract alone.
    id === 'stellar' ? text.replace(':', '-') : id === 'stacks' ? text.split(':')[0]! : text,
  );
}

/** The DexScreener page of a token or pair; undefined where the site does not have the network. */
export function dexScreenerUrl({ dexScreener }: Network, address: string): string | undefined {
  return dexScreener ? link(`dexscreener.com/${dexScreener}/`, address) : undefined;
}

/** The GeckoTerminal page of a token; undefined where the site does not have the network. */
export function geckoTerminalUrl({ geckoTerminal }: Network, address: string): string | undefined {
  return geckoTerminal ? link(`geckoterminal.com/${geckoTerminal}/tokens/`, address) : undefined;
}

// Only what an address may hold goes into a link, so that no text can add a query, a fragment or a host.
function link(page: string, address: string, written = (text: string) => text): string | undefined {
  if (!/^(?!.*\.\.)[\w.:/@$•+-]+$/.test(address)) return undefined;
  const text = encodeURIComponent(written(address)).replace(/%3A/g, ':').replace('%40', '@');
  return `https://${page.includes('{}') ? page.replace('{}', text) : page + text}`;
}
