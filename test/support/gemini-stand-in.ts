// A stand-in for the provider: speaks its wire over loopback, byte for byte, faults included. Raw TCP, so
// that a test decides where a stream is cut and how it dies, and light enough for thousands of streams.

import type { Socket } from 'bun';

export type Piece = string | Uint8Array;

/** How a response goes on after its last piece. */
export type Ending =
  /** The last chunk of the transfer encoding: as it should be, however little was said before. */
  | 'complete'
  /** The connection is closed in the middle of the transfer encoding. */
  | 'cut'
  /** The connection is reset. */
  | 'reset'
  /** Nothing more comes, and the connection stays open. */
  | 'silence';

export interface Reply {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Each piece is one write; a generator may wait for whatever it likes between two. */
  readonly body?: Iterable<Piece> | AsyncIterable<Piece>;
  readonly ending?: Ending;
}

/** A reply, or none at all: the connection is reset, or stays silent for ever. */
export type Answer = Reply | 'reset' | 'silence';
export type Script = Answer | ((request: StandInRequest) => Answer | Promise<Answer>);

export interface StandInRequest {
  /** 1 for the first. */
  readonly number: number;
  readonly path: string;
  readonly model: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
  readonly bytesSent: number;
  /** Resolves when the reply was sent to its end, or the client has left before. */
  readonly over: Promise<'sent' | 'left'>;
}

export interface StandIn {
  /** For `baseUrl`; without a slash at the end. */
  readonly url: string;
  readonly requests: readonly StandInRequest[];
  readonly openConnections: number;
  /** Replies under way, the silent ones included. */
  readonly openAnswers: number;
  /** What the next requests are answered. */
  answer(script: Script): void;
  stop(): void;
}

export function startGeminiStandIn(first: Script): StandIn {
  const requests: StandInRequest[] = [];
  const connections = new Set<Connection>();
  let script = first;
  let openAnswers = 0;

  async function serve(connection: Connection, request: MutableRequest): Promise<void> {
    requests.push(request);
    openAnswers++;
    const answer = typeof script === 'function' ? await script(request) : script;
    const outcome = await reply(connection, request, answer);
    openAnswers--;
    request.finish(outcome);
  }

  const listener = Bun.listen<Connection>({
    hostname: '127.0.0.1',
    port: 0,
    socket: {
      open(socket) {
        const connection = new Connection(socket, (head, body) => {
          void serve(connection, readRequest(requests.length + 1, head, body));
        });
        socket.data = connection;
        connections.add(connection);
      },
      data: (socket, bytes) => socket.data.receive(bytes),
      drain: (socket) => socket.data.drained(),
      close(socket) {
        connections.delete(socket.data);
        socket.data.closed();
      },
      error() {},
    },
  });

  return {
    url: `http://127.0.0.1:${listener.port}`,
    requests,
    get openConnections() {
      return connections.size;
    },
    get openAnswers() {
      return openAnswers;
    },
    answer(next) {
      script = next;
    },
    stop() {
      listener.stop(true);
    },
  };
}

async function reply(
  connection: Connection,
  request: MutableRequest,
  answer: Answer,
): Promise<'sent' | 'left'> {
  if (answer === 'silence') return connection.left;
  if (answer === 'reset') {
    connection.reset();
    return 'sent';
  }
  const { status = 200, headers = {}, body = [], ending = 'complete' } = answer;
  const lines = Object.entries({
    'content-type': 'text/event-stream',
    'transfer-encoding': 'chunked',
    ...headers,
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  if (!(await connection.send(`HTTP/1.1 ${status} -\r\n${lines.join('')}\r\n`))) return 'left';
  for await (const piece of body) {
    const bytes = typeof piece === 'string' ? Buffer.from(piece) : piece;
    if (bytes.length === 0) continue;
    const sent = await connection.send(
      Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, CRLF]),
    );
    if (!sent) return 'left';
    request.bytesSent += bytes.length;
    // Lets the reader see this piece before the next is written.
    await new Promise(setImmediate);
  }
  switch (ending) {
    case 'complete':
      return (await connection.send('0\r\n\r\n')) ? 'sent' : 'left';
    case 'cut':
      connection.end();
      return 'sent';
    case 'reset':
      connection.reset();
      return 'sent';
    case 'silence':
      return connection.left;
    default:
      return ending satisfies never;
  }
}

const CRLF = Buffer.from('\r\n');
const HEAD_END = '\r\n\r\n';

/** One socket: collects requests, and writes no faster than the other side reads. */
class Connection {
  readonly left: Promise<'left'>;
  #leave: (outcome: 'left') => void = () => {};
  #open = true;
  #received = Buffer.alloc(0);
  #onDrain = () => {};

  constructor(
    readonly socket: Socket<Connection>,
    readonly onRequest: (head: string, body: string) => void,
  ) {
    this.left = new Promise((resolve) => {
      this.#leave = resolve;
    });
  }

  receive(bytes: Buffer): void {
    this.#received = Buffer.concat([this.#received, bytes]);
    const headEnd = this.#received.indexOf(HEAD_END);
    if (headEnd < 0) return;
    const head = this.#received.toString('latin1', 0, headEnd);
    const bodyStart = headEnd + HEAD_END.length;
    const bodyEnd = bodyStart + Number(/^content-length: *(\d+)/im.exec(head)?.[1] ?? 0);
    if (this.#received.length < bodyEnd) return;
    const body = this.#received.toString('utf8', bodyStart, bodyEnd);
    this.#received = this.#received.subarray(bodyEnd);
    this.onRequest(head, body);
  }

  /** Resolves when the bytes have been handed over; false when nobody is there any more. */
  async send(data: Piece): Promise<boolean> {
    const bytes = typeof data === 'string' ? Buffer.from(data) : data;
    for (let from = 0; from < bytes.length; ) {
      if (!this.#open) return false;
      from += Math.max(0, this.socket.write(bytes, from, bytes.length - from));
      if (from < bytes.length) {
        await new Promise<void>((resolve) => {
          this.#onDrain = resolve;
        });
      }
    }
    return this.#open;
  }

  drained(): void {
    this.#onDrain();
  }

  closed(): void {
    this.#open = false;
    this.#leave('left');
    this.#onDrain();
  }

  end(): void {
    this.socket.end();
  }

  reset(): void {
    this.socket.terminate();
  }
}

interface MutableRequest extends StandInRequest {
  bytesSent: number;
  finish(outcome: 'sent' | 'left'): void;
}

function readRequest(number: number, head: string, body: string): MutableRequest {
  const [requestLine = '', ...lines] = head.split('\r\n');
  const path = requestLine.split(' ')[1] ?? '';
  const headers = Object.fromEntries(
    lines.map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
  let finish: MutableRequest['finish'] = () => {};
  const over = new Promise<'sent' | 'left'>((resolve) => {
    finish = resolve;
  });
  const model = /\/models\/([^:]+):/.exec(path)?.[1] ?? '';
  return { number, path, model, headers, body: parse(body), bytesSent: 0, over, finish };
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return body;
  }
}

// ─── What the provider says ──────────────────────────────────────────────────────────────────────

export type WireEvent = Readonly<Record<string, unknown>>;

/** Events as they stand on the wire. */
export function wire(events: readonly WireEvent[], newline: '\n' | '\r\n' = '\r\n'): string {
  return events.map((event) => `data: ${JSON.stringify(event)}${newline}${newline}`).join('');
}

/** The four ways a stream is cut into pieces; the text that comes out must not depend on them. */
export const chunkings: Readonly<Record<string, (stream: string) => Uint8Array[]>> = {
  whole: (stream) => [Buffer.from(stream)],
  'event by event': (stream) => stream.split(/(?<=\n\r?\n)/).map((event) => Buffer.from(event)),
  'in seven-byte pieces': (stream) => pieces(stream, 7),
  'byte by byte': (stream) => pieces(stream, 1),
};

function pieces(stream: string, size: number): Uint8Array[] {
  const bytes = Buffer.from(stream);
  const count = Math.ceil(bytes.length / size);
  return Array.from({ length: count }, (_, number) => bytes.subarray(number * size, (number + 1) * size));
}

/** An event with a piece of text; `candidate` and `event` add to it or overwrite. */
export function textEvent(text: string, candidate: WireEvent = {}, event: WireEvent = {}): WireEvent {
  return {
    candidates: [{ content: { parts: [{ text }], role: 'model' }, index: 0, ...candidate }],
    ...event,
  };
}

/** An answer of these pieces as events, with a running total of usage, ended by a finish value. */
export function answerEvents(
  texts: readonly string[],
  last: WireEvent = { finishReason: 'STOP' },
): WireEvent[] {
  let tokens = 0;
  return texts.map((text, number) => {
    tokens += Math.ceil(text.length / 4);
    const usageMetadata = {
      promptTokenCount: 100,
      candidatesTokenCount: tokens,
      totalTokenCount: 100 + tokens,
    };
    return textEvent(text, number === texts.length - 1 ? last : {}, { usageMetadata });
  });
}

/** A whole good answer as a reply. */
export function says(...texts: string[]): Reply {
  return { body: [wire(answerEvents(texts))] };
}

export interface WebSource {
  readonly uri: string;
  readonly title: string;
}

/** Grounding for an answer: which sentence rests on which sources. Positions count bytes, a 0 is left out. */
export function grounding(
  answer: string,
  sources: readonly WebSource[],
  supports: readonly (readonly [sentence: string, sources: readonly number[]])[],
): WireEvent {
  return {
    groundingChunks: sources.map((web) => ({ web })),
    groundingSupports: supports.map(([text, groundingChunkIndices]) => {
      const startIndex = Buffer.byteLength(answer.slice(0, answer.indexOf(text)));
      const segment = { endIndex: startIndex + Buffer.byteLength(text), text };
      return { segment: startIndex === 0 ? segment : { startIndex, ...segment }, groundingChunkIndices };
    }),
    webSearchQueries: ['token liquidity'],
    searchEntryPoint: { renderedContent: '<div class="container">token liquidity</div>' },
  };
}

export interface ApiErrorBody {
  readonly code: number;
  readonly status: string;
  readonly details?: readonly WireEvent[];
}

/** Words of the provider that must never reach a visitor. */
export const SECRET_WORDS = 'models/gemini-2.5-flash of project 123456789 with key AIzaSyStandIn';

export function apiError({ code, status, details = [] }: ApiErrorBody): WireEvent {
  return { error: { code, message: SECRET_WORDS, status, details } };
}

/** An error before the stream. The content type decides how the SDK wraps it. */
export function refuses(error: ApiErrorBody, contentType = 'application/json; charset=UTF-8'): Reply {
  const json = JSON.stringify(apiError(error), null, 2);
  const body = contentType.startsWith('text/event-stream') ? `data: ${json}\r\n\r\n` : json;
  return { status: error.code, headers: { 'content-type': contentType }, body: [body] };
}

/** A used-up quota, with the time the provider asks to wait, such as `34.4s`. */
export function quotaError(retryDelay?: string, quota: 'PerMinute' | 'PerDay' = 'PerMinute'): ApiErrorBody {
  const quotaId = `GenerateRequests${quota}PerProjectPerModel-FreeTier`;
  return {
    code: 429,
    status: 'RESOURCE_EXHAUSTED',
    details: [
      { '@type': 'type.googleapis.com/google.rpc.QuotaFailure', violations: [{ quotaId, quotaValue: '15' }] },
      ...(retryDelay === undefined
        ? []
        : [{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay }]),
    ],
  };
}

/** An answer without end, as fast as it is read; stops by itself after so many bytes. */
export function* flood(bytes = 50 * 1024 * 1024): Generator<Uint8Array> {
  const piece = Buffer.from(wire(Array.from({ length: 160 }, () => textEvent('moon '.repeat(70)))));
  for (let sent = 0; sent < bytes; sent += piece.length) yield piece;
}
