import { describe, expect, test } from 'bun:test';
import { trustLinks } from '../../widget/markdown/links.ts';
import { MarkdownView } from '../../widget/markdown/markdown-view.ts';
import type { SettledVisitor } from '../../widget/markdown/visitor.ts';
import { levelBadges } from '../../widget/markdown/visitors/badges.ts';
import { placeCitations } from '../../widget/markdown/visitors/citations.ts';
import { codeBars, codeOf } from '../../widget/markdown/visitors/code.ts';

function open(visitors: SettledVisitor[] = []): { root: HTMLElement; view: MarkdownView } {
  const root = document.createElement('div');
  return { root, view: new MarkdownView(root, { visitors }) };
}

/** What is on screen once this much has come, and more may follow. */
function shown(text: string): string {
  const { root, view } = open();
  view.append(text);
  return root.innerHTML.replaceAll(' data-pen=""', '');
}

function finished(text: string, visitors: SettledVisitor[] = []): HTMLElement {
  const { root, view } = open(visitors);
  view.append(text);
  view.finish();
  return root;
}

describe('while it is written', () => {
  const cases: readonly [text: string, html: string][] = [
    ['Some **bo', '<p>Some <strong>bo</strong></p>'],
    ['Some **', '<p>Some </p>'],
    ['Some **bold*', '<p>Some <strong>bold</strong></p>'],
    ['Some *it', '<p>Some <em>it</em></p>'],
    ['Some `co', '<p>Some <code>co</code></p>'],
    ['Some ~~go', '<p>Some <del>go</del></p>'],
    ['about ~5 of', '<p>about ~5 of</p>'],
    ['2*3 of', '<p>2*3 of</p>'],
    ['$ORCL and $PE', '<p>$ORCL and $PE</p>'],
    ['See [the do', '<p>See the do</p>'],
    ['See [the docs](https://exa', '<p>See the docs</p>'],
    ['See ![words](https://exa', '<p>See words</p>'],
    ['a &am', '<p>a </p>'],
    ['- ', ''],
    ['- a\n- ', '<ul><li><p>a</p></li></ul>'],
    ['## ', ''],
    ['## Ti', '<h4>Ti</h4>'],
    ['- [', '<ul><li><p></p></li></ul>'],
    ['```so', ''],
    [
      '```sol\nx',
      '<div class="code" part="code"><pre tabindex="0"><code data-language="sol">x</code></pre></div>',
    ],
  ];
  for (const [text, html] of cases) {
    test(`${JSON.stringify(text)} reads well`, () => expect(shown(text)).toBe(html));
  }

  test('a table shows no pipe from its first cell on', () => {
    const answer = '| Check | Risk |\n| --- | ---: |\n| Owner | **High** |\n';
    for (let end = 3; end <= answer.length; end++) {
      const html = shown(answer.slice(0, end));
      expect(html).not.toContain('|');
      expect(html).toStartWith('<div class="table"');
    }
    expect(shown(answer)).toContain('<td class="num"><strong>High</strong></td>');
  });

  test('half of a surrogate pair is not shown', () => {
    expect(shown('Up \ud83d')).toBe('<p>Up </p>');
  });

  test('nodes that stand stay the same nodes', () => {
    const { root, view } = open();
    view.append('First **bold** words.\n\n- item on');
    const paragraph = root.querySelector('p')!;
    const word = paragraph.firstChild!;
    const item = root.querySelector('li')!;
    view.append('e\n- two\n\nAnd **mo');
    const open_ = root.lastElementChild!.querySelector('strong')!.firstChild!;
    view.append('re** text');
    view.finish();
    expect(root.querySelector('p')).toBe(paragraph);
    expect(paragraph.firstChild).toBe(word);
    expect(root.querySelector('li')).toBe(item);
    expect(root.lastElementChild!.querySelector('strong')!.firstChild).toBe(open_);
  });

  test('the pen is the block being written, and rests at the end', () => {
    const { root, view } = open();
    const pen = (): Element[] => [...root.querySelectorAll('[data-pen]')];
    view.append('One\n\n- tw');
    expect(pen()).toEqual([root.querySelector('li p')!]);
    view.append('o\n\n| a |\n|---|\n| b');
    expect(pen()).toEqual([root.querySelector('td')!]);
    view.finish();
    expect(pen()).toEqual([]);
  });

  test('an answer asked again begins empty', () => {
    const { root, view } = open();
    view.append('**Old');
    view.reset();
    view.append('New');
    view.finish();
    expect(root.innerHTML).toBe('<p>New</p>');
  });
});

describe('visitors', () => {
  test('each block is opened once and settles once, children first', () => {
    const seen: string[] = [];
    const visitor: SettledVisitor = {
      opened: (block) => seen.push(`<${block.localName}`),
      settled: (block) => seen.push(`${block.localName}>`),
    };
    const { view } = open([visitor]);
    for (const piece of '# T\n\n- a\n- b\n\n| x |\n|---|\n| y |\n\n> q\n\n---\n'.split(''))
      view.append(piece);
    view.finish();
    expect(seen.join(' ')).toBe(
      '<h3 h3> <ul <li <p p> li> <li <p p> li> ul> <div <tr tr> <tr tr> div> <blockquote <p p> blockquote> <hr hr>',
    );
  });

  test('a visitor may put an element in place of text, and citations still find their places', () => {
    const address = '0x1f9840a85d5aF5bf1D1762F925BDADdC4201F984';
    const text = `The contract ${address} is new. Nobody knows.`;
    const chips: SettledVisitor = {
      settled(block, { replace }) {
        const node = block.firstChild as Text;
        const at = node.data.indexOf(address);
        const chip = document.createElement('bdi');
        chip.textContent = 'chip';
        replace(node, at, at + address.length, chip);
      },
    };
    const { root, view } = open([chips]);
    view.append(text);
    view.finish();
    const mark = document.createElement('i');
    expect(view.placeAt(text.indexOf('new.') + 4, mark)).toBe(true);
    expect(root.innerHTML).toBe('<p>The contract <bdi>chip</bdi> is new.<i></i> Nobody knows.</p>');
  });

  test('a level under a heading that asks for one becomes a badge, and stays text', () => {
    const words = { levels: { high: 'high', unknown: 'unknown' }, headings: ['risk'] } as const;
    const root = finished(
      '| Check | Risk |\n|---|---|\n| High | High |\n| b | **Unknown** |\n| c | High fee |\n',
      [levelBadges(words)],
    );
    expect(
      [...root.querySelectorAll('.badge')].map((badge) => `${badge.className}: ${badge.textContent}`),
    ).toEqual(['badge high: High', 'badge unknown: Unknown']);
    expect(root.querySelectorAll('.badge.high rect').length).toBe(3);
    expect(root.querySelector('.table')!.className).toBe('table risk');
    expect(root.querySelector('td')!.innerHTML).toBe('High');
  });

  test('a code block has its bar from its first line on', () => {
    const { root, view } = open([codeBars({ copy: 'Copy code', icon: () => document.createTextNode('⧉') })]);
    view.append('```solidity\nuint x;');
    const button = root.querySelector('.code > .bar > button[data-copy=code]')!;
    expect([button.getAttribute('aria-label'), button.textContent]).toEqual(['Copy code', '⧉']);
    expect(root.querySelector('.code > .bar > span')!.textContent).toBe('Solidity');
    view.append('\nuint y;\n```\n');
    view.finish();
    expect(root.querySelector('.code button')).toBe(button);
    expect(codeOf(button)).toBe('uint x;\nuint y;\n');
  });
});

describe('citations', () => {
  const sources = ['a', 'b', 'c'].map((name) => ({
    url: `https://${name}.example`,
    title: name,
    domain: `${name}.example`,
  }));
  const label = (number: number, domain: string): string => `Source ${number}: ${domain}`;

  function cited(text: string, ends: readonly [behind: string, ...sources: number[]][]): string {
    const { root, view } = open();
    for (const piece of text.split('')) view.append(piece);
    view.finish();
    const citations = ends.map(([behind, ...indices]) => ({
      end: text.indexOf(behind) + behind.length,
      sources: indices,
    }));
    placeCitations(view, { sources, citations }, label);
    for (const mark of root.querySelectorAll('a.cite')) mark.replaceWith(`{${mark.textContent}}`);
    root.normalize();
    return root.innerHTML;
  }

  test('are numbered by first use and stand behind their words', () => {
    expect(
      cited('One fact. **Two facts.** And *three* of them.', [
        ['One fact.', 2],
        ['facts.', 0, 2],
        ['three', 1],
      ]),
    ).toBe('<p>One fact.{1} <strong>Two facts.</strong>{2}{1} And <em>three</em>{3} of them.</p>');
  });

  test('never stand inside a link or code', () => {
    expect(
      cited('a `code` b\n\n```\nlong code\n```\n\nend', [
        ['co', 0],
        ['long', 1],
      ]),
    ).toBe(
      '<p>a <code>code</code>{1} b</p><div class="code" part="code"><pre tabindex="0"><code>long code\n</code></pre></div>{2}<p>end</p>',
    );
    const linked = cited('see [the docs](https://a.example/x) now', [['the', 0]]);
    expect(linked).toMatch(/>the docs<\/a>\{1\} now/);
  });

  test('stand in the cell they end in', () => {
    expect(
      cited('| a | b |\n|---|---|\n| one | two |\n', [
        ['| one |', 0],
        ['two |', 1],
      ]),
    ).toContain('<td>one{1}</td><td>two{2}</td>');
  });

  test('find their words behind entities, escapes, line ends and quotes', () => {
    expect(
      cited('> a &amp; b \\* c\n> next line. More\n', [
        ['line.', 0],
        ['b', 1],
      ]),
    ).toBe('<blockquote><p>a &amp; b{1} * c\nnext line.{2} More</p></blockquote>');
  });

  test('find their words before and behind escapes at the ends of cells and in them', () => {
    expect(
      cited('One. Two.\n\n| a | b |\n|---|---|\n| x\\|y fact. | y\\\n\nEnd. More', [
        ['One.', 0],
        ['fact.', 1],
        ['End.', 0],
      ]),
    ).toMatch(/^<p>One.\{1} Two.<\/p>.*<td>x\|y fact.\{2}<\/td>.*<p>End.\{1} More<\/p>$/);
  });

  test('find their words behind emoji and character references in a table', () => {
    expect(cited('| a |\n|---|\n| 🚀 &amp; 👩‍👩‍👧 up. Down |\n', [['up.', 0]])).toContain(
      '<td>🚀 &amp; 👩‍👩‍👧 up.{1} Down</td>',
    );
  });

  test('tell a reader what they are, and their listener which source is meant', () => {
    const { root, view } = open();
    view.append('A fact.');
    view.finish();
    expect(placeCitations(view, { sources, citations: [{ end: 7, sources: [1, 9] }] }, label)).toEqual([1]);
    const mark = root.querySelector('a.cite')!;
    expect(mark.getAttribute('part')).toBe('citation');
    expect(mark.getAttribute('aria-label')).toBe('Source 1: b.example');
    expect(mark.getAttribute('data-source')).toBe('1');
  });
});

describe('links', () => {
  const links: readonly [markdown: string, html: RegExp][] = [
    [
      '[docs](https://a.example/x)',
      /^<p><a href="https:\/\/a.example\/x" rel="noopener noreferrer nofollow ugc" referrerpolicy="no-referrer" target="_blank" data-unverified="">docs<\/a><\/p>$/,
    ],
    ['[etherscan.io](https://www.etherscan.io/x)', /etherscan.io<\/a><\/p>$/],
    [
      '[etherscan.io](https://evil.example/x)',
      /etherscan.io<\/a><span class="host"> \(evil.example\)<\/span>/,
    ],
    ['[аpple.com](https://аpple.com)', /<span class="host"> \(xn--/],
    ['[docs](https://user:word@evil.example/)', /<span class="host"> \(evil.example\)/],
    ['[etherscan\u2024io](https://evil.example)', /<span class="host"> \(evil.example\)/],
    ['[etherscan．io](https://evil.example)', /<span class="host"> \(evil.example\)/],
    ['[etherscan。io](https://evil.example)', /<span class="host"> \(evil.example\)/],
    ['[etherscan.io](https://etherscan.io:8443/x)', /<span class="host"> \(etherscan.io:8443\)/],
    [
      '[etherscan.io](https://etherscan.io.evil.example)',
      /<span class="host"> \(etherscan.io.evil.example\)/,
    ],
    ['[docs](https://192.0.2.7/x)', /<span class="host"> \(192.0.2.7\)/],
    ['[docs](http://a.example/)', /<span class="host insecure"> \(http:\/\/a.example\)/],
    ['[docs](javascript:alert)', /^<p>docs<\/p>$/],
    ['[docs](javascript://a.example/%0aalert(1))', /^<p>docs<\/p>$/],
    ['[docs](ftp://a.example)', /^<p>docs<\/p>$/],
    ['[docs](https://a\u200bb.example)', /^<p>docs<\/p>$/],
    ['[docs](//a.example)', /^<p>docs<\/p>$/],
    ['[a\u202eb](https://a.example)', />a\[U\+202E\]b<\/a>/],
    ['0x12\u200b34 and \u202eabc', /^<p>0x12\[U\+200B\]34 and \[U\+202E\]abc<\/p>$/],
    ['👩‍👩‍👧 می\u200cخواهم', /^<p>👩‍👩‍👧 می\u200cخواهم<\/p>$/],
    ['![words](https://a.example/x.png)', /^<p>words<\/p>$/],
  ];
  for (const [markdown, html] of links) {
    test(`${JSON.stringify(markdown)} is shown for what it is`, () =>
      expect(finished(markdown).innerHTML).toMatch(html));
  }

  test('a link among the sources opens without asking', () => {
    const root = finished('[one](https://a.example) and [two](https://b.example/y)');
    trustLinks(root, ['https://a.example']);
    expect([...root.querySelectorAll('a')].map((link) => link.hasAttribute('data-unverified'))).toEqual([
      false,
      true,
    ]);
  });
});
