// The sheet that asks before something that cannot be taken back, or that leads away from the page.

import { html, type TemplateResult } from 'lit';
import { fields, Piece } from './piece.ts';
import { headed } from './pieces.ts';

/** What waits for a yes: forgetting the conversation, or following a link that no source vouches for. */
export type Asked = { readonly name: 'clear' } | { readonly name: 'link'; readonly href: string };

/** The second half of a double click must not be a yes. */
const PAUSE_MILLISECONDS = 400;

export class CryptoOracleConfirm extends Piece {
  static override properties = fields('asked');

  declare asked: Asked;

  #openedAt = 0;

  protected override firstUpdated(): void {
    this.#openedAt = performance.now();
    this.querySelector('button')?.focus();
  }

  #go(event: MouseEvent): void {
    // The right button opens the browser's own menu.
    if (event.button > 1) return;
    const isByPointer = event.detail > 0;
    if (isByPointer && performance.now() - this.#openedAt < PAUSE_MILLISECONDS) event.preventDefault();
    else this.intend({ name: 'confirm', isWanted: true });
  }

  protected override render(): TemplateResult {
    const { words, asked } = this;
    const isLink = asked.name === 'link';
    const [heading, rest] = headed(words.say(isLink ? 'linkAsk' : 'clearAsk'));
    // The host is put in here and not by the words: it must not be able to say anything else.
    const [before, after] = heading.split('{host}');
    return html`<div class="scrim">
      <div class="confirm" part="confirm" role="alertdialog" aria-modal="true" aria-labelledby="confirm" aria-describedby="confirm-text">
        <h3 id="confirm">${isLink ? [before, html`<bdi>${hostOf(asked.href)}</bdi>`, after] : heading}</h3><p id="confirm-text">${rest}</p>
        <div class="row">
          <button class="button" @click=${() => this.intend({ name: 'confirm', isWanted: false })}>${words.say(isLink ? 'stay' : 'keep')}</button>
          ${
            isLink
              ? html`<a class="button strong" href=${asked.href} target="_blank" rel="noopener noreferrer nofollow ugc" referrerpolicy="no-referrer" @click=${this.#go} @auxclick=${this.#go}>${words.say('openLink')}</a>`
              : html`<button class="button strong" @click=${this.#go}>${words.say('clearNow')}</button>`
          }
        </div>
      </div>
    </div>`;
  }
}

/** The host a link truly leads to, and its protocol where that is not the safe one. */
function hostOf(href: string): string {
  const { protocol, host } = new URL(href);
  return protocol === 'https:' ? host : `${protocol}//${host}`;
}
