import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { AnswerLog } from '../../server/answers/answer-log.ts';
import { ChatError } from '../../server/errors.ts';
import { LIMITS } from '../../server/protocol.ts';
import { endsIn, eventsIn, readAll, textIn } from '../support/answers.ts';

const stop = { finishReason: 'stop' } as const;

function logOf(...pieces: string[]): AnswerLog {
  const log = new AnswerLog('a');
  for (const piece of pieces) log.append(piece);
  return log;
}

describe('a reader', () => {
  test('gets what came before it and what comes after, and then the end', async () => {
    const log = logOf('one ');
    const reader = log.read();
    expect(textIn(eventsIn((await reader.next())!))).toBe('one ');
    const pending = reader.next();
    log.append('two');
    expect(textIn(eventsIn((await pending)!))).toBe('two');
    log.end(stop);
    expect(eventsIn((await reader.next())!)).toEqual([{ code: 'd', end: stop }]);
    expect(await reader.next()).toBeUndefined();
  });

  test('who comes when all is said reads it as one write', async () => {
    const log = logOf('one ', 'two ', 'three');
    log.end(stop);
    const reader = log.read();
    expect(eventsIn((await reader.next())!)).toEqual([
      { code: '0', text: 'one two three' },
      { code: 'd', end: stop },
    ]);
    expect(await reader.next()).toBeUndefined();
  });

  test('who follows live shares what is written with all who do', () => {
    const log = logOf('one ');
    const readers = [log.read(), log.read()];
    for (const piece of ['two ', 'three ']) {
      const [first, second] = readers.map((reader) => reader.take());
      expect(first).toBe(second!);
      log.append(piece);
    }
    const [late, live] = [log.read(2), readers[0]!].map((reader) => textIn(eventsIn(reader.take()!)));
    expect(late).toBe('e two three ');
    expect(live).toBe('three ');
  });

  test('who comes late to a long answer gets it in writes of a bounded size', async () => {
    const log = logOf(...Array.from({ length: 60 }, () => '🐢'.repeat(500)));
    log.end(stop);
    const reader = log.read();
    const sizes: number[] = [];
    let text = '';
    for (let bytes = await reader.next(); bytes; bytes = await reader.next()) {
      sizes.push(bytes.length);
      text += textIn(eventsIn(bytes));
    }
    expect(Math.max(...sizes)).toBeLessThanOrEqual(64 * 1024);
    expect(text).toBe('🐢'.repeat(30_000));
  });

  test('who leaves gets nothing more, and holds up nobody', async () => {
    const log = logOf('one');
    const gone = log.read();
    const stays = log.read();
    await gone.next();
    const pending = gone.next();
    gone.leave();
    gone.leave();
    expect(await pending).toBeUndefined();
    log.append(' two');
    log.end(stop);
    expect(textIn(await readAll(stays))).toBe('one two');
  });

  test('who has more than there is so far waits for what it has not', async () => {
    const log = logOf('one ');
    const reader = log.read(6);
    const pending = reader.next();
    log.append('tw');
    log.append('o three');
    expect(textIn(eventsIn((await pending)!))).toBe('o three');
    expect(reader.charactersRead()).toBe(13);
    expect(reader.isOver()).toBe(false);
    log.end(stop);
    expect(endsIn(await readAll(reader))).toBe('d');
    expect(reader.isOver()).toBe(true);
  });
});

test('from any point, whenever it is asked for, the rest and the end come exactly once', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }), { maxLength: 20 }),
      fc.nat(),
      fc.nat(),
      async (pieces, afterSeed, askedSeed) => {
        const whole = pieces.join('');
        const after = afterSeed % (whole.length + 1);
        const asked = askedSeed % (pieces.length + 1);
        const log = logOf(...pieces.slice(0, asked));
        const events = readAll(log.read(after));
        for (const piece of pieces.slice(asked)) {
          log.append(piece);
          if (piece.length % 2 === 0) await Promise.resolve();
        }
        log.end(stop);
        expect(textIn(await events)).toBe(whole.slice(after));
        expect(endsIn(await events)).toBe('d');
        expect((await events).some((event) => event.code === '0' && event.text === '')).toBe(false);
      },
    ),
    { numRuns: 300 },
  );
});

describe('an answer', () => {
  test('that fails amid its text says so as its last event', async () => {
    const log = logOf('so far');
    log.fail(new ChatError('service-error', { details: 'It broke off.' }));
    expect(await readAll(log.read())).toEqual([
      { code: '0', text: 'so far' },
      { code: 'e', failure: { error: 'AI service error', details: 'It broke off.' } },
    ]);
  });

  test('that fails before its text has no event: the failure is the response', async () => {
    const log = new AnswerLog('a');
    const opened = log.opened();
    log.fail(new ChatError('rate-limited', { retryAfterSeconds: 3 }));
    await opened;
    expect(log.started).toBe(false);
    expect(await readAll(log.read())).toEqual([]);
  });

  test('ends once: nothing is added and nothing is changed afterwards', async () => {
    const log = logOf('text');
    log.end(stop);
    log.fail(new ChatError('service-error'));
    log.end({ finishReason: 'length' });
    expect(log.append('more')).toBe(false);
    expect(await log.ended()).toBe(false);
    const events = await readAll(log.read());
    expect(textIn(events)).toBe('text');
    expect(endsIn(events)).toBe('d');
  });

  test('that outgrows what one answer may hold is cut there, and says so', async () => {
    const log = new AnswerLog('a');
    expect(log.append('x'.repeat(LIMITS.maxAnswerLength))).toBe(true);
    expect(log.append('yz')).toBe(false);
    const events = await readAll(log.read());
    expect(textIn(events)).toHaveLength(LIMITS.maxAnswerLength);
    expect(events.at(-1)).toMatchObject({ code: 'd', end: { finishReason: 'length', truncated: true } });
  });

  test('is cut between two characters, and no piece is empty', async () => {
    const log = logOf('x'.repeat(LIMITS.maxAnswerLength - 1));
    expect(log.append('🐢')).toBe(false);
    expect(log.characters).toBe(LIMITS.maxAnswerLength - 1);
    expect(textIn(await readAll(log.read()))).toEndWith('x');

    const full = logOf('x'.repeat(LIMITS.maxAnswerLength));
    const reader = full.read();
    reader.take();
    expect(full.append('y')).toBe(false);
    expect((await readAll(reader)).map(({ code }) => code)).toEqual(['d']);
  });

  test('is not begun by an empty piece', () => {
    const log = logOf('', '');
    expect(log.started).toBe(false);
    expect(log.characters).toBe(0);
  });
});
