// What a visitor wants, as one event: the elements say it, the public element decides what becomes of it.

import type { Copied } from '../events.ts';

export type Intent =
  | { readonly name: 'toggle' | 'open' | 'dismiss-teaser' }
  | { readonly name: 'submit' | 'stop' | 'retry' | 'continue' | 'edit' | 'recall' | 'jump' }
  | { readonly name: 'draft' | 'suggestion'; readonly text: string }
  | { readonly name: 'copy'; readonly what: Copied; readonly text: string }
  | { readonly name: 'copy-answer'; readonly id: string }
  | { readonly name: 'copy-details' | 'copy-conversation' }
  /** A link that is not among the answer's sources. */
  | { readonly name: 'link'; readonly href: string }
  | { readonly name: 'confirm'; readonly isWanted: boolean }
  | { readonly name: 'delete-text' | 'what-if-shared' | 'is-transaction' }
  | { readonly name: 'add-address' | 'remove-address' }
  /** `settled`: pasted, or left with Enter; what it says may be shown at once. */
  | { readonly name: 'address'; readonly text: string; readonly settled: boolean }
  | { readonly name: 'network'; readonly id: string };

export class IntentEvent extends Event {
  constructor(readonly intent: Intent) {
    super('visitor-intent', { bubbles: true });
  }
}

declare global {
  interface HTMLElementEventMap {
    'visitor-intent': IntentEvent;
  }
}
