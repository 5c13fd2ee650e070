// Pages about an address that the server offers to the model: exact, public, machine-readable first.

import { dexScreenerUrl, explorerUrl, geckoTerminalUrl, type Network } from './chains.ts';

/**
 * At most six addresses worth reading about a token on one network, the most useful first.
 * Empty when the text cannot be an address. Nothing is fetched here.
 */
export function pagesToRead(network: Network, address: string): readonly string[] {
  if (explorerUrl(network, address) === undefined) return [];
  const text = encodeURIComponent(address);
  const { chainId, dexScreener, family, geckoTerminal } = network;
  return [
    dexScreener && `https://api.dexscreener.com/token-pairs/v1/${dexScreener}/${text}`,
    geckoTerminal && `https://api.geckoterminal.com/api/v2/networks/${geckoTerminal}/tokens/${text}`,
    ...scannerUrls(network, address),
    chainId && `https://api.gopluslabs.io/api/v1/token_security/${chainId}?contract_addresses=${text}`,
    family === 'solana' && `https://api.rugcheck.xyz/v1/tokens/${text}/report/summary`,
    explorerUrl(network, address),
  ].filter((page) => typeof page === 'string' && page !== '') as string[];
}

/** Pages of token scanners a person can open: simulated sale on EVM, authorities on Solana. */
export function scannerUrls(network: Network, address: string): readonly string[] {
  if (explorerUrl(network, address) === undefined) return [];
  const text = encodeURIComponent(address);
  if (network.family === 'solana') return [`https://rugcheck.xyz/tokens/${text}`];
  if (honeypotChains.has(network.chainId ?? 0)) {
    return [`https://honeypot.is/?address=${text}&chain=${network.chainId}`];
  }
  return [];
}

const honeypotChains = new Set([1, 56, 8453]);

/** Every page a person may open about a token: explorer, then DEX aggregators, then scanners. */
export function pagesToOpen(network: Network, address: string): readonly string[] {
  return [
    explorerUrl(network, address),
    dexScreenerUrl(network, address),
    geckoTerminalUrl(network, address),
    ...scannerUrls(network, address),
  ].filter((page) => page !== undefined);
}
