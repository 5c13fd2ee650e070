import { beforeEach, describe, expect, test } from 'bun:test';
import { MarkdownView } from '../../widget/markdown/markdown-view.ts';
import {
  type AddressWords,
  type AskedAddress,
  addressChips,
  addressOf,
  nameSources,
} from '../../widget/markdown/visitors/address-chips.ts';
import { placeCitations } from '../../widget/markdown/visitors/citations.ts';

const USDC = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
const USDT = '0xdAC17F958D2ee523a2206206994597C13D831ec7';
const FORGED = '0xa0b869910000000000000000000000000006eb48';
const asked: AskedAddress = { address: USDC, network: 'ethereum' };

const words: AddressWords = {
  copy: 'Copy the full address',
  openExplorer: 'Open in the block explorer (new tab)',
  asked: 'the one you asked about',
  lookAlike: 'look-alike',
  wrongChecksum: 'wrong checksum',
  unsourced: 'no source: do not use',
  fromSource: (number) => `from source ${number}`,
  icon: (name) => document.createTextNode(name === 'copy' ? '⧉' : '↗'),
};

let root: HTMLElement;
beforeEach(() => {
  root = document.createElement('div');
});

/** An answer about one address, ended, its citations at these words. */
function show(
  text: string,
  about: AskedAddress | undefined = asked,
  cited: readonly string[] = [],
): Element[] {
  const view = new MarkdownView(root, { visitors: [addressChips(words, about)] });
  for (const character of text) view.append(character);
  view.finish();
  const sources = [{ url: 'https://etherscan.io/', title: 'Etherscan', domain: 'etherscan.io' }];
  const citations = cited.map((word) => ({ end: text.indexOf(word) + word.length, sources: [0] }));
  placeCitations(view, { sources, citations }, (n) => `Source ${n}`);
  nameSources(root, words);
  return [...root.querySelectorAll('.address')];
}

const saying = (chip: Element | undefined) => chip?.querySelector('.aside')?.textContent;
const canBeCopied = (chip: Element | undefined) => chip?.querySelector('[data-copy]') != null;

describe('an address in an answer', () => {
  test('shows its plate, its short form and, to who hears it, all of it', () => {
    const [chip] = show(`The contract is ${USDC}.`);
    expect(chip?.querySelector('.plate')?.textContent).toBe('ETH');
    expect(chip?.querySelector('[aria-hidden]')?.textContent).toBe('0xA0b869…06eB48');
    expect(chip?.querySelector('.hidden')?.textContent).toBe(USDC);
    expect(chip?.querySelector('bdi')?.title).toBe(USDC);
    expect(root.querySelector('p')?.lastChild?.textContent).toBe('.');
  });

  test('that was asked about says so, and copies exactly itself', () => {
    const [chip] = show(`Found: ${USDC.toLowerCase()}`);
    expect(saying(chip)).toBe('the one you asked about');
    expect(addressOf(chip!.querySelector('[data-copy]')!)).toBe(USDC.toLowerCase());
    expect(chip?.querySelector('a')?.getAttribute('href')).toBe(
      `https://etherscan.io/token/${USDC.toLowerCase()}`,
    );
    expect(chip?.querySelector('a')?.rel).toContain('noopener');
  });

  test('in code style becomes a chip, and the words around it stay', () => {
    const chips = show(`Use \`${USDC}\` and not \`${USDT}\`, says \`transfer()\`.`);
    expect(chips).toHaveLength(2);
    expect([...root.querySelectorAll('code')].map((code) => code.textContent)).toEqual(['transfer()']);
  });

  test('takes the number of the source that is cited behind it', () => {
    const [first, second] = show(`USDT is ${USDT} here. And more.\n\nElsewhere ${USDT} too.`, asked, [
      'here',
    ]);
    expect(saying(first)).toBe('from source 1');
    expect(canBeCopied(first)).toBe(true);
    expect(saying(second)).toBe('no source: do not use');
  });

  test('without a source cannot be copied', () => {
    const [chip] = show(`Maybe ${USDT}?`);
    expect(saying(chip)).toBe('no source: do not use');
    expect(canBeCopied(chip)).toBe(false);
    expect(chip?.className).toContain('is-danger');
  });

  test('that looks like the one asked about is danger, cited or not', () => {
    const [chip] = show(`Migrate to ${FORGED} now.`, asked, ['now']);
    expect(saying(chip)).toBe('look-alike');
    expect(chip?.className).toContain('is-danger');
    expect(canBeCopied(chip)).toBe(false);
  });

  test('with a wrong checksum is danger: it was made up or broken', () => {
    const [chip] = show(`It is ${USDT.replace('dAC', 'daC')}.`, undefined, ['It is']);
    expect(saying(chip)).toBe('wrong checksum');
    expect(canBeCopied(chip)).toBe(false);
  });

  test('has no explorer where its network is not known', () => {
    const [chip] = show(USDT, { address: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v', network: 'solana' });
    expect(chip?.querySelector('a')).toBeNull();
    expect(chip?.querySelector('.plate')?.textContent).toBe('EVM');
  });

  test('is found in tables, lists and headings, several in one line, and joined to a word', () => {
    const table = `| Token | Contract |\n| --- | --- |\n| USDC | ${USDC} |\n| USDT | ${USDT} |\n\n`;
    expect(show(`# ${USDC}\n\n${table}- ${USDC}, ${USDT}\n- contract:${USDC}\n`)).toHaveLength(6);
  });

  test('inside a link, a code block or a transaction stays as it is', () => {
    const hash = `0x${'5c504ed4'.repeat(8)}`;
    const chips = show(
      `[${USDC}](https://etherscan.io/token/${USDC})\n\n\`\`\`\n${USDC}\n\`\`\`\n\nIn ${hash} it moved.`,
    );
    expect(chips).toHaveLength(0);
    expect(root.querySelector('pre')?.textContent).toContain(USDC);
  });

  test('of 32 bytes becomes a chip where such an address was asked about', () => {
    const strk = '0x04718f5a0fc34cc1af16a1cdee98ffb20c31f5cd61d6ab07201858f4287c938d';
    const [chip] = show(`It is ${strk}.`, { address: strk, network: 'starknet' });
    expect(saying(chip)).toBe('the one you asked about');
  });
});

test('addressOf knows only buttons of chips', () => {
  expect(addressOf(document.createElement('button'))).toBeUndefined();
});
