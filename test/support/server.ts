// The true server on a free port, with a provider that a test writes as a generator.

import { readConfig } from '../../server/config.ts';
import { decodeEvent, type Message, type StreamEvent } from '../../server/protocol.ts';
import type { AnswerProvider, AnswerRequest } from '../../server/providers/provider.ts';
import { type Parts, type RunningServer, startServer } from '../../server/serve.ts';
import { type AnswerPart, fromParts } from './parts.ts';

export type Script = (request: AnswerRequest) => AsyncIterable<AnswerPart>;

export interface TestServer extends RunningServer {
  /** Calls of the provider so far, with what each was asked. */
  readonly calls: AnswerRequest[];
  ask(messages: readonly Message[], init?: RequestInit): Promise<Response>;
}

const quiet = { debug() {}, info() {}, warn() {}, error() {} };

export async function openServer(
  script: Script,
  environment: Record<string, string> = {},
  parts: Parts = {},
): Promise<TestServer> {
  const calls: AnswerRequest[] = [];
  const provider: AnswerProvider = {
    name: 'scripted',
    answer: fromParts((request) => {
      calls.push(request);
      return script(request);
    }),
  };
  const config = readConfig({
    PORT: '0',
    HOST: '127.0.0.1',
    CLIENT_REQUESTS_PER_MINUTE: '0',
    SHARE_ANSWERS_SECONDS: '0',
    LOG_LEVEL: 'silent',
    ...environment,
  });
  const server = await startServer(config, { log: quiet, provider, ...parts });
  return {
    ...server,
    calls,
    ask: (messages, init = {}) =>
      fetch(`${server.url}/api/chat`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ messages }),
        ...init,
      }),
  };
}

export const question = (content: string): Message => ({ role: 'user', content });

/** A provider that says these pieces and ends well. */
export async function* says(...pieces: string[]): AsyncGenerator<AnswerPart> {
  for (const text of pieces) yield { type: 'text', text };
  yield { type: 'end', end: { finishReason: 'stop' } };
}

/** A promise to be kept by a test at the right moment. */
export function gate(): { opened: Promise<void>; open: () => void } {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}

/** Resolves when the signal aborts. */
export function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

/** Waits for what should become true; says what it was when it does not. */
export async function eventually(what: string, holds: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 10_000;
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error(`still not so: ${what}`);
    await Bun.sleep(5);
  }
}

/** Reads a response's events one by one. */
export async function* events(response: Response): AsyncGenerator<StreamEvent> {
  let rest = '';
  const decoder = new TextDecoder();
  for await (const bytes of response.body ?? []) {
    rest += decoder.decode(bytes, { stream: true });
    const blocks = rest.split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const event = block.startsWith('data: ') ? decodeEvent(block.slice('data: '.length)) : undefined;
      if (!event) throw new Error(`not an event of the interface: ${JSON.stringify(block)}`);
      yield event;
    }
  }
  if (rest !== '') throw new Error(`the stream ends inside an event: ${JSON.stringify(rest)}`);
}

export async function allEvents(response: Response): Promise<StreamEvent[]> {
  return Array.fromAsync(events(response));
}

/** The answer's text, heartbeats and all. */
export function textOf(list: readonly StreamEvent[]): string {
  return list.map((event) => (event.code === '0' ? event.text : '')).join('');
}
