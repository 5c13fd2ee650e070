// What is made of an answer's blocks: code bars, badges, charts, and the parts a page may style.

import { render } from 'lit';
import type { Subject } from '../conversation.ts';
import type { SettledVisitor } from '../markdown/visitor.ts';
import { type AddressWords, addressChips } from '../markdown/visitors/address-chips.ts';
import { type Level, levelBadges } from '../markdown/visitors/badges.ts';
import { lineCharts } from '../markdown/visitors/charts.ts';
import { codeBars } from '../markdown/visitors/code.ts';
import type { Words } from '../strings.ts';
import * as icons from './icons.ts';
import { icon } from './pieces.ts';

/** `asked`: what the question was about. */
export function answerVisitors(words: Words, asked: Subject | undefined): SettledVisitor[] {
  const { say } = words;
  const percent = new Intl.NumberFormat(words.lang, { style: 'percent', maximumFractionDigits: 1 });
  const days = new Intl.NumberFormat(words.lang, { style: 'unit', unit: 'day', unitDisplay: 'long' });
  const levels: Record<string, Level> = {};
  for (const [level, key] of [
    ['low', 'levelsLow'],
    ['medium', 'levelsMedium'],
    ['high', 'levelsHigh'],
    ['unknown', 'levelsUnknown'],
  ] as const) {
    for (const word of say(key).split('|')) levels[word] = level;
  }
  return [
    codeBars({ copy: say('copyCode'), icon: () => drawn(icons.copy) }),
    levelBadges({ levels, headings: say('levelHeadings').split('|') }),
    lineCharts({
      lang: words.lang,
      showTable: say('showTable'),
      showChart: say('showChart'),
      days: (count) => days.format(count),
      high: (value) => say('chartHigh', { value }),
      low: (value) => say('chartLow', { value }),
      change: (share, date) =>
        say(share < 0 ? 'chartLower' : 'chartHigher', { percent: percent.format(Math.abs(share)), date }),
      label: ({ title, first, last, highest, lowest }) =>
        say('chartLabel', {
          title,
          first: first.text,
          firstDate: first.date,
          last: last.text,
          lastDate: last.date,
          highest: highest.text,
          lowest: lowest.text,
        }),
    }),
    addressChips(addressWords(words), asked),
    parts,
  ];
}

export function addressWords({ say }: Words): AddressWords {
  return {
    copy: say('copyAddress'),
    openExplorer: say('openExplorer'),
    asked: say('addressAsked'),
    lookAlike: say('addressAlike'),
    wrongChecksum: say('addressWrong'),
    unsourced: say('addressUnsourced'),
    fromSource: (n) => say('addressSource', { n }),
    icon: (name) => drawn(name === 'copy' ? icons.copy : icons.external),
  };
}

function drawn(path: string): DocumentFragment {
  const place = document.createDocumentFragment();
  render(icon(path, 's'), place);
  return place;
}

/** A table that is wider than its place scrolls, and so must take the focus. */
const parts: SettledVisitor = {
  settled(block) {
    const part = ['table', 'code'].find((name) => block.classList.contains(name));
    if (!part) return;
    block.part.add(part);
    if (part === 'code' || block.scrollWidth <= block.clientWidth) return;
    const label = block.querySelector('th')?.textContent ?? '';
    for (const [name, value] of Object.entries({ role: 'region', tabindex: '0', 'aria-label': label })) {
      block.setAttribute(name, value);
    }
  },
};
