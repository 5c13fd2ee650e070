// The environment, read once, checked and frozen. A wrong value stops the start with one line that
// names the variable and what it accepts; nothing else in the server looks at the environment.

import * as v from 'valibot';

export interface Config {
  /** Absent: questions are answered with 401 until it is set. */
  readonly apiKey: string | undefined;
  readonly provider: 'gemini' | 'offline';
  readonly model: string;
  readonly temperature: number;
  readonly maxTokens: number;
  readonly maxDurationSeconds: number;
  readonly providerBaseUrl: string | undefined;
  readonly providerApiVersion: string;
  readonly host: string;
  readonly port: number;
  /** `'*'`, or patterns such as `https://example.com` and `https://*.example.com`. */
  readonly allowedOrigins: '*' | readonly string[];
  /** How many proxies in front of the server may be believed about a client's address. */
  readonly trustedProxies: number;
  /** 0 turns the limit off. */
  readonly clientRequestsPerMinute: number;
  /** 0 turns the limit off. */
  readonly providerRequestsPerMinute: number;
  readonly maxOpenAnswers: number;
  /** For how long an identical question joins an answer; 0 turns sharing off. */
  readonly shareAnswersSeconds: number;
  /** For how long an answer goes on without a reader. */
  readonly resumeSeconds: number;
  readonly redisUrl: string | undefined;
  readonly systemInstructionFile: string | undefined;
  readonly searchSuggestions: boolean;
  readonly metrics: boolean;
  readonly logLevel: LogLevel;
}

export const logLevels = ['debug', 'info', 'warn', 'error', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

/** The settings cannot be used; the message is one line for the person who starts the server. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

export type Environment = Readonly<Record<string, string | undefined>>;

type Reader<T> = v.GenericSchema<unknown, T>;

const integer = (min: number, max: number): Reader<number> => {
  const accepts = `a whole number from ${min} to ${max}`;
  return v.pipe(
    v.string(accepts),
    v.regex(/^\d{1,9}$/, accepts),
    v.transform(Number),
    v.minValue(min, accepts),
    v.maxValue(max, accepts),
  );
};

const decimal = (min: number, max: number): Reader<number> => {
  const accepts = `a number from ${min} to ${max}`;
  return v.pipe(
    v.string(accepts),
    v.regex(/^\d+(\.\d+)?$/, accepts),
    v.transform(Number),
    v.minValue(min, accepts),
    v.maxValue(max, accepts),
  );
};

const oneOf = <const T extends readonly string[]>(values: T): Reader<T[number]> =>
  v.picklist(values, `one of ${values.join(', ')}`);

const onOff: Reader<boolean> = v.pipe(
  v.picklist(['on', 'off', 'true', 'false', '1', '0'], 'on or off'),
  v.transform((value) => value === 'on' || value === 'true' || value === '1'),
);

const words = (pattern: RegExp, accepts: string): Reader<string> =>
  v.pipe(v.string(accepts), v.regex(pattern, accepts));

const url = (protocols: readonly string[], accepts: string): Reader<string> =>
  v.pipe(
    v.string(accepts),
    v.check((value) => URL.canParse(value) && protocols.includes(new URL(value).protocol), accepts),
  );

const ORIGIN = /^https?:\/\/(\*\.)?[a-z0-9-]+(\.[a-z0-9-]+)*(:\d{1,5})?$/i;

const origins: Reader<'*' | readonly string[]> = v.pipe(
  v.string(),
  v.transform((text) => (text === '*' ? '*' : text.split(/[\s,]+/).filter((part) => part !== ''))),
  v.check(
    (list) => list === '*' || (list.length > 0 && list.every((origin) => ORIGIN.test(origin))),
    '*, or origins separated by commas such as https://example.com, https://*.example.com',
  ),
);

const KEY_NAMES = ['PROVIDER_GENERATIVE_AI_API_KEY', 'GOOGLE_GENERATIVE_AI_API_KEY', 'GEMINI_API_KEY'];

/** What stands in these is never printed; an address can hold a password. */
const SECRET_NAMES = [...KEY_NAMES, 'REDIS_URL'];

const key = words(/^[\x21\x23-\x26\x28-\x7e]+$/, 'the plain key, without quotes or spaces');

/**
 * Reads the settings; an empty variable counts as not set.
 *
 * @throws ConfigError with one line that names the first wrong variable and what it accepts.
 */
export function readConfig(environment: Environment): Config {
  function read<T>(name: string, schema: Reader<T>, otherwise: T): T {
    const value = environment[name]?.trim();
    if (value === undefined || value === '') return otherwise;
    const result = v.safeParse(schema, value);
    if (result.success) return result.output;
    const got = SECRET_NAMES.includes(name) ? '' : `, got ${JSON.stringify(value.slice(0, 80))}`;
    throw new ConfigError(`${name}: expected ${result.issues[0].message}${got}`);
  }
  const none: string | undefined = undefined;

  return Object.freeze({
    apiKey: KEY_NAMES.map((name) => read<string | undefined>(name, key, none)).find(Boolean),
    provider: read('ORACLE_PROVIDER', oneOf(['gemini', 'offline']), 'gemini'),
    model: read('MODEL', words(/^[\w.\-/]{1,100}$/, 'a model name'), 'gemini-2.5-flash'),
    temperature: read('TEMPERATURE', decimal(0, 1), 0.7),
    maxTokens: read('MAX_TOKENS', integer(1, 65_536), 4000),
    maxDurationSeconds: read('MAX_DURATION_SECONDS', integer(1, 900), 50),
    providerBaseUrl: read<string | undefined>(
      'PROVIDER_BASE_URL',
      url(['http:', 'https:'], 'an http or https address'),
      none,
    ),
    providerApiVersion: read(
      'PROVIDER_API_VERSION',
      words(/^v\d\w{0,20}$/, 'a version such as v1beta'),
      'v1beta',
    ),
    host: read('HOST', words(/^[\w.:[\]-]{1,255}$/, 'a host name or address'), '0.0.0.0'),
    port: read('PORT', integer(0, 65_535), 3000),
    allowedOrigins: read<'*' | readonly string[]>('ALLOWED_ORIGINS', origins, '*'),
    trustedProxies: read('TRUSTED_PROXIES', integer(0, 10), 0),
    clientRequestsPerMinute: read('CLIENT_REQUESTS_PER_MINUTE', integer(0, 100_000), 20),
    providerRequestsPerMinute: read('PROVIDER_REQUESTS_PER_MINUTE', integer(0, 1_000_000), 0),
    maxOpenAnswers: read('MAX_OPEN_ANSWERS', integer(1, 100_000), 10_000),
    shareAnswersSeconds: read('SHARE_ANSWERS_SECONDS', integer(0, 86_400), 60),
    resumeSeconds: read('RESUME_SECONDS', integer(0, 900), 10),
    redisUrl: read<string | undefined>(
      'REDIS_URL',
      url(['redis:', 'rediss:', 'valkey:', 'valkeys:'], 'an address such as redis://localhost:6379'),
      none,
    ),
    systemInstructionFile: read<string | undefined>('SYSTEM_INSTRUCTION_FILE', v.string(), none),
    searchSuggestions: read('SEARCH_SUGGESTIONS', onOff, true),
    metrics: read('METRICS', onOff, false),
    logLevel: read('LOG_LEVEL', oneOf(logLevels), 'info'),
  });
}
