// An oracle without a model. It says only what can be computed: what an address is, on which networks,
// whether its checksum holds, where to look it up, which checks to make and why. No price, no fact
// about a project, nothing from the web; and it says so.

import { setTimeout as pause } from 'node:timers/promises';
import { explorerUrl, type Network, networkById } from '../chains/chains.ts';
import { pagesToOpen } from '../chains/pages.ts';
import type { AddressRecognition, Recognition } from '../chains/recognise.ts';
import { recogniseFully } from '../chains/recognise-fully.ts';
import { type AnswerEnd, type Message, type Source, splitAddress } from '../protocol.ts';
import type { AnswerProvider } from './provider.ts';

export interface OfflineOptions {
  /** Milliseconds before the first word and between pieces; 0 writes at once. */
  readonly firstPauseMs?: number;
  readonly pieceMs?: number;
  readonly now?: () => Date;
}

export function createOfflineProvider(options: OfflineOptions = {}): AnswerProvider {
  const { firstPauseMs = 900, pieceMs = 28, now = () => new Date() } = options;
  return {
    name: 'offline',
    async answer({ messages, signal }, take) {
      const { text, end } = composeAnswer(messages, now());
      await pause(firstPauseMs, undefined, { signal });
      for (const piece of pieces(text)) {
        if (!take(piece)) return undefined;
        await pause(pieceMs, undefined, { signal });
      }
      return end;
    },
  };
}

/** The text that visitors of a site meet before anybody has looked at a key: a few words at a time. */
function pieces(text: string): string[] {
  return text.match(/\S*\s*\S*\s*/g)?.filter((piece) => piece !== '') ?? [];
}

/** Collects text and the places in it that rest on a source; offsets come out right by construction. */
class Draft {
  text = '';
  readonly sources: Source[] = [];
  readonly citations: { end: number; sources: number[] }[] = [];

  add(text: string): this {
    this.text += text;
    return this;
  }

  cite(url: string, title: string): this {
    let index = this.sources.findIndex((source) => source.url === url);
    if (index < 0) {
      index = this.sources.push({ url, title, domain: new URL(url).hostname.replace(/^www\./, '') }) - 1;
    }
    const last = this.citations.at(-1);
    if (last?.end === this.text.length) last.sources.push(index);
    else this.citations.push({ end: this.text.length, sources: [index] });
    return this;
  }
}

/** What can be said to a conversation without looking anything up. */
export function composeAnswer(messages: readonly Message[], now: Date): { text: string; end: AnswerEnd } {
  const draft = new Draft();
  const subject = messages
    .filter(({ role }) => role === 'user')
    .map(({ content }) => splitAddress(content))
    .findLast(({ address }) => address !== undefined);
  const found = subject?.address === undefined ? undefined : recogniseFully(subject.address, subject.network);
  if (found?.kind === 'address') aboutAddress(draft, found);
  else if (found) aboutOtherText(draft, found);
  else aboutNothing(draft);
  draft.add(
    '\nThis oracle runs **without a model and without live data**: I have opened no page, and I know no price and no holder. This is information, not financial advice.',
  );
  return {
    text: draft.text,
    end: {
      finishReason: 'stop',
      answeredAt: now.toISOString(),
      // None was opened: the sources below are places to look, not pages that were read.
      pages: [],
      ...(draft.sources.length > 0 && { sources: draft.sources, citations: draft.citations }),
    },
  };
}

function aboutAddress(draft: Draft, found: AddressRecognition): void {
  const candidates = found.networks.map(networkById).filter((network) => network !== undefined);
  const [first] = candidates;
  draft.add(
    first && candidates.length === 1
      ? `**This is written like an address on ${first.name}.** Whether a token lives there, only a look-up can tell.`
      : `**This address could be on any of ${candidates.length} networks.** The same characters can name different things on each, so check the network first.`,
  );
  draft.add('\n\n## What I could check\n\n');
  draft.add('| Check | Finding |\n| --- | --- |\n');
  draft.add(`| Address | \`${found.address}\` |\n`);
  draft.add(`| Network | ${networkFinding(candidates)} |\n`);
  draft.add(`| Checksum | ${checksumFinding(found)}`);
  if (found.family === 'evm')
    draft.cite('https://eips.ethereum.org/EIPS/eip-55', 'EIP-55: Mixed-case checksum address encoding');
  draft.add(' |\n');
  draft.add('| Price, holders, liquidity | Not found: this needs live data |\n');

  draft.add('\n## Where to look it up\n\n');
  for (const network of candidates.slice(0, 3)) {
    const pages = pagesToOpen(network, found.address);
    if (pages.length === 0) continue;
    draft.add(`- **${network.name}**: `);
    pages.forEach((url, index) => {
      const { hostname } = new URL(url);
      draft.add(`${index > 0 ? ', ' : ''}[${hostname}](${url})`);
    });
    const explorer = explorerUrl(network, found.address);
    if (explorer) draft.cite(explorer, `${network.name} explorer: this address`);
    draft.add('\n');
  }
  if (candidates.length > 3) {
    draft.add(`- The explorers of ${candidates.length - 3} more networks, if the three above know nothing\n`);
  }
  addChecks(draft, found.family === 'solana');
}

function networkFinding(candidates: readonly Network[]): string {
  const [first] = candidates;
  if (!first) return 'Known format, no explorer in my table';
  if (candidates.length === 1) return first.name;
  const names = candidates.slice(0, 4).map(({ name }) => name);
  const more = candidates.length - names.length;
  return `${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

function checksumFinding({ checksum, checksummed }: AddressRecognition): string {
  switch (checksum) {
    case 'valid':
      return 'OK: no typing errors. This says nothing about the token itself.';
    case 'single-case':
      return `None to check, as it is written in one case${checksummed ? `. With its checksum: \`${checksummed}\`` : ''}`;
    case 'none':
      return 'This network has none: compare every character';
    default:
      return checksum satisfies never;
  }
}

function aboutOtherText(draft: Draft, found: Exclude<Recognition, { kind: 'address' }>): void {
  switch (found.kind) {
    case 'mistake':
      draft.add(
        '**This is not a valid address.** Copy it again from a source you trust, and do not send money to it.',
      );
      break;
    case 'name':
      draft.add(
        '**This is a name, not an address.** Names can be moved to other owners: ask about the contract address.',
      );
      break;
    case 'secret':
      draft.add(
        '**This looks like the secret of a wallet.** Never share it. If it is real, move what you own to a new wallet now.',
      );
      break;
    case 'refused':
    case 'unknown':
      draft.add(
        '**I do not recognise this as an address.** I can say nothing about it without looking it up.',
      );
      break;
    default:
      found satisfies never;
  }
  addChecks(draft, false);
}

function aboutNothing(draft: Draft): void {
  draft.add(
    '**I cannot look this up here, but I can tell you how to.** Paste a contract address, and I will check its form, its network and its checksum.',
  );
  addChecks(draft, false);
}

/** In the order of how fast each can cost everything. */
function addChecks(draft: Draft, isSolana: boolean): void {
  const rights = isSolana
    ? '**Can new tokens be minted, or yours be frozen?** Look for a mint authority and a freeze authority'
    : '**Can the owner change the rules?** Look for a pause, a blacklist, a fee that can be raised, a proxy';
  draft.add('\n## What to check before you act\n\n');
  draft.add(
    '1. **Is it the token you mean?** Compare the whole address with the project’s own page and one aggregator.\n',
  );
  draft.add(
    '2. **Can it be sold?** A simulated sale shows traps and fees; it holds only for the moment it was made.\n',
  );
  draft.add(`3. ${rights}.\n`);
  draft.add('4. **Can the liquidity be pulled?** See how much there is, and until when it is locked.\n');
  draft.add('5. **Who holds it?** A few wallets with most of the supply can end the market in a minute.\n');
}
