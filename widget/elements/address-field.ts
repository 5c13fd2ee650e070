// The address line of the composer: a field, then a plate with the network's name and the short address,
// and what the check found.

import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { groupsOfFour, shortForm } from '../../server/chains/recognise.ts';
import { type AddressCheck, ANY_NETWORK, type WrittenAddress } from './address-check.ts';
import { compare } from './comparison.ts';
import * as icons from './icons.ts';
import { fields, Piece } from './piece.ts';
import { icon, rich } from './pieces.ts';

export class CryptoOracleAddressField extends Piece {
  static override properties = fields('written', 'locked', 'editing', 'active', 'whole');

  declare written: WrittenAddress;
  /** The page allows no other address. */
  declare locked: boolean;

  /** The text stands in a field, whatever it says. */
  declare editing: boolean;
  /** Index of the menu's marked entry; -1 while it is closed. */
  declare active: number;
  /** The full address is shown. */
  declare whole: boolean;

  constructor() {
    super();
    this.editing = false;
    this.active = -1;
    this.whole = false;
  }

  override focus(): void {
    this.querySelector<HTMLElement>('input, .net, .whole')?.focus();
  }

  protected override updated(changed: PropertyValues<this>): void {
    const input = this.querySelector('input');
    if (input && input.value !== this.written.text) input.value = this.written.text;
    if (changed.has('active') && this.active >= 0) {
      this.querySelector<HTMLElement>('[role=listbox]')?.focus();
      this.querySelector('.active')?.scrollIntoView({ block: 'nearest' });
    }
  }

  #say(text: string, settled: boolean): void {
    this.editing = !settled;
    this.intend({ name: 'address', text, settled });
  }

  #onInput({ target, inputType }: InputEvent): void {
    this.#say((target as HTMLInputElement).value, /^insertFrom(Paste|Drop)/.test(inputType));
  }

  #onKey(event: KeyboardEvent): void {
    if (event.key !== 'Enter' || event.isComposing) return;
    event.preventDefault();
    this.#say(this.written.text, true);
  }

  #choose(id: string): void {
    this.#closeMenu();
    this.intend({ name: 'network', id });
  }

  #closeMenu(): void {
    this.active = -1;
    this.querySelector<HTMLElement>('.net')?.focus();
  }

  #onMenuKey(event: KeyboardEvent): void {
    const names = this.#entries().map(([, , name]) => name.toLowerCase());
    const last = names.length - 1;
    const { key } = event;
    const letter = names.findIndex((name) => name.startsWith(key.toLowerCase()));
    if (key === 'ArrowDown') this.active = Math.min(this.active + 1, last);
    else if (key === 'ArrowUp') this.active = Math.max(this.active - 1, 0);
    else if (key === 'Home') this.active = 0;
    else if (key === 'End') this.active = last;
    else if (key === 'Enter' || key === ' ') this.#choose(this.#entries()[this.active]![0]);
    else if (key === 'Escape' || key === 'Tab') this.#closeMenu();
    else if (letter >= 0) this.active = letter;
    else return;
    if (key !== 'Tab') event.preventDefault();
    event.stopPropagation();
  }

  #entries(): (readonly [id: string, plate: string, name: string])[] {
    const { networks = [], plate = '' } = this.written.check ?? {};
    return [
      ...networks.map(({ id, plate, name }) => [id, plate, name] as const),
      [
        ANY_NETWORK,
        networks[0] ? networks[0].family.slice(0, 5).toUpperCase() : plate,
        this.words.say('anyNetwork'),
      ],
    ];
  }

  protected override render(): TemplateResult {
    const { words, editing } = this;
    const { check, text } = this.written;
    const isAddress = !editing && check?.networks.length;
    return html`${this.active >= 0 ? this.#menu() : nothing}
      <div class="subject" part="address-field">
        ${isAddress ? this.#recognised(check) : [icon(icons.address), text && !editing && check ? this.#wholeText(check) : this.#field()]}
        ${text && !this.locked ? html`<button class="icon-button s" aria-label=${words.say('removeAddress')} @click=${() => this.intend({ name: 'remove-address' })}>${icon(icons.close, 's')}</button>` : nothing}
      </div>
      ${check && this.active < 0 ? this.#verdict(check) : nothing}`;
  }

  #field(): TemplateResult {
    const { words } = this;
    const { check, text } = this.written;
    return html`<input class="field ${text ? 'mono' : ''}" autocomplete="off" spellcheck="false" autocapitalize="off" inputmode="text" placeholder=${words.say('addressLabel')} aria-label=${words.say('addressLabel')} aria-describedby="check" aria-invalid=${check?.tone === 'bad'} @input=${this.#onInput} @keydown=${this.#onKey} @change=${() => {
      this.editing = false;
    }} />`;
  }

  /** A text with a mistake stays whole, so that it can be compared; a press opens the field again. */
  #wholeText({ wrongAt, tone }: AddressCheck): TemplateResult {
    const { text } = this.written;
    const edit = async (): Promise<void> => {
      this.editing = true;
      await this.updateComplete;
      this.focus();
    };
    return html`<button class="whole mono" dir="ltr" aria-describedby="check" ?data-bad=${tone === 'bad'} @click=${edit}>${
      wrongAt === undefined
        ? text
        : [
            text.slice(0, wrongAt),
            html`<mark>${[...text.slice(wrongAt)][0]}</mark>`,
            [...text.slice(wrongAt)].slice(1).join(''),
          ]
    }</button>`;
  }

  #recognised({ networks, network, plate, shown = '' }: AddressCheck): TemplateResult {
    const { words } = this;
    const name =
      network?.name ?? words.say(this.written.chosen === ANY_NETWORK ? 'anyNetwork' : 'chooseNetwork');
    const label = html`<span class="plate">${plate}</span> ${name}`;
    const toggle = (): void => {
      this.active =
        this.active < 0
          ? Math.max(
              0,
              networks.findIndex(({ id }) => id === network?.id),
            )
          : -1;
    };
    return html`<div class="grow">
      ${networks.length > 1 && !this.locked ? html`<button class="net" aria-haspopup="listbox" aria-expanded=${this.active >= 0} aria-label=${words.say('changeNetwork', { network: `${plate} ${name}` })} @click=${toggle}>${label}${icon(icons.down, 's')}</button>` : html`<span class="net">${label}</span>`}
      <button class="short mono" title=${shown} aria-expanded=${this.whole} aria-label=${`${shortForm(shown)}. ${words.say('showWhole')}`} @click=${() => {
        this.whole = !this.whole;
      }}>${shortForm(shown)}</button>
    </div>`;
  }

  #verdict({ tone, sentences, foreign, shown = '', plate }: AddressCheck): TemplateResult {
    const { words } = this;
    const { site } = this.written;
    const groups = groupsOfFour(shown);
    return html`<div class="check ${tone}" part="check" id="check">
      ${icon(tone === 'ok' ? icons.check : tone === 'info' ? icons.info : icons.stop, 's')}
      <div>
        ${sentences.map((sentence) => html`<p>${rich(sentence)}</p>`)}
        ${
          foreign && site
            ? compare(
                words,
                { label: words.say('thisSite'), plate, address: site.address },
                { label: words.say('youEntered'), plate, address: shown },
              )
            : this.whole && groups.length
              ? html`<p class="groups mono" dir="ltr">${groups.map((group) => html`<span>${group}</span>`)}</p>`
              : nothing
        }
      </div>
    </div>`;
  }

  #menu(): TemplateResult {
    return html`<ul class="menu" part="menu" role="listbox" tabindex="0" aria-label=${this.words.say('networkMenu')} aria-activedescendant="network-${this.active}" @keydown=${this.#onMenuKey} @focusout=${() => {
      this.active = -1;
    }}>
      ${this.#entries().map(
        ([id, plate, name], i) =>
          html`<li id="network-${i}" role="option" class="${i === this.active ? 'active' : ''} ${id === ANY_NETWORK ? 'any' : ''}" aria-selected=${i === this.active} @pointerdown=${(
            event: Event,
          ) => {
            event.preventDefault();
            this.#choose(id);
          }}><span class="plate">${plate}</span>${name}</li>`,
      )}
    </ul>`;
  }
}
