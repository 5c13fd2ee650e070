// A process of its own: the visitors of the benchmarks. Raw TCP, a new connection each; reads as fast as
// it can and looks at nothing but when the answer begins and how it ends.

import type { Socket } from 'bun';

export interface LoadJob {
  readonly port: number;
  /** The whole request, head and body. */
  readonly request: string;
  readonly streams: number;
  /** How many may be under way at once; 1 is one after the other. */
  readonly atOnce: number;
  /** New streams a second; 0 starts each as soon as it may. */
  readonly perSecond: number;
  /** The answer's first word: its first byte is what counts, whatever is sent before it. */
  readonly beginsWith: string;
  /** A good answer's last bytes contain this. */
  readonly endsWith: string;
  /** Every second stream is cut by the client, somewhere after its body has begun. */
  readonly abortHalf: boolean;
}

export interface LoadResult {
  readonly good: number;
  readonly aborted: number;
  readonly bad: number;
  /** What the first bad one ended with. */
  readonly firstBad: string;
  readonly firstByteMs: readonly number[];
  readonly mostAtOnce: number;
  readonly milliseconds: number;
}

export type FromClient =
  | { readonly ready: true }
  | { readonly open: number }
  | { readonly result: LoadResult };

interface Stream {
  readonly number: number;
  readonly startedAt: number;
  head: string;
  tail: string;
  inBody: boolean;
  hasBegun: boolean;
  /** Of the body; a short answer has a length instead of chunks. */
  bytesLeft: number;
  over: boolean;
}

const TAIL = 300;

export async function load(job: LoadJob, onOpen: (open: number) => void = () => {}): Promise<LoadResult> {
  const firstByteMs: number[] = [];
  const startedAt = performance.now();
  let [good, aborted, bad, open, mostAtOnce, started] = [0, 0, 0, 0, 0, 0];
  let firstBad = '';

  return new Promise((resolve) => {
    const ticking = setInterval(() => onOpen(open), 200);

    function fill(): void {
      const due =
        job.perSecond === 0 ? job.streams : ((performance.now() - startedAt) * job.perSecond) / 1000;
      while (started < job.streams && started < due && started - good - aborted - bad < job.atOnce) start();
    }
    const pacing = job.perSecond === 0 ? undefined : setInterval(fill, 5);

    function start(): void {
      const stream: Stream = {
        number: started++,
        startedAt: performance.now(),
        head: '',
        tail: '',
        inBody: false,
        hasBegun: false,
        bytesLeft: Number.POSITIVE_INFINITY,
        over: false,
      };
      void Bun.connect<Stream>({
        hostname: '127.0.0.1',
        port: job.port,
        data: stream,
        socket: {
          open(socket) {
            socket.setNoDelay(true);
            socket.write(job.request);
          },
          data: (socket, bytes) => take(socket, bytes),
          close: (socket) => end(socket.data),
          error: (socket) => end(socket.data),
        },
      }).catch((error) => {
        stream.tail = String(error);
        end(stream);
      });
    }

    function take(socket: Socket<Stream>, bytes: Buffer): void {
      const stream = socket.data;
      if (stream.over) return;
      const text = bytes.toString('latin1');
      if (!stream.hasBegun && text.includes(job.beginsWith)) {
        stream.hasBegun = true;
        firstByteMs.push(performance.now() - stream.startedAt);
      }
      if (!stream.inBody) {
        stream.head += text;
        const at = stream.head.indexOf('\r\n\r\n');
        if (at < 0 || stream.head.length === at + 4) return;
        stream.inBody = true;
        open++;
        mostAtOnce = Math.max(mostAtOnce, open);
        stream.tail = stream.head.slice(-TAIL);
        const length = /\r\ncontent-length: *(\d+)/i.exec(stream.head.slice(0, at + 2))?.[1];
        if (length) stream.bytesLeft = Number(length) - (stream.head.length - at - 4);
      } else {
        stream.bytesLeft -= text.length;
        stream.tail = (stream.tail + text).slice(-TAIL);
      }
      if (job.abortHalf && stream.number % 2 === 1 && Math.random() < 0.3) {
        end(stream, true);
        socket.terminate();
      } else if (stream.bytesLeft <= 0 || stream.tail.endsWith('\r\n0\r\n\r\n')) {
        end(stream);
        socket.end();
      }
    }

    function end(stream: Stream, byUs = false): void {
      if (stream.over) return;
      stream.over = true;
      if (stream.inBody) open--;
      if (byUs) aborted++;
      else if (stream.inBody && stream.tail.includes(job.endsWith)) good++;
      else {
        bad++;
        firstBad ||= stream.tail || stream.head || 'closed without a byte';
      }
      if (good + aborted + bad < job.streams) {
        fill();
        return;
      }
      clearInterval(ticking);
      clearInterval(pacing);
      const milliseconds = performance.now() - startedAt;
      resolve({ good, aborted, bad, firstBad, firstByteMs, mostAtOnce, milliseconds });
    }

    fill();
  });
}

if (import.meta.main) {
  process.on('message', async (job: LoadJob) => {
    const result = await load(job, (open) => process.send?.({ open } satisfies FromClient));
    process.send?.({ result } satisfies FromClient);
  });
  process.send?.({ ready: true } satisfies FromClient);
}
