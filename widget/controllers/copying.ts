// Copies what a visitor wants to have, and says for a moment which answer it was.

import type { ReactiveControllerHost } from 'lit';
import { copyText } from '../copy-text.ts';
import type { Copied } from '../events.ts';

const MOMENT_MILLISECONDS = 2000;

export interface CopyingOptions {
  /** May hold a field for a moment, as `copyText` needs it. Asked late. */
  place(): Element | null;
  onCopied(what: Copied): void;
}

export class Copying {
  readonly #host: ReactiveControllerHost;
  readonly #options: CopyingOptions;
  #answerId: string | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(host: ReactiveControllerHost, options: CopyingOptions) {
    this.#host = host;
    this.#options = options;
  }

  /** Id of the answer that was copied a moment ago. */
  get answerId(): string | undefined {
    return this.#answerId;
  }

  copy(what: Copied, text: string): void {
    void copyText(text, this.#options.place()).then((isCopied) => isCopied && this.#options.onCopied(what));
  }

  copyAnswer(id: string, text: string): void {
    this.copy('answer', text);
    this.#mark(id);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#mark(undefined), MOMENT_MILLISECONDS);
  }

  #mark(id: string | undefined): void {
    this.#answerId = id;
    this.#host.requestUpdate();
  }
}
