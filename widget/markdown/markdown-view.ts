// An answer on screen: Markdown comes in as it arrives, settled blocks of elements come out.

import type { SettledVisitor } from './visitor.ts';

export type { SettledContext, SettledVisitor } from './visitor.ts';

export interface MarkdownOptions {
  readonly visitors?: readonly SettledVisitor[];
  /** Whether a link may open without asking, known while the answer is written. */
  readonly isKnownLink?: (url: string) => boolean;
}

export class MarkdownView {
  readonly #root: Element;
  readonly #visitors: readonly SettledVisitor[];
  #pen: HTMLElement | undefined;
  #length = 0;

  constructor(root: Element, options: MarkdownOptions = {}) {
    this.#root = root;
    this.#visitors = options.visitors ?? [];
  }

  /** The block that is being written: carries the attribute `data-pen` until `finish`. */
  get pen(): Element | undefined {
    return this.#pen;
  }

  /** Next piece of the answer, cut anywhere. */
  append(text: string): void {
    if (text === '') return;
    this.#length += text.length;
    if (!this.#pen) {
      this.#pen = this.#root.ownerDocument.createElement('p');
      this.#pen.toggleAttribute('data-pen', true);
      this.#root.append(this.#pen);
      for (const visitor of this.#visitors) visitor.opened?.(this.#pen);
    }
    this.#pen.append(text);
  }

  /** No more text comes; settles all. */
  finish(): void {
    const block = this.#pen;
    if (!block) return;
    block.removeAttribute('data-pen');
    const replace = (text: Text, start: number, end: number, element: Element): void => {
      const rest = text.splitText(end);
      rest.before(element);
      text.data = text.data.slice(0, start);
    };
    for (const visitor of this.#visitors) visitor.settled?.(block, { replace });
    this.#pen = undefined;
  }

  /** Drops everything, for an answer asked again. */
  reset(): void {
    this.#root.replaceChildren();
    this.#pen = undefined;
    this.#length = 0;
  }

  /** Puts a mark behind the rendered character before source offset `end`; false where there is no text. */
  placeAt(end: number, mark: Node): boolean {
    if (this.#length === 0 || end <= 0) return false;
    this.#root.lastElementChild?.append(mark);
    return true;
  }
}
