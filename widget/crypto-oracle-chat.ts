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
import { LIMITS, type Message } from '../server/protocol.ts';
import { Announcer } from './controllers/announcer.ts';
import { ChatSession, type SessionStatus } from './controllers/chat-session.ts';
import { Confirmation } from './controllers/confirmation.ts';
import { Connection } from './controllers/connection.ts';
import { Cooldown } from './controllers/cooldown.ts';
import { Copying } from './controllers/copying.ts';
import { Draft } from './controllers/draft.ts';
import { Language } from './controllers/language.ts';
import { PanelPlace } from './controllers/panel-place.ts';
import { ReadingPosition } from './controllers/reading-position.ts';
import { Teaser } from './controllers/teaser.ts';
import { tickWhile } from './controllers/ticker.ts';
import { toTranscript } from './conversation.ts';
import type { CryptoOracleComposer } from './elements/composer.ts';
import * as icons from './elements/icons.ts';
import type { IntentEvent } from './elements/intent.ts';
import { headed, icon, orb } from './elements/pieces.ts';
import { panelMissing, welcome } from './elements/start.ts';
import type { CryptoOracleTranscript } from './elements/transcript.ts';
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
import { answerMarkdown, conversationMarkdown } from './export-markdown.ts';
import { createOracleClient } from './oracle-client.ts';
import type { Panel, PanelLoader } from './panel-loader.ts';
import type { Words } from './strings.ts';
import { frameSheet } from './styles/frame-sheet.ts';
import { settings } from './styles/settings.ts';
import { createTranscriptStore, type StorageMode } from './transcript-store.ts';

export type Mode = 'launcher' | 'inline' | 'page';
export type Placement = 'end' | 'start';
export type Theme = 'auto' | 'light' | 'dark';

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
  // What the check says is said in the words of the moment.
  readonly #language = new Language(this, () => this.#draft.address.check(false));
  readonly #session = new ChatSession(this, {
    client: createOracleClient({ apiUrl: () => this.#server }),
    store: createTranscriptStore({ mode: () => this.storage, name: () => this.id }),
    cooldown: this.#cooldown,
    isSeen: () => this.#isShown && document.visibilityState === 'visible',
    onSend: (question, reason) => this.dispatchEvent(new OracleSendEvent(question, reason)),
    onResponseStart: (exchange) => {
      this.#announcer.say('sayWriting');
      this.dispatchEvent(new OracleResponseStartEvent(exchange));
    },
    onResponseEnd: (exchange) => {
      this.#announcer.sayEnd(exchange.answer);
      this.dispatchEvent(new OracleResponseEndEvent(exchange));
    },
    onError: (failure, exchange) => {
      this.#announcer.sayEnd(exchange.answer);
      this.dispatchEvent(new OracleErrorEvent(failure, exchange));
    },
    onClear: () => this.dispatchEvent(new OracleClearEvent()),
    onUnread: (count) => this.dispatchEvent(new OracleUnreadEvent(count)),
  });
  readonly #draft = new Draft(this, {
    words: () => this.#words,
    panel: () => this.#panel,
    hasBegun: () => this.#hasBegun,
    asked: () => this.#session.conversation.exchanges.map(({ question }) => question.text).join('\n'),
    announce: (text) => this.hasUpdated && this.#announcer.announce(text),
    onChange: (storable) => {
      this.#session.draft = storable;
    },
  });
  readonly #announcer = new Announcer(this, {
    words: () => this.#words,
    waitSeconds: () => this.#cooldown.remainingSeconds,
  });
  readonly #confirmation = new Confirmation(this);
  readonly #copying = new Copying(this, {
    place: () => this.#find('.panel'),
    onCopied: (what) => {
      this.#announcer.say('copied');
      this.dispatchEvent(new OracleCopyEvent(what));
    },
  });
  readonly #connection = new Connection(this, (line) =>
    this.#announcer.announce(headed(this.#words.say(line))[0]),
  );
  readonly #reading = new ReadingPosition(this, {
    scroller: () => this.#find('.transcript'),
    content: () => this.#find('.conversation'),
    space: () => this.#find('.space'),
    question: () => this.#find<CryptoOracleTranscript>('crypto-oracle-transcript')?.lastQuestion,
    blocks: () =>
      this.renderRoot.querySelectorAll('.question, .status, .notice, .prose > *, .sources, .tools'),
  });
  readonly #place = new PanelPlace(this, {
    dialog: () => this.#find<HTMLDialogElement>('dialog'),
    isOpen: () => this.mode === 'launcher' && this.open,
  });
  readonly #teaser = new Teaser(this, () => this.mode === 'launcher' && !this.open);

  /** The panel's script, once it is there; nothing is sent before. */
  #panel: Panel | undefined;
  #isPanelMissing = false;
  /** The visitor tried to send too early. */
  #reminds = false;
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
    tickWhile(this, () => this.status !== 'idle');
  }

  /** The conversation so far, as it would be sent. */
  get messages(): readonly Message[] {
    return toTranscript(this.#session.conversation);
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
    if (text !== undefined) this.#draft.write(text);
    return this.#submit();
  }

  /** Puts a text into the field, and an address into its line, and sends nothing. */
  prefill(text: string, contract?: string, network?: string): void {
    this.#draft.write(text);
    if (contract === undefined) return;
    this.#draft.address.open();
    this.#draft.address.set(contract, network);
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
    this.#draft.address.reset();
    this.#announcer.say('sayCleared');
  }

  /** Puts the focus into the question field; on a touch screen on the heading, so that no keyboard jumps up. */
  override focus(): void {
    const touch = matchMedia('(pointer: coarse)').matches;
    this.#find<HTMLElement>(touch && this.mode === 'launcher' ? '.title' : '.input')?.focus();
  }

  /** The conversation as Markdown, with its sources. */
  exportMarkdown(): string {
    return conversationMarkdown(this.#session.conversation, this.#words);
  }

  override connectedCallback(): void {
    super.connectedCallback();
    const { text, subject } = this.#session.draft;
    this.#draft.write(text);
    if (subject) this.#draft.address.set(subject.address, subject.network);
    this.#isRestored = this.#hasBegun;
    void this.updateComplete.then(() => this.dispatchEvent(new OracleReadyEvent()));
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('lang')) void this.#language.follow(this.lang, CryptoOracleChat.scriptUrl);
    if (changed.has('contract') || changed.has('network')) {
      const { contract: address, network } = this;
      const site = address ? { address, ...(network ? { network } : {}) } : undefined;
      // An address that a reload brought back stays.
      const isFree = this.hasUpdated || !this.#draft.address.written.text;
      this.#draft.address.setSite(site, isFree && !this.#hasBegun);
    }
    if (changed.has('open')) {
      this.#confirmation.drop();
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
    this.#draft.lookAgain();
    return panel;
  }

  get #words(): Words {
    return this.#language.words;
  }

  get #isShown(): boolean {
    return this.mode !== 'launcher' || this.open;
  }

  /** A question has been asked. */
  get #hasBegun(): boolean {
    return this.#session.conversation.exchanges.length > 0;
  }

  /** Where the server is; empty for where the page is. */
  get #server(): string {
    const { scriptUrl } = CryptoOracleChat;
    return this.apiUrl || (scriptUrl && new URL(scriptUrl).origin);
  }

  #find<T extends Element = HTMLElement>(selector: string): T | null {
    return this.renderRoot.querySelector<T>(selector);
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

  // ─── What a visitor wants ────────────────────────────────────────────────────────────────────────

  #onIntent({ intent }: IntentEvent): unknown {
    switch (intent.name) {
      case 'toggle':
        return this.open ? this.#closeByHand() : this.show();
      case 'open':
        return this.show();
      case 'dismiss-teaser':
        return this.#teaser.end(true);
      case 'draft':
        this.#reminds = false;
        return this.#draft.write(intent.text);
      case 'submit':
        this.#submit();
        return;
      case 'suggestion':
        this.#draft.write(intent.text);
        return this.#loadPanel().then(() => {
          const { isBeingChecked, isBad } = this.#draft.address;
          if (isBeingChecked || isBad || this.#cooldown.remainingSeconds > 0) this.focus();
          else this.#submit();
        });
      case 'stop':
        return this.stop();
      case 'retry':
        this.retry();
        return;
      case 'continue':
        if (this.#session.continue()) this.#announcer.say('saySearching');
        return;
      case 'edit':
      case 'recall':
        return this.#bringBack();
      case 'jump':
        return this.#reading.jump();
      case 'copy':
        return this.#copying.copy(intent.what, intent.text);
      case 'copy-answer':
        return this.#copyAnswer(intent.id);
      case 'copy-conversation':
        return this.#copying.copy('conversation', this.exportMarkdown());
      case 'copy-details':
        return this.#copying.copy(
          'details',
          this.#panel!.failureDetails(this.#session.conversation, this.#server),
        );
      case 'link':
        return this.#confirmation.ask(intent);
      case 'confirm':
        return this.#answer(intent.isWanted);
      case 'delete-text':
        this.#draft.write('');
        return this.focus();
      case 'what-if-shared':
        return this.#draft.askIfShared();
      case 'is-transaction':
        this.#draft.vouch();
        return this.focus();
      case 'add-address':
        this.#draft.address.open();
        return this.#focusAddress();
      case 'remove-address':
        this.#draft.address.remove();
        return this.#draft.address.isOpen ? this.#focusAddress() : this.focus();
      case 'address':
        if (this.#draft.address.write(intent.text, intent.settled)) this.focus();
        return;
      case 'network':
        return this.#draft.address.choose(intent.id);
      default:
        return intent satisfies never;
    }
  }

  #submit(): boolean {
    if (this.#connection.line === 'offline' || this.status !== 'idle') return false;
    const question = this.#draft.settle();
    if (!question) return false;
    const n = this.#cooldown.remainingSeconds;
    if (n > 0) {
      this.#reminds = true;
      this.#announcer.say('kept', { n });
      return false;
    }
    if (!this.#sent(this.#session.send(question))) return false;
    this.#draft.leave();
    return true;
  }

  #sent(isSent: boolean): boolean {
    if (!isSent) return false;
    this.#reminds = false;
    this.#reading.pin();
    this.#announcer.say('saySearching');
    return true;
  }

  /** The last question comes back into the field, below what stands there. */
  #bringBack(): void {
    const last = this.#session.conversation.exchanges.at(-1)?.question.text ?? '';
    this.#draft.write([this.#draft.text, last].filter(Boolean).join('\n'));
    this.focus();
  }

  #focusAddress(): void {
    void this.updateComplete.then(() =>
      this.#find<CryptoOracleComposer>('crypto-oracle-composer')?.focusAddress(),
    );
  }

  #copyAnswer(id: string): void {
    const exchange = this.#session.conversation.exchanges.find((one) => one.id === id);
    if (exchange) this.#copying.copyAnswer(id, answerMarkdown(exchange.answer, this.#words));
  }

  #onCooldown(seconds: number): void {
    if (seconds === 0) this.#reminds = false;
    const isNews = seconds === 0 || (seconds === 10 && this.#draft.text);
    if (isNews && this.hasUpdated && this.status === 'idle')
      this.#announcer.say(seconds ? 'saySecondsLeft' : 'sayAskAgain', { n: seconds });
    this.dispatchEvent(new OracleCooldownEvent(seconds));
  }

  // ─── Opening, closing, and what asks first ──────────────────────────────────────────────────────

  #closeByHand(): void {
    this.close();
    void this.updateComplete.then(() => this.#find('.launcher')?.focus());
  }

  #answer(isWanted: boolean): void {
    if (isWanted && this.#confirmation.asked?.name === 'clear') this.clear();
    this.#confirmation.end();
  }

  /** The innermost thing closes: a question first asked, then an answer under way, then the panel. */
  #onKey(event: KeyboardEvent): void {
    // A page's own shortcuts must not fire while someone types here.
    event.stopPropagation();
    if (event.type !== 'keydown' || event.key !== 'Escape' || event.isComposing) return;
    if (this.#confirmation.asked) this.#answer(false);
    else if (this.status !== 'idle') this.stop();
    else if (this.mode === 'launcher' && this.open) this.#closeByHand();
    else return;
    event.preventDefault();
  }

  #onCancel(event: Event): void {
    event.preventDefault();
    if (this.#confirmation.asked) this.#answer(false);
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
    const { asked } = this.#confirmation;
    const asks = asked !== undefined;
    const wait = this.#cooldown.wait;
    const draft = this.#draft;
    const { address } = draft;
    return html`
      <header class="header ${started ? '' : 'bare'} ${started && this.#reading.isScrolled ? 'scrolled' : ''}" part="header" ?inert=${asks}>
        ${orb()}
        <h2 class="title" part="title" id="title" tabindex="-1">${this.heading || words.say('title')}<slot name="title"></slot></h2>
        ${started ? html`<button class="icon-button" part="clear" aria-label=${words.say('clear')} @click=${() => this.#confirmation.ask({ name: 'clear' })}>${icon(icons.clear)}</button>` : nothing}
        ${this.mode === 'launcher' ? html`<button class="icon-button" part="close" aria-label=${words.say('close')} @click=${() => this.#closeByHand()}>${icon(this.#place.isFullScreen ? icons.close : icons.down)}</button>` : nothing}
      </header>
      ${
        this.#isPanelMissing
          ? panelMissing(words, () => this.#loadPanel().then(() => this.focus()))
          : started
            ? this.#panel &&
              html`<crypto-oracle-transcript ?inert=${asks} .words=${words} .conversation=${conversation} .elapsedSeconds=${Math.floor((Date.now() - last.askedAt) / 1000)} .wait=${wait} .copied=${this.#copying.answerId} .fades=${away}></crypto-oracle-transcript>`
            : welcome(words, this.suggestions, asks)
      }
      ${!this.#panel ? html`<div class="room ${address.written.site && !started ? 'site' : ''}"></div>` : html`<crypto-oracle-composer ?inert=${asks} .words=${words} .text=${draft.text} .placeholder=${this.placeholder} .disclaimer=${this.disclaimer} .maxLength=${Math.min(this.maxLength || Infinity, LIMITS.maxQuestionLength)} .busy=${open} .wait=${wait} .reminds=${this.#reminds} .line=${this.#connection.line} .secret=${draft.secret} .shared=${draft.asksIfShared} .hasAddress=${address.isOpen} .fresh=${address.isFresh} .address=${address.written} .locked=${this.contractLock} .jumps=${away && !draft.secret} .grows=${open}></crypto-oracle-composer>`}
      ${asked ? html`<crypto-oracle-confirm .words=${words} .asked=${asked}></crypto-oracle-confirm>` : nothing}
      <div class="hidden" role="status" aria-live="polite">${this.#announcer.text}</div>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'crypto-oracle-chat': CryptoOracleChat;
  }
}
