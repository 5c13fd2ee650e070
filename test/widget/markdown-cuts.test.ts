import { expect, test } from 'bun:test';
import spec from 'commonmark-spec';
import fc from 'fast-check';
import { answers } from '../fixtures/markdown/answers.ts';
import { documents } from '../fixtures/markdown/documents.ts';
import { renderPieces, serialise } from '../fixtures/markdown/serialise.ts';

const runs = Number(process.env['MARKDOWN_RUNS'] ?? 1_500);

function whole(text: string): string {
  return serialise(renderPieces([text]));
}

test('every example of the specification is the same one character at a time as given whole', () => {
  for (const { markdown } of spec.tests) {
    expect(serialise(renderPieces(markdown.split('')))).toBe(whole(markdown));
  }
});

test('every realistic answer is the same cut in two anywhere, and in pieces of any length', () => {
  for (const answer of answers) {
    const expected = whole(answer);
    for (let at = 1; at < answer.length; at++) {
      expect(serialise(renderPieces([answer.slice(0, at), answer.slice(at)]))).toBe(expected);
    }
    for (const length of [1, 2, 3, 4, 5, 7, 80]) {
      const pieces = answer.match(new RegExp(`[^]{1,${length}}`, 'g')) ?? [];
      expect(serialise(renderPieces(pieces))).toBe(expected);
    }
  }
}, 60_000);

test('no way of cutting a generated document changes what it becomes', () => {
  fc.assert(
    fc.property(documents, fc.infiniteStream(fc.integer({ min: 1, max: 9 })), (text, lengths) => {
      const pieces: string[] = [];
      for (let at = 0; at < text.length; ) {
        const length = lengths.next().value ?? 1;
        pieces.push(text.slice(at, at + length));
        at += length;
      }
      expect(serialise(renderPieces(pieces))).toBe(whole(text));
    }),
    { numRuns: runs },
  );
}, 600_000);
