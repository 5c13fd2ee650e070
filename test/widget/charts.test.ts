import { afterEach, describe, expect, test } from 'bun:test';
import { MarkdownView } from '../../widget/markdown/markdown-view.ts';
import { type ChartWords, lineCharts, readPoints } from '../../widget/markdown/visitors/charts.ts';

const WORDS: ChartWords = {
  lang: 'en',
  showTable: 'Show as a table',
  showChart: 'Show as a chart',
  days: (count) => `${count} days`,
  high: (value) => `${value} high`,
  low: (value) => `${value} low`,
  change: (share, date) =>
    `${Math.abs(share * 100).toFixed(1)}% ${share < 0 ? 'lower' : 'higher'} than on ${date}`,
  label: ({ title, first, last, highest, lowest }) =>
    `Line chart. ${title}: ${first.text} on ${first.date}, ${last.text} on ${last.date}. ` +
    `Highest ${highest.text}, lowest ${lowest.text}.`,
};

const PRICES: [string, string][] = [
  ['23 Oct', '$0.0471'],
  ['30 Oct', '$0.0511'],
  ['6 Nov', '$0.0450'],
  ['13 Nov', '$0.0402'],
  ['21 Nov', '$0.0412'],
];

const markdown = (rows: readonly (readonly string[])[], head = ['Date', 'Price']) =>
  [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');

function show(text: string, words: ChartWords = WORDS): HTMLElement {
  const prose = document.createElement('div');
  document.body.append(prose);
  const view = new MarkdownView(prose, { visitors: [lineCharts(words)] });
  view.append(text);
  view.finish();
  return prose;
}

afterEach(() => document.body.replaceChildren());

const values = (texts: string[], lang = 'en') =>
  readPoints(
    texts.map((text, index) => [`2026-01-0${index + 1}`, text]),
    lang,
  )?.map(({ value }) => value);
const days = (dates: string[], lang = 'en') => {
  const points = readPoints(
    dates.map((date) => [date, '1']),
    lang,
  );
  return points?.map(({ date, time }) => `${date} +${(time - points[0]!.time) / 86_400_000}`);
};

describe('a table of dates and numbers', () => {
  test('gets a chart with its own words, and the table one press away', () => {
    const prose = show(markdown(PRICES, ['Date', 'QFIN price']));
    const chart = prose.querySelector('figure.chart')!;
    const table = prose.querySelector<HTMLElement>('.table')!;
    const button = chart.querySelector('button')!;
    expect(chart.nextElementSibling).toBe(table);
    expect(chart.querySelector('figcaption b')?.textContent).toBe('QFIN price');
    expect(chart.querySelector('figcaption')?.textContent).toBe('QFIN price30 days');
    expect(chart.querySelector('.now')?.textContent).toBe('$0.041212.5% lower than on 23 Oct');
    expect(chart.querySelector('[role="img"]')?.getAttribute('aria-label')).toBe(
      'Line chart. QFIN price: $0.0471 on 23 Oct, $0.0412 on 21 Nov. Highest $0.0511, lowest $0.0402.',
    );
    expect(table.hidden).toBe(true);
    expect(button.getAttribute('aria-label')).toBe('Show as a table');
    button.click();
    expect(table.hidden).toBe(false);
    expect(chart.querySelector('.plot')?.parentElement?.hidden).toBe(true);
    expect(button.getAttribute('aria-label')).toBe('Show as a chart');
    button.click();
    expect(table.hidden).toBe(true);
  });

  test('names the highest, the lowest, the first and the last value on the line', () => {
    const labels = [...show(markdown(PRICES)).querySelectorAll('.plot text')].map(
      (label) => label.textContent,
    );
    expect(labels).toEqual(['$0.0471', '$0.0511 high', '$0.0402 low', '$0.0412', '23 Oct', '21 Nov']);
  });

  test('is drawn from the earliest to the latest, each at its time, whatever its order', () => {
    const path = (rows: [string, string][]) =>
      show(markdown(rows)).querySelector('.path')?.getAttribute('d') ?? '';
    const forwards = path(PRICES);
    expect(forwards).toMatch(/^M4 \S+L/);
    expect(path([...PRICES].reverse())).toBe(forwards);
    const xs = forwards
      .split(/[ML]/)
      .slice(1)
      .map((point) => Number.parseFloat(point));
    const [first = 0, second = 0, , , last = 0] = xs;
    expect((second - first) / (last - first)).toBeCloseTo(7 / 29, 2);
  });

  test('stays inside its frame', () => {
    const rows = PRICES.map(([date], index): [string, string] => [date, `$${10 ** index},000.00`]);
    for (const element of show(markdown(rows)).querySelectorAll('.plot circle, .plot text')) {
      const at = (name: string) => Number(element.getAttribute(name) ?? element.getAttribute(`c${name}`));
      expect(at('x')).toBeGreaterThanOrEqual(0);
      expect(at('x')).toBeLessThanOrEqual(344);
      expect(at('y')).toBeGreaterThan(8);
      expect(at('y')).toBeLessThan(148);
    }
  });

  test('keeps the words beside its ends inside its frame', () => {
    const rows = ['9', '5', '4', '3', '1', '2'].map((value, index) => [
      `${index + 1} May`,
      `$${value},000,000.00`,
    ]);
    const labels = [...show(markdown(rows)).querySelectorAll('.plot [text-anchor="middle"]')];
    expect(labels).toHaveLength(2);
    for (const label of labels) {
      const half = label.textContent!.length * 3;
      expect(Number(label.getAttribute('x'))).toBeGreaterThan(half);
      expect(Number(label.getAttribute('x'))).toBeLessThan(344 - half);
    }
  });

  test('that does not move is a flat line without a high and a low', () => {
    const prose = show(markdown(PRICES.map(([date]) => [date, '1.00'])));
    expect([...prose.querySelectorAll('.plot text')].map((label) => label.textContent)).toEqual([
      '1.00',
      '23 Oct',
      '21 Nov',
    ]);
    expect(prose.querySelector('.path')?.getAttribute('d')).not.toContain('NaN');
  });

  test('compares no share with nothing, and no share of shares', () => {
    for (const first of ['0', '-4', '12%']) {
      const unit = first.endsWith('%') ? '%' : '';
      const rows = PRICES.map(([date], index) => [date, index ? `${index}${unit}` : first]);
      expect(show(markdown(rows)).querySelector('.now span')?.textContent).toBe('');
    }
  });

  test('is one chart however the answer was cut', () => {
    const text = markdown(PRICES);
    for (let cut = 1; cut < text.length; cut += 5) {
      const prose = document.createElement('div');
      const view = new MarkdownView(prose, { visitors: [lineCharts(WORDS)] });
      view.append(text.slice(0, cut));
      expect(prose.querySelector('.chart')).toBeNull();
      view.append(text.slice(cut));
      view.finish();
      expect(prose.querySelectorAll('.chart')).toHaveLength(1);
    }
  });

  test('keeps what is written in it text', () => {
    const prose = show(markdown(PRICES, ['Date', '`<img src=x onerror=alert(1)>`']));
    expect(prose.querySelector('figcaption b')?.textContent).toBe('<img src=x onerror=alert(1)>');
    expect(prose.querySelector('img')).toBeNull();
  });
});

describe('another table stays a table', () => {
  const others: [name: string, text: string][] = [
    ['with fewer than five rows', markdown(PRICES.slice(1))],
    [
      'with a third column',
      markdown(
        PRICES.map((row) => [...row, 'x']),
        ['Date', 'Price', 'Note'],
      ),
    ],
    ['with a cell that is no number', markdown([...PRICES, ['28 Nov', 'n/a']])],
    ['with a cell that is empty', markdown([...PRICES, ['28 Nov', '']])],
    ['with a cell that is no date', markdown([...PRICES, ['Total', '1']])],
    ['with the same date twice', markdown([...PRICES, ['21 Nov', '$1']])],
    ['with two units', markdown([...PRICES, ['28 Nov', '€1']])],
    ['of ranks', markdown(PRICES.map(([, price], index) => [`${index + 1}`, price]))],
    ['of names with numbers', markdown(PRICES.map(([, price], index) => [`Wallet ${index + 1}`, price]))],
    ['of ranges', markdown(PRICES.map(([date]) => [date, '$1 to $2']))],
    ['of addresses', markdown(PRICES.map(([date]) => [date, '0x3f6d28908D63Fa31665557ECa22283240f02C072']))],
  ];
  for (const [name, text] of others) {
    test(name, () => {
      const prose = show(text);
      expect(prose.querySelector('.chart')).toBeNull();
      expect(prose.querySelector<HTMLElement>('.table')?.hidden).toBe(false);
    });
  }
});

describe('dates', () => {
  const same: [lang: string, ...dates: string[]][] = [
    ['en', '2026-10-23', '2026-10-24', '2026-11-01'],
    ['en', '2026/10/23', '2026/10/24', '2026/11/01'],
    ['en', '23 Oct 2026', '24 Oct 2026', '1 Nov 2026'],
    ['en', 'October 23, 2026', 'October 24, 2026', 'November 1, 2026'],
    ['en', 'Oct 23rd', 'Oct 24th', 'Nov 1st'],
    ['en', 'Fri, 23 Oct', 'Sat, 24 Oct', 'Sun, 1 Nov'],
    ['de', '23. Okt.', '24. Okt.', '1. Nov.'],
    ['es', '23 de octubre de 2026', '24 de octubre de 2026', '1 de noviembre de 2026'],
    ['ru', '23 окт. 2026 г.', '24 окт. 2026 г.', '1 нояб. 2026 г.'],
    ['fr', '23 oct', '24 oct', '1 nov'],
    ['en', '2026-10-23T00:00:00Z', '2026-10-24 00:00', '2026-11-01, 00:00 UTC'],
  ];
  for (const [lang, ...dates] of same) {
    test(`such as ${dates[0]} are read`, () => {
      expect(days(dates, lang)).toEqual(dates.map((date, index) => `${date} +${[0, 1, 9][index]}`));
    });
  }

  test('without a year go on over the turn of the year, in either order', () => {
    const dates = ['30 Dec', '31 Dec', '1 Jan', '2 Jan'];
    const read = dates.map((date, index) => `${date} +${index}`);
    expect(days(dates)?.map((date) => date.replace(/\+[23]$/, ''))).toEqual(
      read.map((date) => date.replace(/\+[23]$/, '')),
    );
    expect(days([...dates].reverse())?.map((date) => date.split(' +')[0])).toEqual(dates);
  });

  test('of months and years are read', () => {
    expect(days(['Nov 2025', 'Dec 2025', 'Jan 2026'])).toEqual([
      'Nov 2025 +0',
      'Dec 2025 +30',
      'Jan 2026 +61',
    ]);
    expect(days(['November', 'December', 'January'])).toEqual(['November +0', 'December +30', 'January +61']);
    expect(days(['2024', '2025', '2026'])).toEqual(['2024 +0', '2025 +366', '2026 +731']);
    expect(days(['2026-01', '2026-02'])).toEqual(['2026-01 +0', '2026-02 +31']);
  });

  test('of hours are read over midnight', () => {
    expect(days(['18:00', '0:00', '06:00'])).toEqual(['18:00 +0', '0:00 +0.25', '06:00 +0.5']);
  });

  test('that leave open which number is the month are not read', () => {
    expect(days(['10/11/2026', '11/11/2026'])).toBeUndefined();
    expect(days(['1:00 PM', '11:00 AM'])).toBeUndefined();
    expect(days(['1月10日', '10月1日'], 'ja')).toBeUndefined();
    expect(days(['1월 10일', '10월 1일'], 'ko')).toBeUndefined();
  });
});

describe('numbers', () => {
  const cases: [lang: string, texts: string[], values: number[]][] = [
    ['en', ['1,234.5', '999', '1,000,000'], [1234.5, 999, 1_000_000]],
    ['en', ['$0.0412', '$0.05'], [0.0412, 0.05]],
    ['en', ['12 %', '7.5 %'], [12, 7.5]],
    ['en', ['1.2M', '980K', '2Bn'], [1_200_000, 980_000, 2e9]],
    ['en', ['$1.2 m', '$3 m'], [1_200_000, 3_000_000]],
    ['en', ['−3.4%', '+2%', '-1%'], [-3.4, 2, -1]],
    ['en', ['-$5', '$-6', '$7'], [-5, -6, 7]],
    ['en', ['10 ETH', '1,250 ETH'], [10, 1250]],
    ['en', ['10 MATIC', '20 MATIC'], [10, 20]],
    ['de', ['1,234.567', '2,345.678'], [1234.567, 2345.678]],
    ['de', ['12.5', '13.5'], [12.5, 13.5]],
    ['en', ['1,234', '2,345'], [1234, 2345]],
    ['en', ['0.123', '0.456'], [0.123, 0.456]],
    ['de', ['1.234', '2.345'], [1234, 2345]],
    ['de', ['1.234,5 €', '999 €'], [1234.5, 999]],
    ['de', ['1,234.50', '1.234'], [1234.5, 1.234]],
    ['en', ['0,0412 €', '1,5 €'], [0.0412, 1.5]],
    ['en', ['0,041', '1,234'], [0.041, 1.234]],
    ['fr', ['1 234,5', '2 000'], [1234.5, 2000]],
    ['en', ['1.234.567', '1.000'], [1_234_567, 1000]],
  ];
  for (const [lang, texts, read] of cases) {
    test(`such as ${texts.join(' and ')} are read (${lang})`, () => {
      expect(values(texts, lang)).toEqual(read);
    });
  }
});
