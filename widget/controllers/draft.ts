// The next question as it is written: its text and its address. Every text is looked at, and one that may
// open a wallet stays in its field and goes nowhere else.

import type { ReactiveControllerHost } from 'lit';
import type { Question } from '../conversation.ts';
import type { Secret } from '../elements/notices.ts';
import type { Panel } from '../panel-loader.ts';
import { AddressLine, type AddressLineOptions } from './address-line.ts';

/** All are asked late. */
export interface DraftOptions extends Omit<AddressLineOptions, 'panel' | 'onCheck'> {
  /** Who looks at texts and addresses; none is looked at, stored or sent before. */
  panel(): Pick<Panel, 'checkAddress' | 'subjectOf' | 'secretIn' | 'mayBeStored'> | undefined;
  /** The questions so far: a secret may come in pieces. */
  asked(): string;
  /** What of it a reload may bring back. */
  onChange(storable: Question): void;
}

export class Draft {
  readonly address: AddressLine;
  readonly #host: ReactiveControllerHost;
  readonly #options: DraftOptions;
  #text = '';
  #secret: Secret | undefined;
  /** The text the visitor said to be no secret. */
  #vouchedFor = '';
  #asksIfShared = false;

  constructor(host: ReactiveControllerHost, options: DraftOptions) {
    this.#host = host;
    this.#options = options;
    this.address = new AddressLine(host, { ...options, onCheck: () => this.#keep() });
  }

  get text(): string {
    return this.#text;
  }

  /** What the text may give away. */
  get secret(): Secret | undefined {
    return this.#secret;
  }

  /** The visitor wants to know what to do if the secret is out. */
  get asksIfShared(): boolean {
    return this.#asksIfShared;
  }

  write(text: string): void {
    this.#text = text;
    this.#secret = this.#options.panel()?.secretIn(text, this.#vouchedFor, this.#options.asked());
    if (!this.#secret) this.#asksIfShared = false;
    this.#keep();
    this.#host.requestUpdate();
  }

  /** Whoever looks at texts has come: looks at what was written before. */
  lookAgain(): void {
    this.write(this.#text);
    this.address.check(false);
  }

  askIfShared(): void {
    this.#asksIfShared = true;
    this.#host.requestUpdate();
  }

  /** The visitor says that it is no secret. */
  vouch(): void {
    this.#vouchedFor = this.#text;
    this.write(this.#text);
  }

  /** What is to be sent now; undefined where there is nothing, a secret may be in it or the address is wrong. */
  settle(): Question | undefined {
    const text = this.#text.trim();
    if (!text || this.#secret || !this.#options.panel()) return undefined;
    if (this.address.isBeingChecked) this.address.check();
    return this.address.isBad ? undefined : question(text, this.address.subject);
  }

  /** It was sent. */
  leave(): void {
    this.address.leave();
    this.write('');
  }

  #keep(): void {
    const panel = this.#options.panel();
    if (!panel) return;
    const isSafe = !this.#secret && panel.mayBeStored(this.#text);
    this.#options.onChange(question(isSafe ? this.#text : '', this.address.storable));
  }
}

function question(text: string, subject: Question['subject']): Question {
  return { text, ...(subject ? { subject } : {}) };
}
