// The conversation as it is read: a log of exchanges, with room held open below the last one.

import { html, type TemplateResult } from 'lit';
import type { Conversation, Exchange, Subject } from '../conversation.ts';
import type { Wait } from './notices.ts';
import { fields, Piece } from './piece.ts';

const NO_WAIT: Wait = { seconds: 0, total: 1 };

export class CryptoOracleTranscript extends Piece {
  static override properties = fields('conversation', 'elapsedSeconds', 'wait', 'copied', 'fades');

  declare conversation: Conversation;
  declare elapsedSeconds: number;
  declare wait: Wait;
  /** Id of the exchange whose answer was copied a moment ago. */
  declare copied: string | undefined;
  /** More is below: the last lines fade. */
  declare fades: boolean;

  /** The last exchange's question, once it is on the page. */
  get lastQuestion(): Element | null | undefined {
    const message = this.querySelector<Element & { exchange?: Exchange }>(
      'crypto-oracle-message:last-of-type',
    );
    const isLast = message?.exchange?.id === this.conversation.exchanges.at(-1)?.id;
    return isLast ? message?.querySelector('.question') : undefined;
  }

  protected override render(): TemplateResult {
    const { words, copied } = this;
    const { exchanges } = this.conversation;
    let subject: Subject | undefined;
    return html`<div class="transcript ${this.fades ? 'more' : ''}" part="transcript" role="log" aria-live="off" aria-label=${words.say('conversation')} tabindex="0">
      <div class="conversation">${exchanges.map((exchange, i) => {
        const last = i === exchanges.length - 1;
        const before = subject;
        subject = exchange.question.subject ?? before;
        return html`<crypto-oracle-message .words=${words} .exchange=${exchange} .last=${last} .only=${exchanges.length === 1} .elapsedSeconds=${last ? this.elapsedSeconds : 0} .wait=${last ? this.wait : NO_WAIT} .copied=${copied === exchange.id} .subject=${subject} .namesSubject=${subject?.address !== before?.address}></crypto-oracle-message>`;
      })}</div>
      <div class="space"></div>
    </div>`;
  }
}
