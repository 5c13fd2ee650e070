import { expect, test } from 'bun:test';
import spec from 'commonmark-spec';
import { normalised, renderPieces, serialise, withoutChoices } from '../fixtures/markdown/serialise.ts';

const head = (await Bun.file(`${import.meta.dir}/../../widget/markdown/blocks.ts`).text()).split(
  '\nimport ',
)[0]!;

/** The choices listed in the head of `widget/markdown/blocks.ts`, and the examples that differ by each. */
const choices = head.split('\n// - ').flatMap((entry) => {
  const text = entry.replaceAll(/\n\/\/ +/g, ' ');
  const numbers = / Examples ([\d, -]+)\./.exec(text)?.[1];
  return numbers
    ? [{ choice: text.split(/[,(]/, 1)[0]!.trim(), examples: numbers.split(', ').flatMap(range) }]
    : [];
});

function range(written: string): number[] {
  const [from, to = from] = written.split('-').map(Number);
  return Array.from({ length: to! - from! + 1 }, (_, index) => from! + index);
}

function becomes(markdown: string): string {
  return normalised(serialise(renderPieces([markdown])));
}

test('every example of CommonMark 0.31.2 is right, but for the listed choices', () => {
  const chosen = choices.flatMap(({ examples }) => examples);
  const wrong: number[] = [];
  const right: number[] = [];
  for (const { markdown, html, number } of spec.tests) {
    const tabs = (text: string): string => text.replaceAll('→', '\t');
    const same = becomes(tabs(markdown)) === normalised(withoutChoices(tabs(html)));
    (same ? right : wrong).push(number);
  }
  console.log(`CommonMark 0.31.2: ${right.length} of ${spec.tests.length} examples right;`);
  for (const { choice, examples } of choices) console.log(`  ${examples.length} differ: ${choice}`);
  expect(choices.length).toBe(4);
  expect(wrong).toEqual(chosen.sort((one, other) => one - other));
});

const table = (head: string, ...rows: string[]): string =>
  `<table><thead><tr>${head}</tr></thead>${rows.length ? `<tbody>${rows.map((row) => `<tr>${row}</tr>`).join('')}</tbody>` : ''}</table>`;

const extensions: readonly [name: string, markdown: string, html: string][] = [
  [
    'a table has a head and rows',
    '| foo | bar |\n| --- | --- |\n| baz | bim |\n',
    table('<th>foo</th><th>bar</th>', '<td>baz</td><td>bim</td>'),
  ],
  [
    'cells need not line up, nor rows begin with a pipe',
    '| abc | defghi |\n:-: | -----------:\nbar | baz\n',
    table(
      '<th align="center">abc</th><th align="right">defghi</th>',
      '<td align="center">bar</td><td align="right">baz</td>',
    ),
  ],
  [
    'an escaped pipe is text, in code too',
    '| f\\|oo  |\n| ------ |\n| b `\\|` az |\n| b **\\|** im |\n',
    table('<th>f|oo</th>', '<td>b <code>|</code> az</td>', '<td>b <strong>|</strong> im</td>'),
  ],
  [
    'a block ends a table',
    '| abc | def |\n| --- | --- |\n| bar | baz |\n> bar\n',
    `${table('<th>abc</th><th>def</th>', '<td>bar</td><td>baz</td>')}<blockquote><p>bar</p></blockquote>`,
  ],
  [
    'a line of text is a row, a blank line ends the table',
    '| abc | def |\n| --- | --- |\n| bar | baz |\nbar\n\nbar\n',
    `${table('<th>abc</th><th>def</th>', '<td>bar</td><td>baz</td>', '<td>bar</td><td></td>')}<p>bar</p>`,
  ],
  [
    'head and delimiter row must have as many cells',
    '| abc | def |\n| --- |\n| bar |\n',
    '<p>| abc | def |\n| --- |\n| bar |</p>',
  ],
  [
    'missing cells are empty and surplus ones left out',
    '| abc | def |\n| --- | --- |\n| bar |\n| bar | baz | boo |\n',
    table('<th>abc</th><th>def</th>', '<td>bar</td><td></td>', '<td>bar</td><td>baz</td>'),
  ],
  ['a table may have no rows', '| abc | def |\n| --- | --- |\n', table('<th>abc</th><th>def</th>')],
  [
    'the last line of a paragraph can be the head',
    'Text\n| a |\n| - |\n| b |\n',
    `<p>Text</p>${table('<th>a</th>', '<td>b</td>')}`,
  ],
  ['a head need not begin with a pipe', '**a** | b\n--|--\n', table('<th><strong>a</strong></th><th>b</th>')],
  [
    'a table stands in a list',
    '- | a |\n  | - |\n  | b |\n',
    `<ul><li>${table('<th>a</th>', '<td>b</td>')}</li></ul>`,
  ],
  ['a line that looked like a head is text', '| a | b\ntext\n', '<p>| a | b\ntext</p>'],
  ['an underline makes it a heading', '| a |\n---\n', '<h2>| a |</h2>'],
  [
    'task items have a box',
    '- [ ] foo\n- [x] bar\n',
    '<ul><li><input disabled="" type="checkbox"> foo</li><li><input checked="" disabled="" type="checkbox"> bar</li></ul>',
  ],
  [
    'tasks nest',
    '- [x] foo\n  - [ ] bar\n  - [x] baz\n- [ ] bim\n',
    '<ul><li><input checked="" disabled="" type="checkbox"> foo<ul><li><input disabled="" type="checkbox"> bar</li><li><input checked="" disabled="" type="checkbox"> baz</li></ul></li><li><input disabled="" type="checkbox"> bim</li></ul>',
  ],
  [
    'a box needs text behind it, and its place is the start of an item',
    '- [ ]\n- a [ ] b\n\n[ ] c\n',
    '<ul><li>[ ]</li><li>a [ ] b</li></ul><p>[ ] c</p>',
  ],
  [
    'one or two tildes strike through',
    '~~Hi~~ Hello, ~there~ world!\n',
    '<p><del>Hi</del> Hello, <del>there</del> world!</p>',
  ],
  [
    'a new paragraph ends what was to be struck',
    'This ~~has a\n\nnew paragraph~~.\n',
    '<p>This ~~has a</p><p>new paragraph~~.</p>',
  ],
  ['three tildes strike nothing', 'This will ~~~not~~~ strike.\n', '<p>This will ~~~not~~~ strike.</p>'],
  [
    'a www name is a link',
    'www.commonmark.org\n',
    '<p><a href="http://www.commonmark.org">www.commonmark.org</a></p>',
  ],
  [
    'a path belongs to it',
    'Visit www.commonmark.org/help for more information.\n',
    '<p>Visit <a href="http://www.commonmark.org/help">www.commonmark.org/help</a> for more information.</p>',
  ],
  [
    'closing punctuation does not',
    'Visit www.commonmark.org.\n\nVisit www.commonmark.org/a.b.\n',
    '<p>Visit <a href="http://www.commonmark.org">www.commonmark.org</a>.</p><p>Visit <a href="http://www.commonmark.org/a.b">www.commonmark.org/a.b</a>.</p>',
  ],
  [
    'brackets are balanced',
    'www.google.com/search?q=Markup+(business)\n\n(www.google.com/search?q=Markup+(business))\n\n(www.google.com/search?q=Markup+(business)\n',
    '<p><a href="http://www.google.com/search?q=Markup+(business)">www.google.com/search?q=Markup+(business)</a></p><p>(<a href="http://www.google.com/search?q=Markup+(business)">www.google.com/search?q=Markup+(business)</a>)</p><p>(<a href="http://www.google.com/search?q=Markup+(business)">www.google.com/search?q=Markup+(business)</a></p>',
  ],
  [
    'what looks like a character reference at the end is left out',
    'www.google.com/search?q=commonmark&hl=en\n\nwww.google.com/search?q=commonmark&hl;\n',
    '<p><a href="http://www.google.com/search?q=commonmark&amp;hl=en">www.google.com/search?q=commonmark&amp;hl=en</a></p><p><a href="http://www.google.com/search?q=commonmark">www.google.com/search?q=commonmark</a>&amp;hl;</p>',
  ],
  [
    'a sign < ends it',
    'www.commonmark.org/he<lp\n',
    '<p><a href="http://www.commonmark.org/he">www.commonmark.org/he</a>&lt;lp</p>',
  ],
  [
    'http and https addresses are links',
    'http://commonmark.org\n\n(Visit https://encrypted.google.com/search?q=Markup+(business))\n',
    '<p><a href="http://commonmark.org">http://commonmark.org</a></p><p>(Visit <a href="https://encrypted.google.com/search?q=Markup+(business)">https://encrypted.google.com/search?q=Markup+(business)</a>)</p>',
  ],
  ['an e-mail address stays text', 'foo@bar.baz\n', '<p>foo@bar.baz</p>'],
  [
    'a name with an underscore in its last parts is none',
    'www.a_b.example.com www.example.a_b\n',
    '<p><a href="http://www.a_b.example.com">www.a_b.example.com</a> www.example.a_b</p>',
  ],
];

for (const [name, markdown, html] of extensions) {
  test(`GFM: ${name}`, () => {
    expect(becomes(markdown)).toBe(normalised(html));
    expect(normalised(serialise(renderPieces(markdown.split(''))))).toBe(becomes(markdown));
  });
}
