// What several elements draw: icons on a 20-unit grid, the orb, the dial, words with a part in bold.

import { html, nothing, svg, type TemplateResult } from 'lit';
import type { Words } from '../strings.ts';
import type { NoticeAction, Wait } from './notices.ts';

/** `path`: one of `icons.ts`. */
export function icon(path: string, size = ''): TemplateResult {
  return html`<svg class="icon ${size}" viewBox="0 0 20 20" aria-hidden="true"><path d=${path} /></svg>`;
}

/** A ring with a disc in it: at rest, `rolling` while the oracle works, `hollow` where an answer broke off. */
export function orb(state = ''): TemplateResult {
  return html`<svg class="orb ${state}" viewBox="0 0 24 24" aria-hidden="true"><circle class="ring" cx="12" cy="12" r="10" /><circle class="disc" cx="14.6" cy="9.4" r="4.6" /></svg>`;
}

/** A clock that runs out: the part of the whole that is left, from 1 to 0. */
export function dial(left: number, size = ''): TemplateResult {
  const hand = svg`<circle cx="18" cy="18" r="16.25" pathLength="100" stroke-dasharray="${Math.round(left * 100)} 100" />`;
  return html`<svg class="dial ${size}" viewBox="0 0 36 36" aria-hidden="true"><circle cx="18" cy="18" r="16.25" />${left > 0 ? hand : nothing}</svg>`;
}

/** A sentence whose part between double asterisks is bold. */
export function rich(text: string): unknown {
  return text.split('**').map((part, i) => (i % 2 ? html`<b>${part}</b>` : part));
}

/** The heading and the rest of a `**heading** rest` sentence. */
export function headed(text: string): [heading: string, rest: string] {
  const [, heading = '', rest = ''] = text.split('**');
  return [heading, rest.trim()];
}

/** A button; one that asks again shows the clock and stays quiet while there is something to wait for. */
export function actionButton(
  words: Words,
  { label, icon: path, destructive, waits }: NoticeAction,
  wait: Wait | undefined,
  act: () => void,
): TemplateResult {
  const seconds = (waits && wait?.seconds) || 0;
  return html`<button class="button ${destructive ? 'destructive' : ''}" aria-disabled=${seconds > 0} aria-label=${seconds ? words.say('waitFor', { action: label, n: seconds }) : nothing} @click=${() => seconds || act()}>
    ${seconds ? dial(seconds / wait!.total, 's') : path ? icon(path, 's') : nothing}${label}
  </button>`;
}
