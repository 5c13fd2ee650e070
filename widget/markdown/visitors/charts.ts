// A table of at least five rows that holds dates and one number for each gets a line chart; a button
// changes between the two. Values and dates are shown as they are written: only their places are computed.

import type { SettledVisitor } from '../visitor.ts';

export interface ChartWords {
  /** Language tag: decides how dates and numbers may be written. */
  readonly lang: string;
  readonly showTable: string;
  readonly showChart: string;
  /** Beside the highest and the lowest value, such as `0.0511 high`. */
  high(value: string): string;
  low(value: string): string;
  /** How the last value compares: `share` is -0.125 for `12.5%` lower than on the date. */
  change(share: number, percent: string, date: string): string;
  /** The chart in one sentence, for who cannot see it. */
  label(chart: ChartSummary): string;
}

export interface ChartSummary {
  readonly title: string;
  readonly first: string;
  readonly firstDate: string;
  readonly last: string;
  readonly lastDate: string;
  readonly highest: string;
  readonly lowest: string;
}

interface Point {
  readonly date: string;
  /** Milliseconds; only distances count. */
  readonly time: number;
  readonly text: string;
  readonly value: number;
}

const MIN_ROWS = 5;

export function lineCharts(words: ChartWords): SettledVisitor {
  return {
    settled(block) {
      if (!block.matches('.table')) return;
      const [head = [], ...rows] = [...block.querySelectorAll('tr')].map((row) =>
        [...row.children].map((cell) => (cell.textContent ?? '').trim()),
      );
      if (rows.length < MIN_ROWS || [head, ...rows].some((row) => row.length !== 2)) return;
      const points = readPoints(rows as [string, string][], words.lang);
      if (points) block.before(drawFigure(head[1]!, points, words, block as HTMLElement));
    },
  };
}

// ─── Reading ─────────────────────────────────────────────────────────────────────────────────────

/** The rows as points from the earliest to the latest; undefined where one cannot be read, or two coincide. */
export function readPoints(rows: readonly (readonly [string, string])[], lang: string): Point[] | undefined {
  const times = readDates(
    rows.map(([date]) => date),
    lang,
  );
  const values = readNumbers(
    rows.map(([, text]) => text),
    lang,
  );
  if (!times || !values || new Set(times).size < rows.length) return undefined;
  return rows
    .map(([date, text], index) => ({ date, text, time: times[index]!, value: values[index]! }))
    .sort((a, b) => a.time - b.time);
}

const DAY = 86_400_000;
const YEAR = 366 * DAY;

function readDates(texts: readonly string[], lang: string): number[] | undefined {
  const months = [lang, 'en'].flatMap((language) =>
    (['short', 'long'] as const).map((month) => {
      const format = new Intl.DateTimeFormat(language, { month, timeZone: 'UTC' });
      return Array.from({ length: 12 }, (_, index) => plainWord(format.format(Date.UTC(2000, index, 15))));
    }),
  );
  const times: number[] = [];
  for (const text of texts) {
    const read = readDate(text, months);
    if (!read) return undefined;
    let [time, period] = read;
    // A date without its year, or a time without its day, is the one nearest to its neighbour.
    if (period && times.length) time -= Math.round((time - times.at(-1)!) / period) * period;
    times.push(time);
  }
  return times;
}

/** Milliseconds, and after how many of them the same text comes again; 0 for never. */
function readDate(text: string, months: readonly (readonly string[])[]): [number, number] | undefined {
  const iso = /^(\d{4})(?:[-/.](\d\d?)(?:[-/.](\d\d?))?)?(?:[T\s,]+(\d\d?):(\d\d).*)?$/.exec(text);
  if (iso) return [dateOf(iso[1], iso[2], iso[3]) + timeOf(iso[4], iso[5]), 0];
  const dotted = /^(\d\d?)\.(\d\d?)\.(\d{4})?$/.exec(text);
  if (dotted) return [dateOf(dotted[3], dotted[2], dotted[1]), dotted[3] ? 0 : YEAR];
  const clock = /^(\d\d?):(\d\d)(?::\d\d)?\s*(?:([ap])m)?$/i.exec(text);
  if (clock) return [timeOf(clock[1], clock[2], clock[3]), DAY];

  let month = -1;
  let day: string | undefined;
  let year: string | undefined;
  for (const word of text.toLowerCase().match(/\d+|\p{L}[\p{L}\p{M}]*/gu) ?? []) {
    if (/^\d{4}$/.test(word)) year ??= word;
    else if (/^\d\d?$/.test(word) && Number(word) <= 31 && !day) day = word;
    else if (/^\d/.test(word)) return undefined;
    else if (month < 0) month = Math.max(...months.map((names) => names.indexOf(word)));
  }
  if (month < 0 || (!day && !year)) return undefined;
  return [dateOf(year, String(month + 1), day), year ? 0 : YEAR];
}

// Without a year, one in which every day exists.
function dateOf(year = '2000', month = '1', day = '1'): number {
  return Date.UTC(Number(year), Number(month) - 1, Number(day));
}

function timeOf(hours = '0', minutes = '0', half?: string): number {
  const hour = half ? (Number(hours) % 12) + (/p/i.test(half) ? 12 : 0) : Number(hours);
  return (hour * 60 + Number(minutes)) * 60_000;
}

const plainWord = (text: string): string => /\p{L}[\p{L}\p{M}]*/u.exec(text.toLowerCase())?.[0] ?? '';

const SCALES: Readonly<Record<string, number>> = { k: 1e3, m: 1e6, b: 1e9, bn: 1e9, t: 1e12 };
const NUMBER =
  /^[~≈]?\s*([-−+]?)\s*(\p{Sc}?)\s*([-−]?)\s*(\d[\d.,'’\s]*?)\s*(?:(bn|[kmbt])(?![a-z]))?\s*(%|\p{Sc}|[a-z]{2,6})?$/iu;

/** Undefined where a text is no number, or their units differ. */
function readNumbers(texts: readonly string[], lang: string): number[] | undefined {
  const decimal = decimalSign(texts, lang);
  const numbers: number[] = [];
  let unit: string | undefined;
  for (const text of texts) {
    const read = NUMBER.exec(text);
    if (!read) return undefined;
    const [, sign, before, minus, digits, scale = '', after = ''] = read;
    unit ??= before + after;
    const plain = [...digits!].map((c) => (c === decimal ? '.' : /\d/.test(c) ? c : '')).join('');
    const value = Number(plain) * (SCALES[scale.toLowerCase()] ?? 1);
    if (unit !== before + after || Number.isNaN(value)) return undefined;
    numbers.push(/[-−]/.test(sign! + minus!) ? -value : value);
  }
  return numbers;
}

/** The sign the column itself gives away, and the language's where `1,234` could be read either way. */
function decimalSign(texts: readonly string[], lang: string): string {
  for (const text of texts) {
    const last = /([.,])(\d+)[^\d.,]*$/.exec(text);
    if (!last) continue;
    const [, sign, fraction] = last;
    const whole = text.slice(0, last.index);
    if (whole.includes(sign!)) return sign === ',' ? '.' : ',';
    if (/[.,]/.test(whole) || fraction!.length !== 3 || /(?:^|\D)0$/.test(whole)) return sign!;
  }
  return new Intl.NumberFormat(lang).format(1.5).replace(/\d/g, '') || '.';
}

// ─── Drawing ─────────────────────────────────────────────────────────────────────────────────────

const WIDTH = 344;
const HEIGHT = 148;
const TOP = 26;
const BOTTOM = 104;
const LEFT = 4;
/** About what a digit of the caption's size is wide. */
const DIGIT = 6.5;
const LINE = 14;

function drawFigure(title: string, points: readonly Point[], words: ChartWords, table: HTMLElement): Element {
  const first = points[0]!;
  const last = points.at(-1)!;
  const byValue = [...points].sort((a, b) => a.value - b.value);
  const lowest = byValue[0]!;
  const highest = byValue.at(-1)!;

  const name = make('b');
  name.textContent = title;
  const button = make('button', 'icon-button s');
  button.type = 'button';
  const caption = make('figcaption');
  caption.append(name, button);

  const value = make('strong');
  value.textContent = last.text;
  const change = make('span');
  const share = last.value / first.value - 1;
  // A share of a percentage, or of what was nothing or less, says nothing.
  if (first.value > 0 && last.value >= 0 && !/%/.test(first.text)) {
    const percent = new Intl.NumberFormat(words.lang, { style: 'percent', maximumFractionDigits: 1 });
    change.textContent = words.change(share, percent.format(Math.abs(share)), first.date);
  }
  const now = make('div', 'now');
  now.append(value, change);

  const plot = drawPlot(points, first, last, highest, lowest, words);
  plot.setAttribute('role', 'img');
  plot.setAttribute(
    'aria-label',
    words.label({
      title,
      first: first.text,
      firstDate: first.date,
      last: last.text,
      lastDate: last.date,
      highest: highest.text,
      lowest: lowest.text,
    }),
  );

  const show = (isChart: boolean) => {
    table.hidden = isChart;
    now.hidden = !isChart;
    plot.toggleAttribute('hidden', !isChart);
    button.setAttribute('aria-label', isChart ? words.showTable : words.showChart);
    const drawing = draw('svg', { class: 'icon s', viewBox: '0 0 20 20', 'aria-hidden': 'true' });
    drawing.append(
      draw('path', {
        d: isChart ? 'M3.5 4.5h13v11h-13zM3.5 8.3h13M8.6 8.3v7.2' : 'M3.5 14.5l4-5 3.5 2.5 5.5-7',
      }),
    );
    button.replaceChildren(drawing);
  };
  button.addEventListener('click', () => show(table.hidden === false));
  show(true);

  const figure = make('figure', 'chart');
  figure.setAttribute('part', 'chart');
  figure.append(caption, now, plot);
  return figure;
}

function drawPlot(
  points: readonly Point[],
  first: Point,
  last: Point,
  highest: Point,
  lowest: Point,
  words: ChartWords,
): SVGElement {
  const right = WIDTH - 10 - Math.max(first.text.length, last.text.length) * DIGIT;
  const range = highest.value - lowest.value;
  const x = ({ time }: Point) =>
    round(LEFT + ((time - first.time) / (last.time - first.time)) * (right - LEFT));
  const y = ({ value }: Point) =>
    round(range ? BOTTOM - ((value - lowest.value) / range) * (BOTTOM - TOP) : (TOP + BOTTOM) / 2);
  const label = (text: string, at: number, baseline: number, anchor: string, name = '') => {
    const element = draw('text', { x: at, y: round(baseline), 'text-anchor': anchor, class: name });
    element.textContent = text;
    return element;
  };

  const plot = draw('svg', { class: 'plot', viewBox: `0 0 ${WIDTH} ${HEIGHT}` });
  // The first value's label makes room for the last one's.
  const apart = y(first) - y(last);
  const firstLabel = Math.abs(apart) < LINE ? y(last) + (apart < 0 ? -LINE : LINE) : y(first);
  plot.append(draw('path', { class: 'ref', d: `M${LEFT} ${y(first)}H${round(right)}` }));
  if (first.text !== last.text) plot.append(label(first.text, WIDTH, firstLabel + 4, 'end'));
  plot.append(
    draw('path', { class: 'path', d: `M${points.map((point) => `${x(point)} ${y(point)}`).join('L')}` }),
  );
  for (const [point, text, offset] of [
    [highest, words.high(highest.text), -9],
    [lowest, words.low(lowest.text), 17],
  ] as const) {
    // The last value is named already, and a line without heights has none.
    if (point === last || range === 0) continue;
    const half = (text.length * DIGIT) / 2;
    plot.append(
      draw('circle', { class: 'dot', cx: x(point), cy: y(point), r: 2.75 }),
      label(text, round(Math.min(Math.max(x(point), half), right - half)), y(point) + offset, 'middle'),
    );
  }
  plot.append(
    draw('circle', { class: 'last', cx: x(last), cy: y(last), r: 4.5 }),
    label(last.text, WIDTH, y(last) + 4, 'end', 'strong'),
    label(first.date, 0, HEIGHT - 2, 'start'),
    label(last.date, round(right), HEIGHT - 2, 'end'),
  );
  return plot;
}

const round = (value: number): number => Math.round(value * 10) / 10;

function make<Tag extends keyof HTMLElementTagNameMap>(tag: Tag, name = ''): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  if (name) element.className = name;
  return element;
}

function draw(tag: string, attributes: Record<string, string | number>): SVGElement {
  const element = document.createElementNS('http://www.w3.org/2000/svg', tag) as SVGElement;
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  return element;
}
