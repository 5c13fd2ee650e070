// Operations in, elements out. Every node is made by `createElement` or is text; what is here is all that
// an answer can become. Elements that are still open are kept and changed in place where a new pass
// says the same, so a reader's selection stays.

import { LINK_ATTRIBUTES, type Link, madeVisible } from './links.ts';
import type { Alignment, BlockKind, InlineKind, Mark, Operations } from './operations.ts';
import type { SettledContext, SettledVisitor } from './visitor.ts';

/** A stretch of text that runs alike in the answer and on screen. */
interface Stretch {
  readonly source: number;
  node: Text;
  offset: number;
}

interface Place extends Mark {
  /** The last node that stands, and how much of its text. */
  readonly last: Node | null;
  readonly kept: number;
  readonly stretches: number;
}

interface Block {
  readonly kind: BlockKind;
  outer: Element;
  /** Where its content goes. */
  inner: Element;
  /** How many stretches came before it. */
  readonly stretches: number;
}

/** Text grows in nodes of about this length: laying out a very long one again costs more than two. */
const MAX_NODE_LENGTH = 1_000;

export class DomWriter implements Operations {
  readonly #root: Element;
  readonly #readLink: (address: string) => Link | undefined;
  readonly #visitors: readonly SettledVisitor[];
  readonly #blocks: Block[] = [];
  readonly #stretches: Stretch[] = [];
  #columns: readonly Alignment[] = [];

  // The pass: the element written into, the node that may be used again next, and the text being written.
  #element: Element;
  #next: Node | null = null;
  #text: Text | null = null;
  #kept = 0;
  #buffer = '';
  #buffered: [offset: number, source: number][] = [];
  /** Inline elements of the pass; null where a link may not be one. */
  readonly #open: (Element | null)[] = [];
  readonly #links: Link[] = [];
  #pen: Element | undefined;

  constructor(
    root: Element,
    gate: (address: string) => Link | undefined,
    visitors: readonly SettledVisitor[] = [],
  ) {
    this.#root = root;
    this.#element = root;
    this.#readLink = gate;
    this.#visitors = visitors;
  }

  // ─── Blocks ────────────────────────────────────────────────────────────────────────────────────

  enter(kind: BlockKind, detail: string | number = ''): void {
    const parent = this.#blocks.at(-1)?.inner ?? this.#root;
    const block = this.#create(kind, detail, parent);
    this.#blocks.push(block);
    this.#element = block.inner;
    this.#next = this.#text = null;
    if (kind !== 'cell') for (const visitor of this.#visitors) visitor.opened?.(block.outer);
  }

  leave(): void {
    const { kind, outer } = this.#blocks.pop()!;
    if (kind === 'cell') return;
    for (const visitor of this.#visitors) visitor.settled?.(outer, this.#context);
  }

  drop(): void {
    const { outer, stretches } = this.#blocks.pop()!;
    this.#stretches.length = stretches;
    outer.remove();
  }

  retype(level: number): void {
    const block = this.#blocks.at(-1)!;
    const heading = this.#make(headingTag(level));
    heading.append(...block.inner.childNodes);
    block.outer.replaceWith(heading);
    block.outer = block.inner = heading;
  }

  loosen(): void {
    this.#blocks.findLast(({ kind }) => kind === 'list')!.inner.className = 'loose';
  }

  align(columns: readonly Alignment[]): void {
    this.#columns = columns;
    const cells = this.#blocks.at(-1)!.inner.querySelectorAll('th');
    for (const [index, cell] of cells.entries()) if (columns[index]) cell.className = columns[index];
  }

  #create(kind: BlockKind, detail: string | number, parent: Element): Block {
    const outer = this.#make(
      kind === 'heading'
        ? headingTag(detail as number)
        : kind === 'list'
          ? detail === ''
            ? 'ul'
            : 'ol'
          : kind === 'cell' && parent.parentElement!.localName === 'thead'
            ? 'th'
            : BLOCK_TAGS[kind],
    );
    let inner = outer;
    let place = parent;
    if (kind === 'code' || kind === 'table') {
      setAttributes(outer, { class: kind, part: kind });
      inner = this.#make(kind);
      let box = inner;
      if (kind === 'code') {
        if (detail) inner.setAttribute('data-language', String(detail));
        box = this.#make('pre');
        box.tabIndex = 0;
        box.append(inner);
      }
      outer.append(box);
      this.#columns = [];
    } else if (kind === 'row') {
      const group = detail === 'head' ? 'thead' : 'tbody';
      if (parent.lastElementChild?.localName !== group) parent.append(this.#make(group));
      place = parent.lastElementChild!;
    } else if (kind === 'cell') {
      const alignment = this.#columns[parent.childElementCount];
      if (alignment) outer.className = alignment;
    } else if (kind === 'list' && detail !== '' && detail !== 1) outer.setAttribute('start', String(detail));
    place.append(outer);
    return { kind, outer, inner, stretches: this.#stretches.length };
  }

  // ─── Text of the open block ────────────────────────────────────────────────────────────────────

  rewind(mark?: Mark): void {
    const { inner, stretches } = this.#blocks.at(-1)!;
    const place = (mark as Place | undefined) ?? { last: null, kept: 0, stretches };
    const { last } = place;
    this.#element = inner;
    this.#next = last ? last.nextSibling : inner.firstChild;
    this.#text = last?.nodeType === 3 ? (last as Text) : null;
    this.#kept = place.kept;
    this.#stretches.length = place.stretches;
  }

  text(value: string, source: number): void {
    this.#buffered.push([this.#buffer.length, source]);
    this.#buffer += madeVisible(value, this.#links.length > 0 || this.#element.localName === 'code');
  }

  open(kind: InlineKind, detail = ''): void {
    this.#flush();
    const link = kind === 'link' ? this.#readLink(detail) : undefined;
    if (kind === 'link' && !link) {
      this.#open.push(null);
      return;
    }
    const element = this.#enterInline(INLINE_TAGS[kind] ?? kind);
    this.#open.push(element);
    if (kind === 'task') {
      setAttributes(element, { type: 'checkbox', disabled: '' });
      element.toggleAttribute('checked', detail !== '');
    } else if (link) {
      this.#links.push(link);
      if (element.getAttribute('href') !== link.href)
        setAttributes(element, { href: link.href, ...LINK_ATTRIBUTES, 'data-unverified': '' });
    }
  }

  close(): void {
    this.#flush();
    const element = this.#open.pop();
    if (!element) return;
    this.#leaveInline();
    if (element.localName !== 'a') return;
    const host = this.#links.pop()!.shownHost(element.textContent ?? '');
    if (!host) return;
    this.#enterInline('span').className = host.startsWith('http:') ? 'host insecure' : 'host';
    this.#buffer = ` (${host})`;
    this.#flush();
    this.#leaveInline();
  }

  mark(): Mark {
    this.#flush();
    const last = this.#next ? this.#next.previousSibling : this.#element.lastChild;
    return { last, kept: this.#text ? this.#kept : 0, stretches: this.#stretches.length } satisfies Place;
  }

  end(): void {
    this.#flush();
    this.#open.length = this.#links.length = 0;
    this.#removeRest();
    const leaf = this.#blocks.at(-1)!.inner;
    for (let child = this.#element; child !== leaf; ) {
      const parent = child.parentElement!;
      while (child.nextSibling) parent.removeChild(child.nextSibling);
      child = parent;
    }
  }

  append(value: string, source: number): void {
    this.text(value, source);
    this.#flush();
  }

  #enterInline(tag: string): Element {
    this.#cutText();
    let element = this.#next as Element | null;
    if (element?.localName !== tag) {
      element = this.#make(tag);
      this.#element.insertBefore(element, this.#next);
    }
    this.#element = element;
    this.#next = element.firstChild;
    this.#text = null;
    return element;
  }

  #leaveInline(): void {
    this.#removeRest();
    this.#next = this.#element.nextSibling;
    this.#element = this.#element.parentElement!;
    this.#text = null;
  }

  #removeRest(): void {
    for (let node = this.#next; node; node = this.#next) {
      this.#next = node.nextSibling;
      this.#element.removeChild(node);
    }
    this.#cutText();
  }

  /** What an earlier pass wrote behind the text of this one goes. */
  #cutText(): void {
    if (this.#text && this.#text.length > this.#kept) this.#text.deleteData(this.#kept, this.#text.length);
  }

  /** Brings the text on screen in line with what was written, touching only what differs. */
  #flush(): void {
    if (this.#buffer === '') return;
    if (this.#text && this.#kept >= MAX_NODE_LENGTH) {
      this.#cutText();
      this.#text = null;
    }
    if (!this.#text) {
      this.#kept = 0;
      if (this.#next?.nodeType === 3) {
        this.#text = this.#next as Text;
        this.#next = this.#next.nextSibling;
      } else {
        this.#text = this.#root.ownerDocument.createTextNode('');
        this.#element.insertBefore(this.#text, this.#next);
      }
    }
    const node = this.#text;
    const { inner } = this.#blocks.at(-1)!;
    if (this.#pen !== inner) {
      this.rest();
      this.#pen = inner;
      inner.setAttribute('data-pen', '');
    }
    for (const [offset, source] of this.#buffered) this.#stretch(source, node, this.#kept + offset);
    replaceEnd(node, this.#kept, this.#buffer);
    this.#kept = node.length;
    this.#buffer = '';
    this.#buffered = [];
  }

  #stretch(source: number, node: Text, offset: number): void {
    const last = this.#stretches.at(-1);
    if (last?.node === node && source - last.source === offset - last.offset) return;
    this.#stretches.push({ source, node, offset });
  }

  // ─── Places ────────────────────────────────────────────────────────────────────────────────────

  /** No more text comes. */
  rest(): void {
    this.#pen?.removeAttribute('data-pen');
  }

  placeAt(end: number, mark: Node): boolean {
    const index = this.#stretches.findLastIndex(({ source }) => source < end);
    const found = this.#stretches[index];
    if (!found) return false;
    const after = this.#stretches[index + 1];
    const text = found.node;
    let offset = found.offset + end - found.source;
    if (after?.node === text) offset = Math.min(offset, after.offset);
    const holder = text.parentElement!;
    let node: Node = holder.closest('.code') ?? holder.closest('a,code') ?? text;
    if (node === text && offset < text.length) this.#split(text, offset);
    // Behind emphasis, not in it, and behind marks that already stand here.
    while (!node.nextSibling && /^(?:em|strong|del|span)$/.test(node.parentElement!.localName))
      node = node.parentElement!;
    while ((node.nextSibling as Element | null)?.className === 'cite') node = node.nextSibling!;
    node.parentNode!.insertBefore(mark, node.nextSibling);
    return true;
  }

  readonly #context: SettledContext = {
    replace: (text, start, end, element) => {
      this.#split(text, end);
      // Stays, empty: what ends in it has its place behind the element.
      const replaced = this.#split(text, start);
      replaced.before(element);
      replaced.data = '';
    },
  };

  /** Splits a text node; what is known about its places stays true. */
  #split(text: Text, at: number): Text {
    const rest = text.splitText(at);
    let index = this.#stretches.findLastIndex(({ node }) => node === text);
    let stretch = this.#stretches[index];
    for (; stretch && stretch.node === text && stretch.offset >= at; stretch = this.#stretches[--index]) {
      stretch.node = rest;
      stretch.offset -= at;
    }
    if (stretch?.node === text) {
      const source = stretch.source + at - stretch.offset;
      this.#stretches.splice(index + 1, 0, { source, node: rest, offset: 0 });
    }
    return rest;
  }

  #make(tag: string): HTMLElement {
    return this.#root.ownerDocument.createElement(tag);
  }
}

const BLOCK_TAGS = {
  quote: 'blockquote',
  item: 'li',
  paragraph: 'p',
  rule: 'hr',
  code: 'div',
  table: 'div',
  row: 'tr',
  cell: 'td',
} as const;

/** Where the kind of an inline element is not its tag. */
const INLINE_TAGS: Readonly<Partial<Record<InlineKind, string>>> = { link: 'a', break: 'br', task: 'input' };

/** The page of the widget has headings of its own: an answer's begin at the third level. */
function headingTag(level: number): string {
  return `h${Math.min(6, level + 2)}`;
}

function setAttributes(element: Element, attributes: Record<string, string>): void {
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
}

function replaceEnd(node: Text, kept: number, text: string): void {
  const old = node.data.slice(kept);
  let same = 0;
  while (same < text.length && text[same] === old[same]) same++;
  if (same < Math.max(old.length, text.length))
    node.replaceData(kept + same, old.length - same, text.slice(same));
}
