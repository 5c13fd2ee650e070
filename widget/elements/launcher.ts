// The button in the page's corner, with its badge and its teaser.

import { html, nothing, type TemplateResult } from 'lit';
import * as icons from './icons.ts';
import { fields, Piece } from './piece.ts';
import { icon, rich } from './pieces.ts';

export class CryptoOracleLauncher extends Piece {
  static override properties = fields('open', 'writing', 'unread', 'label', 'teaser');

  declare open: boolean;
  /** An answer is being written. */
  declare writing: boolean;
  /** Answers that ended while the panel was closed. */
  declare unread: number;
  /** Words beside the glyph; empty for a bare circle. */
  declare label: string;
  declare teaser: boolean;

  protected override render(): TemplateResult {
    const { words, open, unread } = this;
    const wide = !open && this.label;
    const name = open
      ? words.say('launchClose')
      : this.writing
        ? words.say('launchWriting')
        : unread
          ? words.say('launchUnread', { n: unread })
          : this.label || words.say('launch');
    return html`<div class="corner">
      ${this.teaser ? this.#teaser() : nothing}
      <button class="launcher ${wide ? 'wide' : ''}" part="launcher" aria-label=${name} aria-expanded=${open} aria-controls="panel" @click=${() => this.intend({ name: 'toggle' })}>
        ${open ? icon(icons.down, 'l') : this.#glyph()}${wide ? html`<span>${wide}</span>` : nothing}
        ${unread && !open ? html`<span class="count" part="badge" aria-hidden="true">${words.number(unread)}</span>` : nothing}
      </button>
    </div>`;
  }

  #teaser(): TemplateResult {
    const { words } = this;
    return html`<div class="teaser" part="teaser" role="group">
      <button class="tease" @click=${() => this.intend({ name: 'open' })}>${rich(words.say('teaser'))}</button>
      <button class="icon-button s" aria-label=${words.say('dismiss')} @click=${() => this.intend({ name: 'dismiss-teaser' })}>${icon(icons.close, 's')}</button>
    </div>`;
  }

  #glyph(): TemplateResult {
    return html`<svg class="glyph ${this.writing ? 'rolling' : ''}" viewBox="0 0 24 24" aria-hidden="true"><path class="ring" d="M12 1.75a9.75 9.75 0 1 1-4.55 18.37L2.6 21.4l1.28-4.85A9.75 9.75 0 0 1 12 1.75z" /><circle class="disc" cx="14.5" cy="9" r="4.4" /></svg>`;
  }
}
