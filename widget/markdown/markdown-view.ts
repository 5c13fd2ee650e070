// An answer on screen: Markdown comes in as it arrives, cut anywhere, and elements come out. What is
// settled is never touched again, so selections, focus and what visitors have done stay.

import { MarkdownParser } from './blocks.ts';
import { DomWriter } from './dom-writer.ts';
import { readLink } from './links.ts';
import type { SettledVisitor } from './visitor.ts';

export type { SettledContext, SettledVisitor } from './visitor.ts';

export interface MarkdownOptions {
  readonly visitors?: readonly SettledVisitor[];
}

/** The block that is being written carries the attribute `data-pen`; none does once finished. */
export class MarkdownView {
  readonly #root: Element;
  readonly #visitors: readonly SettledVisitor[] | undefined;
  #writer!: DomWriter;
  #parser!: MarkdownParser;

  constructor(root: Element, { visitors }: MarkdownOptions = {}) {
    this.#root = root;
    this.#visitors = visitors;
    this.#begin();
  }

  #begin(): void {
    this.#writer = new DomWriter(this.#root, readLink, this.#visitors);
    this.#parser = new MarkdownParser(this.#writer);
  }

  /** Next piece of the answer, cut anywhere. */
  append(text: string): void {
    if (text !== '') this.#parser.append(text);
  }

  /** No more text comes; settles all. */
  finish(): void {
    this.#parser.finish();
    this.#writer.rest();
  }

  /** Drops everything, for an answer asked again. */
  reset(): void {
    this.#root.replaceChildren();
    this.#begin();
  }

  /**
   * Puts a mark behind the character that ends at this UTF-16 offset of the source, but never inside
   * code or a link; false where nothing is shown before it. Call it once the answer is finished.
   */
  placeAt(end: number, mark: Node): boolean {
    return this.#writer.placeAt(end, mark);
  }
}
