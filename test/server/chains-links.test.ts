import { describe, expect, test } from 'bun:test';
import {
  dexScreenerUrl,
  explorerUrl,
  geckoTerminalUrl,
  networkById,
  networks,
} from '../../server/chains/chains.ts';
import { compareAddresses } from '../../server/chains/compare.ts';
import { pagesToOpen, pagesToRead } from '../../server/chains/pages.ts';
import { groupsOfFour, recognise, shortForm } from '../../server/chains/recognise.ts';
import addresses from '../fixtures/chains/addresses.json';

const USDC = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
const on = (id: string) => networkById(id)!;

describe('the table of networks', () => {
  test('ids and chain ids are unique, plates are short', () => {
    expect(new Set(networks.map(({ id }) => id)).size).toBe(networks.length);
    const chainIds = networks.flatMap(({ chainId }) => chainId ?? []);
    expect(new Set(chainIds).size).toBe(chainIds.length);
    for (const { id, plate, explorer, dexScreener, geckoTerminal } of networks) {
      expect(id).toMatch(/^[a-z\d-]+$/);
      expect(plate).toMatch(/^[A-Z]{1,5}$/);
      expect(explorer).toMatch(/^[a-z.-]+\.[a-z]+\//);
      expect(dexScreener + geckoTerminal).toMatch(/^[a-z_-]*$/);
    }
  });

  test('each link to a network’s own explorer leads back to the address and the network', () => {
    for (const [id, examples] of Object.entries(addresses)) {
      for (const address of [
        ...('right' in examples ? examples.right : []),
        ...('plain' in examples ? examples.plain : []),
      ]) {
        const found = recognise(address, id);
        const link = found.kind === 'address' ? explorerUrl(on(id), found.address) : undefined;
        expect(link).toStartWith('https://');
        expect(recognise(link!)).toMatchObject({ kind: 'address', networks: expect.arrayContaining([id]) });
      }
    }
  });

  test('tokens, accounts and contracts have their own pages', () => {
    const pages: readonly (readonly [network: string, address: string, page: string])[] = [
      ['ethereum', USDC, `etherscan.io/token/${USDC}`],
      ['rootstock', USDC, `rootstock.blockscout.com/address/${USDC}`],
      ['solana', 'x', 'solscan.io/token/x'],
      ['tron', 'Tx', 'tronscan.org/#/token20/Tx'],
      ['aptos', '0xa', 'explorer.aptoslabs.com/fungible_asset/0xa?network=mainnet'],
      ['aptos', '0x1::a::A', 'explorer.aptoslabs.com/coin/0x1::a::A?network=mainnet'],
      ['sui', '0x2::sui::SUI', 'suiscan.xyz/mainnet/coin/0x2::sui::SUI'],
      ['xrpl', 'USD.rx', 'xrpscan.com/token/USD.rx'],
      ['xrpl', 'rx', 'xrpscan.com/account/rx'],
      ['stacks', 'SPX.token::token', 'explorer.hiro.so/token/SPX.token?chain=mainnet'],
      ['stellar', 'USDC:GX', 'stellar.expert/explorer/public/asset/USDC-GX'],
      ['bitcoin', 'DOG•GO', 'ordinals.com/rune/DOG%E2%80%A2GO'],
      ['bitcoin', 'bc1q', 'mempool.space/address/bc1q'],
      ['osmosis', 'ibc/27', 'mintscan.io/osmosis/assets/ibc%2F27'],
      ['cosmoshub', 'cosmos1x', 'mintscan.io/cosmos/address/cosmos1x'],
    ];
    for (const [network, address, page] of pages) {
      expect(explorerUrl(on(network), address)).toBe(`https://${page}`);
    }
  });

  test('a link never holds what no address does', () => {
    for (const text of ['../x', 'a?b', 'a#b', 'a b', '"', '<', '\ud800', 'a\\b', '', 'x%2e']) {
      for (const link of [explorerUrl, dexScreenerUrl, geckoTerminalUrl])
        expect(link(on('base'), text)).toBeUndefined();
      expect(pagesToRead(on('base'), text)).toEqual([]);
      expect(pagesToOpen(on('base'), text)).toEqual([]);
    }
  });

  test('pages for the model are exact and read well by machines', () => {
    const pages = pagesToRead(on('gnosis'), USDC);
    expect(pages).toContain(`https://api.dexscreener.com/token-pairs/v1/gnosischain/${USDC}`);
    expect(pages).toContain(`https://api.geckoterminal.com/api/v2/networks/xdai/tokens/${USDC}`);
    expect(pages).toContain(`https://api.gopluslabs.io/api/v1/token_security/100?contract_addresses=${USDC}`);
    for (const network of networks) {
      const all = pagesToRead(network, USDC);
      expect(all.length).toBeGreaterThan(0);
      expect(all.length).toBeLessThanOrEqual(7);
      for (const page of all) expect(new URL(page).protocol).toBe('https:');
    }
  });
});

describe('comparing two addresses', () => {
  test('hex is the same in any case, other alphabets are not', () => {
    expect(compareAddresses(USDC, USDC.toLowerCase())).toMatchObject({
      same: true,
      lookAlike: false,
      differing: [],
    });
    expect(compareAddresses('EPjFW', 'epjFW').same).toBe(false);
    expect(compareAddresses('0x2::sui::SUI', '0x2::sui::Sui').same).toBe(false);
    expect(compareAddresses('0x02::sui::SUI', '0x2::sui::SUI').same).toBe(false);
  });

  test('one that begins and ends alike and differs between is a look-alike', () => {
    const forged = '0xa0b869910000000000000000000000000006eb48';
    const found = compareAddresses(USDC, forged);
    expect(found).toMatchObject({ same: false, lookAlike: true });
    expect(found.differing).toEqual([3, 4, 5, 6, 7, 8, 9]);
    expect(
      compareAddresses('TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', 'TR7xxxxxxxxxxxxxxxxxxxxxxxxxxxxj6t').lookAlike,
    ).toBe(true);
    expect(compareAddresses(USDC, '0xdAC17F958D2ee523a2206206994597C13D831ec7').lookAlike).toBe(false);
  });

  test('a group that only one of them has differs too', () => {
    expect(compareAddresses('abcdefgh', 'abcd').differing).toEqual([1]);
    expect(compareAddresses('', 'abcd').differing).toEqual([0]);
  });

  test('short forms and groups', () => {
    expect(shortForm(USDC)).toBe('0xA0b869…06eB48');
    expect(shortForm('wrap.near')).toBe('wrap.near');
    expect(groupsOfFour(USDC)).toEqual([
      '0x',
      'A0b8',
      '6991',
      'c621',
      '8b36',
      'c1d1',
      '9D4a',
      '2e9E',
      'b0cE',
      '3606',
      'eB48',
    ]);
    expect(groupsOfFour('abcdef')).toEqual(['abcd', 'ef']);
    expect(groupsOfFour('')).toEqual([]);
  });
});
