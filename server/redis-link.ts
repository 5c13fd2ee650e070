// The one line to Redis or Valkey, and whether it holds. Nothing ever waits long for it: a command has a
// quarter of a second, and while the server is away commands fail at once, so that callers go on from
// memory. The runtime's own reconnecting is off: it gives up after some tries and queues in between.

import { RedisClient } from 'bun';
import { describeCause, type Log } from './log.ts';

/** Redis did not answer; whether it did what was asked is unknown. */
export class RedisAway extends Error {
  override readonly name = 'RedisAway';
}

export interface RedisConnection {
  send(command: string, args: readonly (string | number)[]): Promise<unknown>;
  close(): void;
}

export interface RedisLink {
  /** This process among those on the same Redis. */
  readonly instance: string;
  /** True while Redis answers. */
  readonly isUp: boolean;
  /** Resolves after the first try, whatever came of it. */
  readonly tried: Promise<void>;
  /**
   * @throws RedisAway within a quarter of a second when there is no answer; the server's own refusals
   *   (`ERR …`) pass through.
   */
  send(command: string, args: readonly (string | number)[]): Promise<unknown>;
  /** The same for a Lua script, which is sent whole only where the server does not know it yet. */
  run(script: Script, keys: readonly string[], args: readonly (string | number)[]): Promise<unknown>;
  /** Resolves while Redis answers, or as soon as it does again; true unless the link was closed. */
  whenUp(): Promise<boolean>;
  /** A line of its own, for commands that block. */
  connect(): Promise<RedisConnection>;
  close(): void;
}

export interface Script {
  readonly source: string;
  readonly sha1: string;
}

export function script(source: string): Script {
  return { source, sha1: new Bun.CryptoHasher('sha1').update(source).digest('hex') };
}

const COMMAND_MS = 250;
/** An instance that has been silent for so long is taken for dead. */
const ALIVE_MS = 5_000;

/** Set while the instance lives. */
export const aliveKey = (instance: string) => `oracle:alive:${instance}`;

/** A server that says one of these cannot be used now, though it speaks. */
const UNUSABLE = /^(LOADING|READONLY|MASTERDOWN|MISCONF|OOM|NOAUTH|WRONGPASS|NOPERM|CLUSTERDOWN|BUSY )/;

/** Looks every `tickMs` whether Redis answers, and says in the log when that changes. */
export function createRedisLink(url: string, log: Log, tickMs = 1_000): RedisLink {
  const instance = crypto.randomUUID().slice(0, 8);
  let client: RedisClient | undefined;
  let isClosed = false;
  let isReported = false;
  let waiting: ((isUp: boolean) => void)[] = [];
  const lines = new Set<RedisClient>();

  function open(): RedisClient {
    return new RedisClient(url, {
      autoReconnect: false,
      enableOfflineQueue: false,
      connectionTimeout: COMMAND_MS,
    });
  }

  async function tick(): Promise<void> {
    const trying = client ?? open();
    try {
      if (!client) await inTime(trying.connect());
      await inTime(trying.send('SET', [aliveKey(instance), '1', 'PX', String(ALIVE_MS)]));
      if (isClosed) trying.close();
      else up(trying);
    } catch (error) {
      lose(trying, error);
    }
  }

  function up(connected: RedisClient): void {
    if (client) return;
    client = connected;
    connected.onclose = (error) => lose(connected, error);
    if (isReported) log.info('redis-back');
    isReported = false;
    for (const resolve of waiting.splice(0)) resolve(true);
  }

  function lose(lost: RedisClient, cause: unknown): void {
    lost.onclose = () => {};
    lost.close();
    if (client === lost) {
      client = undefined;
      // What blocks on a line of its own would not notice a server that has fallen silent.
      for (const line of lines) line.close();
      lines.clear();
    }
    if (isClosed) return;
    log[isReported ? 'debug' : 'warn']('redis-away', { cause: describeCause(cause, [url]) });
    isReported = true;
  }

  async function send(command: string, args: readonly (string | number)[]): Promise<unknown> {
    const used = client;
    if (!used) throw new RedisAway();
    try {
      return await inTime(used.send(command, args.map(String)));
    } catch (error) {
      if (isRefusal(error) && !UNUSABLE.test(error.message)) throw error;
      if (client === used) lose(used, error);
      throw new RedisAway(undefined, { cause: error });
    }
  }

  const timer = setInterval(() => void tick(), tickMs);
  timer.unref();

  return {
    instance,
    get isUp() {
      return client !== undefined;
    },
    tried: tick(),
    send,

    async run({ source, sha1 }, keys, args) {
      const rest = [keys.length, ...keys, ...args];
      try {
        return await send('EVALSHA', [sha1, ...rest]);
      } catch (error) {
        if (!isRefusal(error) || !error.message.startsWith('NOSCRIPT')) throw error;
        return send('EVAL', [source, ...rest]);
      }
    },

    async whenUp() {
      if (client) return true;
      return isClosed ? false : new Promise<boolean>((resolve) => waiting.push(resolve));
    },

    async connect() {
      const line = open();
      await inTime(line.connect());
      lines.add(line);
      line.onclose = () => lines.delete(line);
      return { send: (command, args) => line.send(command, args.map(String)), close: () => line.close() };
    },

    close() {
      isClosed = true;
      clearInterval(timer);
      for (const line of lines) line.close();
      client?.close();
      client = undefined;
      for (const resolve of waiting) resolve(false);
      waiting = [];
    },
  };
}

function isRefusal(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && error.code === 'ERR_REDIS_SERVER_ERROR';
}

/** Rejects when there is no answer in time. */
function inTime<T>(answer: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    let turn = 0;
    // In two steps, so that a process that was busy for that long looks at what has come before it judges.
    const judge = () => {
      if (turn++ > 0) reject(new RedisAway('no answer'));
      else timer = setTimeout(judge, COMMAND_MS / 10);
    };
    let timer = setTimeout(judge, (COMMAND_MS * 9) / 10);
    answer.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
