// An answer as a generator of parts: easier to write and to read in a test than calls and a promise.

import type { AnswerEnd } from '../../server/protocol.ts';
import type { TakeText } from '../../server/providers/provider.ts';

export type AnswerPart =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'end'; readonly end: AnswerEnd };

/** A provider's `answer`, or a book's `write`, out of a generator; leaves it when no more is wanted. */
export function fromParts<Task>(
  script: (task: Task) => AsyncIterable<AnswerPart>,
): (task: Task, take: TakeText) => Promise<AnswerEnd | undefined> {
  return async (task, take) => {
    for await (const part of script(task)) {
      if (part.type === 'end') return part.end;
      if (!take(part.text)) return undefined;
    }
    return undefined;
  };
}

/** The parts of an answer as they come; who leaves the loop wants no more. */
export async function* partsOf(
  answer: (take: TakeText) => Promise<AnswerEnd | undefined>,
): AsyncGenerator<AnswerPart> {
  const arrived: string[] = [];
  let isLeft = false;
  let isOver = false;
  let wake = () => {};
  const whole = answer((text) => {
    arrived.push(text);
    wake();
    return !isLeft;
  }).finally(() => {
    isOver = true;
    wake();
  });
  whole.catch(() => {});
  try {
    while (arrived.length > 0 || !isOver) {
      for (const text of arrived.splice(0)) yield { type: 'text', text };
      await new Promise<void>((resolve) => {
        wake = resolve;
        if (arrived.length > 0 || isOver) resolve();
      });
    }
    const end = await whole;
    if (end) yield { type: 'end', end };
  } finally {
    isLeft = true;
  }
}
