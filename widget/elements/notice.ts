// A notice: what happened, what became of the question, and one thing to do.

import { html, nothing, type TemplateResult } from 'lit';
import type { NoticeContent, Wait } from './notices.ts';
import { fields, Piece } from './piece.ts';
import { actionButton, headed, icon } from './pieces.ts';

export class CryptoOracleNotice extends Piece {
  static override properties = fields('content', 'wait');

  declare content: NoticeContent;
  declare wait: Wait;

  protected override render(): TemplateResult {
    const { text, danger, actions = [], note, more } = this.content;
    const [heading, rest] = headed(text);
    return html`<div class="notice ${danger ? 'danger' : ''}" part="notice ${danger ? 'notice-danger' : ''}" role=${danger ? 'alert' : 'status'}>
      ${icon(this.content.icon)}<h4>${heading}</h4><p>${rest}</p>${more ?? nothing}
      <div class="row">
        ${actions.map((action) => actionButton(this.words, action, this.wait, () => this.intend(action.intent)))}
        ${note ? html`<span class="code-note">${note}</span>` : nothing}
      </div>
    </div>`;
  }
}
