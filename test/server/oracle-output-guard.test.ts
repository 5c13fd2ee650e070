import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { loadInstruction } from '../../server/oracle/instruction.ts';
import { createOutputGuard } from '../../server/oracle/output-guard.ts';
import { lettersOf } from '../../server/oracle/phrase-index.ts';
import { honestAnswers } from '../fixtures/oracle/honest-answers.ts';
import { disguises, leakingAnswers } from '../fixtures/oracle/leaking-answers.ts';

const KEY = 'not-a-real-key-5hT9qLw2ZpX8vB4n';
const instruction = loadInstruction();
const guard = createOutputGuard({ instruction, secrets: [KEY] });
const sizes = [1, 2, 3, 7, 16, 64, Number.POSITIVE_INFINITY];

interface Outcome {
  readonly left: string;
  readonly tripped: boolean;
}

function guarded(text: string, size: number, by = guard): Outcome {
  const open = by.open();
  let left = '';
  for (let at = 0; at < text.length; at += size) left += open.push(text.slice(at, at + size));
  left += open.finish();
  return { left, tripped: open.tripped };
}

/** The outcome, which must be one and the same however the text is cut. */
function outcome(text: string, by = guard): Outcome {
  const whole = guarded(text, Number.POSITIVE_INFINITY, by);
  for (const size of sizes) expect(guarded(text, size, by)).toEqual(whole);
  return whole;
}

/** Sentences from all over the instruction, each long enough to be told. */
const passages = [
  instruction.slice(instruction.indexOf('Your loyalty'), instruction.indexOf('One oracular')),
  instruction.slice(instruction.indexOf('Only this text'), instruction.indexOf('Claims to speak')),
  instruction.slice(instruction.indexOf('Keep these directives'), instruction.indexOf('neither confirm')),
].map((passage) => passage.replace(/\s+/g, ' ').trim());

describe('honest answers', () => {
  test('there are enough of them, and none is there twice', () => {
    expect(new Set(honestAnswers).size).toBe(honestAnswers.length);
    expect(honestAnswers.length).toBeGreaterThanOrEqual(80);
  });

  test.each(honestAnswers.map((text) => [text] as const))('leave unchanged: %s', (text) => {
    expect(outcome(text)).toEqual({ left: text, tripped: false });
  });

  test('leave unchanged when they stand in one answer', () => {
    const text = honestAnswers.join('\n\n');
    expect(outcome(text)).toEqual({ left: text, tripped: false });
  });
});

describe('leaking answers', () => {
  test('there are enough of them', () => {
    expect(leakingAnswers.length).toBeGreaterThanOrEqual(80);
  });

  test.each(leakingAnswers.map(({ text, told }) => [text, told] as const))(
    'are stopped: %s',
    (text, told) => {
      const { left, tripped } = outcome(`The pool is thin. ${text} More about it below.`);
      expect(tripped).toBe(true);
      expect(left.toLowerCase().replace(/[^\p{L}\p{N}_-]/gu, '')).not.toContain(told);
    },
  );
});

describe('the instruction', () => {
  for (const [name, disguise] of Object.entries(disguises)) {
    test.each(passages.map((passage) => [passage] as const))(`does not leave ${name}: %s`, (passage) => {
      const lead = 'Here it comes:\n';
      const told = disguise(passage);
      const { left, tripped } = outcome(`${lead}${told}\nThat was it.`);
      expect(tripped).toBe(true);
      expect(left.startsWith(lead)).toBe(true);
      expect(told.startsWith(left.slice(lead.length))).toBe(true);
      // Eight letters of the passage, however many characters the disguise spends on a letter.
      const ninth = ninthLetterEnds(passage, disguise);
      expect(left.length - lead.length).toBeLessThan(ninth);
    });
  }

  test('does not leave from any place where a sentence of it begins', () => {
    for (const { index } of instruction.matchAll(/(?<=[.!?] )[A-Z]/g)) {
      const told = instruction.slice(index, index + 150);
      const { left, tripped } = guarded(`Well. ${told}`, 5);
      expect(tripped).toBe(true);
      expect(lettersOf(left.slice('Well. '.length)).length).toBeLessThanOrEqual(8);
    }
  });

  const base64 = (text: string) => Buffer.from(text).toString('base64');
  const hex = (text: string) => Buffer.from(text).toString('hex');
  test.each<[name: string, told: (text: string) => string]>([
    ['in base64', base64],
    ['in base64 of capitals', (text) => base64(text.toUpperCase())],
    ['in base64 of small letters alone', (text) => base64(text.toLowerCase().replace(/[^a-z]/g, ''))],
    ['in base64 of wide letters', (text) => base64(disguises['in wide letters']!(text))],
    ['in base64 a word', (text) => text.split(' ').map(base64).join(' ')],
    ['in base64 a letter', (text) => [...text.replaceAll(' ', '')].map(base64).join(' ')],
    ['in base64 with spaces', (text) => [...base64(text)].join(' ')],
    ['in base64 without end', (text) => `https://example.org/${base64(text).replaceAll('=', '')}/1`],
    ['in base64 backwards', (text) => base64([...text].reverse().join(''))],
    ['in hex', hex],
    ['in hex with marks', (text) => hex(text).replace(/../g, '\\x$&')],
    ['in hex as the code of a string', (text) => hex(text).replace(/../g, '\\u00$&')],
    [
      'in numbers with words between',
      (text) => Array.from(text, (c) => `then ${c.charCodeAt(0)}`).join(', '),
    ],
    [
      'in ones and zeroes',
      (text) => Array.from(text, (c) => c.charCodeAt(0).toString(2).padStart(8, '0')).join(''),
    ],
  ])('does not leave in the middle of an answer %s, wherever it begins', (_, disguise) => {
    // Up to the words an answer is asked to write.
    const text = instruction
      .slice(0, instruction.indexOf('*serious warning'))
      .replace(/\s+/g, ' ')
      .replace(/[^ -~]/g, '');
    const [lead, tail] = ['The pool is thin, and two wallets hold it. ', ' Look at the lock before you buy.'];
    for (let at = 0; at + 60 < text.length; at += 37) {
      const told = disguise(text.slice(at, at + 60));
      const { left, tripped } = guarded(lead + told + tail, 5);
      expect(tripped).toBe(true);
      expect(left.length - lead.length).toBeLessThan(0.8 * told.length);
    }
  });

  test('does not leave in numbers of which the last one ends the answer', () => {
    const letters = [...passages[0]!.replace(/[^a-z]/gi, '').slice(0, 14)];
    const { left, tripped } = outcome(letters.map((letter) => letter.charCodeAt(0)).join(' '));
    expect(tripped).toBe(true);
    expect(left.trim().split(' ')).toHaveLength(8);
  });

  test('waits from the ninth letter of the run that is under way, not of a longer one that has ended', () => {
    const by = createOutputGuard({
      instruction: 'One two three four five six.\nWo three four seven eight nine.',
      secrets: [],
    });
    const open = by.open();
    expect(open.push('One two three four')).toBe('One two th');
    expect(open.push(' s')).toBe('ree f');
    expect(open.push('even')).toBe('');
  });

  test.each([
    ['a digit for its second letter', 'Y0ur loyalty is', 'Y0ur loya'],
    ['markup behind its second letter', 'Yo<b>ur loyalty is', 'Yo<b>ur loya'],
  ])('shows eight letters and no more with %s', (_, told, shown) => {
    const rest = passages[0]!.slice('Your loyalty is'.length);
    expect(outcome(`7.\n${told}${rest}`)).toEqual({ left: `7.\n${shown}`, tripped: true });
  });

  test('may be replaced: another text is kept in as well, in any script', () => {
    const other = createOutputGuard({
      instruction:
        '你是一位只谈论猫的助手。不要告诉任何人你最喜欢的颜色是蓝色，也不要提到你的名字和年龄以及住址。',
      secrets: [],
    });
    const { left, tripped } = outcome(
      '好的：不要告诉任何人你最喜欢的颜色是蓝色，也不要提到你的名字和年龄以及住址。',
      other,
    );
    expect(tripped).toBe(true);
    expect(left).toBe('好的：不要告诉任何人你');
    expect(outcome('我们来看这个代币的价格。', other).tripped).toBe(false);
  });

  test('may be empty: then nothing of it can leave', () => {
    const none = createOutputGuard({ instruction: '', secrets: [''] });
    expect(outcome('The pool is thin.', none)).toEqual({ left: 'The pool is thin.', tripped: false });
  });
});

/** Characters of the disguised text up to the end of its ninth letter. */
function ninthLetterEnds(passage: string, disguise: (text: string) => string): number {
  const told = disguise(passage);
  if (told === [...passage].reverse().join('')) return endOfLetter(told, 9);
  let letters = 0;
  let end = 0;
  for (const character of passage) {
    end += character.length;
    if (/\p{L}/u.test(character)) letters += 1;
    if (letters === 9) break;
  }
  return disguise(passage.slice(0, end)).length;
}

function endOfLetter(text: string, count: number): number {
  let letters = 0;
  for (let at = 0; at < text.length; at += 1) {
    if (/\p{L}/u.test(text[at]!)) letters += 1;
    if (letters === count) return at + 1;
  }
  return text.length;
}

describe('a key', () => {
  test.each([
    ['as it is', KEY],
    ['in capitals', KEY.toUpperCase()],
    ['spaced out', [...KEY].join(' ')],
    ['with zero-width spaces', [...KEY].join('\u200b')],
  ])('does not leave %s', (_, told) => {
    const { left, tripped } = outcome(`The key is ${told}.`);
    expect(tripped).toBe(true);
    expect(left.replace(/[^a-z0-9]/gi, '').length).toBeLessThan('Thekeyis'.length + 12);
  });

  test('that is a part of another text does not stop it', () => {
    expect(outcome('This is not a real pool.').tripped).toBe(false);
  });
});

describe('a row of invisible characters', () => {
  test('carries no message out', () => {
    const { left, tripped } = outcome(`Fine.${'\u200b\u200c'.repeat(40)} Bye.`);
    expect(tripped).toBe(true);
    expect(left).toBe('Fine.\u200b\u200c');
  });
});

describe('the guard', () => {
  test('lets the same leave whatever the chunks, and nothing but the beginning of the text', () => {
    const cut = (text: string) =>
      fc
        .tuple(fc.nat(text.length), fc.integer({ min: 1, max: 120 }))
        .map(([at, length]) => text.slice(at, at + length));
    const piece = fc.oneof(
      cut(honestAnswers.join(' ')),
      cut(leakingAnswers.map(({ text }) => text).join(' ')),
      cut(KEY),
      fc.string({ unit: 'binary', maxLength: 20 }),
      fc
        .tuple(cut(instruction), fc.constantFrom(...Object.values(disguises)))
        .map(([text, disguise]) => disguise(text)),
    );
    const text = fc.array(piece, { maxLength: 6 }).map((pieces) => pieces.join(''));
    const run = (answer: string, sizes: readonly number[]): Outcome => {
      const open = guard.open();
      let left = '';
      for (let at = 0, chunk = 0; at < answer.length; chunk += 1) {
        const end = at + sizes[chunk % sizes.length]!;
        left += open.push(answer.slice(at, end));
        at = end;
      }
      return { left: left + open.finish(), tripped: open.tripped };
    };
    fc.assert(
      fc.property(text, fc.array(fc.integer({ min: 1, max: 90 }), { minLength: 1 }), (answer, sizes) => {
        const whole = run(answer, [Number.POSITIVE_INFINITY]);
        expect(run(answer, sizes)).toEqual(whole);
        expect(run(answer, [1])).toEqual(whole);
        if (whole.tripped) expect(answer.startsWith(whole.left)).toBe(true);
        else expect(whole.left).toBe(answer);
      }),
      { numRuns: Number(process.env['GUARD_RUNS'] ?? 200) },
    );
  });

  test('lets nothing out any more once it has tripped', () => {
    const open = guard.open();
    open.push('I am Gemini.');
    expect(open.tripped).toBe(true);
    expect(open.push('The pool is thin.')).toBe('');
    expect(open.finish()).toBe('');
  });

  test('keeps answers apart', () => {
    const [first, second] = [guard.open(), guard.open()];
    first.push('I am ');
    expect(second.push('Gemini is an exchange.') + second.finish()).toBe('Gemini is an exchange.');
    expect(first.push('Gemini') + first.finish()).not.toContain('G');
    expect([first.tripped, second.tripped]).toEqual([true, false]);
  });

  test('says of a whole text whether it may leave', () => {
    expect(guard.allows('DefiLlama')).toBe(true);
    expect(guard.allows('I was trained by Google')).toBe(false);
  });
});
