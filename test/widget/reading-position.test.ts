import { describe, expect, test } from 'bun:test';
import { distanceToEnd, followsAfterScroll, heldOpen } from '../../widget/controllers/reading-position.ts';

const box = (scrollTop: number, contentEnd: number) => ({ scrollTop, boxHeight: 500, contentEnd });

describe('the room held open below the last question', () => {
  test('lets it stand 12 pixels below the top of the box', () => {
    const contentEnd = 1000;
    const questionTop = 900;
    const room = heldOpen(questionTop, box(0, contentEnd));
    const lowestScrollTop = contentEnd + room - 500;
    expect(questionTop - lowestScrollTop).toBe(12);
  });

  test('shrinks by what the answer grows, until nothing is left of it', () => {
    const rooms = [1000, 1100, 1388, 1389, 3000].map((contentEnd) => heldOpen(900, box(0, contentEnd)));
    expect(rooms).toEqual([388, 288, 0, 0, 0]);
  });
});

describe('the end', () => {
  test('is as far below the view as the conversation is long, whatever room is held open', () => {
    expect(distanceToEnd(box(100, 700))).toBe(100);
    expect(distanceToEnd(box(888, 1000))).toBe(-388);
  });
});

describe('the view', () => {
  test('follows once the reader has gone down to the end', () => {
    expect(followsAfterScroll(false, 400, box(452, 1000))).toBe(true);
    expect(followsAfterScroll(false, 400, box(451, 1000))).toBe(false);
  });

  test('stops following with any scroll upwards, even near the end', () => {
    expect(followsAfterScroll(true, 500, box(499, 1000))).toBe(false);
  });

  test('goes on following while the reader moves further down', () => {
    expect(followsAfterScroll(true, 300, box(310, 1000))).toBe(true);
  });
});
