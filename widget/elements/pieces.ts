// What several elements draw: icons on a 20-unit grid, the orb, the dial, words with a part in bold.

import { html, nothing, svg, type TemplateResult } from 'lit';
import type { Words } from '../strings.ts';
import type { NoticeAction, Wait } from './notices.ts';

const paths = {
  close: 'M5 5l10 10M15 5L5 15',
  down: 'M5 8l5 5 5-5',
  clear: 'M4 6h12M8.2 6V4.4h3.6V6M5.6 6l.7 9.6h7.4l.7-9.6M8.6 9v4M11.4 9v4',
  copy: 'M7.5 7.5h8v8h-8zM12.5 7.5v-3h-8v8h3',
  check: 'M4.5 10.5l3.6 3.5 7.4-8',
  external: 'M8 5H5v10h10v-3M11 4.5h4.5V9M15 5l-5.5 5.5',
  send: 'M10 16V4.5M5 9.2l5-4.9 5 4.9',
  address: 'M10 3l6 3.5v7L10 17l-6-3.5v-7zM10 10l6-3.5M10 10v7M10 10L4 6.5',
  warn: 'M10 3.6L17.4 16H2.6zM10 8.4v3.2M10 13.7v.1',
  stop: 'M7 2.8h6L17.2 7v6L13 17.2H7L2.8 13V7zM10 6.6v4M10 13.2v.1',
  offline: 'M3 3l14 14M5.2 8.4A3.6 3.6 0 0 0 6 15.5h8.2M8 5.3a4.6 4.6 0 0 1 7 3.3 3.4 3.4 0 0 1 1.9 5',
  clock: 'M10 3a7 7 0 1 0 0 14 7 7 0 0 0 0-14zM10 6.4V10l2.4 1.7',
  shield: 'M10 2.8l6 2.2v4.6c0 3.6-2.4 6.2-6 7.6-3.6-1.4-6-4-6-7.6V5z',
  key: 'M12.6 3.6a3.8 3.8 0 1 1-1.5 7.3L9.3 12.7v1.6H7.7v1.5H4v-3.1l4.9-4.9a3.8 3.8 0 0 1 3.7-4.2zM13.3 6.6v.1',
  retry: 'M15.8 8.2A6.2 6.2 0 1 0 16 11.5M16.2 4.3v4h-4',
  edit: 'M4 16l.8-3.3L13 4.5a1.7 1.7 0 0 1 2.4 2.4l-8.2 8.2z',
  latest: 'M10 4.5V16M5 11.3l5 4.8 5-4.8',
  arrow: 'M6 14L14 6M7.5 6H14v6.5',
  plug: 'M7.5 3v4M12.5 3v4M5.5 7h9v2.5a4.5 4.5 0 0 1-9 0zM10 14v3',
  server: 'M4 4.5h12v4.5H4zM4 11h12v4.5H4zM6.7 6.7v.1M6.7 13.2v.1',
  info: 'M10 3a7 7 0 1 0 0 14 7 7 0 0 0 0-14zM10 9.2v4M10 6.7v.1',
  wait: 'M6 3.5h8M6 16.5h8M7 3.5c0 3.8 3 4.3 3 6.5s-3 2.7-3 6.5M13 3.5c0 3.8-3 4.3-3 6.5s3 2.7 3 6.5',
  more: 'M4 6.5h12M4 10h12M4 13.5h6',
};

export type Icon = keyof typeof paths;

export function icon(name: Icon, size = ''): TemplateResult {
  return html`<svg class="icon ${size}" viewBox="0 0 20 20" aria-hidden="true"><path d=${paths[name]} /></svg>`;
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
  { label, icon: name, destructive, waits }: NoticeAction,
  wait: Wait | undefined,
  act: () => void,
): TemplateResult {
  const seconds = (waits && wait?.seconds) || 0;
  return html`<button class="button ${destructive ? 'destructive' : ''}" aria-disabled=${seconds > 0} aria-label=${seconds ? words.say('waitFor', { action: label, n: seconds }) : nothing} @click=${() => seconds || act()}>
    ${seconds ? dial(seconds / wait!.total, 's') : name ? icon(name, 's') : nothing}${label}
  </button>`;
}
