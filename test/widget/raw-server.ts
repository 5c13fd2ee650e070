// A server that writes exactly the bytes it is told to and then hangs up, or does not.

import type { TCPSocketListener } from 'bun';

export interface RawServer extends Disposable {
  readonly url: string;
  /** What the last request was, head and body. */
  readonly request: string;
  /** Resolves when a client has left. */
  readonly left: Promise<void>;
}

export interface RawAnswer {
  /** Sent as it is, status line and headers included; in pieces, each in a packet of its own. */
  readonly pieces: readonly (string | Uint8Array)[];
  /** Leaves the line open after the last piece. */
  readonly stays?: boolean;
}

/** `answer` is asked anew for each request. */
export function serveRaw(answer: (request: string) => RawAnswer): RawServer {
  let request = '';
  const left = Promise.withResolvers<void>();
  const requests = new WeakMap<object, string>();
  const listener: TCPSocketListener = Bun.listen({
    hostname: '127.0.0.1',
    port: 0,
    socket: {
      async data(socket, bytes) {
        const head = (requests.get(socket) ?? '') + bytes.toString();
        requests.set(socket, head);
        const bodyAt = head.indexOf('\r\n\r\n') + 4;
        const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
        if (bodyAt < 4 || Buffer.byteLength(head.slice(bodyAt)) < length) return;
        requests.delete(socket);
        request = head;
        const { pieces, stays } = answer(head);
        for (const piece of pieces) {
          socket.write(piece);
          socket.flush();
          await new Promise((resolve) => setImmediate(resolve));
        }
        if (!stays) socket.end();
      },
      close: () => left.resolve(),
    },
  });
  return {
    url: `http://127.0.0.1:${listener.port}`,
    get request() {
      return request;
    },
    left: left.promise,
    [Symbol.dispose]: () => listener.stop(true),
  };
}

/** The head of a streamed answer. */
export const STREAM_HEAD =
  'HTTP/1.1 200 OK\r\ncontent-type: text/event-stream; charset=utf-8\r\nx-answer-id: a1\r\n' +
  'ratelimit-policy: "client";q=20;w=60, "cooldown";q=1;w=30\r\nconnection: close\r\n\r\n';

/** A whole JSON answer with its status line. */
export function jsonAnswer(status: number, body: unknown, headers = ''): RawAnswer {
  return textAnswer(status, JSON.stringify(body), 'application/json', headers);
}

export function textAnswer(status: number, body: string, contentType: string, headers = ''): RawAnswer {
  const length = Buffer.byteLength(body);
  return {
    pieces: [
      `HTTP/1.1 ${status} X\r\ncontent-type: ${contentType}\r\ncontent-length: ${length}\r\nconnection: close\r\n${headers}\r\n${body}`,
    ],
  };
}
