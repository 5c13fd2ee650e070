import { describe, expect, test } from 'bun:test';
import { cite, Grounding, positionsOf } from '../../server/providers/gemini-citations.ts';
import { markPlaces } from '../../server/providers/gemini-marks.ts';
import { grounding } from '../support/gemini-stand-in.ts';

const chunk = (uri: string, title = '') => ({ web: { uri, title } });
const support = (startIndex: number, endIndex: number, text: string, ...groundingChunkIndices: number[]) => ({
  segment: { startIndex, endIndex, text },
  groundingChunkIndices,
});
const A = chunk('https://a.example/');
const B = chunk('https://b.example/');
const C = chunk('https://c.example/');

describe('positions', () => {
  test('bytes become UTF-16 positions, whatever the script', () => {
    const text = 'a€😀é中z';
    const ends = [...text].map((_, index, all) => all.slice(0, index + 1).join(''));
    const offsets = ends.map((prefix) => Buffer.byteLength(prefix));
    const positions = positionsOf(text, offsets);
    expect(offsets.map((offset) => positions.get(offset))).toEqual(ends.map((prefix) => prefix.length));
  });

  test('an offset inside a character falls to its start, one past the end to the end', () => {
    expect([...positionsOf('€x', [1, 2, 99])]).toEqual([
      [1, 0],
      [2, 0],
      [99, 2],
    ]);
  });
});

describe('citations', () => {
  test('sources are numbered by their first use in the text, unused ones come last', () => {
    const text = 'First. Second.';
    const { sources, citations } = cite(
      text,
      [A, B, C],
      [support(7, 14, 'Second.', 1), support(0, 6, 'First.', 2)],
    );
    expect(sources.map(({ domain }) => domain)).toEqual(['c.example', 'b.example', 'a.example']);
    expect(citations).toEqual([
      { end: 6, sources: [0] },
      { end: 14, sources: [1] },
    ]);
  });

  test('marks at one place become one, each source in it once', () => {
    const { citations } = cite('Risky.', [A, B], [support(0, 6, 'Risky.', 1, 0), support(0, 5, 'Risky', 0)]);
    expect(citations).toEqual([{ end: 6, sources: [0, 1] }]);
  });

  test('an index past the list of sources is skipped', () => {
    const supports = [support(0, 3, 'One', 5, 0), support(4, 7, 'two', 9)];
    expect(cite('One two', [A], supports).citations).toEqual([{ end: 3, sources: [0] }]);
  });

  test('the same page twice is one source', () => {
    const { sources, citations } = cite('One', [A, A], [support(0, 3, 'One', 0, 1)]);
    expect(sources).toHaveLength(1);
    expect(citations).toEqual([{ end: 3, sources: [0] }]);
  });

  test('a missing start means 0', () => {
    const segment = { endIndex: 3, text: 'One' };
    expect(cite('One', [A], [{ segment, groundingChunkIndices: [0] }]).citations).toEqual([
      { end: 3, sources: [0] },
    ]);
  });

  test('words that are not where they should be are looked for, the nearest counts', () => {
    const text = 'It is thin. And now: it is thin. So it is thin.';
    const offset = text.indexOf('it is thin', 15);
    const moved = [support(offset + 2, offset + 12, 'it is thin', 0)];
    expect(cite(text, [A], moved).citations).toEqual([{ end: text.indexOf('. So') + 1, sources: [0] }]);
  });

  test('words that are nowhere in the answer cite nothing', () => {
    expect(cite('One two', [A], [support(0, 3, 'Six', 0)]).citations).toEqual([]);
    expect(
      cite('One two', [A], [{ segment: { endIndex: 3 }, groundingChunkIndices: [0] }]).citations,
    ).toEqual([]);
  });

  test('whatever the provider sends instead of its shapes is no citation and no crash', () => {
    for (const junk of [null, 7, 'x', [], {}, { segment: 4 }, { segment: { endIndex: -1, text: 'One' } }]) {
      expect(cite('One', [junk, A], [junk]).citations).toEqual([]);
    }
  });
});

describe('sources', () => {
  const sourceOf = (uri: unknown, title: unknown = '') => cite('', [{ web: { uri, title } }], []).sources[0];

  test('only http and https are links', () => {
    for (const uri of [
      'javascript:alert(1)',
      'data:text/html,x',
      'ftp://a.example/',
      '//a.example',
      'https://',
      'https://user:pass@a.example/',
      7,
      undefined,
    ]) {
      expect(sourceOf(uri)).toBeUndefined();
    }
  });

  test('an address that is written as it should be stays so; anything else is encoded', () => {
    expect(sourceOf('https://a.example')?.url).toBe('https://a.example');
    expect(sourceOf('https://a.example/San Francisco, CA')?.url).toBe(
      'https://a.example/San%20Francisco,%20CA',
    );
    expect(sourceOf('https://a.example/"><b>')?.url).toBe('https://a.example/%22%3E%3Cb%3E');
    expect(sourceOf('https:\\\\a.example\\x')?.url).toBe('https://a.example/x');
    expect(sourceOf('https://аpple.com/')?.domain).toBe('xn--pple-43d.com');
  });

  test('a redirect shows the domain of its title and never a page title', () => {
    const redirect = 'https://vertexaisearch.cloud.google.com/grounding-api-redirect/abc';
    expect(sourceOf(redirect, 'www.CoinGecko.com')).toEqual({
      url: redirect,
      title: 'coingecko.com',
      domain: 'coingecko.com',
    });
    expect(sourceOf(redirect, 'Send your coins to coingecko.com')?.domain).toBe(
      'vertexaisearch.cloud.google.com',
    );
  });

  test('a page is shown by its own domain, whatever its title claims', () => {
    expect(sourceOf('https://www.scam.example/', '\u202ecoingecko.com\n official')).toEqual({
      url: 'https://www.scam.example/',
      title: 'coingecko.com official',
      domain: 'scam.example',
    });
    expect(sourceOf('https://scam.example/')?.title).toBe('scam.example');
  });
});

describe('grounding over several events', () => {
  test('an empty object after a full one takes nothing away', () => {
    const gathered = new Grounding();
    gathered.take({
      groundingMetadata: grounding('One', [{ uri: 'https://a.example/', title: 'A' }], [['One', [0]]]),
    });
    gathered.take({ groundingMetadata: {} });
    gathered.take({ groundingMetadata: { groundingChunks: [], groundingSupports: [] } });
    expect(gathered.findings('One', false)).toEqual({
      sources: [{ url: 'https://a.example/', title: 'A', domain: 'a.example' }],
      citations: [{ end: 3, sources: [0] }],
    });
  });

  test('search suggestions go along as they are, unless they are turned off', () => {
    const gathered = new Grounding();
    gathered.take({
      groundingMetadata: {
        webSearchQueries: ['a', 4],
        searchEntryPoint: { renderedContent: '<div>a</div>' },
      },
    });
    expect(gathered.findings('', true)).toEqual({
      searchSuggestions: { html: '<div>a</div>', queries: ['a'] },
    });
    expect(gathered.findings('', false)).toEqual({});
  });

  test('pages of several events are all kept, the last word on each counts', () => {
    const gathered = new Grounding();
    const pages = (...urlMetadata: object[]) => gathered.take({ urlContextMetadata: { urlMetadata } });
    pages({ retrievedUrl: 'https://a.example/', urlRetrievalStatus: 'URL_RETRIEVAL_STATUS_ERROR' });
    pages({ retrievedUrl: 'https://b.example/', urlRetrievalStatus: 'URL_RETRIEVAL_STATUS_NEW_WORD' });
    pages({ retrievedUrl: 'https://a.example/', urlRetrievalStatus: 'URL_RETRIEVAL_STATUS_SUCCESS' });
    expect(gathered.findings('', true).pages).toEqual([
      { url: 'https://a.example/', status: 'read' },
      { url: 'https://b.example/', status: 'failed' },
    ]);
  });

  test('nothing but named fields leaves', () => {
    const gathered = new Grounding();
    const extra = { modelVersion: 'secret', domain: 7, score: 1 };
    gathered.take({
      ...extra,
      groundingMetadata: {
        ...extra,
        groundingChunks: [{ ...extra, web: { uri: 'https://a.example/', title: 'A', ...extra } }],
        groundingSupports: [{ ...extra, ...support(0, 3, 'One', 0) }],
      },
      urlContextMetadata: { ...extra, urlMetadata: [{ retrievedUrl: 'https://b.example/', ...extra }] },
    });
    expect(gathered.findings('One', true)).toEqual({
      sources: [{ url: 'https://a.example/', title: 'A', domain: 'a.example' }],
      citations: [{ end: 3, sources: [0] }],
      pages: [{ url: 'https://b.example/', status: 'failed' }],
    });
  });
});

describe('places of marks', () => {
  // ▽ is where the provider points, ▲ where the mark must stand.
  const cases: readonly (readonly [what: string, text: string])[] = [
    ['after the full stop of its sentence', 'It is thin▽.▲ Next'],
    ['where the sentence ends already', 'It is thin.▽▲ Next'],
    ['before the space and the line that follow', 'It is thin.▲\n\n▽Next'],
    ['after the emphasis that ends there', '**It is thin▽**.▲ Next'],
    ['after quotes and brackets', 'He said “it is thin▽.”)▲ Next'],
    ['after a full stop of another script', '流动性很低▽。▲下一句'],
    ['inside a number it stays', 'It cost 1▽▲.5 yesterday'],
    ['inside a word with underscores it stays', 'Call total▽▲_supply now'],
    ['after a span of code', 'Run `own▽er()`▲ first'],
    ['after a span of code with backticks in it', 'Run ``a ` ▽b``.▲'],
    ['a lone backtick opens nothing', 'A ` here▽▲ and there'],
    ['a bracket in code opens no link', 'Run `a [b` or c](d▽▲e) now'],
    ['after a link, from its words', 'See [the poo▽l page](https://a.example/x_(y) "T")▲ now'],
    ['after a link, from its address', 'See [it](https://a.▽example/x).▲ Next'],
    ['after a reference link', 'See [the p▽age][1].▲'],
    ['after an image', '![a ch▽art](https://a.example/a.png)▲ Next'],
    ['after an address in pointed brackets', 'At <https://a.exa▽mple/>▲ now'],
    ['after a bare address, before its comma', 'At https://a.exa▽mple/x▲, now'],
    ['after the whole fence', 'So:\n```js\nconst a▽ = 1;\n```▲\nNext'],
    ['at the end of a fence that was never closed', 'So:\n~~~\nconst▽ a = 1;▲'],
    ['after a fence inside a list', '- So:\n  ```\n  a▽ = 1\n  ```▲\n'],
    ['after a line of indented code', 'So:\n\n    a▽ = 1▲\n\nNext'],
    ['inside an indented paragraph of a list it is free', '* So\n\n    It is▽▲ thin\n'],
    ['at the end of the cell', '| a | b |\n|---|:-:|\n| on▽e two▲ | three |\n'],
    ['at the end of the cell from the space behind it', '| a | b |\n|---|---|\n| one▲ ▽| three |\n'],
    ['at the end of the last cell from behind the row', '| a | b |\n|---|---|\n| one | three▲ |▽\n'],
    ['in a row without outer pipes', 'a | b\n--|--\none | thr▽ee▲\n\nNext'],
    ['in the head of a table', '| a▽ head▲ | b |\n|---|---|\n| 1 | 2 |'],
    ['never in the line under the head', '| a | b▲ |\n|--▽-|---|\n| 1 | 2 |'],
    ['an escaped pipe ends no cell', '| a | b |\n|---|---|\n| o▽ne \\| two▲ | three |\n'],
    ['a backtick of another list item opens nothing', '- a ` b\n- It is▽▲ thin\n- c ` d'],
    ['after a table the text is free again', '| a |\n|---|\n| 1 |\n\nIt is▽▲ thin'],
  ];
  for (const [what, marked] of cases) {
    test(what, () => {
      const text = marked.replace(/[▽▲]/g, '');
      const from = marked.replace('▲', '').indexOf('▽');
      const place = markPlaces(text)(from);
      expect(`${text.slice(0, place)}▲${text.slice(place)}`).toBe(marked.replace('▽', ''));
    });
  }

  test('texts made to hurt are read in one pass', () => {
    const long = 60_000;
    const bombs = [
      '`',
      '[',
      '](',
      '|',
      '| ',
      '-|',
      '* ',
      '> ',
      '~',
      'https://',
      '<https:',
      '[a](',
      '.',
      '\\',
    ];
    for (const bomb of bombs) {
      const text = bomb.repeat(long / bomb.length);
      expect(markPlaces(text)(long / 2)).toBeGreaterThanOrEqual(0);
      expect(markPlaces(`https://a.example/${text}x`)(20)).toBeGreaterThan(0);
      expect(markPlaces(`|-${' '.repeat(long)}x`)(1)).toBeGreaterThan(0);
    }
  });
});
