// Every DOM event the widget fires. Those named `oracle-*` are for the page: they bubble and leave the
// shadow root. The others pass between the widget's own elements and stay inside it.

import type { Exchange, Failure, Question, Subject } from './conversation.ts';

class PublicEvent extends Event {
  constructor(type: string, cancelable = false) {
    super(type, { bubbles: true, composed: true, cancelable });
  }
}

/** The widget is on the page and takes calls. */
export class OracleReadyEvent extends PublicEvent {
  constructor() {
    super('oracle-ready');
  }
}

/** The panel was opened. */
export class OracleOpenEvent extends PublicEvent {
  constructor() {
    super('oracle-open');
  }
}

/** The panel was closed. */
export class OracleCloseEvent extends PublicEvent {
  constructor() {
    super('oracle-close');
  }
}

export type SendReason = 'question' | 'retry' | 'continue';

/** A question is about to be sent. Cancel it, and it is not. */
export class OracleSendEvent extends PublicEvent {
  constructor(
    readonly question: Question,
    readonly reason: SendReason,
  ) {
    super('oracle-send', true);
  }
}

/** The first words of an answer arrived. */
export class OracleResponseStartEvent extends PublicEvent {
  constructor(readonly exchange: Exchange) {
    super('oracle-response-start');
  }
}

/** An answer ended: finished or stopped. */
export class OracleResponseEndEvent extends PublicEvent {
  constructor(readonly exchange: Exchange) {
    super('oracle-response-end');
  }
}

/** A question got no answer, or not all of it. */
export class OracleErrorEvent extends PublicEvent {
  constructor(
    readonly failure: Failure,
    readonly exchange: Exchange,
  ) {
    super('oracle-error');
  }
}

/** The seconds until the next question is welcome changed; 0 when it is welcome now. */
export class OracleCooldownEvent extends PublicEvent {
  constructor(readonly remainingSeconds: number) {
    super('oracle-cooldown');
  }
}

export type Copied = 'answer' | 'code' | 'address' | 'details' | 'conversation';

/** Something was copied to the clipboard. */
export class OracleCopyEvent extends PublicEvent {
  constructor(readonly what: Copied) {
    super('oracle-copy');
  }
}

/** The conversation was cleared. */
export class OracleClearEvent extends PublicEvent {
  constructor() {
    super('oracle-clear');
  }
}

/** The number of answers that ended while the panel was closed changed. */
export class OracleUnreadEvent extends PublicEvent {
  constructor(readonly count: number) {
    super('oracle-unread');
  }
}

class InnerEvent extends Event {
  constructor(type: string) {
    super(type, { bubbles: true });
  }
}

/** The visitor wants this question sent. */
export class MessageSubmitEvent extends InnerEvent {
  constructor(readonly text: string) {
    super('message-submit');
  }
}

/** What stands in the composer changed. */
export class DraftChangeEvent extends InnerEvent {
  constructor(readonly text: string) {
    super('draft-change');
  }
}

/** What the address field says the question is about changed. */
export class SubjectChangeEvent extends InnerEvent {
  constructor(readonly subject: Subject | undefined) {
    super('subject-change');
  }
}

/** The visitor chose a suggested question. */
export class SuggestionPickEvent extends InnerEvent {
  constructor(readonly text: string) {
    super('suggestion-pick');
  }
}

/** What a button about the last answer asks for. */
export class AnswerStopEvent extends InnerEvent {
  constructor() {
    super('answer-stop');
  }
}

export class AnswerRetryEvent extends InnerEvent {
  constructor() {
    super('answer-retry');
  }
}

export class AnswerContinueEvent extends InnerEvent {
  constructor() {
    super('answer-continue');
  }
}

/** The visitor wants to change this question and send it again. */
export class QuestionEditEvent extends InnerEvent {
  constructor(readonly question: Question) {
    super('question-edit');
  }
}

/** Something should be copied: `text` as it goes to the clipboard. */
export class TextCopyEvent extends InnerEvent {
  constructor(
    readonly what: Copied,
    readonly text: string,
  ) {
    super('text-copy');
  }
}

export class ConversationClearEvent extends InnerEvent {
  constructor() {
    super('conversation-clear');
  }
}

export class ConversationExportEvent extends InnerEvent {
  constructor() {
    super('conversation-export');
  }
}

export class PanelToggleEvent extends InnerEvent {
  constructor() {
    super('panel-toggle');
  }
}

export class LatestJumpEvent extends InnerEvent {
  constructor() {
    super('latest-jump');
  }
}

declare global {
  interface HTMLElementEventMap {
    'oracle-ready': OracleReadyEvent;
    'oracle-open': OracleOpenEvent;
    'oracle-close': OracleCloseEvent;
    'oracle-send': OracleSendEvent;
    'oracle-response-start': OracleResponseStartEvent;
    'oracle-response-end': OracleResponseEndEvent;
    'oracle-error': OracleErrorEvent;
    'oracle-cooldown': OracleCooldownEvent;
    'oracle-copy': OracleCopyEvent;
    'oracle-clear': OracleClearEvent;
    'oracle-unread': OracleUnreadEvent;
    'message-submit': MessageSubmitEvent;
    'draft-change': DraftChangeEvent;
    'subject-change': SubjectChangeEvent;
    'suggestion-pick': SuggestionPickEvent;
    'answer-stop': AnswerStopEvent;
    'answer-retry': AnswerRetryEvent;
    'answer-continue': AnswerContinueEvent;
    'question-edit': QuestionEditEvent;
    'text-copy': TextCopyEvent;
    'conversation-clear': ConversationClearEvent;
    'conversation-export': ConversationExportEvent;
    'panel-toggle': PanelToggleEvent;
    'latest-jump': LatestJumpEvent;
  }
}
