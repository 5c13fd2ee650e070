import { describe, expect, test } from 'bun:test';
import { identityAnswer } from '../../server/oracle/identity-question.ts';
import { loadInstruction } from '../../server/oracle/instruction.ts';
import { createOutputGuard } from '../../server/oracle/output-guard.ts';
import { identityQuestions, otherQuestions } from '../fixtures/oracle/identity-questions.ts';

describe('a question who or what the oracle is', () => {
  test.each(identityQuestions.map((text) => [text] as const))('is answered: %s', (text) => {
    expect(identityAnswer(text)).toContain('Crypto Oracle');
  });

  test('is answered in its own language', () => {
    expect(identityAnswer('Wer bist du?')).toContain('Ich bin');
    expect(identityAnswer('你是谁？')).toContain('我是');
    expect(identityAnswer('Кто ты?')).toContain('Я ');
  });

  test('gets an answer the guard lets out', () => {
    const guard = createOutputGuard({ instruction: loadInstruction(), secrets: [] });
    const answers = new Set(identityQuestions.map(identityAnswer));
    expect(answers.size).toBeGreaterThanOrEqual(15);
    for (const answer of answers) expect(guard.allows(answer ?? '')).toBe(true);
  });
});

describe('any other question', () => {
  test.each(otherQuestions.map((text) => [text] as const))('goes to the provider: %s', (text) => {
    expect(identityAnswer(text)).toBeUndefined();
  });

  test('is told apart in little time, however it is made', () => {
    for (const part of [
      'are you really ',
      'hi hello hey ',
      'a or ',
      'gpt ',
      'you are ',
      'what model ',
      '你是',
    ]) {
      expect(identityAnswer(part.repeat(80).slice(0, 160))).toBeUndefined();
    }
    expect(identityAnswer('who are you '.repeat(10_000))).toBeUndefined();
  });
});
