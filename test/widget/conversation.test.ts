import { describe, expect, test } from 'bun:test';
import {
  type AnswerEnd,
  ERROR_TEXT,
  LIMITS,
  type StreamEvent,
  TIME_UP_DETAILS,
} from '../../server/protocol.ts';
import {
  type Answer,
  apply,
  ask,
  askAgain,
  type Conversation,
  continueAnswer,
  emptyConversation,
  endOf,
  fail,
  openExchange,
  opened,
  receivedCharacters,
  resuming,
  type Subject,
  stop,
  toMessages,
} from '../../widget/conversation.ts';

const text = (piece: string): StreamEvent => ({ code: '0', text: piece });
const end = (finish: Partial<AnswerEnd> = {}): StreamEvent => ({
  code: 'd',
  end: { finishReason: 'stop', ...finish },
});

/** A conversation of finished exchanges; an undefined answer failed without a word. */
function talk(...turns: [question: string, answer?: string | undefined, subject?: Subject][]): Conversation {
  return turns.reduce((conversation, [question, answer, subject], index) => {
    const asked = ask(conversation, `${index}`, { text: question, ...(subject ? { subject } : {}) }, index);
    return answer === undefined
      ? fail(asked, { code: 'service-error' })
      : apply(apply(asked, text(answer)), end());
  }, emptyConversation);
}

const lastAnswer = (conversation: Conversation): Answer => conversation.exchanges.at(-1)!.answer;
const messagesFor = (conversation: Conversation, question = 'Next?', subject?: Subject) =>
  toMessages(ask(conversation, 'next', { text: question, ...(subject ? { subject } : {}) }, 0));

describe('an answer', () => {
  test('grows by its pieces in order and ends with its metadata', () => {
    const asked = ask(emptyConversation, '1', { text: 'Why?' }, 0);
    const answered = [text('Be'), text(''), text('cause'), end({ sources: [] })].reduce(apply, asked);
    expect(lastAnswer(answered)).toEqual({
      text: 'Because',
      status: { name: 'finished', end: { finishReason: 'stop', sources: [] } },
    });
    expect(openExchange(answered)).toBeUndefined();
  });

  test('is not changed by a heartbeat', () => {
    const asked = ask(emptyConversation, '1', { text: 'Why?' }, 0);
    expect(apply(asked, text(''))).toBe(asked);
  });

  test('that ends without a word has failed, unless a filter held it back', () => {
    const asked = ask(emptyConversation, '1', { text: 'Why?' }, 0);
    expect(lastAnswer(apply(asked, end())).status).toEqual({
      name: 'failed',
      failure: { code: 'empty-answer' },
    });
    expect(lastAnswer(apply(asked, end({ finishReason: 'content-filter' }))).status.name).toBe('finished');
  });

  test('keeps its words when it breaks off, and says why', () => {
    const writing = apply(ask(emptyConversation, '1', { text: 'Why?' }, 0), text('Bec'));
    const codeOf = (error: string, details?: string) => {
      const failed = apply(writing, { code: 'e', failure: { error, ...(details ? { details } : {}) } });
      expect(lastAnswer(failed).text).toBe('Bec');
      const { status } = lastAnswer(failed);
      return status.name === 'failed' && status.failure.code;
    };
    expect(codeOf(ERROR_TEXT['service-error'])).toBe('service-error');
    expect(codeOf(ERROR_TEXT['service-error'], TIME_UP_DETAILS)).toBe('timed-out');
    expect(codeOf(ERROR_TEXT['rate-limited'])).toBe('rate-limited');
    expect(codeOf('something else')).toBe('service-error');
  });

  test('keeps its words when it is stopped, and how long it took', () => {
    const writing = apply(ask(emptyConversation, '1', { text: 'Why?' }, 1000), text('Bec'));
    expect(lastAnswer(stop(writing, 9600))).toEqual({
      text: 'Bec',
      status: { name: 'stopped', afterSeconds: 9 },
    });
    expect(lastAnswer(stop(writing, 0)).status).toEqual({ name: 'stopped', afterSeconds: 0 });
  });

  test('that is taken up again goes on where it stood once the line is back', () => {
    const waiting = ask(emptyConversation, '1', { text: 'Why?' }, 0);
    const statuses = (conversation: Conversation) =>
      lastAnswer(opened(resuming(conversation), undefined)).status;
    expect(statuses(waiting)).toEqual({ name: 'waiting' });
    expect(statuses(apply(waiting, text('B')))).toEqual({ name: 'writing' });
    expect(lastAnswer(opened(waiting, 'a1'))).toEqual({ text: '', id: 'a1', status: { name: 'waiting' } });
  });

  test('is dropped when its question is asked again', () => {
    const failed = fail(apply(opened(ask(emptyConversation, '1', { text: 'Why?' }, 0), 'a1'), text('B')), {
      code: 'connection-lost',
    });
    expect(askAgain(failed, 5).exchanges).toEqual([
      { id: '1', question: { text: 'Why?' }, askedAt: 5, answer: { text: '', status: { name: 'waiting' } } },
    ]);
  });
});

describe('an answer at its length limit', () => {
  const source = (name: string) => ({
    url: `https://${name}.example/`,
    title: name,
    domain: `${name}.example`,
  });
  const cut = apply(
    apply(opened(ask(emptyConversation, '1', { text: 'All of it?' }, 0), 'a1'), text('One, two')),
    end({ finishReason: 'length', sources: [source('a')], citations: [{ end: 3, sources: [0] }] }),
  );

  test('is continued by what it holds and a question that is not shown', () => {
    const open = continueAnswer(cut, 7);
    const messages = toMessages(open);
    expect(messages.slice(0, 2)).toEqual([
      { role: 'user', content: 'All of it?' },
      { role: 'assistant', content: 'One, two' },
    ]);
    expect(messages[2]).toMatchObject({ role: 'user', content: expect.stringContaining('Continue') });
    expect(messages).toHaveLength(3);
    expect(open.exchanges).toHaveLength(1);
  });

  test('counts what it receives from the continuation alone', () => {
    const open = apply(continueAnswer(cut, 7), text(', th'));
    expect(lastAnswer(open).text).toBe('One, two, th');
    expect(receivedCharacters(lastAnswer(open))).toBe(4);
    expect(lastAnswer(open).id).toBeUndefined();
  });

  test('joins the sources and citations of both parts', () => {
    const whole = [
      text(', three'),
      end({ sources: [source('b')], citations: [{ end: 7, sources: [0] }], answeredAt: '2026-01-01' }),
    ].reduce(apply, continueAnswer(cut, 7));
    expect(endOf(lastAnswer(whole))).toMatchObject({
      finishReason: 'stop',
      sources: [source('a'), source('b')],
      citations: [
        { end: 3, sources: [0] },
        { end: 15, sources: [1] },
      ],
    });
  });

  test('keeps its first part and its sources when the continuation fails, and when that is tried again', () => {
    const failed = fail(apply(continueAnswer(cut, 7), text(', th')), { code: 'connection-lost' });
    expect(endOf(lastAnswer(failed))?.sources).toEqual([source('a')]);
    const again = askAgain(failed, 9);
    expect(lastAnswer(again).text).toBe('One, two');
    expect(toMessages(again)).toHaveLength(3);
  });

  test('may say nothing more', () => {
    expect(lastAnswer(apply(continueAnswer(cut, 7), end())).status.name).toBe('finished');
  });

  test('is continued a second time from the whole of it', () => {
    const longer = [text(', three'), end({ finishReason: 'length' })].reduce(apply, continueAnswer(cut, 7));
    const open = continueAnswer(longer, 9);
    expect(toMessages(open)[1]).toEqual({ role: 'assistant', content: 'One, two, three' });
    expect(receivedCharacters(lastAnswer(open))).toBe(0);
  });

  test('cannot be continued before it has ended', () => {
    const asked = ask(emptyConversation, '1', { text: 'Why?' }, 0);
    expect(continueAnswer(asked, 1)).toEqual(asked);
  });
});

describe('the messages of a conversation', () => {
  const token: Subject = { address: '0xA0b8' };

  test('are its turns in order and end with the question', () => {
    expect(messagesFor(talk(['One?', '1'], ['Two?', '2']))).toEqual([
      { role: 'user', content: 'One?' },
      { role: 'assistant', content: '1' },
      { role: 'user', content: 'Two?' },
      { role: 'assistant', content: '2' },
      { role: 'user', content: 'Next?' },
    ]);
  });

  test('leave out earlier questions that got no answer', () => {
    expect(messagesFor(talk(['One?'], ['Two?', '2'], ['Three?'])).map(({ content }) => content)).toEqual([
      'Two?',
      '2',
      'Next?',
    ]);
  });

  test('carry the contract address where a question has one', () => {
    expect(messagesFor(talk(['One?', '1', token]))[0]?.content).toBe('[Contract Address: 0xA0b8]\n\nOne?');
    expect(messagesFor(talk(['One?', '1']), 'Two?', token)[2]?.content).toBe(
      '[Contract Address: 0xA0b8]\n\nTwo?',
    );
  });

  test('carry on the address of a question that is left out', () => {
    expect(messagesFor(talk(['One?', undefined, token], ['Two?', '2']))[0]?.content).toBe(
      '[Contract Address: 0xA0b8]\n\nTwo?',
    );
  });

  test('stay within the number of messages and keep the address in front', () => {
    const long = talk(
      ['First?', '1', token],
      ...Array.from({ length: 50 }, (): [string, string] => ['Q?', 'A.']),
    );
    const messages = messagesFor(long);
    expect(messages.length).toBeLessThanOrEqual(LIMITS.maxMessages);
    expect(messages.length).toBeGreaterThan(LIMITS.maxMessages - 2);
    expect(messages[0]).toEqual({ role: 'user', content: '[Contract Address: 0xA0b8]\n\nQ?' });
    expect(messages.at(-1)).toEqual({ role: 'user', content: 'Next?' });
    expect(messages.filter(({ content }) => content.startsWith('['))).toHaveLength(1);
  });

  test('stay below 200 KB in any script', () => {
    for (const letter of ['a', '語', '"', '🪙']) {
      const answer = letter.repeat(20_000);
      const messages = messagesFor(
        talk(...Array.from({ length: 19 }, (): [string, string] => ['Q?', answer])),
      );
      const bytes = new TextEncoder().encode(JSON.stringify({ messages })).length;
      expect(bytes).toBeLessThanOrEqual(201 * 1024);
      expect(bytes).toBeGreaterThan(100 * 1024);
      expect(messages[0]?.role).toBe('user');
    }
  });

  test('keep the last question even where it alone is too much', () => {
    // What is too long is for the server to refuse with words; half a question would be answered.
    const tooLong = 'x'.repeat(LIMITS.maxQuestionLength + 1);
    expect(messagesFor(emptyConversation, tooLong)).toEqual([{ role: 'user', content: tooLong }]);
  });

  test('carry the network that was named behind the question', () => {
    const [message] = messagesFor(emptyConversation, 'Safe?', { address: '0xA0b8', network: 'base' });
    expect(message?.content).toBe('[Contract Address: 0xA0b8]\n\nSafe?\n\n[Network: base]');
  });

  test('keep a question whole, with the address of its contract in front', () => {
    const long = '🪙'.repeat(LIMITS.maxQuestionLength / 2);
    const [message] = messagesFor(emptyConversation, long, token);
    expect(message?.content).toBe(`[Contract Address: 0xA0b8]\n\n${long}`);
  });

  test('cut an answer that is too long at its beginning, never through a character', () => {
    const [, answer] = messagesFor(talk(['Q?', `${'🪙'.repeat(LIMITS.maxAnswerLength / 2)}.`]));
    expect(answer?.content.length).toBe(LIMITS.maxAnswerLength - 1);
    expect(answer?.content.isWellFormed()).toBe(true);
    expect(answer?.content.endsWith('🪙.')).toBe(true);
  });

  test('hold the asked question when it is asked again', () => {
    expect(toMessages(askAgain(talk(['One?', '1'], ['Two?']), 0)).map(({ content }) => content)).toEqual([
      'One?',
      '1',
      'Two?',
    ]);
  });
});
