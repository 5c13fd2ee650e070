// The DOM events a page can listen to. They bubble and leave the shadow root.

import type { Exchange, Failure, Question } from './conversation.ts';

class OracleEvent extends Event {
  constructor(type: string, cancelable = false) {
    super(type, { bubbles: true, composed: true, cancelable });
  }
}

/** The widget is on the page and takes calls. */
export class OracleReadyEvent extends OracleEvent {
  constructor() {
    super('oracle-ready');
  }
}

/** The panel was opened. */
export class OracleOpenEvent extends OracleEvent {
  constructor() {
    super('oracle-open');
  }
}

/** The panel was closed. */
export class OracleCloseEvent extends OracleEvent {
  constructor() {
    super('oracle-close');
  }
}

export type SendReason = 'question' | 'retry' | 'continue';

/** A question is about to be sent. Cancel it, and it is not. */
export class OracleSendEvent extends OracleEvent {
  constructor(
    readonly question: Question,
    readonly reason: SendReason,
  ) {
    super('oracle-send', true);
  }
}

/** The first words of an answer arrived. */
export class OracleResponseStartEvent extends OracleEvent {
  constructor(readonly exchange: Exchange) {
    super('oracle-response-start');
  }
}

/** An answer ended: finished or stopped. */
export class OracleResponseEndEvent extends OracleEvent {
  constructor(readonly exchange: Exchange) {
    super('oracle-response-end');
  }
}

/** A question got no answer, or not all of it. */
export class OracleErrorEvent extends OracleEvent {
  constructor(
    readonly failure: Failure,
    readonly exchange: Exchange,
  ) {
    super('oracle-error');
  }
}

/** The seconds until the next question is welcome changed; 0 when it is welcome now. */
export class OracleCooldownEvent extends OracleEvent {
  constructor(readonly remainingSeconds: number) {
    super('oracle-cooldown');
  }
}

export type Copied = 'answer' | 'code' | 'address' | 'details' | 'conversation';

/** Something was copied to the clipboard. */
export class OracleCopyEvent extends OracleEvent {
  constructor(readonly what: Copied) {
    super('oracle-copy');
  }
}

/** The conversation was cleared. */
export class OracleClearEvent extends OracleEvent {
  constructor() {
    super('oracle-clear');
  }
}

/** The number of answers that ended while the panel was closed changed. */
export class OracleUnreadEvent extends OracleEvent {
  constructor(readonly count: number) {
    super('oracle-unread');
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
  }
}
