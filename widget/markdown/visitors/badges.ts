// A cell that says nothing but a level, under a heading such as Risk, is drawn as a badge: bars beside
// the word. The word stays text, so copying and reading aloud lose nothing.

import type { SettledVisitor } from '../visitor.ts';

export type Level = 'low' | 'medium' | 'high' | 'unknown';

export interface LevelWords {
  /** Words of a language and the level each one names, in lower case. */
  readonly levels: Readonly<Record<string, Level>>;
  /** Headings of columns that hold levels, in lower case. */
  readonly headings: readonly string[];
}

const SVG = 'http://www.w3.org/2000/svg';
const LIT: Readonly<Record<Level, number>> = { unknown: 0, low: 1, medium: 2, high: 3 };

export function levelBadges({ levels, headings }: LevelWords): SettledVisitor {
  return {
    settled(row) {
      if (row.localName !== 'tr') return;
      const heads = row.closest('table')?.querySelectorAll('th') ?? [];
      for (const [column, cell] of [...row.children].entries()) {
        if (cell.localName !== 'td' || !headings.includes(wordOf(heads[column]))) continue;
        const level = levels[wordOf(cell)];
        if (!level || cell.querySelector('a,code')) continue;
        const badge = document.createElement('span');
        badge.className = `badge ${level}`;
        badge.append(bars(level), ...cell.childNodes);
        cell.append(badge);
        row.closest('.table')?.classList.add('risk');
      }
    },
  };
}

function wordOf(cell: Element | undefined): string {
  return cell?.textContent?.trim().toLowerCase() ?? '';
}

/** One, two or three bars; three dots where nothing is known. */
function bars(level: Level): SVGElement {
  const drawing = document.createElementNS(SVG, 'svg');
  drawing.setAttribute('viewBox', '0 0 10 10');
  drawing.setAttribute('aria-hidden', 'true');
  for (const [index, full] of [4, 7, 10].entries()) {
    const height = level === 'unknown' ? 2.6 : full;
    const bar = document.createElementNS(SVG, 'rect');
    const shape = { x: index * 3.6, y: 10 - height, width: 2.6, height, rx: 0.6 };
    for (const [name, value] of Object.entries(shape)) bar.setAttribute(name, String(value));
    if (level !== 'unknown' && index >= LIT[level]) bar.setAttribute('class', 'off');
    drawing.append(bar);
  }
  return drawing;
}
