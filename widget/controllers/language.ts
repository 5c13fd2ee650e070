// The words of the page's language; English until those of another have come.

import type { ReactiveControllerHost } from 'lit';
import { closestLanguage, englishWords, loadWords, type Words } from '../strings.ts';

export class Language {
  readonly #host: ReactiveControllerHost & Element;
  readonly #onChange: () => void;
  #words = englishWords;

  constructor(host: ReactiveControllerHost & Element, onChange: () => void) {
    this.#host = host;
    this.#onChange = onChange;
  }

  get words(): Words {
    return this.#words;
  }

  /** `chosen`: the page's or the visitor's where it is empty. `base`: where the script came from. */
  async follow(chosen: string, base: string): Promise<void> {
    const page = this.#host.closest('[lang]')?.getAttribute('lang') || document.documentElement.lang;
    const lang = chosen || page || navigator.language;
    if (closestLanguage(lang) === this.#words.lang) return;
    this.#words = await loadWords(lang, new URL('locales/', base || location.href).href);
    this.#onChange();
    this.#host.requestUpdate();
  }
}
