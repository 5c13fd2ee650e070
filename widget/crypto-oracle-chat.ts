// The public element: what a page sets, calls and hears. It joins the controllers, which hold the
// state, with the elements, which show it; every decision about a visitor's wish is taken here.

import {
  adoptStyles,
  html,
  LitElement,
  nothing,
  type PropertyDeclarations,
  type PropertyValues,
  type TemplateResult,
} from 'lit';
import { LIMITS, type Message, withAddress } from '../server/protocol.ts';
import { ChatSession, type SessionStatus } from './controllers/chat-session.ts';
import { Cooldown } from './controllers/cooldown.ts';
import { PanelPlace } from './controllers/panel-place.ts';
import { ReadingPosition } from './controllers/reading-position.ts';
import { Teaser } from './controllers/teaser.ts';
import type { Question, Subject } from './conversation.ts';
import { copyText } from './copy-text.ts';
import type { AddressCheck } from './elements/address-check.ts';
import type { Asked } from './elements/confirm.ts';
import type { Intent, IntentEvent } from './elements/intent.ts';
import type { Secret, Wait } from './elements/notices.ts';
import { headed, icon, orb } from './elements/pieces.ts';
import type { Copied } from './events.ts';
import {
  OracleClearEvent,
  OracleCloseEvent,
  OracleCooldownEvent,
  OracleCopyEvent,
  OracleErrorEvent,
  OracleOpenEvent,
  OracleReadyEvent,
  OracleResponseEndEvent,
  OracleResponseStartEvent,
  OracleSendEvent,
  OracleUnreadEvent,
} from './events.ts';
import { answerMarkdown, conversationMarkdown, type ExportWords } from './export-markdown.ts';
import { createOracleClient } from './oracle-client.ts';
import type { Panel, PanelLoader } from './panel-loader.ts';
import { closestLanguage, englishWords, loadWords, type Words } from './strings.ts';
import { frameSheet } from './styles/frame-sheet.ts';
import { settings } from './styles/settings.ts';
import { createTranscriptStore, type StorageMode } from './transcript-store.ts';

export type Mode = 'launcher' | 'inline' | 'page';
export type Placement = 'end' | 'start';
export type Theme = 'auto' | 'light' | 'dark';

const CHECK_PAUSE_MILLISECONDS = 300;
const MOMENT_MILLISECONDS = 2000;

/**
 * A crypto oracle in a page: a visitor asks about a token and reads a cited, dated answer as it is
 * written.
 *
 * ```html
 * <crypto-oracle-chat mode="inline" contract="0xA0b8…" network="ethereum"></crypto-oracle-chat>
 * ```
 *
 * @tag crypto-oracle-chat
 *
 * @attr {string} api-url - Where the server is; the script's own origin where absent.
 * @attr {'launcher'|'inline'|'page'} mode - A button in the corner with a panel, a box in a column of the page, or all of its parent's box.
 * @attr {boolean} open - The panel of the launcher is open.
 * @attr {'end'|'start'} placement - Which corner the launcher stands in.
 * @attr {'auto'|'light'|'dark'} theme - `auto` follows the visitor's system.
 * @attr {string} contract - The contract address the page is about; the first question carries it.
 * @attr {string} network - Id of that contract's network, such as `ethereum`, `base` or `solana`.
 * @attr {boolean} contract-lock - Visitors cannot ask about another address.
 * @attr {string} heading - Words beside the orb instead of the product's name.
 * @attr {string} placeholder - Words in the empty question field.
 * @attr {string} disclaimer - A sentence added to the footnote.
 * @attr {string} suggestions - Suggested questions, with `|` between them; empty for none.
 * @attr {string} label - Words on the launcher, which is then a pill.
 * @attr {boolean} teaser - Shows a small card beside the launcher, once per visitor, after 8 seconds.
 * @attr {'session'|'local'|'none'} storage - Where the conversation survives a reload; with `local` it is that of the tab that asked last.
 * @attr {number} cooldown - Seconds between two questions; the server's figure where absent.
 * @attr {number} max-length - Most characters of one question.
 * @attr {string} lang - Language of the widget's own words; the page's where absent.
 *
 * @fires {OracleReadyEvent} oracle-ready - The widget is on the page and takes calls.
 * @fires {OracleOpenEvent} oracle-open - The panel was opened.
 * @fires {OracleCloseEvent} oracle-close - The panel was closed.
 * @fires {OracleSendEvent} oracle-send - A question is about to be sent; cancel it, and it is not.
 * @fires {OracleResponseStartEvent} oracle-response-start - The first words of an answer arrived.
 * @fires {OracleResponseEndEvent} oracle-response-end - An answer finished or was stopped.
 * @fires {OracleErrorEvent} oracle-error - A question got no answer, or not all of it.
 * @fires {OracleCooldownEvent} oracle-cooldown - The seconds until the next question changed.
 * @fires {OracleCopyEvent} oracle-copy - Something was copied.
 * @fires {OracleClearEvent} oracle-clear - The conversation was cleared.
 * @fires {OracleUnreadEvent} oracle-unread - The number of unseen answers changed.
 *
 * @slot title - Stands beside the heading.
 * @slot footnote - Added to the footnote's sentence.
 *
 * @csspart launcher - The button in the corner.
 * @csspart badge - The count of unseen answers on it.
 * @csspart teaser - The card beside it.
 * @csspart panel - The popup, sheet or box.
 * @csspart header - Its head.
 * @csspart title - The heading.
 * @csspart clear - The button that clears the conversation.
 * @csspart close - The button that closes the panel.
 * @csspart welcome - What stands there before the first question.
 * @csspart suggestions - The list of suggested questions.
 * @csspart suggestion - One of them.
 * @csspart transcript - The conversation; it scrolls.
 * @csspart question - A question.
 * @csspart answer - An answer and all that belongs to it.
 * @csspart status - The line above an answer.
 * @csspart prose - The answer's text.
 * @csspart table - A table in it.
 * @csspart chart - A chart drawn from a table.
 * @csspart code - A code block.
 * @csspart address - A contract address.
 * @csspart citation - The number of a source in the text.
 * @csspart search-suggestions - The search provider's own markup.
 * @csspart sources - The list of sources.
 * @csspart source - One of them.
 * @csspart tools - The line under an answer.
 * @csspart notice - Says that something did not work, and what to do.
 * @csspart notice-danger - A notice about the visitor's money.
 * @csspart jump - The pill that leads to the end.
 * @csspart dock - The foot: composer and footnote.
 * @csspart composer - The frame around address line and question field.
 * @csspart address-field - The address line.
 * @csspart check - What the check of an address found.
 * @csspart menu - The list of networks.
 * @csspart input - The question field.
 * @csspart send - The round button while it sends.
 * @csspart stop - The same button while an answer is written.
 * @csspart cooldown - The same button while the cooldown runs.
 * @csspart banner - Says that the visitor is offline.
 * @csspart footnote - The line at the very end.
 * @csspart confirm - The sheet that asks before clearing, and before opening a link that is no source.
 *
 * @cssproperty --crypto-oracle-accent - The one accent; readable colours are derived from it.
 * @cssproperty --crypto-oracle-surface - Panel, composer, answers.
 * @cssproperty --crypto-oracle-surface-sunken - Questions, table heads, hover.
 * @cssproperty --crypto-oracle-surface-raised - Teaser, menu, confirm sheet, jump pill.
 * @cssproperty --crypto-oracle-ink - Text.
 * @cssproperty --crypto-oracle-ink-muted - Secondary text and icons.
 * @cssproperty --crypto-oracle-ink-faint - Placeholders, captions, footnote.
 * @cssproperty --crypto-oracle-line - Decorative hairlines.
 * @cssproperty --crypto-oracle-line-strong - Outlines of controls.
 * @cssproperty --crypto-oracle-positive - A low risk.
 * @cssproperty --crypto-oracle-positive-soft - Its background.
 * @cssproperty --crypto-oracle-caution - A medium risk.
 * @cssproperty --crypto-oracle-caution-soft - Its background.
 * @cssproperty --crypto-oracle-danger - A high risk, and danger to the visitor's money.
 * @cssproperty --crypto-oracle-danger-soft - Its background.
 * @cssproperty --crypto-oracle-unknown-soft - Background of an unknown risk.
 * @cssproperty --crypto-oracle-launcher - The launcher's body.
 * @cssproperty --crypto-oracle-launcher-ink - The ring on it.
 * @cssproperty --crypto-oracle-launcher-disc - The disc in the ring.
 * @cssproperty --crypto-oracle-font - All text.
 * @cssproperty --crypto-oracle-font-mono - Addresses, plates, code.
 * @cssproperty --crypto-oracle-font-display - The welcome line.
 * @cssproperty --crypto-oracle-font-size - Base of all sizes; 15px, 16px on touch screens.
 * @cssproperty --crypto-oracle-radius - Corners of panel and sheet.
 * @cssproperty --crypto-oracle-width - Width of the popup.
 * @cssproperty --crypto-oracle-height - Height of the popup, and of the box in a column.
 * @cssproperty --crypto-oracle-inset-inline - Distance of launcher and popup from the page's side.
 * @cssproperty --crypto-oracle-inset-block - Distance of the launcher from the page's foot.
 * @cssproperty --crypto-oracle-z-index - Of launcher and popup.
 */
export class CryptoOracleChat extends LitElement {
  static override styles = [frameSheet, settings];

  static override properties: PropertyDeclarations = {
    apiUrl: { attribute: 'api-url' },
    mode: { reflect: true },
    open: { type: Boolean, reflect: true },
    placement: { reflect: true },
    theme: { reflect: true },
    contract: {},
    network: {},
    contractLock: { type: Boolean, attribute: 'contract-lock' },
    heading: {},
    placeholder: {},
    disclaimer: {},
    suggestions: {},
    label: {},
    teaser: { type: Boolean },
    storage: {},
    cooldown: { type: Number },
    maxLength: { type: Number, attribute: 'max-length' },
    lang: {},
  };

  /** Where this script came from; the server and the other languages are looked for there. */
  static scriptUrl = '';
  /** Brings what is needed as soon as a visitor turns to the widget. */
  static loader: PanelLoader;

  declare apiUrl: string;
  declare mode: Mode;
  declare open: boolean;
  declare placement: Placement;
  declare theme: Theme;
  declare contract: string;
  declare network: string;
  declare contractLock: boolean;
  declare heading: string;
  declare placeholder: string;
  declare disclaimer: string;
  declare suggestions: string | undefined;
  declare label: string;
  declare teaser: boolean;
  declare storage: StorageMode;
  declare cooldown: number | undefined;
  declare maxLength: number;
  declare lang: string;

  readonly #cooldown = new Cooldown(this, {
    seconds: () => this.cooldown ?? undefined,
    onChange: (seconds) => this.#onCooldown(seconds),
  });
  readonly #session = new ChatSession(this, {
    client: createOracleClient({ apiUrl: () => this.apiUrl || originOf(CryptoOracleChat.scriptUrl) }),
    store: createTranscriptStore({ mode: () => this.storage, name: () => this.id }),
    cooldown: this.#cooldown,
    isSeen: () => this.#isShown && document.visibilityState === 'visible',
    onSend: (question, reason) => this.dispatchEvent(new OracleSendEvent(question, reason)),
    onResponseStart: (exchange) => {
      this.#announce(this.#words.say('sayWriting'));
      this.dispatchEvent(new OracleResponseStartEvent(exchange));
    },
    onResponseEnd: (exchange) => {
      const { status, text } = exchange.answer;
      this.#announceEnd(
        status.name === 'stopped'
          ? this.#words.say('sayStopped')
          : this.#words.say('sayReady', { sentence: firstSentence(text) }),
      );
      this.dispatchEvent(new OracleResponseEndEvent(exchange));
    },
    onError: (failure, exchange) => {
      this.#announceEnd('');
      this.dispatchEvent(new OracleErrorEvent(failure, exchange));
    },
    onClear: () => this.dispatchEvent(new OracleClearEvent()),
    onUnread: (count) => this.dispatchEvent(new OracleUnreadEvent(count)),
  });
  readonly #reading = new ReadingPosition(this, {
    scroller: () => this.#find('.transcript'),
    content: () => this.#find('.conversation'),
    space: () => this.#find('.space'),
    question: () => this.#lastMessage()?.querySelector('.question'),
    blocks: () =>
      this.renderRoot.querySelectorAll('.question, .status, .notice, .prose > *, .sources, .tools'),
  });
  readonly #place = new PanelPlace(this, {
    dialog: () => this.#find<HTMLDialogElement>('dialog'),
    isOpen: () => this.mode === 'launcher' && this.open,
  });
  readonly #teaser = new Teaser(this, () => this.mode === 'launcher' && !this.open);

  #words: Words = englishWords;
  /** The panel's script, once it is there; nothing is sent before. */
  #panel: Panel | undefined;
  #isPanelMissing = false;
  // The same objects as long as they say the same, so that a streaming answer renders nothing else.
  #wait: Wait = { seconds: 0, total: 0 };
  #site: Subject | undefined;
  #text = '';
  #secret: Secret | undefined;
  /** The text the visitor said to be a transaction. */
  #vouchedFor = '';
  #shared = false;
  #address = '';
  #chosen: string | undefined;
  #check: AddressCheck | undefined;
  #checkTimer: ReturnType<typeof setTimeout> | undefined;
  /** What the next question will carry; one object as long as it is the same. */
  #subject: Subject | undefined;
  /** The address line as the visitor left it; undefined until then. */
  #addressOpen: boolean | undefined;
  #reminds = false;
  /** What waits for a yes, and where the focus was before. */
  #asked: Asked | undefined;
  #askedFrom: Element | null = null;
  #copied: string | undefined;
  #copiedTimer: ReturnType<typeof setTimeout> | undefined;
  #announcement = '';
  #line: 'online' | 'offline' | 'back' = 'online';
  #ticker: ReturnType<typeof setInterval> | undefined;
  #isRendered = false;
  /** A conversation came back with the page, and its end has not been shown yet. */
  #isRestored = false;

  constructor() {
    super();
    this.apiUrl = this.contract = this.network = this.heading = '';
    this.placeholder = this.disclaimer = this.label = this.lang = '';
    this.mode = 'launcher';
    this.placement = 'end';
    this.theme = 'auto';
    this.storage = 'session';
    this.maxLength = 2000;
    this.open = this.contractLock = this.teaser = false;
    this.addEventListener('visitor-intent', (event) => event.stopPropagation());
  }

  /** The conversation so far, as it would be sent. */
  get messages(): readonly Message[] {
    return this.#session.conversation.exchanges.flatMap(
      ({ question: { text, subject }, answer }): Message[] => [
        { role: 'user', content: subject ? withAddress(subject.address, text) : text },
        ...(answer.text ? [{ role: 'assistant', content: answer.text } as const] : []),
      ],
    );
  }

  /** `idle`, or what the answer under way is doing: `waiting`, `writing`, `resuming`. */
  get status(): SessionStatus['name'] {
    return this.#session.status.name;
  }

  /** Whole seconds until the next question is welcome; 0 when it is welcome now. */
  get cooldownRemainingSeconds(): number {
    return this.#cooldown.remainingSeconds;
  }

  /** Answers that ended while the panel was closed. */
  get unread(): number {
    return this.#session.unread;
  }

  /** Opens the panel and puts the focus into it. */
  show(): void {
    this.open = true;
    void this.#loadPanel().then(() => this.focus());
  }

  /** Closes the panel; an answer under way goes on. */
  close(): void {
    this.open = false;
  }

  /** Opens the panel where it is closed, closes it where it is open. */
  toggle(): void {
    if (this.open) this.close();
    else this.show();
  }

  /**
   * Sends a question, or what stands in the field where none is given. False where it is too early, where
   * an answer is under way, where the page forbids it, or where the text may give a wallet away.
   */
  async send(text?: string): Promise<boolean> {
    if (!(await this.#loadPanel())) return false;
    if (text !== undefined) this.#write(text);
    return this.#submit();
  }

  /** Puts a text into the field, and an address into its line, and sends nothing. */
  prefill(text: string, contract?: string, network?: string): void {
    this.#write(text);
    if (contract === undefined) return;
    this.#addressOpen = true;
    this.#setAddress(contract, network);
  }

  /** Ends the answer under way; what has arrived stays. */
  stop(): void {
    this.#session.stop();
  }

  /** Asks the last question again; false where it is too early. */
  retry(): boolean {
    return this.#sent(this.#session.retry());
  }

  /** Forgets the conversation, here and in storage. */
  clear(): void {
    this.#session.clear();
    this.#addressOpen = undefined;
    this.#takeSite();
    this.#announce(this.#words.say('sayCleared'));
  }

  /** Puts the focus into the question field; on a touch screen on the heading, so that no keyboard jumps up. */
  override focus(): void {
    const touch = matchMedia('(pointer: coarse)').matches;
    this.#find<HTMLElement>(touch && this.mode === 'launcher' ? '.title' : '.input')?.focus();
  }

  /** The conversation as Markdown, with its sources. */
  exportMarkdown(): string {
    return conversationMarkdown(this.#session.conversation, this.#exportWords);
  }

  override connectedCallback(): void {
    super.connectedCallback();
    const { draft } = this.#session;
    this.#text = draft.text;
    if (draft.subject) this.#setAddress(draft.subject.address, draft.subject.network);
    this.#isRestored = this.#session.conversation.exchanges.length > 0;
    addEventListener('online', this.#onLine);
    addEventListener('offline', this.#onLine);
    this.#line = navigator.onLine ? 'online' : 'offline';
    void this.updateComplete.then(() => this.dispatchEvent(new OracleReadyEvent()));
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    removeEventListener('online', this.#onLine);
    removeEventListener('offline', this.#onLine);
    clearInterval(this.#ticker);
    clearTimeout(this.#checkTimer);
    this.#ticker = undefined;
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('lang')) void this.#loadWords();
    if (changed.has('contract') || changed.has('network')) {
      const { contract: address, network } = this;
      this.#site = address ? { address, ...(network ? { network } : {}) } : undefined;
      // An address that a reload brought back stays.
      const isFree = this.hasUpdated || !this.#address;
      if (isFree && !this.#session.conversation.exchanges.length) this.#takeSite();
    }
    const seconds = this.#cooldown.remainingSeconds;
    const total = Math.max(seconds, this.#cooldown.totalSeconds);
    if (seconds !== this.#wait.seconds || total !== this.#wait.total) this.#wait = { seconds, total };
    if (changed.has('open')) {
      this.#asked = undefined;
      if (this.open) {
        this.#isRendered = true;
        this.#teaser.end(this.teaser);
      }
    }
    if (this.#isShown) {
      this.#session.markSeen();
      if (!this.#panel && !this.#isPanelMissing) void this.#loadPanel();
    }
  }

  protected override updated(changed: PropertyValues<this>): void {
    if (changed.has('open') && (this.open || changed.get('open'))) {
      this.dispatchEvent(this.open ? new OracleOpenEvent() : new OracleCloseEvent());
    }
    if (changed.has('teaser') && this.teaser) this.#teaser.start();
    const open = this.status !== 'idle';
    if (open && !this.#ticker) {
      this.#ticker = setInterval(() => this.requestUpdate(), 1000);
    } else if (!open) {
      clearInterval(this.#ticker);
      this.#ticker = undefined;
    }
    this.#followTranscript();
  }

  /** Brings what a question needs, and what it is shown with; false where it cannot be had. */
  async #loadPanel(): Promise<boolean> {
    if (!this.#panel) {
      try {
        const panel = await CryptoOracleChat.loader.load();
        this.#panel ??= this.#take(panel);
        this.#isPanelMissing = false;
      } catch {
        this.#isPanelMissing = true;
      }
      this.requestUpdate();
    }
    await this.updateComplete;
    await this.#find<LitElement>('crypto-oracle-composer')?.updateComplete;
    return this.#panel !== undefined;
  }

  /** What was written before is looked at now. */
  #take(panel: Panel): Panel {
    this.#panel = panel;
    adoptStyles(this.renderRoot as ShadowRoot, [frameSheet, panel.conversationSheet, settings]);
    this.#write(this.#text);
    this.#settleAddress(false);
    return panel;
  }

  get #isShown(): boolean {
    return this.mode !== 'launcher' || this.open;
  }

  get #exportWords(): ExportWords {
    const { say } = this.#words;
    return { sources: say('sourcesHeading'), question: say('youAsked'), answer: say('oracleAnswered') };
  }

  #find<T extends Element = HTMLElement>(selector: string): T | null {
    return this.renderRoot.querySelector<T>(selector);
  }

  /** The element of the last exchange, once it is on the page. */
  #lastMessage(): Element | undefined {
    const last = this.#session.conversation.exchanges.at(-1);
    const message = this.#find<LitElement & { exchange?: { id: string } }>(
      'crypto-oracle-message:last-of-type',
    );
    return message && message.exchange?.id === last?.id ? message : undefined;
  }

  /** The transcript renders after this element does: lets the reading position see it. */
  #followTranscript(): void {
    const transcript = this.#find<LitElement>('crypto-oracle-transcript');
    if (!transcript || this.#find('.transcript')) return;
    void transcript.updateComplete.then(() => this.requestUpdate());
    // Lists of sources and badges are on the page by the next frame; then its heights are true.
    if (this.#isRestored) requestAnimationFrame(() => this.#reading.pin());
    this.#isRestored = false;
  }

  async #loadWords(): Promise<void> {
    const page = this.closest('[lang]')?.getAttribute('lang') || document.documentElement.lang;
    const lang = this.lang || page || navigator.language;
    if (closestLanguage(lang) === this.#words.lang) return;
    this.#words = await loadWords(
      lang,
      new URL('locales/', CryptoOracleChat.scriptUrl || location.href).href,
    );
    // What the check says is said in the words of the moment.
    this.#settleAddress(false);
  }

  // ─── What a visitor wants ────────────────────────────────────────────────────────────────────────

  #onIntent({ intent }: IntentEvent): unknown {
    switch (intent.name) {
      case 'toggle':
        return this.#toggleByHand();
      case 'open':
        return this.show();
      case 'dismiss-teaser':
        return this.#teaser.end(true);
      case 'draft':
        this.#reminds = false;
        return this.#write(intent.text);
      case 'submit':
        this.#submit();
        return;
      case 'suggestion':
        this.#write(intent.text);
        return this.#loadPanel().then(() => {
          if (!this.#checkTimer && this.#check?.tone !== 'bad' && this.#cooldown.remainingSeconds === 0)
            this.#submit();
          else this.focus();
        });
      case 'stop':
        return this.stop();
      case 'retry':
        this.retry();
        return;
      case 'continue':
        if (this.#session.continue()) this.#announce(this.#words.say('saySearching'));
        return;
      case 'edit':
      case 'recall':
        return this.#bringBack();
      case 'jump':
        return this.#reading.jump();
      case 'copy':
        return this.#copy(intent.what, intent.text);
      case 'copy-answer':
        return this.#copyAnswer(intent.id);
      case 'copy-conversation':
        return this.#copy('conversation', this.exportMarkdown());
      case 'copy-details':
        return this.#copy('details', this.#details());
      case 'link':
        return this.#ask(intent);
      case 'confirm':
        return this.#answer(intent.isWanted);
      case 'delete-text':
        this.#write('');
        return this.focus();
      case 'what-if-shared':
        this.#shared = true;
        return this.requestUpdate();
      case 'is-transaction':
        this.#vouchedFor = this.#text;
        this.#write(this.#text);
        return this.focus();
      case 'add-address':
        this.#addressOpen = true;
        this.requestUpdate();
        return this.#focusAddress();
      case 'remove-address':
        this.#setAddress('');
        if (this.#session.conversation.exchanges.length) this.#addressOpen = false;
        return this.#addressOpen === false ? this.focus() : this.#focusAddress();
      case 'address':
        return this.#onAddress(intent);
      case 'network':
        this.#setAddress(this.#address, intent.id);
        return;
      default:
        return intent satisfies never;
    }
  }

  /** Puts a text into the field. One that may open a wallet stays in the field and goes nowhere else. */
  #write(text: string): void {
    this.#text = text;
    this.#secret = this.#panel && secretIn(this.#panel, text, this.#vouchedFor);
    if (!this.#secret) this.#shared = false;
    this.#keepDraft();
    this.requestUpdate();
  }

  #keepDraft(): void {
    // A text that nobody has looked at is not stored.
    if (!this.#panel) return;
    const isSafe = !this.#secret && this.#panel.mayBeStored(this.#text);
    const draft: Question = { text: isSafe ? this.#text : '' };
    const { networks = [], tone } = this.#check ?? {};
    this.#session.draft =
      this.#subject && networks.length && tone !== 'bad' ? { ...draft, subject: this.#subject } : draft;
  }

  #submit(): boolean {
    const text = this.#text.trim();
    if (!text || !this.#panel || this.#secret || this.#line === 'offline' || this.status !== 'idle')
      return false;
    if (this.#checkTimer) this.#settleAddress();
    if (this.#check?.tone === 'bad') return false;
    if (this.#cooldown.remainingSeconds > 0) {
      this.#reminds = true;
      this.#announce(this.#words.say('kept', { n: this.#cooldown.remainingSeconds }));
      return false;
    }
    const question: Question = { text, ...(this.#subject ? { subject: this.#subject } : {}) };
    if (!this.#sent(this.#session.send(question))) return false;
    this.#addressOpen = undefined;
    this.#address = '';
    this.#check = this.#subject = undefined;
    this.#write('');
    return true;
  }

  #sent(isSent: boolean): boolean {
    if (!isSent) return false;
    this.#reminds = false;
    this.#reading.pin();
    this.#announce(this.#words.say('saySearching'));
    return true;
  }

  /** The last question comes back into the field, below what stands there. */
  #bringBack(): void {
    const last = this.#session.conversation.exchanges.at(-1)?.question.text ?? '';
    this.#write([this.#text, last].filter(Boolean).join('\n'));
    this.focus();
  }

  // ─── The address line ────────────────────────────────────────────────────────────────────────────

  #onAddress({ text, settled }: Extract<Intent, { name: 'address' }>): void {
    this.#address = text;
    this.#check = this.#subject = undefined;
    clearTimeout(this.#checkTimer);
    this.#checkTimer = setTimeout(() => this.#settleAddress(), CHECK_PAUSE_MILLISECONDS);
    if (settled && this.#settleAddress()?.networks.length) this.focus();
    this.requestUpdate();
  }

  #setAddress(text: string, network?: string): void {
    this.#address = text;
    this.#chosen = network;
    this.#settleAddress();
  }

  /** The one place that gives a verdict: nothing else makes a check or a subject. */
  #settleAddress(announces = this.hasUpdated): AddressCheck | undefined {
    clearTimeout(this.#checkTimer);
    this.#checkTimer = undefined;
    if (!this.#panel) return undefined;
    this.#check = this.#panel.checkAddress(this.#words, this.#address, this.#chosen, this.#site);
    this.#subject = this.#panel.subjectOf(this.#check);
    this.#keepDraft();
    const { network, sentences } = this.#check ?? {};
    if (network && announces) {
      this.#announce(
        this.#words.say('sayAddress', {
          network: network.name,
          check: sentences!.join(' ').replaceAll('**', ''),
        }),
      );
    }
    this.requestUpdate();
    return this.#check;
  }

  /** The address line starts with what the page's attributes say. */
  #takeSite(): void {
    this.#setAddress(this.#site?.address ?? '', this.#site?.network);
  }

  #focusAddress(): void {
    void this.updateComplete.then(async () => {
      await this.#find<LitElement>('crypto-oracle-composer')?.updateComplete;
      await this.#find<LitElement>('crypto-oracle-address-field')?.updateComplete;
      this.#find('crypto-oracle-address-field')?.focus();
    });
  }

  // ─── Copying ─────────────────────────────────────────────────────────────────────────────────────

  #copy(what: Copied, text: string): void {
    void copyText(text, this.#find('.panel')).then((isCopied) => {
      if (!isCopied) return;
      this.#announce(this.#words.say('copied'));
      this.dispatchEvent(new OracleCopyEvent(what));
    });
  }

  #copyAnswer(id: string): void {
    const exchange = this.#session.conversation.exchanges.find((one) => one.id === id);
    if (!exchange) return;
    this.#copy('answer', answerMarkdown(exchange.answer, this.#exportWords));
    this.#copied = id;
    clearTimeout(this.#copiedTimer);
    this.#copiedTimer = setTimeout(() => {
      this.#copied = undefined;
      this.requestUpdate();
    }, MOMENT_MILLISECONDS);
    this.requestUpdate();
  }

  /** What a site's owner needs to know about a failure: no question, no key. */
  #details(): string {
    const status = this.#session.conversation.exchanges.at(-1)?.answer.status;
    const failure = status?.name === 'failed' ? status.failure : undefined;
    return [
      new Date().toISOString(),
      location.origin + location.pathname,
      this.apiUrl || originOf(CryptoOracleChat.scriptUrl) || location.origin,
      failure?.code,
      failure?.details,
    ]
      .filter(Boolean)
      .join('\n');
  }

  // ─── Saying it to those who do not see ───────────────────────────────────────────────────────────

  #announce(text: string): void {
    // The same words again are said again only where the region's text differs.
    this.#announcement = text === this.#announcement ? `${text}\u00a0` : text;
    this.requestUpdate();
  }

  #announceEnd(text: string): void {
    const n = this.#cooldown.remainingSeconds;
    this.#announce([text, n > 0 ? this.#words.say('canAskIn', { n }) : ''].filter(Boolean).join(' '));
  }

  #onCooldown(seconds: number): void {
    if (seconds === 0) this.#reminds = false;
    if (this.hasUpdated && this.status === 'idle') {
      if (seconds === 0) this.#announce(this.#words.say('sayAskAgain'));
      else if (seconds === 10 && this.#text)
        this.#announce(this.#words.say('saySecondsLeft', { n: seconds }));
    }
    this.dispatchEvent(new OracleCooldownEvent(seconds));
  }

  readonly #onLine = ({ type }: Event): void => {
    this.#line = type === 'offline' ? 'offline' : 'back';
    const [bold] = headed(this.#words.say(type === 'offline' ? 'offline' : 'online'));
    this.#announce(bold);
    if (type === 'offline') return;
    setTimeout(() => {
      if (this.#line === 'back') this.#line = 'online';
      this.requestUpdate();
    }, MOMENT_MILLISECONDS);
  };

  // ─── Opening, closing, and what asks first ──────────────────────────────────────────────────────

  #toggleByHand(): void {
    if (this.open) this.#closeByHand();
    else this.show();
  }

  #closeByHand(): void {
    this.close();
    void this.updateComplete.then(() => this.#find('.launcher')?.focus());
  }

  /** The sheet takes the focus by itself. */
  #ask(asked: Asked): void {
    this.#askedFrom = this.shadowRoot!.activeElement;
    this.#asked = asked;
    this.requestUpdate();
  }

  #answer(isWanted: boolean): void {
    if (isWanted && this.#asked?.name === 'clear') this.clear();
    // A link that is followed is still needed until the browser has done so.
    setTimeout(async () => {
      this.#asked = undefined;
      this.requestUpdate();
      await this.updateComplete;
      const from = this.#askedFrom;
      if (from instanceof HTMLElement && from.isConnected) from.focus();
      else this.focus();
    });
  }

  /** The innermost thing closes: a question first asked, then an answer under way, then the panel. */
  #onKey(event: KeyboardEvent): void {
    // A page's own shortcuts must not fire while someone types here.
    event.stopPropagation();
    if (event.type !== 'keydown' || event.key !== 'Escape' || event.isComposing) return;
    if (this.#asked) this.#answer(false);
    else if (this.status !== 'idle') this.stop();
    else if (this.mode === 'launcher' && this.open) this.#closeByHand();
    else return;
    event.preventDefault();
  }

  #onCancel(event: Event): void {
    event.preventDefault();
    if (this.#asked) this.#answer(false);
    else this.#closeByHand();
  }

  /** A browser may close a modal dialog whatever the page says. */
  #onClosed({ target }: Event): void {
    if (this.#place.isSheet && !(target as HTMLDialogElement).open) this.close();
  }

  // ─── What is seen ────────────────────────────────────────────────────────────────────────────────

  protected override render(): TemplateResult {
    const words = this.#words;
    const launcher = this.mode === 'launcher';
    return html`<div class="oracle" lang=${words.lang} dir=${words.dir} @visitor-intent=${this.#onIntent} @keydown=${this.#onKey} @keyup=${this.#onKey} @keypress=${this.#onKey}>
      ${
        launcher
          ? html`<crypto-oracle-launcher @pointerover=${this.#loadPanel} @focusin=${this.#loadPanel} .words=${words} .open=${this.open} .writing=${this.status !== 'idle'} .unread=${this.unread} .label=${this.label} .teaser=${this.#teaser.isShown}></crypto-oracle-launcher>
            <dialog class="panel popup ${this.open ? 'open' : ''} ${this.#place.isFullScreen ? 'full' : ''}" part="panel" id="panel" popover="manual" aria-labelledby="title" @cancel=${this.#onCancel} @close=${this.#onClosed}>${this.#isRendered ? this.#content() : nothing}</dialog>`
          : html`<section class="panel" part="panel" id="panel" aria-labelledby="title">${this.#content()}</section>`
      }
    </div>`;
  }

  #content(): TemplateResult {
    const words = this.#words;
    const { conversation } = this.#session;
    const last = conversation.exchanges.at(-1);
    const started = last !== undefined;
    const open = this.status !== 'idle';
    const away = started && this.#reading.isAwayFromEnd;
    const asks = this.#asked !== undefined;
    return html`
      <header class="header ${started ? '' : 'bare'} ${started && this.#reading.isScrolled ? 'scrolled' : ''}" part="header" ?inert=${asks}>
        ${orb()}
        <h2 class="title" part="title" id="title" tabindex="-1">${this.heading || words.say('title')}<slot name="title"></slot></h2>
        ${started ? html`<button class="icon-button" part="clear" aria-label=${words.say('clear')} @click=${() => this.#ask({ name: 'clear' })}>${icon('clear')}</button>` : nothing}
        ${this.mode === 'launcher' ? html`<button class="icon-button" part="close" aria-label=${words.say('close')} @click=${() => this.#closeByHand()}>${icon(this.#place.isFullScreen ? 'close' : 'down')}</button>` : nothing}
      </header>
      ${
        this.#isPanelMissing
          ? this.#missing()
          : started
            ? this.#panel &&
              html`<crypto-oracle-transcript ?inert=${asks} .words=${words} .conversation=${conversation} .elapsedSeconds=${Math.floor((Date.now() - last.askedAt) / 1000)} .wait=${this.#wait} .copied=${this.#copied} .fades=${away}></crypto-oracle-transcript>`
            : this.#start()
      }
      ${!this.#panel ? html`<div class="room ${this.#site && !started ? 'site' : ''}"></div>` : html`<crypto-oracle-composer ?inert=${asks} .words=${words} .text=${this.#text} .placeholder=${this.placeholder} .disclaimer=${this.disclaimer} .maxLength=${Math.min(this.maxLength || Infinity, LIMITS.maxQuestionLength)} .busy=${open} .wait=${this.#wait} .reminds=${this.#reminds} .line=${this.#line} .secret=${this.#secret} .shared=${this.#shared} .hasAddress=${this.#addressOpen ?? !started} .fresh=${!started && this.#addressOpen === undefined && !this.#address} .address=${this.#address} .chosen=${this.#chosen} .check=${this.#check} .site=${this.#site} .locked=${this.contractLock} .jumps=${away && !this.#secret} .grows=${open}></crypto-oracle-composer>`}
      ${this.#asked ? html`<crypto-oracle-confirm .words=${words} .asked=${this.#asked}></crypto-oracle-confirm>` : nothing}
      <div class="hidden" role="status" aria-live="polite">${this.#announcement}</div>`;
  }

  #start(): TemplateResult {
    const words = this.#words;
    const suggestions = (this.suggestions ?? words.say('suggestions')).split('|').filter(Boolean);
    return html`<div class="start" ?inert=${this.#asked !== undefined}>
      <div class="welcome" part="welcome">${orb()}<h3>${words.say('welcome')}</h3><p>${words.say('welcomeText')}</p></div>
      <ul class="suggestions" part="suggestions" aria-label=${words.say('suggestionsLabel')}>
        ${suggestions.map((text) => html`<li><button part="suggestion" @click=${() => this.#onIntent({ intent: { name: 'suggestion', text } } as IntentEvent)}>${text}${icon('arrow', 's')}</button></li>`)}
      </ul>
    </div>`;
  }

  #missing(): TemplateResult {
    const words = this.#words;
    const [heading, rest] = headed(words.say('failure-service-error'));
    return html`<div class="start"><div class="notice" part="notice" role="status">${icon('server')}
      <h4>${heading}</h4><p>${rest}</p>
      <div class="row"><button class="button" @click=${() => this.#loadPanel().then(() => this.focus())}>${icon('retry', 's')}${words.say('tryAgain')}</button></div>
    </div></div>`;
  }
}

/** What the text may give away; the part that was vouched for does not count. */
function secretIn({ examine }: Panel, text: string, vouchedFor: string): Secret | undefined {
  const finding = examine(vouchedFor ? text.replaceAll(vouchedFor, ' ') : text);
  if (finding.verdict === 'clear') return undefined;
  if (finding.secret === 'recovery-phrase') return 'phrase';
  return finding.verdict === 'refused' || finding.secret !== 'private-key' ? 'key' : 'doubtful';
}

function originOf(url: string): string {
  return url ? new URL(url).origin : '';
}

/** At most 200 characters of an answer, to its first full stop. */
function firstSentence(markdown: string): string {
  const text = markdown.replace(/[*_`#>|[\]]/g, '').trim();
  return (/^.{1,199}?[.!?。！？](?=\s|$)/s.exec(text)?.[0] ?? text.slice(0, 200)).replace(/\s+/g, ' ');
}

declare global {
  interface HTMLElementTagNameMap {
    'crypto-oracle-chat': CryptoOracleChat;
  }
}
