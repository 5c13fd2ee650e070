import { describe, expect, test } from 'bun:test';
import { EventDecoder, readEvents, type WireEvent } from '../../server/providers/gemini-events.ts';
import { apiError, chunkings, textEvent, wire } from '../support/gemini-stand-in.ts';

/** All events of a stream that arrives in these pieces, and the failure it ends with. */
function decode(pieces: Iterable<Uint8Array>): { events: WireEvent[]; failure: unknown } {
  const decoder = new EventDecoder();
  const events: WireEvent[] = [];
  for (const piece of pieces) events.push(...decoder.decode(piece));
  events.push(...decoder.end());
  return { events, failure: decoder.failure };
}

const events = [textEvent('Größe 😀'), textEvent('流动性\r\n', { finishReason: 'STOP' })];

for (const newline of ['\n', '\r\n'] as const) {
  for (const [name, cut] of Object.entries(chunkings)) {
    test(`a stream with ${JSON.stringify(newline)} gives the same events ${name}`, () => {
      expect(decode(cut(wire(events, newline)))).toEqual({ events, failure: undefined });
    });
  }

  test(`a stream with ${JSON.stringify(newline)} gives the same events when cut in two anywhere`, () => {
    const bytes = Buffer.from(wire(events, newline));
    for (let at = 0; at <= bytes.length; at++) {
      expect(decode([bytes.subarray(0, at), bytes.subarray(at)])).toEqual({ events, failure: undefined });
    }
  });
}

test('events of one read come out together', async () => {
  const body = new Blob([wire(events)]).stream();
  const reads: (readonly WireEvent[])[] = [];
  await readEvents(body, (read) => reads.push(read) > 0);
  expect(reads).toEqual([events]);
});

test('comments, names and numbers of events are passed over', () => {
  const stream = `: hello\nevent: message\nid: 7\nretry: 3\n${wire([events[0]!], '\n')}`;
  expect(decode([Buffer.from(stream)])).toEqual({ events: [events[0]!], failure: undefined });
});

test('an event over several lines is one event', () => {
  const stream = 'data: {"candidates":\ndata: []}\n\n';
  expect(decode([Buffer.from(stream)]).events).toEqual([{ candidates: [] }]);
});

test('the last event counts without the blank line that should follow it', () => {
  expect(decode([Buffer.from(wire(events).trimEnd())])).toEqual({ events, failure: undefined });
});

describe('a failure comes after the events before it', () => {
  const good = wire([events[0]!], '\n');
  const cases = [
    [
      'an event that is no JSON',
      `${good}data: {"candidates\n\n${good}`,
      'The answering service had a problem.',
    ],
    ['an event that is no object', `${good}data: 7\n\n`, 'The answering service had a problem.'],
    ['an end inside an event', `${good}data: {"candi`, 'The answer was cut off.'],
    [
      'a bare error that is no event',
      `${good}${JSON.stringify(apiError({ code: 499, status: 'CANCELLED' }), null, 2)}`,
      'The answer was cut off.',
    ],
    ['a page where a stream should be', `${good}<html>\n<body>`, 'The answering service had a problem.'],
  ] as const;
  for (const [what, stream, details] of cases) {
    for (const [name, cut] of Object.entries(chunkings)) {
      test(`${what}, ${name}`, () => {
        const { events: before, failure } = decode(cut(stream));
        expect(before).toEqual([events[0]!]);
        expect(failure).toMatchObject({ code: 'service-error', details });
      });
    }
  }
});

test('a line without end is a failure, not a memory leak', () => {
  const decoder = new EventDecoder();
  const piece = Buffer.alloc(1024 * 1024, 'x');
  let received = 0;
  while (!decoder.failure && received < 64) {
    decoder.decode(piece);
    received++;
  }
  expect(received).toBeLessThan(8);
});

test('no more is read than is wanted, and the connection is given up', async () => {
  let reads = 0;
  const given = Promise.withResolvers<void>();
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        reads++;
        controller.enqueue(Buffer.from(wire([events[0]!])));
      },
      cancel: () => given.resolve(),
    },
    { highWaterMark: 0 },
  );
  let left = 3;
  await readEvents(body, () => --left > 0);
  await given.promise;
  expect(reads).toBe(3);
});
