// A part of the widget: renders into the public element's shadow root, so that one sheet, parts and ids
// reach it, takes properties and sends intents.

import { LitElement, type PropertyDeclarations } from 'lit';
import type { Words } from '../strings.ts';
import { type Intent, IntentEvent } from './intent.ts';

export abstract class Piece extends LitElement {
  static override properties = fields('words');

  declare words: Words;

  protected override createRenderRoot(): this {
    return this;
  }

  protected intend(intent: Intent): void {
    this.dispatchEvent(new IntentEvent(intent));
  }
}

/** Properties that are set from a template and have no attribute. */
export function fields(...names: string[]): PropertyDeclarations {
  return Object.fromEntries(names.map((name) => [name, { attribute: false }]));
}
