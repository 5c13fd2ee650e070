// Stands in at the server's address while its last answers end: tells a load balancer that the server
// is draining, and refuses everybody else. Bun.serve, once stopped, no longer listens at all.

import { NO_STORE } from './errors.ts';

export interface DrainNotice {
  stop(): void;
}

const BODY = '{"status":"draining"}';
const RESPONSE = [
  'HTTP/1.1 503 Service Unavailable',
  'content-type: application/json;charset=utf-8',
  `cache-control: ${NO_STORE['cache-control']}`,
  `content-length: ${BODY.length}`,
  'connection: close',
  '',
  BODY,
].join('\r\n');

/** Never throws: where the address cannot be had again, connections are refused by the system itself. */
export function announceDraining(hostname: string, port: number): DrainNotice {
  try {
    const listener = Bun.listen({
      hostname,
      port,
      socket: {
        data(socket, bytes) {
          if (/^(GET|HEAD) \/health[ ?]/.test(bytes.toString('latin1'))) socket.end(RESPONSE);
          else socket.terminate();
        },
        error() {},
      },
    });
    return { stop: () => listener.stop(true) };
  } catch {
    return { stop() {} };
  }
}
