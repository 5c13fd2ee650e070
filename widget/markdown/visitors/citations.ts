// The small numbers behind what an answer took from its sources, placed when the answer has ended.
// A click is the reader's wish to see the source's row: whoever shows the sources listens for it, keeps
// the link from opening, and finds the source by `data-source`, its index in the answer's list.

import type { AnswerEnd } from '../../../server/protocol.ts';
import { LINK_ATTRIBUTES, readLink } from '../links.ts';

export interface CitationPlaces {
  placeAt(end: number, mark: Node): boolean;
}

/**
 * Marks every citation, and returns the sources' indices in the order of their first use: the order
 * they are numbered in. `label` is what a screen reader says.
 */
export function placeCitations(
  view: CitationPlaces,
  { sources = [], citations = [] }: Pick<AnswerEnd, 'sources' | 'citations'>,
  label: (number: number, domain: string) => string,
): number[] {
  const order: number[] = [];
  const placed = new Set<string>();
  for (const { end, sources: cited } of citations.toSorted((one, other) => one.end - other.end)) {
    for (const index of cited) {
      const source = sources[index];
      if (!source || placed.has(`${end} ${index}`)) continue;
      const number = order.indexOf(index) + 1 || order.push(index);
      const mark = document.createElement('a');
      mark.className = 'cite';
      mark.setAttribute('part', 'citation');
      const link = readLink(source.url);
      if (link) {
        const attributes = { ...LINK_ATTRIBUTES, href: link.href };
        for (const [name, value] of Object.entries(attributes)) mark.setAttribute(name, value);
      }
      mark.dataset['source'] = String(index);
      mark.title = `${source.title}, ${source.domain}`;
      mark.setAttribute('aria-label', label(number, source.domain));
      mark.textContent = String(number);
      if (view.placeAt(end, mark)) placed.add(`${end} ${index}`);
    }
  }
  return order;
}
