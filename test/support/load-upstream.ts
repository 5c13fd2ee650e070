// A process of its own: the provider of the benchmarks. Raw TCP, every event a write of its own, at the
// pace that the parent process asks for. Faults are the stand-in's business (gemini-stand-in.ts).

import type { Socket } from 'bun';

export interface Pace {
  /** Events of one answer, the last one with the finish reason. */
  readonly events: number;
  /** 0: all at once, in one write. */
  readonly everyMs: number;
}

export type ToUpstream = { readonly pace: Pace };
export type FromUpstream =
  | { readonly port: number }
  | { readonly paced: true }
  | { readonly openAnswers: number };

interface Connection {
  received: string;
  timer: ReturnType<typeof setInterval> | undefined;
}

/** Stands nowhere else in what is sent. */
export const FIRST_WORD = 'Liquidity';
const TEXT = `${FIRST_WORD} is locked, the supply is fixed, and the holders are spread wide enough. `;
const HEAD =
  'HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ncache-control: no-cache\r\ntransfer-encoding: chunked\r\n\r\n';

function event(finishReason?: 'STOP'): string {
  const data = JSON.stringify({
    candidates: [
      {
        content: { parts: [{ text: TEXT }], role: 'model' },
        index: 0,
        ...(finishReason && { finishReason }),
      },
    ],
    usageMetadata: {
      promptTokenCount: 1_204,
      candidatesTokenCount: 17,
      totalTokenCount: 1_221,
      promptTokensDetails: [{ modality: 'TEXT', tokenCount: 1_204 }],
    },
    modelVersion: 'stand-in',
    responseId: 'q8kfZ7uNEd2mvdIP0-yfoAE',
  });
  const line = `data: ${data}\r\n\r\n`;
  return `${line.length.toString(16)}\r\n${line}\r\n`;
}

const MORE = event();
const LAST = `${event('STOP')}0\r\n\r\n`;

let pace: Pace = { events: 1, everyMs: 0 };
let openAnswers = 0;

function tell(message: FromUpstream): void {
  process.send?.(message);
}

function close(connection: Connection): void {
  if (connection.timer === undefined) return;
  clearInterval(connection.timer);
  connection.timer = undefined;
  openAnswers--;
}

function answer(socket: Socket<Connection>): void {
  const { events, everyMs } = pace;
  if (everyMs === 0) {
    socket.write(HEAD + MORE.repeat(events - 1) + LAST);
    return;
  }
  let left = events - 1;
  socket.write(HEAD + MORE);
  openAnswers++;
  socket.data.timer = setInterval(() => {
    left--;
    socket.write(left > 0 ? MORE : LAST);
    if (left === 0) close(socket.data);
  }, everyMs);
}

if (import.meta.main) {
  const listener = Bun.listen<Connection>({
    hostname: '127.0.0.1',
    port: 0,
    socket: {
      open(socket) {
        socket.data = { received: '', timer: undefined };
        socket.setNoDelay(true);
      },
      data(socket, bytes) {
        const connection = socket.data;
        connection.received += bytes.toString('latin1');
        const head = connection.received.indexOf('\r\n\r\n');
        if (head < 0) return;
        const length = Number(/\r\ncontent-length: *(\d+)/i.exec(connection.received)?.[1] ?? 0);
        if (connection.received.length < head + 4 + length) return;
        connection.received = '';
        answer(socket);
      },
      close: (socket) => close(socket.data),
      error: (socket) => close(socket.data),
    },
  });
  process.on('message', (message: ToUpstream) => {
    pace = message.pace;
    tell({ paced: true });
  });
  setInterval(() => tell({ openAnswers }), 250);
  tell({ port: listener.port });
}
