// The address line: what stands in it, which network it is of, the verdict on it, and whether it is shown.
// The verdict waits for a pause in typing, and for the panel's script, which reads addresses.

import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { Subject } from '../conversation.ts';
import type { WrittenAddress } from '../elements/address-check.ts';
import type { Panel } from '../panel-loader.ts';
import type { Words } from '../strings.ts';
import type { Clock } from './clock.ts';
import { systemClock } from './clock.ts';

const PAUSE_MILLISECONDS = 300;

/** All are asked late. */
export interface AddressLineOptions {
  words(): Words;
  /** Who gives the verdicts; there are none before. */
  panel(): Pick<Panel, 'checkAddress' | 'subjectOf'> | undefined;
  /** A question has been asked: the line is closed until somebody opens it. */
  hasBegun(): boolean;
  /** There is a verdict, or none any more. */
  onCheck(): void;
  /** Says what was found to those who do not see it. */
  announce(text: string): void;
  clock?: Clock;
}

export class AddressLine implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  readonly #options: AddressLineOptions;
  readonly #clock: Clock;
  /** The same object as long as it says the same. */
  #written: WrittenAddress = { text: '', chosen: undefined, site: undefined, check: undefined };
  /** As the visitor left it; undefined until then. */
  #isOpen: boolean | undefined;
  #cancelCheck: (() => void) | undefined;

  constructor(host: ReactiveControllerHost, options: AddressLineOptions) {
    this.#host = host;
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
    host.addController(this);
  }

  get written(): WrittenAddress {
    return this.#written;
  }

  /** What the next question will carry. */
  get subject(): Subject | undefined {
    return this.#options.panel()?.subjectOf(this.#written.check);
  }

  /** What of it a reload may bring back: an address, and nothing that only looks like one. */
  get storable(): Subject | undefined {
    return this.#written.check?.networks.length && !this.isBad ? this.subject : undefined;
  }

  get isOpen(): boolean {
    return this.#isOpen ?? !this.#options.hasBegun();
  }

  /** Nobody has touched it yet. */
  get isFresh(): boolean {
    return this.#isOpen === undefined && this.isOpen && !this.#written.text;
  }

  /** Somebody is still typing. */
  get isBeingChecked(): boolean {
    return this.#cancelCheck !== undefined;
  }

  /** Holds the question back. */
  get isBad(): boolean {
    return this.#written.check?.tone === 'bad';
  }

  open(): void {
    this.#isOpen = true;
    this.#host.requestUpdate();
  }

  /** Takes what is typed; what is `settled` is checked at once. Whether an address was recognised by that. */
  write(text: string, settled: boolean): boolean {
    this.#change({ text, check: undefined });
    this.#cancelCheck?.();
    this.#cancelCheck = this.#clock.after(PAUSE_MILLISECONDS, () => this.check());
    if (settled) this.check();
    return Boolean(this.#written.check?.networks.length);
  }

  /** Takes a whole address, and the network that was named for it. */
  set(text: string, network?: string): void {
    this.#change({ text, chosen: network });
    this.check();
  }

  choose(network: string): void {
    this.set(this.#written.text, network);
  }

  remove(): void {
    this.set('');
    if (this.#options.hasBegun()) this.#isOpen = false;
  }

  /** The question has taken the address with it. */
  leave(): void {
    this.#isOpen = undefined;
    this.#change({ text: '', check: undefined });
  }

  /** What the page's own attributes say; `isTaken`: it is written into the line. */
  setSite(site: Subject | undefined, isTaken: boolean): void {
    this.#change({ site });
    if (isTaken) this.#takeSite();
  }

  /** As it was before the first question. */
  reset(): void {
    this.#isOpen = undefined;
    this.#takeSite();
  }

  /** The one place that gives a verdict: nothing else makes a check. */
  check(isNews = true): void {
    this.#cancelCheck?.();
    this.#cancelCheck = undefined;
    const panel = this.#options.panel();
    if (!panel) return;
    const words = this.#options.words();
    const { text, chosen, site } = this.#written;
    const check = panel.checkAddress(words, text, chosen, site);
    this.#change({ check });
    this.#options.onCheck();
    if (!isNews || !check?.network) return;
    const sentences = check.sentences.join(' ').replaceAll('**', '');
    this.#options.announce(words.say('sayAddress', { network: check.network.name, check: sentences }));
  }

  hostDisconnected(): void {
    this.#cancelCheck?.();
  }

  #takeSite(): void {
    const { site } = this.#written;
    this.set(site?.address ?? '', site?.network);
  }

  #change(change: Partial<WrittenAddress>): void {
    this.#written = { ...this.#written, ...change };
    this.#host.requestUpdate();
  }
}
