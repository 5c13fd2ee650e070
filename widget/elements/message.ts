// One exchange: the question, the line that says what became of it, the answer and what belongs to it.

import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { explorerUrl, networkById } from '../../server/chains/chains.ts';
import { shortForm } from '../../server/chains/recognise.ts';
import type { AnswerEnd } from '../../server/protocol.ts';
import { type Exchange, endOf, isOpen, type Subject } from '../conversation.ts';
import { trustLinks } from '../markdown/links.ts';
import { MarkdownView } from '../markdown/markdown-view.ts';
import { addressOf, nameSources } from '../markdown/visitors/address-chips.ts';
import { placeCitations } from '../markdown/visitors/citations.ts';
import { codeOf } from '../markdown/visitors/code.ts';
import type { StringKey, Words } from '../strings.ts';
import { closingNotice, type OtherAddress, otherAddress, plateOf, statusLine } from './answer-view.ts';
import { addressWords, answerVisitors } from './answer-visitors.ts';
import { compare } from './comparison.ts';
import * as icons from './icons.ts';
import type { Wait } from './notices.ts';
import { fields, Piece } from './piece.ts';
import { actionButton, icon, orb } from './pieces.ts';

export class CryptoOracleMessage extends Piece {
  static override properties = fields(
    'exchange',
    'last',
    'only',
    'elapsedSeconds',
    'wait',
    'copied',
    'subject',
    'namesSubject',
  );

  declare exchange: Exchange;
  /** Only the last answer can be asked for again. */
  declare last: boolean;
  /** There is no other exchange. */
  declare only: boolean;
  /** Whole seconds since the question was sent, while its answer is under way. */
  declare elapsedSeconds: number;
  declare wait: Wait;
  /** This answer was copied a moment ago. */
  declare copied: boolean;
  /** What the question is about: its own address, or that of a question before. */
  declare subject: Subject | undefined;
  /** The question is about another address than the one before. */
  declare namesSubject: boolean;

  #view: MarkdownView | undefined;
  /** Id of the exchange whose answer the view shows. */
  #viewed = '';
  #viewedIn: Words | undefined;
  /** What the view was given, and whether it was told that no more comes. */
  #written = '';
  #settled = false;
  #other: OtherAddress | undefined;
  /** Indices of the sources in the order they are numbered in. */
  #sources: readonly number[] = [];

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has('exchange')) return;
    const { answer } = this.exchange;
    this.#other = isOpen(answer.status) ? undefined : otherAddress(answer.text, this.subject);
  }

  protected override updated(changed: PropertyValues<this>): void {
    if (changed.has('exchange') || changed.has('words')) this.#write();
  }

  /** Gives the view what is new; an answer that was asked for again, or goes on after its end, begins anew. */
  #write(): void {
    const { id, answer } = this.exchange;
    const { text, status } = answer;
    const open = isOpen(status);
    // A language that came late is written anew: badges and charts read its words.
    if (this.#viewed !== id || this.#viewedIn !== this.words) {
      this.#viewed = id;
      this.#viewedIn = this.words;
      this.#view?.reset();
      this.#view = new MarkdownView(this.querySelector('.prose')!, {
        visitors: answerVisitors(this.words, this.subject),
      });
      this.#written = '';
      this.#settled = false;
    }
    const view = this.#view!;
    if (!text.startsWith(this.#written) || (this.#settled && (open || text !== this.#written))) {
      view.reset();
      this.#written = '';
      this.#settled = false;
    }
    view.append(text.slice(this.#written.length));
    this.#written = text;
    if (open || this.#settled) return;
    this.#settled = true;
    view.finish();
    trustLinks(this, endOf(answer)?.sources?.map(({ url }) => url) ?? []);
    this.#cite(endOf(answer));
  }

  /** Numbers the sources behind the words that rest on them; the list follows the same order. */
  #cite({ citations = [], sources = [] }: Partial<AnswerEnd> = {}): void {
    const order = placeCitations(this.#view!, { citations, sources }, (n, domain) =>
      this.words.say('source', { n, domain }),
    );
    this.#sources = [...new Set([...order, ...sources.keys()])];
    nameSources(this, addressWords(this.words));
    if (this.#sources.length) this.requestUpdate();
  }

  /** Clicks and presses on what the answer's text holds: a citation, a link, or a button that copies. */
  #onProse(event: Event): void {
    const target = event.target as Element;
    const link = target.closest<HTMLAnchorElement>('a[data-unverified]');
    if (link && event.type !== 'keydown') {
      event.preventDefault();
      // The right button opens the browser's own menu, which shows where the link leads.
      if ((event as MouseEvent).button < 2) this.intend({ name: 'link', href: link.href });
      return;
    }
    const mark = target.closest<HTMLElement>('[data-source]');
    const button = target.closest<HTMLElement>('[data-copy]');
    if (mark && (event.type === 'click' || (event as KeyboardEvent).key === 'Enter')) {
      event.preventDefault();
      const list = this.querySelector('crypto-oracle-sources') as { goTo?(position: number): unknown } | null;
      void list?.goTo?.(this.#sources.indexOf(Number(mark.dataset['source'])));
    }
    if (!button || event.type !== 'click') return;
    const address = addressOf(button);
    this.intend({ name: 'copy', what: address ? 'address' : 'code', text: address ?? codeOf(button) });
    const show = (path: string, label: StringKey): void => {
      button.querySelector('path')!.setAttribute('d', path);
      button.setAttribute('aria-label', this.words.say(label));
    };
    show(icons.check, 'copied');
    setTimeout(() => show(icons.copy, address ? 'copyAddress' : 'copyCode'), 2000);
  }

  protected override render(): TemplateResult {
    const { words, exchange, last, wait } = this;
    const { question, answer } = exchange;
    const line = statusLine(words, answer, this.elapsedSeconds);
    const notice = closingNotice(words, answer);
    const end = endOf(answer);
    const open = isOpen(answer.status);
    return html`<article class="exchange">
      <div class="question" part="question">
        <h3 class="hidden">${words.say('youAsked')}</h3>
        <div class="text" dir="auto">${question.text}</div>
        ${
          question.subject && this.namesSubject
            ? html`<div class="about"><span class="plate">${plateOf(question.subject)}</span><bdi class="mono" dir="ltr" title=${question.subject.address}>${shortForm(question.subject.address)}</bdi></div>`
            : nothing
        }
      </div>
      <div class="answer" part="answer" aria-busy=${open}>
        <h3 class="hidden">${words.say('oracleAnswered')}</h3>
        ${line ? html`<div class="status" part="status">${orb(line.orb)}<span>${line.text}</span><span class="aside">${line.aside}</span></div>` : nothing}
        ${this.#other ? this.#otherAddress(this.#other) : nothing}
        <div class="prose" part="prose" dir="auto" @click=${this.#onProse} @auxclick=${this.#onProse} @keydown=${this.#onProse}></div>
        ${
          answer.status.name === 'stopped' && last
            ? html`<div>${actionButton(words, { label: words.say('askAgain'), intent: { name: 'retry' }, icon: icons.retry, waits: true }, wait, () => this.intend({ name: 'retry' }))}</div>`
            : nothing
        }
        ${notice ? html`<crypto-oracle-notice .words=${words} .content=${last ? notice : { ...notice, actions: [] }} .wait=${wait}></crypto-oracle-notice>` : nothing}
        ${end && answer.text ? this.#end(end) : nothing}
        ${!open && answer.text ? this.#tools(end) : nothing}
      </div>
    </article>`;
  }

  #otherAddress({ asked, named, plate, lookAlike }: OtherAddress): TemplateResult {
    const { words } = this;
    const network = networkById(this.subject?.network ?? '');
    const explorer = (address: string): string | undefined => network && explorerUrl(network, address);
    return html`<crypto-oracle-notice .words=${words} .content=${{
      icon: icons.stop,
      text: words.say(lookAlike ? 'otherAddressAlike' : 'otherAddress'),
      danger: true,
      more: compare(
        words,
        { label: words.say('askedAbout'), plate, address: asked, explorer: explorer(asked) },
        { label: words.say('answerNames'), plate, address: named, explorer: explorer(named) },
      ),
    }}></crypto-oracle-notice>`;
  }

  #end({ sources = [], pages = [], searchSuggestions }: AnswerEnd): TemplateResult {
    const { words } = this;
    const { html: markup, queries = [] } = searchSuggestions ?? {};
    return html`${
      markup
        ? html`<iframe class="search-suggestions" part="search-suggestions" title=${words.say('searchSuggestions')} sandbox="allow-same-origin allow-popups allow-popups-to-escape-sandbox" referrerpolicy="no-referrer" srcdoc=${`<base target="_blank"><style>:root{color-scheme:light dark}body{margin:0;overflow:hidden}</style>${markup}`} @load=${fitFrame}></iframe>`
        : queries.length
          ? html`<p class="aside" part="search-suggestions">${words.say('searchSuggestions')}: ${queries.join(' · ')}</p>`
          : nothing
    }${sources.length ? html`<crypto-oracle-sources .words=${words} .sources=${this.#sources.flatMap((index) => sources[index] ?? [])} .pages=${pages}></crypto-oracle-sources>` : nothing}`;
  }

  #tools(end: AnswerEnd | undefined): TemplateResult {
    const { words, exchange } = this;
    const date = new Date(end?.answeredAt ?? exchange.askedAt);
    return html`<div class="tools" part="tools">
      <button class="text-button" @click=${() => this.intend({ name: 'copy-answer', id: exchange.id })}>${icon(this.copied ? icons.check : icons.copy, 's')}${words.say(this.copied ? 'copied' : 'copyAnswer')}</button>
      ${this.last && !this.only ? html`<button class="text-button" @click=${() => this.intend({ name: 'copy-conversation' })}>${words.say('copyConversation')}</button>` : nothing}
      <time datetime=${date.toISOString()}>${words.say('asOf', { time: words.time(date) })}</time>
    </div>`;
  }
}

/** The provider's markup runs no script, so its frame cannot say how tall it is: it is measured. */
function fitFrame({ target }: Event): void {
  const frame = target as HTMLIFrameElement;
  const height = frame.contentDocument?.body.offsetHeight;
  if (height) frame.style.blockSize = `${height}px`;
}
