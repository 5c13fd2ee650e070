// A table of at least five rows that holds dates and one number for each gets a line chart; a button
// changes between the two. Values are shown as they are written: only their places are computed.

import type { SettledVisitor } from '../visitor.ts';

export interface ChartPoint {
  readonly date: string;
  readonly text: string;
  readonly value: number;
  /** Milliseconds; only distances count. */
  readonly time: number;
}

export interface Chart {
  readonly title: string;
  readonly first: ChartPoint;
  readonly last: ChartPoint;
  readonly highest: ChartPoint;
  readonly lowest: ChartPoint;
}

export interface ChartWords {
  /** Language tag: decides how dates and numbers may be written. */
  readonly lang: string;
  readonly showTable: string;
  readonly showChart: string;
  /** How long a time the chart shows, its first and its last day counted in. */
  days(count: number): string;
  /** Beside the highest and the lowest value, such as `0.0511 high`. */
  high(value: string): string;
  low(value: string): string;
  /** How the last value compares with the first: `share` is -0.125 for an eighth lower than on the date. */
  change(share: number, date: string): string;
  /** The chart in one sentence, for who cannot see it. */
  label(chart: Chart): string;
}

const MIN_ROWS = 5;
/** A longer time is not told in days. */
const MAX_DAYS = 100;

export function lineCharts(words: ChartWords): SettledVisitor {
  return {
    settled(block) {
      if (!block.matches('.table')) return;
      const rows = [...block.querySelectorAll('tr')].map((row) =>
        [...row.children].map((cell) => cell.textContent!.trim()),
      );
      const [, title] = rows.shift()!;
      if (rows.length < MIN_ROWS || title === undefined || rows.some((row) => row.length !== 2)) return;
      const points = readPoints(rows as [string, string][], words.lang);
      if (!points) return;
      const date = shortDates(points, words.lang);
      const named = points.map((point) => ({ ...point, date: date(point) }));
      block.before(drawFigure(title, named, words, block as HTMLElement));
    },
  };
}

// ─── Reading ─────────────────────────────────────────────────────────────────────────────────────

/** The rows from the earliest to the latest; undefined where one cannot be read, or two coincide. */
export function readPoints(
  rows: readonly (readonly [date: string, text: string])[],
  lang: string,
): ChartPoint[] | undefined {
  const months = monthNames(lang);
  const decimal = decimalSign(rows, lang);
  let before: number | undefined;
  let unit: string | undefined;
  const points = rows.map(([date, text]) => {
    let [time, period] = readDate(date, months);
    // A date without its year, or a time without its day, is the one nearest to its neighbour.
    if (period && before !== undefined) time -= Math.round((time - before) / period) * period;
    before = time;

    const [, prefix = '', digits = '', scale = '', suffix = ''] = NUMBER.exec(text) ?? [];
    const unitHere = prefix.replace(/[-−+]/, '') + suffix;
    unit ??= unitHere;
    const plain = digits.replace(/\D/g, (mark) => (mark === decimal ? '.' : ''));
    const size = digits && unit === unitHere ? Number(plain) * SCALES[scale.toLowerCase()]! : Number.NaN;
    return { date, text, time, value: /[-−]/.test(prefix) ? -size : size };
  });
  return points.every(({ time, value }) => Number.isFinite(time + value)) &&
    new Set(points.map(({ time }) => time)).size === rows.length
    ? points.sort((a, b) => a.time - b.time)
    : undefined;
}

const DAY = 86_400_000;
const SCALES: Readonly<Record<string, number>> = { '': 1, k: 1e3, m: 1e6, b: 1e9, t: 1e12 };
/** A sign and a currency, the digits with their marks, how many of them, and a unit. */
const NUMBER = /^([^\d.,]{0,4})(\d[\d.,'’\s]*?)\s*(?:([kmbt])n?(?!\p{L}))?\s*([^\d.,]{0,8})$/iu;

const wordsOf = (text: string): string[] => text.toLowerCase().match(/\d+|\p{L}[\p{L}\p{M}]*/gu) ?? [];

/** Dates as the language writes them, where they are written for machines; with the year where it matters. */
function shortDates(points: readonly ChartPoint[], lang: string): (point: ChartPoint) => string {
  const span = points.at(-1)!.time - points[0]!.time;
  const format = new Intl.DateTimeFormat(lang, {
    day: 'numeric',
    month: 'short',
    ...(span > 300 * DAY ? { year: 'numeric' } : {}),
    timeZone: 'UTC',
  });
  return ({ date, time }) => (/^\d{4}-\d\d-\d\d$/.test(date) ? format.format(time) : date);
}

/** In the language and in English; a language that only numbers its months has no names for them. */
function monthNames(lang: string): (string | undefined)[][] {
  return [lang, 'en']
    .flatMap((language) =>
      (['short', 'long'] as const).map((month) => {
        const format = new Intl.DateTimeFormat(language, { month, timeZone: 'UTC' });
        return Array.from(
          { length: 12 },
          (_, index) => wordsOf(format.format(Date.UTC(2000, index)).replace(/\d/g, ''))[0],
        );
      }),
    )
    .filter((names) => new Set(names).size === 12);
}

/** Milliseconds, NaN for what is no date, and after how many of them the same text comes again, if it does. */
function readDate(text: string, months: ReturnType<typeof monthNames>): [time: number, period: number] {
  const [, date = '', hours, minutes] = /^(.*?)[T, ]*(?:(\d\d?):(\d\d)[\d:.Z]*(?: UTC)?)?$/.exec(text) ?? [];
  const clock = hours ? (Number(hours) * 60 + Number(minutes)) * 60_000 : 0;
  if (hours && date === '') return [clock, DAY];
  const parts = wordsOf(date);
  let [year, month, day] = parts;
  if (!/^\d{4}([-/.]\d\d?){0,2}$/.test(date)) {
    // A month by its name: numbers alone leave open which of them it is.
    month = String(Math.max(...months.map((names) => names.findIndex((name) => parts.includes(name!)))) + 1);
    year = parts.find((part) => /^\d{4}$/.test(part));
    day = parts.find((part) => /^\d\d?$/.test(part));
    if (month === '0' || parts.length > 5) return [Number.NaN, 0];
  }
  // Without a year, one in which every day exists.
  return [
    Date.UTC(Number(year ?? 2000), Number(month ?? 1) - 1, Number(day ?? 1)) + clock,
    year ? 0 : 366 * DAY,
  ];
}

/** The sign the column itself gives away, and the language's where `1,234` could be read either way. */
function decimalSign(rows: readonly (readonly string[])[], lang: string): string {
  for (const [, text = ''] of rows) {
    const [, whole = '', sign, fraction] = /^(.*)([.,])(\d+)\D*$/.exec(text) ?? [];
    if (sign && whole.includes(sign)) return sign === ',' ? '.' : ',';
    if (sign && (/[.,]/.test(whole) || fraction!.length !== 3 || /\b0$/.test(whole))) return sign;
  }
  return new Intl.NumberFormat(lang).format(1.5).charAt(1);
}

// ─── Drawing ─────────────────────────────────────────────────────────────────────────────────────

const WIDTH = 344;
const HEIGHT = 148;
const TOP = 26;
const BOTTOM = 104;
const LEFT = 4;
/** About what a character of a label is wide, and a label is high. */
const CHARACTER = 7.2;
const LINE = 14;

function drawFigure(
  title: string,
  points: readonly ChartPoint[],
  words: ChartWords,
  table: HTMLElement,
): Element {
  const byValue = [...points].sort((a, b) => a.value - b.value);
  const chart = {
    title,
    first: points[0]!,
    last: points.at(-1)!,
    highest: byValue.at(-1)!,
    lowest: byValue[0]!,
  };
  const { first, last } = chart;
  const days = Math.round((last.time - first.time) / DAY) + 1;

  const path = drawn('path', {});
  const button = made('button', { type: 'button', class: 'icon-button s' }, [
    drawn('svg', { class: 'icon s', viewBox: '0 0 20 20', 'aria-hidden': 'true' }, [path]),
  ]);
  // A share of nothing, or of a share, says nothing.
  const share = first.value > 0 && !first.text.includes('%') ? last.value / first.value - 1 : undefined;
  const view = made('div', {}, [
    made('div', { class: 'now' }, [
      made('strong', {}, [last.text]),
      made('span', {}, [share === undefined ? '' : words.change(share, first.date)]),
    ]),
    drawPlot(chart, points, words),
  ]);
  const show = (isChart: boolean) => {
    table.hidden = isChart;
    view.hidden = !isChart;
    button.setAttribute('aria-label', isChart ? words.showTable : words.showChart);
    path.setAttribute(
      'd',
      isChart ? 'M3.5 4.5h13v11h-13zM3.5 8.3h13M8.6 8.3v7.2' : 'M3.5 14.5l4-5 3.5 2.5 5.5-7',
    );
  };
  button.onclick = () => show(!!view.hidden);
  show(true);
  return made('figure', { class: 'chart', part: 'chart' }, [
    made('figcaption', {}, [
      made('b', {}, [title]),
      days > 1 && days <= MAX_DAYS ? words.days(days) : '',
      button,
    ]),
    view,
  ]);
}

function drawPlot(chart: Chart, points: readonly ChartPoint[], words: ChartWords): Element {
  const { first, last, highest, lowest } = chart;
  // The last value is bold, and larger against the plot in a narrow box.
  const right = round(WIDTH - 14 - Math.max(first.text.length, last.text.length) * CHARACTER * 1.2);
  const x = ({ time }: ChartPoint) =>
    round(LEFT + ((time - first.time) / (last.time - first.time)) * (right - LEFT));
  const y = ({ value }: ChartPoint) =>
    round(BOTTOM - ((value - lowest.value) / (highest.value - lowest.value || 1)) * (BOTTOM - TOP));
  const label = (text: string, at: number, baseline: number, anchor: string, name = '') =>
    drawn('text', { x: at, y: round(baseline), 'text-anchor': anchor, class: name }, [text]);
  const named = (point: ChartPoint, text: string, offset: number) => {
    // The last value stands beside the line, the first one where it has room.
    if (point === last || (point === first && highest.value === lowest.value)) return [];
    const half = (text.length * CHARACTER) / 2;
    return [
      drawn('circle', { class: 'dot', cx: x(point), cy: y(point), r: 2.75 }),
      label(text, round(Math.min(Math.max(x(point), half), right - half)), y(point) + offset, 'middle'),
    ];
  };
  return drawn(
    'svg',
    { class: 'plot', viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: 'img', 'aria-label': words.label(chart) },
    [
      drawn('path', { class: 'ref', d: `M${LEFT} ${y(first)}H${right}` }),
      ...(Math.abs(y(first) - y(last)) < LINE ? [] : [label(first.text, WIDTH, y(first) + 4, 'end')]),
      drawn('path', { class: 'path', d: `M${points.map((point) => `${x(point)} ${y(point)}`).join('L')}` }),
      ...named(highest, words.high(highest.text), -9),
      ...named(lowest, words.low(lowest.text), 17),
      drawn('circle', { class: 'last', cx: x(last), cy: y(last), r: 4.5 }),
      label(last.text, WIDTH, y(last) + 4, 'end', 'strong'),
      label(first.date, 0, HEIGHT - 2, 'start'),
      label(last.date, right, HEIGHT - 2, 'end'),
    ],
  );
}

const round = (value: number): number => Math.round(value * 10) / 10;

type Attributes = Readonly<Record<string, string | number>>;

function filled<Target extends Element>(
  element: Target,
  attributes: Attributes,
  children: readonly (Node | string)[] = [],
): Target {
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  element.append(...children);
  return element;
}

const made = (tag: string, attributes: Attributes, children?: readonly (Node | string)[]) =>
  filled(document.createElement(tag), attributes, children);

const drawn = (tag: string, attributes: Attributes, children?: readonly (Node | string)[]) =>
  filled(document.createElementNS('http://www.w3.org/2000/svg', tag), attributes, children);
