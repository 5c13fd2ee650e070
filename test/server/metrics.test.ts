import { expect, test } from 'bun:test';
import type { AnswerRecord } from '../../server/answers/answer-book.ts';
import { ChatError } from '../../server/errors.ts';
import { createMetrics } from '../../server/metrics.ts';

const ended: AnswerRecord = {
  id: 'a',
  outcome: 'ended',
  finishReason: 'stop',
  error: undefined,
  millisecondsToFirstEvent: 300,
  milliseconds: 4_000,
  characters: 120,
  joins: 3,
  resumes: 1,
};

const failed: AnswerRecord = {
  ...ended,
  outcome: 'failed',
  finishReason: undefined,
  error: new ChatError('rate-limited', { retryAfterSeconds: 3, details: 'Words for one visitor.' }),
  millisecondsToFirstEvent: undefined,
  characters: 0,
  joins: 0,
  resumes: 0,
};

function linesOf(text: string): string[] {
  return text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
}

test('each answer counts by how it ended, with what it took', () => {
  const metrics = createMetrics({ openAnswers: () => 7 });
  metrics.answerFinished(ended);
  metrics.answerFinished(ended);
  metrics.answerFinished(failed);
  metrics.responded(200);
  metrics.responded(429);
  metrics.responded(429);
  const lines = linesOf(metrics.text());
  expect(lines).toContain('oracle_answers_total{outcome="ended",reason="stop"} 2');
  expect(lines).toContain('oracle_answers_total{outcome="failed",reason="rate-limited"} 1');
  expect(lines).toContain('oracle_responses_total{status="429"} 2');
  expect(lines).toContain('oracle_joins_total 6');
  expect(lines).toContain('oracle_resumes_total 2');
  expect(lines).toContain('oracle_characters_total 240');
  expect(lines).toContain('oracle_open_answers 7');
  expect(lines).toContain('oracle_first_event_seconds_bucket{le="0.25"} 0');
  expect(lines).toContain('oracle_first_event_seconds_bucket{le="0.5"} 2');
  expect(lines).toContain('oracle_first_event_seconds_count 2');
  expect(lines).toContain('oracle_answer_seconds_bucket{le="+Inf"} 3');
  expect(lines).toContain('oracle_answer_seconds_sum 12');
});

test('the text is what a scraper reads: each name once announced, each sample a name and a number', () => {
  const metrics = createMetrics({ openAnswers: () => 0, isRedisUp: () => false });
  metrics.answerFinished(failed);
  const text = metrics.text();
  const announced = [...text.matchAll(/^# TYPE (\w+) (counter|gauge|histogram)$/gm)].map(([, name]) => name!);
  expect(new Set(announced).size).toBe(announced.length);
  for (const line of linesOf(text)) {
    const name = /^(\w+)(\{(\w+="[\w.+-]+",?)+\})? [\d.e+-]+$/.exec(line)?.[1];
    expect(name, line).toBeDefined();
    expect(announced.some((known) => name!.startsWith(known))).toBe(true);
  }
  expect(text.endsWith('\n')).toBe(true);
  expect(text).toContain('oracle_redis_up 0\n');
});

test('nothing in it speaks of one visitor', () => {
  const metrics = createMetrics({ openAnswers: () => 0 });
  metrics.answerFinished({ ...failed, id: 'b6f0c2' });
  expect(metrics.text()).not.toContain('b6f0c2');
  expect(metrics.text()).not.toContain('Words');
  expect(metrics.text()).not.toContain('redis');
});
