// The numbered sources of an answer, and the pages that could not be read.

import { html, nothing, type TemplateResult } from 'lit';
import type { Page, Source } from '../../server/protocol.ts';
import * as icons from './icons.ts';
import { fields, Piece } from './piece.ts';
import { icon } from './pieces.ts';

/** More than these stay folded until they are asked for. */
const SHOWN = 3;

export class CryptoOracleSources extends Piece {
  static override properties = fields('sources', 'pages', 'unfolded');

  declare sources: readonly Source[];
  declare pages: readonly Page[];
  /** As the visitor left it; undefined until then. */
  declare unfolded: boolean | undefined;

  /** Opens the list and goes to the source of this index. */
  async goTo(index: number): Promise<void> {
    this.unfolded = true;
    await this.updateComplete;
    this.querySelectorAll<HTMLElement>('.source')[index]?.focus();
  }

  protected override render(): TemplateResult {
    const { words, sources } = this;
    const unread = this.pages.filter(({ status }) => status !== 'read');
    const unfolded = this.unfolded ?? (sources.length <= SHOWN && sources.length > 0);
    return html`<div class="sources" part="sources">
      <button class="fold" aria-expanded=${unfolded} @click=${() => {
        this.unfolded = !unfolded;
      }}>${words.say('sources', { n: sources.length })}${icon(icons.down, 's')}</button>
      ${
        unfolded
          ? html`<ol>${sources.map((source, i) => this.#source(source, i))}${unread.map(
              ({ url, status }) =>
                html`<li class="source" part="source">${icon(icons.warn, 's')}<span>${hostOf(url)}<small>${words.say(`page-${status as 'failed'}`)}</small></span></li>`,
            )}</ol>`
          : nothing
      }
    </div>`;
  }

  #source({ url, title, domain }: Source, i: number): TemplateResult {
    const content = html`<span class="n">${this.words.number(i + 1)}</span><span dir="auto">${title || domain}<small>${domain}</small></span>`;
    return html`<li>${
      /^https?:/i.test(url)
        ? html`<a class="source" part="source" href=${url} target="_blank" rel="noopener noreferrer nofollow ugc" referrerpolicy="no-referrer">${content}${icon(icons.external, 's')}<span class="hidden">${this.words.say('newTab')}</span></a>`
        : html`<span class="source" part="source" tabindex="-1">${content}</span>`
    }</li>`;
  }
}

function hostOf(url: string): string {
  try {
    return new URL(url).host;
  } catch {
    return url;
  }
}
