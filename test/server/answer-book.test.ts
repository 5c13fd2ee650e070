import { afterEach, describe, expect, test } from 'bun:test';
import {
  type AnswerBookOptions,
  type AnswerRecord,
  createAnswerBook,
  type LocalAnswerBook,
} from '../../server/answers/answer-book.ts';
import { ChatError } from '../../server/errors.ts';
import { type Message, TIME_UP_DETAILS } from '../../server/protocol.ts';
import { endsIn, readAll, readCharacters, textIn } from '../support/answers.ts';
import { type AnswerPart, fromParts } from '../support/parts.ts';
import { aborted, eventually, gate } from '../support/server.ts';

const stop = { type: 'end', end: { finishReason: 'stop' } } as const;
const text = (piece: string): AnswerPart => ({ type: 'text', text: piece });

const books: LocalAnswerBook[] = [];
afterEach(() => {
  for (const book of books.splice(0)) void book.close();
});

function bookOf(
  write: (signal: AbortSignal) => AsyncIterable<AnswerPart>,
  options: Partial<AnswerBookOptions> = {},
) {
  const records: AnswerRecord[] = [];
  const signals: AbortSignal[] = [];
  const book = createAnswerBook({
    write: fromParts(({ signal }) => {
      signals.push(signal);
      return write(signal);
    }),
    maxDurationSeconds: 50,
    shareAnswersSeconds: 60,
    resumeSeconds: 10,
    maxOpenAnswers: 100,
    onFinished: (record) => records.push(record),
    ...options,
  });
  books.push(book);
  const ask = (content = 'Is it safe?', signal = new AbortController().signal) => {
    const messages: Message[] = [{ role: 'user', content }];
    return book.open(messages, { receivedAt: performance.now(), signal });
  };
  return { book, ask, records, signals };
}

/** Says `one `, then `two` when it is told to, then ends. */
function inTwoSteps() {
  const second = gate();
  async function* write(signal: AbortSignal): AsyncGenerator<AnswerPart> {
    yield text('one ');
    await Promise.race([second.opened, aborted(signal)]);
    yield text('two');
    yield stop;
  }
  return { write, goOn: second.open };
}

describe('the identical question', () => {
  test('of a thousand visitors is one answer, and each has it whole', async () => {
    const { write, goOn } = inTwoSteps();
    const { ask, signals, records } = bookOf(write);
    const opened = await Promise.all(Array.from({ length: 1_000 }, () => ask()));
    goOn();
    const texts = await Promise.all(opened.map(({ reader }) => readAll(reader).then(textIn)));
    expect(new Set(texts)).toEqual(new Set(['one two']));
    expect(new Set(opened.map(({ id }) => id)).size).toBe(1);
    expect(opened.filter(({ joined }) => !joined)).toHaveLength(1);
    expect(signals).toHaveLength(1);
    expect(records).toMatchObject([{ outcome: 'ended', finishReason: 'stop', characters: 7, joins: 999 }]);
  });

  test('joins an answer that has ended, too', async () => {
    const { write, goOn } = inTwoSteps();
    const { ask, signals } = bookOf(write);
    goOn();
    await readAll((await ask()).reader);
    expect(textIn(await readAll((await ask()).reader))).toBe('one two');
    expect(signals).toHaveLength(1);
  });

  test('is asked anew where any byte differs, where sharing is off, and after a failure', async () => {
    const { write } = inTwoSteps();
    const shared = bookOf(write);
    await shared.ask('Is it safe?');
    await shared.ask('Is it safe? ');
    expect(shared.signals).toHaveLength(2);

    const alone = bookOf(write, { shareAnswersSeconds: 0 });
    await alone.ask();
    await alone.ask();
    expect(alone.signals).toHaveLength(2);

    let calls = 0;
    const failing = bookOf(async function* () {
      if (calls++ === 0) throw new ChatError('service-error');
      yield text('better');
      yield stop;
    });
    await expect(failing.ask()).rejects.toMatchObject({ code: 'service-error' });
    expect(textIn(await readAll((await failing.ask()).reader))).toBe('better');
  });

  test('is asked anew where the answer broke off amid its text', async () => {
    let calls = 0;
    const { ask } = bookOf(async function* () {
      yield text('half');
      if (calls++ === 0) throw new ChatError('service-error');
      yield stop;
    });
    expect(endsIn(await readAll((await ask()).reader))).toBe('e');
    expect(endsIn(await readAll((await ask()).reader))).toBe('d');
  });

  test('fails for all who wait for it alike', async () => {
    const failing = gate();
    // biome-ignore lint/correctness/useYield: it only fails
    const { ask } = bookOf(async function* () {
      await failing.opened;
      throw new ChatError('rate-limited', { retryAfterSeconds: 31 });
    });
    const asked = [ask(), ask(), ask()].map((opened) => opened.catch((error) => error.retryAfterSeconds));
    failing.open();
    expect(await Promise.all(asked)).toEqual([31, 31, 31]);
  });
});

describe('an answer without readers', () => {
  test('frees its provider when the time of grace is over', async () => {
    const { write } = inTwoSteps();
    const { ask, signals, records, book } = bookOf(write, { resumeSeconds: 0 });
    const { reader } = await ask();
    reader.leave();
    await aborted(signals[0]!);
    expect(records).toMatchObject([{ outcome: 'abandoned', characters: 4 }]);
    expect(book.openAnswers).toBe(0);
  });

  test('goes on while one of many is left', async () => {
    const { write, goOn } = inTwoSteps();
    const { ask, records } = bookOf(write, { resumeSeconds: 0 });
    const [first, second] = await Promise.all([ask(), ask()]);
    first!.reader.leave();
    first!.reader.leave();
    await Bun.sleep(1);
    goOn();
    expect(textIn(await readAll(second!.reader))).toBe('one two');
    expect(records).toMatchObject([{ outcome: 'ended' }]);
  });

  test('is taken up again within the time of grace', async () => {
    const { write, goOn } = inTwoSteps();
    const { ask, book, records } = bookOf(write);
    const { id, reader } = await ask();
    expect(await readCharacters(reader, 4)).toBe('one ');
    reader.leave();
    const again = await book.resume(id, 2);
    goOn();
    expect(textIn(await readAll(again!.reader))).toBe('e two');
    expect(records).toMatchObject([{ outcome: 'ended', resumes: 1 }]);
  });

  test('whose visitor left before it began is given up as well', async () => {
    const { ask, signals } = bookOf(
      async function* (signal) {
        await aborted(signal);
        yield stop;
      },
      { resumeSeconds: 0 },
    );
    const visitor = new AbortController();
    const opened = ask('Is it safe?', visitor.signal);
    visitor.abort();
    await expect(opened).rejects.toBeInstanceOf(ChatError);
    await aborted(signals[0]!);
  });

  test('of a visitor who left before he was heard is never begun', async () => {
    const { ask, signals } = bookOf(inTwoSteps().write);
    await expect(ask('Is it safe?', AbortSignal.abort())).rejects.toBeInstanceOf(ChatError);
    expect(signals).toHaveLength(0);
  });

  test('is not given up when somebody comes back while it asks who follows it elsewhere', async () => {
    const { write, goOn } = inTwoSteps();
    const asked = gate();
    const answered = gate();
    const { ask, book, records } = bookOf(write, {
      resumeSeconds: 0,
      isFollowed: async () => {
        asked.open();
        await answered.opened;
        return false;
      },
    });
    const { id, reader } = await ask();
    reader.leave();
    await asked.opened;
    const again = await book.resume(id, 0);
    answered.open();
    await Bun.sleep(0);
    goOn();
    expect(textIn(await readAll(again!.reader))).toBe('one two');
    expect(records).toMatchObject([{ outcome: 'ended' }]);
  });

  test('is kept while somebody elsewhere follows it', async () => {
    const { write, goOn } = inTwoSteps();
    const asked = gate();
    const { ask, records } = bookOf(write, {
      resumeSeconds: 0,
      isFollowed: async () => {
        asked.open();
        return true;
      },
    });
    (await ask()).reader.leave();
    await asked.opened;
    goOn();
    await eventually('it has ended', () => records.length > 0);
    expect(records).toMatchObject([{ outcome: 'ended' }]);
  });
});

describe('the deadline', () => {
  test('ends an answer with the text so far and says that the time was up', async () => {
    const { write } = inTwoSteps();
    const { ask, signals } = bookOf(write, { maxDurationSeconds: 0.05 });
    const events = await readAll((await ask()).reader);
    expect(events).toEqual([
      { code: '0', text: 'one ' },
      { code: 'e', failure: { error: 'AI service error', details: TIME_UP_DETAILS } },
    ]);
    expect(signals[0]!.aborted).toBe(true);
  });

  test('is a failure where nothing has come', async () => {
    const { ask } = bookOf(
      async function* (signal) {
        await aborted(signal);
        yield stop;
      },
      { maxDurationSeconds: 0.02 },
    );
    await expect(ask()).rejects.toMatchObject({ code: 'service-error', details: TIME_UP_DETAILS });
  });
});

describe('the book', () => {
  test('refuses more open answers than it may hold, and takes the next when one has ended', async () => {
    const { write, goOn } = inTwoSteps();
    const { ask } = bookOf(write, { maxOpenAnswers: 2 });
    const [first] = await Promise.all([ask('1'), ask('2')]);
    await expect(ask('3')).rejects.toMatchObject({ code: 'rate-limited', retryAfterSeconds: 5 });
    goOn();
    await readAll(first!.reader);
    await ask('3');
  });

  test('does not know an answer that never was, is gone, or is not so long', async () => {
    const { write, goOn } = inTwoSteps();
    const { ask, book } = bookOf(write, { resumeSeconds: 0, shareAnswersSeconds: 0 });
    expect(await book.resume('nothing', 0)).toBeUndefined();
    const { id, reader } = await ask();
    expect(await book.resume(id, 5)).toBeUndefined();
    goOn();
    await readAll(reader);
    expect(await book.resume(id, 0)).toBeUndefined();
  });

  test('keeps a bounded number of finished answers, those used last', async () => {
    const { ask, book } = bookOf(async function* () {
      yield text('x');
      yield stop;
    });
    const ids: string[] = [];
    for (let n = 0; n < 2_001; n++) {
      const { id, reader } = await ask(String(n));
      await readAll(reader);
      if (n === 1_000) (await book.resume(ids[0]!, 0))!.reader.leave();
      ids.push(id);
    }
    expect(await book.resume(ids[0]!, 0)).toBeDefined();
    expect(await book.resume(ids[1]!, 0)).toBeUndefined();
    expect(await book.resume(ids[2_000]!, 0)).toBeDefined();
  });

  test('ends what is open when it closes', async () => {
    const { ask, book, signals } = bookOf(inTwoSteps().write);
    const { reader } = await ask();
    await book.close();
    expect(endsIn(await readAll(reader))).toBe('e');
    expect(signals[0]!.aborted).toBe(true);
    expect(book.openAnswers).toBe(0);
  });

  test('calls an answer that ends without an end broken off', async () => {
    const { ask } = bookOf(async function* () {
      yield text('half');
    });
    const events = await readAll((await ask()).reader);
    expect(events.at(-1)).toMatchObject({ code: 'e', failure: { details: 'The answer broke off.' } });
  });
});
