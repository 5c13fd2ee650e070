// Where a question is written: address line, text, and one button with three faces. What stands in it
// belongs to the public element; it is shown here and said back.

import { html, type LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import type { WrittenAddress } from './address-check.ts';
import * as icons from './icons.ts';
import { type Secret, secretNotice, type Wait } from './notices.ts';
import { fields, Piece } from './piece.ts';
import { dial, icon, rich } from './pieces.ts';

export class CryptoOracleComposer extends Piece {
  static override properties = fields(
    'text',
    'placeholder',
    'disclaimer',
    'maxLength',
    'busy',
    'wait',
    'reminds',
    'line',
    'secret',
    'shared',
    'hasAddress',
    'fresh',
    'address',
    'locked',
    'jumps',
    'grows',
  );

  declare text: string;
  declare placeholder: string;
  /** What the page adds to the footnote. */
  declare disclaimer: string;
  /** Most characters of one question. */
  declare maxLength: number;
  /** An answer is under way. */
  declare busy: boolean;
  declare wait: Wait;
  /** The visitor tried to send too early: say once that the question is kept. */
  declare reminds: boolean;
  /** `offline`; `back` for a moment after. */
  declare line: 'online' | 'offline' | 'back';
  /** What the text may give away; it is masked and not sent. */
  declare secret: Secret | undefined;
  /** The visitor asked what to do if the secret is out. */
  declare shared: boolean;
  /** The address line is open. */
  declare hasAddress: boolean;
  /** Nobody has touched it yet: a low box folds it into its button. */
  declare fresh: boolean;
  declare address: WrittenAddress;
  declare locked: boolean;
  /** The end is far below: offer the way there. `grows`: and an answer grows there. */
  declare jumps: boolean;
  declare grows: boolean;

  #tall = false;
  /** Length at which the text no longer fit one line. */
  #tallFrom = Infinity;

  get input(): HTMLTextAreaElement | null {
    return this.querySelector('textarea');
  }

  /** Puts the focus into the address line, once it is there. */
  async focusAddress(): Promise<void> {
    await this.updateComplete;
    const field = this.querySelector<LitElement>('crypto-oracle-address-field');
    await field?.updateComplete;
    field?.focus();
  }

  protected override updated(changed: PropertyValues<this>): void {
    const { input } = this;
    if (!input) return;
    if (input.value !== this.text) {
      input.value = this.text;
      input.setSelectionRange(this.text.length, this.text.length);
    }
    if (changed.has('text') || changed.has('secret')) this.#fit(input);
  }

  /** From two lines on the controls stand in a row of their own. Where the browser cannot, grows the field. */
  #fit(input: HTMLTextAreaElement): void {
    const { length } = this.text;
    if (!CSS.supports('field-sizing', 'content')) {
      input.style.blockSize = 'auto';
      input.style.blockSize = `${input.scrollHeight}px`;
    }
    const oneLine = Number.parseFloat(getComputedStyle(input).minBlockSize);
    if (!this.#tall && input.scrollHeight > oneLine + 8) this.#tallFrom = length;
    const tall = length > 0 && length >= this.#tallFrom;
    if (!tall) this.#tallFrom = Infinity;
    if (tall === this.#tall) return;
    this.#tall = tall;
    this.requestUpdate();
  }

  #onKey(event: KeyboardEvent): void {
    // An input method's own Enter has keyCode 229 in Safari, where isComposing has ended already.
    if (event.isComposing || event.keyCode === 229) return;
    if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault();
      this.intend({ name: 'submit' });
    } else if (event.key === 'ArrowUp' && this.text === '') {
      event.preventDefault();
      this.intend({ name: 'recall' });
    }
  }

  protected override render(): TemplateResult {
    const { words, secret, address } = this;
    const bad = secret !== undefined || address.check?.tone === 'bad';
    return html`<div class="dock" part="dock">
      ${this.jumps ? html`<button class="jump" part="jump" @click=${() => this.intend({ name: 'jump' })}>${icon(icons.latest)}${words.say('jump')}${this.grows ? html`<i></i>` : nothing}</button>` : nothing}
      ${secret ? html`<crypto-oracle-notice .words=${words} .content=${secretNotice(words, secret, this.shared)}></crypto-oracle-notice>` : nothing}
      ${this.line === 'online' ? nothing : html`<div class="banner" part="banner">${this.line === 'offline' ? icon(icons.offline) : nothing}<span>${rich(words.say(this.line === 'offline' ? 'offline' : 'online'))}</span></div>`}
      <div class="composer ${bad ? 'bad' : ''} ${this.#tall ? 'tall' : ''} ${this.fresh ? 'fresh' : ''}" part="composer">
        ${this.hasAddress ? html`<crypto-oracle-address-field .words=${words} .written=${address} .locked=${this.locked}></crypto-oracle-address-field>` : nothing}
        <div class="line">
          ${this.hasAddress && !this.fresh ? nothing : html`<button class="icon-button" aria-label=${words.say('addAddress')} @click=${() => this.intend({ name: 'add-address' })}>${icon(icons.address)}</button>`}
          <textarea class="input ${secret ? 'masked' : ''}" part="input" rows="1" dir="auto" autocomplete="off" enterkeyhint="send" maxlength=${this.maxLength} placeholder=${this.busy ? words.say('nextPlaceholder') : this.placeholder || words.say('placeholder')} aria-label=${words.say('inputLabel')} aria-describedby="footnote check" aria-invalid=${secret !== undefined} @input=${({ target }: Event) => this.intend({ name: 'draft', text: (target as HTMLTextAreaElement).value })} @keydown=${this.#onKey}></textarea>
          ${this.#counter()}${this.#button()}
        </div>
      </div>
      ${this.#footnote()}
    </div>`;
  }

  #counter(): unknown {
    const { text, maxLength, words } = this;
    if (text.length < maxLength * 0.9) return nothing;
    return html`<span class="counter">${words.number(text.length)} / ${words.number(maxLength)}</span>`;
  }

  #button(): TemplateResult {
    const { words, wait, busy } = this;
    const cools = !busy && wait.seconds > 0;
    const off =
      this.text.trim() === '' || this.secret || this.address.check?.tone === 'bad' || this.line === 'offline';
    const face = busy ? 'stop' : cools ? 'cooling' : off ? 'off' : '';
    return html`<button class="send ${face}" part=${busy ? 'stop' : cools ? 'cooldown' : 'send'} aria-label=${words.say(busy ? 'stop' : 'send')} aria-disabled=${!busy && (cools || Boolean(off))} aria-describedby=${cools ? 'footnote' : nothing} data-seconds=${cools ? words.number(wait.seconds) : nothing} @click=${() => this.intend({ name: busy ? 'stop' : 'submit' })}>
      ${busy ? html`<i></i>` : cools ? dial(wait.seconds / wait.total) : icon(icons.send)}
    </button>`;
  }

  #footnote(): TemplateResult {
    const { words, wait } = this;
    const n = wait.seconds;
    const live = this.secret
      ? words.say('nothingSent')
      : !this.busy && n > 0
        ? words.say(this.reminds ? 'kept' : 'readyIn', { n })
        : '';
    return html`<p class="footnote ${live ? 'live' : ''}" part="footnote" id="footnote">${live || html`<span>${words.say('footnote')}</span>${this.disclaimer ? html`<span>${this.disclaimer}</span>` : nothing}<slot name="footnote"></slot>`}</p>`;
  }
}
