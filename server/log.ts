// One JSON line an event. Never a message's text, a key, or a whole client address.

import type { LogLevel } from './config.ts';

type Field = string | number | boolean | undefined;

/** Field names are `camelCase`, units in the name; undefined fields are left out. */
export type Fields = Readonly<Record<string, Field>>;

export interface Log {
  debug(event: string, fields?: Fields): void;
  info(event: string, fields?: Fields): void;
  warn(event: string, fields?: Fields): void;
  error(event: string, fields?: Fields): void;
}

const order: Readonly<Record<LogLevel, number>> = { debug: 0, info: 1, warn: 2, error: 3, silent: 4 };

export function createLog(
  level: LogLevel,
  write: (line: string) => void = (line) => process.stdout.write(line),
): Log {
  const at =
    (name: Exclude<LogLevel, 'silent'>) =>
    (event: string, fields: Fields = {}) => {
      if (order[name] < order[level]) return;
      write(`${JSON.stringify({ time: new Date().toISOString(), level: name, event, ...fields })}\n`);
    };
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
}

/**
 * A cause for the log in one short line: what kind of error, its code or status, and the first words
 * of its message with anything that looks like a key or an address of the provider blotted out.
 */
export function describeCause(cause: unknown, secrets: readonly string[] = []): string | undefined {
  if (cause === undefined || cause === null) return undefined;
  if (!(cause instanceof Error)) return typeof cause;
  const status = 'status' in cause ? ` ${String(cause.status)}` : '';
  const code = 'code' in cause ? ` ${String(cause.code)}` : '';
  let message = cause.message.replaceAll(/\s+/g, ' ');
  for (const secret of secrets) message = message.replaceAll(secret, '…');
  message = message.replaceAll(/AIza[\w-]{10,}/g, '…').replaceAll(/key[=:]\s*[\w-]{8,}/gi, 'key=…');
  return `${cause.name}${status}${code}: ${message.slice(0, 200)}`;
}
