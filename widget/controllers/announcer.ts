// What is said to those who do not see: the text of one polite region.

import type { ReactiveControllerHost } from 'lit';
import type { Answer } from '../conversation.ts';
import type { StringKey, Words } from '../strings.ts';

/** Both are asked late. */
export interface AnnouncerOptions {
  words(): Words;
  /** Seconds until the next question is welcome. */
  waitSeconds(): number;
}

export class Announcer {
  readonly #host: Pick<ReactiveControllerHost, 'requestUpdate'>;
  readonly #options: AnnouncerOptions;
  #text = '';

  constructor(host: Pick<ReactiveControllerHost, 'requestUpdate'>, options: AnnouncerOptions) {
    this.#host = host;
    this.#options = options;
  }

  get text(): string {
    return this.#text;
  }

  announce(text: string): void {
    // The same words again are said again only where the region's text differs.
    this.#text = text === this.#text ? `${text}\u00a0` : text;
    this.#host.requestUpdate();
  }

  say(key: StringKey, values?: Parameters<Words['say']>[1]): void {
    this.announce(this.#options.words().say(key, values));
  }

  /** An answer ended; why one failed is said by its notice. */
  sayEnd({ status, text }: Answer): void {
    const { say } = this.#options.words();
    const n = this.#options.waitSeconds();
    const parts = [
      status.name === 'stopped' && say('sayStopped'),
      status.name === 'finished' && say('sayReady', { sentence: firstSentence(text) }),
      n > 0 && say('canAskIn', { n }),
    ];
    this.announce(parts.filter(Boolean).join(' '));
  }
}

/** At most 200 characters of an answer, to its first full stop. */
function firstSentence(markdown: string): string {
  const text = markdown.replace(/[*_`#>|[\]]/g, '').trim();
  return (/^.{1,199}?[.!?。！？](?=\s|$)/s.exec(text)?.[0] ?? text.slice(0, 200)).replace(/\s+/g, ' ');
}
