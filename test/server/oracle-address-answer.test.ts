import { describe, expect, test } from 'bun:test';
import { addressAnswer } from '../../server/oracle/address-answer.ts';
import { loadInstruction } from '../../server/oracle/instruction.ts';
import { createOutputGuard } from '../../server/oracle/output-guard.ts';

const mistakes = [
  'checksum',
  'length',
  'foreign-letter',
  'character',
  'shape',
  'range',
  'shortened',
  'test-network',
  'link',
] as const;

describe('a broken address', () => {
  test.each(mistakes)('is answered with its mistake and what to do: %s', (mistake) => {
    const answer = addressAnswer({ kind: 'mistake', mistake, text: '0xabc' }) ?? '';
    expect(answer).toStartWith('**This address cannot be right.** ');
    expect(answer).toContain('Copy the whole address again');
    expect(answer).not.toContain('0xabc');
    expect(createOutputGuard({ instruction: loadInstruction(), secrets: [] }).allows(answer)).toBe(true);
  });

  test('is told apart from the others', () => {
    const answers = mistakes.map((mistake) => addressAnswer({ kind: 'mistake', mistake, text: '' }));
    expect(new Set(answers).size).toBe(mistakes.length);
  });

  test('is answered with the place and the length, where they are known', () => {
    const answer = addressAnswer({
      kind: 'mistake',
      mistake: 'length',
      text: '0xab',
      at: 2,
      expected: [42],
      actual: 41,
    });
    expect(answer).toContain('The first wrong character is number 3.');
    expect(answer).toContain('It has 41 characters; 42 would be right.');
  });

  test('offers every length there is', () => {
    const answer = addressAnswer({
      kind: 'mistake',
      mistake: 'length',
      text: '',
      expected: [43, 44],
      actual: 9,
    });
    expect(answer).toContain('43 or 44 would be right.');
  });
});

describe('other address lines', () => {
  test('a secret is not repeated, and the visitor is told to move', () => {
    expect(addressAnswer({ kind: 'secret', secret: 'wif' })).toContain('treat that wallet as lost');
  });

  test('what cannot be an address is refused', () => {
    expect(addressAnswer({ kind: 'refused', reason: 'space' })).toContain('a space or a line break');
  });

  test('what can be looked up is left to the oracle', () => {
    expect(addressAnswer({ kind: 'name', name: 'vitalik.eth' })).toBeUndefined();
    expect(addressAnswer({ kind: 'unknown', text: 'moon-cat' })).toBeUndefined();
  });
});
