// Reading an answer without a network: a reader's bytes as events and text.

import type { AnswerReader } from '../../server/answers/answer-log.ts';
import { decodeEvent, type StreamEvent } from '../../server/protocol.ts';

const decoder = new TextDecoder();

export function eventsIn(bytes: Uint8Array): StreamEvent[] {
  const blocks = decoder.decode(bytes).split('\n\n');
  if (blocks.pop() !== '') throw new Error('a write ends inside an event');
  return blocks.map((block) => {
    const event = block.startsWith('data: ') ? decodeEvent(block.slice('data: '.length)) : undefined;
    if (!event) throw new Error(`not an event of the interface: ${JSON.stringify(block)}`);
    return event;
  });
}

/** All events of a reader, to its end. */
export async function readAll(reader: AnswerReader): Promise<StreamEvent[]> {
  const events: StreamEvent[] = [];
  for (let bytes = await reader.next(); bytes; bytes = await reader.next()) events.push(...eventsIn(bytes));
  return events;
}

/** Reads until so many characters have come; what came beyond them comes along. */
export async function readCharacters(reader: AnswerReader, characters: number): Promise<string> {
  let text = '';
  while (text.length < characters) {
    const bytes = await reader.next();
    if (!bytes) break;
    for (const event of eventsIn(bytes)) if (event.code === '0') text += event.text;
  }
  return text;
}

export function textIn(events: readonly StreamEvent[]): string {
  return events.map((event) => (event.code === '0' ? event.text : '')).join('');
}

/** How the answer ended: the code of each event that is not text. */
export function endsIn(events: readonly StreamEvent[]): string {
  return events.flatMap(({ code }) => (code === '0' ? [] : [code])).join('');
}
