// Follows any number of Redis streams over one blocking connection. Streams, not publish and subscribe:
// what was missed while the line was down is read when it is back.

import { RedisAway, type RedisConnection, type RedisLink } from '../redis-link.ts';

/** The id of an entry, and its fields and values in turn. */
export type StreamEntry = readonly [id: string, fields: readonly string[]];

export interface StreamTail {
  /**
   * The entries from the first on, as they come, until the tail is stopped or aborted.
   *
   * @throws RedisAway when Redis goes before there was any and the tail is not patient.
   */
  entries(): AsyncGenerator<StreamEntry>;
  fail(error: Error): void;
  stop(): void;
}

export interface StreamTails {
  /** A patient tail waits for a Redis that goes before the first entry; another one fails then. */
  follow(key: string, signal: AbortSignal, options: { readonly isPatient: boolean }): StreamTail;
  close(): void;
}

/** How long one read waits for entries before it asks again. */
const BLOCK_MS = 5_000;
const RETRY_MS = 100;
/** Before the first entry. */
const NOTHING = '0-0';
const WAKE_KEY_MS = 60_000;

interface Tail {
  readonly key: string;
  lastId: string;
  readonly isPatient: boolean;
  readonly arrived: StreamEntry[];
  wake: () => void;
  error: Error | undefined;
  isOver: boolean;
}

export function createStreamTails(link: RedisLink): StreamTails {
  const tails = new Set<Tail>();
  // A read that waits knows nothing of a tail that comes later: an entry here ends the wait.
  const wakeKey = `oracle:wake:${link.instance}`;
  let wakeId = NOTHING;
  let isReading = false;
  let line: RedisConnection | undefined;

  async function read(): Promise<void> {
    if (isReading) return;
    isReading = true;
    while (tails.size > 0 && (await link.whenUp())) {
      try {
        line ??= await link.connect();
        const asked = [...tails];
        const keys = [wakeKey, ...asked.map((tail) => tail.key)];
        const ids = [wakeId, ...asked.map((tail) => tail.lastId)];
        deliver(asked, await line.send('XREAD', ['BLOCK', BLOCK_MS, 'STREAMS', ...keys, ...ids]));
      } catch {
        line?.close();
        line = undefined;
        for (const tail of tails) if (tail.lastId === NOTHING && !tail.isPatient) fail(tail, new RedisAway());
        // A server that takes no more connections is not asked for one without end.
        await Bun.sleep(RETRY_MS);
      }
    }
    isReading = false;
  }

  function deliver(asked: readonly Tail[], reply: unknown): void {
    const streams = (reply ?? {}) as Record<string, StreamEntry[]>;
    wakeId = streams[wakeKey]?.at(-1)?.[0] ?? wakeId;
    for (const tail of asked) {
      const entries = streams[tail.key];
      const last = entries?.at(-1);
      if (!entries || !last) continue;
      tail.lastId = last[0];
      tail.arrived.push(...entries);
      tail.wake();
    }
  }

  function end(tail: Tail): void {
    tail.isOver = true;
    tails.delete(tail);
    tail.wake();
  }

  function fail(tail: Tail, error: Error): void {
    tail.error = error;
    end(tail);
  }

  return {
    follow(key, signal, { isPatient }) {
      const tail: Tail = {
        key,
        lastId: NOTHING,
        isPatient,
        arrived: [],
        wake: () => {},
        error: undefined,
        isOver: signal.aborted,
      };
      const stop = () => end(tail);
      signal.addEventListener('abort', stop, { once: true });
      if (!signal.aborted) {
        tails.add(tail);
        if (isReading) void wake();
        else void read();
      }
      return {
        async *entries() {
          for (;;) {
            yield* tail.arrived.splice(0);
            if (tail.error) throw tail.error;
            if (tail.isOver) return;
            await new Promise<void>((resolve) => {
              tail.wake = resolve;
              if (tail.arrived.length > 0) resolve();
            });
          }
        },
        fail: (error) => fail(tail, error),
        stop,
      };
    },
    close() {
      for (const tail of [...tails]) end(tail);
      line?.close();
    },
  };

  async function wake(): Promise<void> {
    await link.send('XADD', [wakeKey, 'MAXLEN', 1, '*', 'wake', '1']).catch(() => {});
    await link.send('PEXPIRE', [wakeKey, WAKE_KEY_MS]).catch(() => {});
  }
}
