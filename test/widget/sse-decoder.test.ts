import { describe, expect, test } from 'bun:test';
import { createSseDecoder } from '../../widget/sse-decoder.ts';

const BOM = '\uFEFF';

/** What comes out when the stream arrives in pieces of the given size. */
function decode(stream: string, pieceBytes = Number.POSITIVE_INFINITY): { events: string[]; rest: string[] } {
  const bytes = new TextEncoder().encode(stream);
  const decoder = createSseDecoder();
  const events: string[] = [];
  for (let at = 0; at < bytes.length; at += pieceBytes) {
    events.push(...decoder.push(bytes.subarray(at, at + pieceBytes)));
  }
  return { events, rest: decoder.end() };
}

const STREAM =
  'data: 1\r\ndata: 2\r\n\r\ndata: 0:"Gold 🪙 für"\r\n\r\ndata: 0:"日本\\n"\n\ndata:d:{}\r\rdata: last\n\n';
const EVENTS = ['1\n2', '0:"Gold 🪙 für"', '0:"日本\\n"', 'd:{}', 'last'];

describe('an event stream', () => {
  test('gives the same events wherever it is cut', () => {
    const bytes = new TextEncoder().encode(STREAM);
    for (let cut = 0; cut <= bytes.length; cut++) {
      const decoder = createSseDecoder();
      const events = [...decoder.push(bytes.subarray(0, cut)), ...decoder.push(bytes.subarray(cut))];
      expect([cut, ...events, ...decoder.end()]).toEqual([cut, ...EVENTS]);
    }
  });

  test('gives the same events byte by byte', () => {
    expect(decode(STREAM, 1)).toEqual({ events: EVENTS, rest: [] });
  });

  test('hands an event over as soon as its blank line is there', () => {
    const decoder = createSseDecoder();
    const push = (text: string) => decoder.push(new TextEncoder().encode(text));
    expect(push('data: a\r\n')).toEqual([]);
    expect(push('\r')).toEqual(['a']);
    expect(push('\ndata: b\n')).toEqual([]);
    expect(push('\n')).toEqual(['b']);
  });
});

describe('by the format', () => {
  const cases: [name: string, stream: string, events: string[]][] = [
    ['one byte order mark is dropped', `${BOM}data: a\n\n`, ['a']],
    ['a second byte order mark belongs to the first line', `${BOM}${BOM}data: a\n\ndata: b\n\n`, ['b']],
    ['only one space after the colon is dropped', 'data:  a\n\ndata:\tb\n\ndata:c\n\n', [' a', '\tb', 'c']],
    ['lines of one event are joined', 'data: a\ndata\ndata: b\n\n', ['a\n\nb']],
    ['comments and other fields are passed over', ': hi\nid: 1\nevent: x\nretry: 5\ndata: a\n\n', ['a']],
    ['a field that only begins like data is another field', 'database: a\n data: b\nDATA: c\n\n', []],
    ['blank lines alone are no event', '\n\n\r\n\r\n\r\r', []],
    ['an empty data line is an event', 'data\n\ndata:\n\n', ['', '']],
    ['a line separator of Unicode ends no line', 'data: a\u2028b\u0085c\n\n', ['a\u2028b\u0085c']],
  ];
  for (const [name, stream, events] of cases) {
    test(name, () => {
      expect(decode(stream)).toEqual({ events, rest: [] });
      expect(decode(stream, 1)).toEqual({ events, rest: [] });
    });
  }
});

describe('what no blank line followed', () => {
  test('comes at the end, with or without a line end', () => {
    expect(decode('data: a\n\ndata: b\n').rest).toEqual(['b']);
    expect(decode('data: a\n\ndata: b').rest).toEqual(['b']);
  });

  test('comes once', () => {
    const decoder = createSseDecoder();
    decoder.push(new TextEncoder().encode('data: a'));
    expect(decoder.end()).toEqual(['a']);
    expect(decoder.end()).toEqual([]);
  });

  test('is nothing where the stream ended properly', () => {
    expect(decode('data: a\n\n').rest).toEqual([]);
    expect(decode('data: a\n\n: bye').rest).toEqual([]);
  });
});
