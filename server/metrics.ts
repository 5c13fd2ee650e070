// What operators watch, as Prometheus text. Counts only: no text, no address, no id.
// https://prometheus.io/docs/instrumenting/exposition_formats/#text-based-format

import type { AnswerRecord } from './answers/answer-book.ts';

export interface Metrics {
  /** An answer is over. */
  answerFinished(record: AnswerRecord): void;
  /** A response has been given its status. */
  responded(status: number): void;
  /** The state of this moment, as the body of `GET /metrics`. */
  text(): string;
}

/** Read when the text is asked for. */
export interface Gauges {
  readonly openAnswers: () => number;
  /** Absent where no Redis is set. */
  readonly isRedisUp?: () => boolean;
}

const FIRST_EVENT_SECONDS = [0.1, 0.25, 0.5, 1, 2, 5, 10, 20];
const ANSWER_SECONDS = [1, 2, 5, 10, 20, 30, 50, 100];

export function createMetrics(gauges: Gauges): Metrics {
  const answers = createCounter('oracle_answers_total', 'Answers that are over, by how they ended.');
  const responses = createCounter('oracle_responses_total', 'Responses of the chat, by status.');
  const joins = createCounter('oracle_joins_total', 'Questions that joined an answer already under way.');
  const resumes = createCounter('oracle_resumes_total', 'Answers that were taken up again.');
  const characters = createCounter('oracle_characters_total', 'Characters of answers (UTF-16 code units).');
  const firstEvent = createHistogram(
    'oracle_first_event_seconds',
    'From the opening of an answer to its first text.',
    FIRST_EVENT_SECONDS,
  );
  const duration = createHistogram(
    'oracle_answer_seconds',
    'From the opening of an answer to its end.',
    ANSWER_SECONDS,
  );
  joins.add({}, 0);
  resumes.add({}, 0);
  characters.add({}, 0);

  return {
    answerFinished(record) {
      const reason = record.finishReason ?? record.error?.code ?? 'no-readers';
      answers.add({ outcome: record.outcome, reason }, 1);
      joins.add({}, record.joins);
      resumes.add({}, record.resumes);
      characters.add({}, record.characters);
      duration.observe(record.milliseconds / 1000);
      if (record.millisecondsToFirstEvent !== undefined) {
        firstEvent.observe(record.millisecondsToFirstEvent / 1000);
      }
    },

    responded: (status) => responses.add({ status: String(status) }, 1),

    text() {
      const { openAnswers, isRedisUp } = gauges;
      return [
        answers.text(),
        responses.text(),
        joins.text(),
        resumes.text(),
        characters.text(),
        firstEvent.text(),
        duration.text(),
        gauge('oracle_open_answers', 'Answers that are being written.', openAnswers()),
        ...(isRedisUp ? [gauge('oracle_redis_up', '1 while Redis answers.', isRedisUp() ? 1 : 0)] : []),
        gauge('process_resident_memory_bytes', 'Memory of the process.', process.memoryUsage.rss()),
        gauge('process_uptime_seconds', 'Since the process started.', process.uptime()),
      ].join('');
    },
  };
}

type Labels = Readonly<Record<string, string>>;

/** Values of labels are words of ours, so none needs escaping. */
function sample(name: string, labels: Labels, value: number): string {
  const pairs = Object.entries(labels).map(([label, word]) => `${label}="${word}"`);
  return `${name}${pairs.length > 0 ? `{${pairs.join(',')}}` : ''} ${value}\n`;
}

function head(name: string, help: string, type: string): string {
  return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n`;
}

function gauge(name: string, help: string, value: number): string {
  return head(name, help, 'gauge') + sample(name, {}, value);
}

function createCounter(name: string, help: string) {
  const counts = new Map<string, { labels: Labels; value: number }>();
  return {
    add(labels: Labels, value: number) {
      const key = Object.values(labels).join(' ');
      counts.set(key, { labels, value: (counts.get(key)?.value ?? 0) + value });
    },
    text: () =>
      head(name, help, 'counter') +
      [...counts.values()].map(({ labels, value }) => sample(name, labels, value)).join(''),
  };
}

function createHistogram(name: string, help: string, bounds: readonly number[]) {
  const counts = bounds.map(() => 0);
  let count = 0;
  let sum = 0;
  return {
    observe(value: number) {
      count++;
      sum += value;
      for (const [index, bound] of bounds.entries()) if (value <= bound) counts[index]!++;
    },
    text: () =>
      head(name, help, 'histogram') +
      bounds.map((bound, index) => sample(`${name}_bucket`, { le: String(bound) }, counts[index]!)).join('') +
      sample(`${name}_bucket`, { le: '+Inf' }, count) +
      sample(`${name}_sum`, {}, sum) +
      sample(`${name}_count`, {}, count),
  };
}
