// An address in an answer is money: it becomes a chip that shows what it is and where it comes from. Only
// the one asked about, and those with a source, can be copied; a look-alike is marked as the danger it is.

import { explorerUrl, networkById } from '../../../server/chains/chains.ts';
import { compareAddresses } from '../../../server/chains/compare.ts';
import { recognise, shortForm } from '../../../server/chains/recognise.ts';
import { LINK_ATTRIBUTES } from '../links.ts';
import type { SettledVisitor } from '../visitor.ts';

export interface AddressWords {
  readonly copy: string;
  readonly openExplorer: string;
  /** Beside the chip: where the address comes from, or why not to use it. */
  readonly asked: string;
  readonly lookAlike: string;
  readonly wrongChecksum: string;
  readonly unsourced: string;
  fromSource(number: string): string;
  icon(name: 'copy' | 'external'): Node;
}

/** What the question was about. */
export interface AskedAddress {
  readonly address: string;
  readonly network?: string;
}

const LONG_WORD = /\w[\w:.-]{24,}\w/g;

export function addressChips(words: AddressWords, asked?: AskedAddress): SettledVisitor {
  const subject = asked && recognise(asked.address, asked.network);

  /** The chip of a word that is an address, or that would be one if its checksum were right. */
  function chipOf(word: string): Element | undefined {
    const found = recognise(word, asked?.network);
    const isWrong = found.kind === 'mistake' && found.mistake === 'checksum';
    if (!isWrong && (found.kind !== 'address' || found.address !== word)) return undefined;
    // 32 bytes of hex are more often a transaction, unless such addresses are what was asked about.
    const isWide = /^(0x)?[\da-f]{64}$/i.test(word);
    if (isWide && !(subject?.kind === 'address' && subject.family === found.family)) return undefined;

    const { same = false, lookAlike = false } = asked ? compareAddresses(asked.address, word) : {};
    const ids = found.networks ?? [];
    const network = networkById(
      ids.includes(asked?.network ?? '') ? asked!.network! : ids.length > 1 ? '' : (ids[0] ?? ''),
    );
    const chip = element('span', { class: 'address', part: 'address', 'data-address': word });
    const whole = element('bdi', { class: 'mono', dir: 'ltr', title: word });
    whole.append(
      element('span', { 'aria-hidden': 'true' }, shortForm(word)),
      element('span', { class: 'hidden' }, word),
    );
    chip.append(
      element('span', { class: 'plate' }, network?.plate ?? found.family!.slice(0, 5).toUpperCase()),
      whole,
    );
    const href = network && explorerUrl(network, word);
    if (href) {
      const link = element('a', {
        class: 'icon-button s',
        href,
        'aria-label': words.openExplorer,
        ...LINK_ATTRIBUTES,
      });
      link.append(words.icon('external'));
      chip.append(link);
    }
    if (lookAlike) mark(chip, words.lookAlike, true);
    else if (isWrong) mark(chip, words.wrongChecksum, true);
    else if (same) mark(chip, words.asked, false, words);
    return chip;
  }

  return {
    settled(block, { replace }) {
      if (block.matches('.code,.table,ul,ol')) return;
      const texts = document.createTreeWalker(block, NodeFilter.SHOW_TEXT);
      const found: [text: Text, start: number, word: string, chip: Element][] = [];
      while (texts.nextNode()) {
        const text = texts.currentNode as Text;
        if (text.parentElement!.closest('a,pre,.address')) continue;
        for (const { 0: word, index } of text.data.matchAll(LONG_WORD)) {
          const chip = chipOf(word);
          if (chip) found.push([text, index, word, chip]);
          // Something may be joined to it: "contract:0x…".
          else
            for (const part of word.matchAll(/\w{26,}/g)) {
              const inner = part[0] === word ? undefined : chipOf(part[0]);
              if (inner) found.push([text, index + part.index, part[0], inner]);
            }
        }
      }
      // From the end, so that the places of those before stay right.
      for (const [text, start, word, chip] of found.reverse()) {
        const code = text.parentElement!.closest('code');
        replace(text, start, start + word.length, chip);
        if (code && code.textContent === chip.textContent) code.replaceWith(...code.childNodes);
      }
    },
  };
}

/** Names the source of every address not told yet, once the citations stand; those without one are doubted. */
export function nameSources(root: ParentNode, words: AddressWords): void {
  for (const chip of root.querySelectorAll('.address:not([data-from])')) {
    const cited = [...(chip.closest('tr,li,p')?.querySelectorAll('.cite') ?? [])].find(
      (cite) => chip.compareDocumentPosition(cite) & Node.DOCUMENT_POSITION_FOLLOWING,
    );
    if (cited) mark(chip, words.fromSource(cited.textContent!), false, words);
    else mark(chip, words.unsourced, true);
  }
}

/** The whole address to copy for a button inside a chip; undefined for any other button. */
export function addressOf(button: Element): string | undefined {
  return button.closest('.address')?.getAttribute('data-address') ?? undefined;
}

/** Says where the address comes from; `copy` offers to copy it. */
function mark(chip: Element, from: string, isDanger: boolean, copy?: AddressWords): void {
  chip.setAttribute('data-from', '');
  chip.classList.toggle('is-danger', isDanger);
  if (copy) {
    const button = element('button', {
      class: 'icon-button s',
      type: 'button',
      'data-copy': 'address',
      'aria-label': copy.copy,
    });
    button.append(copy.icon('copy'));
    chip.querySelector('bdi')!.after(button);
  }
  chip.append(element('span', { class: 'aside' }, from));
}

function element(tag: string, attributes: Readonly<Record<string, string>>, text = ''): HTMLElement {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.textContent = text;
  return made;
}
