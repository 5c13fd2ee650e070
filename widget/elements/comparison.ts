// Two whole addresses, one above the other, with what differs marked.

import { html, nothing, type TemplateResult } from 'lit';
import { compareAddresses } from '../../server/chains/compare.ts';
import { groupsOfFour } from '../../server/chains/recognise.ts';
import type { Words } from '../strings.ts';
import * as icons from './icons.ts';
import { icon } from './pieces.ts';

/** An address as a comparison shows it. */
export interface Compared {
  readonly label: string;
  readonly plate: string;
  readonly address: string;
  /** Its page in the network's explorer. */
  readonly explorer?: string | undefined;
}

/** Two whole addresses, one above the other, in groups of four; the groups that differ are marked. */
export function compare(words: Words, one: Compared, other: Compared): TemplateResult {
  const { differing } = compareAddresses(one.address, other.address);
  return html`<dl class="compare">${[one, other].map(
    ({ label, plate, address, explorer }) => html`<div>
      <dt>${plate ? html`<span class="plate">${plate}</span>` : nothing}<span>${label}</span>${explorer ? html`<a class="icon-button s" href=${explorer} target="_blank" rel="noopener noreferrer nofollow" aria-label=${words.say('openExplorer')}>${icon(icons.external, 's')}</a>` : nothing}</dt>
      <dd>${groupsOfFour(address).map((group, i) => html`<span class=${differing.includes(i) ? 'x' : ''}>${group}</span>`)}</dd>
    </div>`,
  )}</dl>`;
}
