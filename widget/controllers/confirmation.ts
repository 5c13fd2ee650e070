// What waits for a visitor's yes. The sheet that asks takes the focus by itself; here it is given back.

import type { ReactiveControllerHost } from 'lit';
import type { Asked } from '../elements/confirm.ts';

export class Confirmation {
  readonly #host: ReactiveControllerHost & HTMLElement;
  #asked: Asked | undefined;
  /** Where the focus was before. */
  #from: Element | null = null;

  constructor(host: ReactiveControllerHost & HTMLElement) {
    this.#host = host;
  }

  get asked(): Asked | undefined {
    return this.#asked;
  }

  ask(asked: Asked): void {
    this.#from = this.#host.shadowRoot!.activeElement;
    this.#asked = asked;
    this.#host.requestUpdate();
  }

  /** There is an answer: the sheet goes, and the focus returns. */
  end(): void {
    // A link that is followed is still needed until the browser has done so.
    setTimeout(async () => {
      this.drop();
      this.#host.requestUpdate();
      await this.#host.updateComplete;
      const from = this.#from;
      if (from instanceof HTMLElement && from.isConnected) from.focus();
      else this.#host.focus();
    });
  }

  /** Nobody is asked any more, and the focus is somewhere else. */
  drop(): void {
    this.#asked = undefined;
  }
}
