import { expect, test } from 'bun:test';
import { ConfigError, type Environment, readConfig } from '../../server/config.ts';

test('an empty environment gives the documented settings', () => {
  const config = readConfig({});
  expect(config).toMatchObject({
    provider: 'gemini',
    model: 'gemini-2.5-flash',
    temperature: 0.7,
    maxTokens: 4000,
    maxDurationSeconds: 50,
    providerApiVersion: 'v1beta',
    port: 3000,
    allowedOrigins: '*',
    trustedProxies: 0,
    clientRequestsPerMinute: 20,
    providerRequestsPerMinute: 0,
    shareAnswersSeconds: 60,
    resumeSeconds: 10,
    logLevel: 'info',
  });
  expect(config.apiKey).toBeUndefined();
  expect(Object.isFrozen(config)).toBe(true);
});

test('a variable that is set to nothing counts as not set', () => {
  expect(readConfig({ PORT: '', MODEL: ' ', REDIS_URL: '' })).toEqual(readConfig({}));
});

test.each([['PROVIDER_GENERATIVE_AI_API_KEY'], ['GOOGLE_GENERATIVE_AI_API_KEY'], ['GEMINI_API_KEY']])(
  'the key is taken from %s',
  (name) => {
    expect(readConfig({ [name]: ' secret-key ' }).apiKey).toBe('secret-key');
  },
);

test('the service’s own name for the key wins over the vendor’s', () => {
  const environment = { GEMINI_API_KEY: 'second', PROVIDER_GENERATIVE_AI_API_KEY: 'first' };
  expect(readConfig(environment).apiKey).toBe('first');
});

test('origins are a list with or without wildcards', () => {
  const { allowedOrigins } = readConfig({
    ALLOWED_ORIGINS: 'https://example.com, https://*.example.org http://localhost:8080',
  });
  expect(allowedOrigins).toEqual(['https://example.com', 'https://*.example.org', 'http://localhost:8080']);
});

const wrong: [Environment, string][] = [
  [{ PORT: '70000' }, 'PORT: expected a whole number from 0 to 65535, got "70000"'],
  [{ PORT: '3000x' }, 'PORT: expected a whole number from 0 to 65535, got "3000x"'],
  [{ TEMPERATURE: '1.1' }, 'TEMPERATURE: expected a number from 0 to 1, got "1.1"'],
  [{ TEMPERATURE: 'warm' }, 'TEMPERATURE: expected a number from 0 to 1, got "warm"'],
  [{ MAX_TOKENS: '0' }, 'MAX_TOKENS: expected a whole number from 1 to 65536, got "0"'],
  [{ MAX_DURATION_SECONDS: '-5' }, 'MAX_DURATION_SECONDS: expected a whole number from 1 to 900, got "-5"'],
  [{ ORACLE_PROVIDER: 'openai' }, 'ORACLE_PROVIDER: expected one of gemini, offline, got "openai"'],
  [
    { PROVIDER_BASE_URL: 'localhost:8080' },
    'PROVIDER_BASE_URL: expected an http or https address, got "localhost:8080"',
  ],
  [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL: expected one of debug, info, warn, error, silent, got "loud"'],
  [
    { ALLOWED_ORIGINS: 'example.com' },
    'ALLOWED_ORIGINS: expected *, or origins separated by commas such as https://example.com, https://*.example.com, got "example.com"',
  ],
  [{ METRICS: 'maybe' }, 'METRICS: expected on or off, got "maybe"'],
];

test.each(wrong)('%o stops the start with one line', (environment, line) => {
  expect(() => readConfig(environment)).toThrow(new ConfigError(line));
});

test('a wrong address of Redis is named and never shown, since it may hold a password', () => {
  expect(() => readConfig({ REDIS_URL: 'http://user:password@localhost' })).toThrow(
    new ConfigError('REDIS_URL: expected an address such as redis://localhost:6379'),
  );
});

test('a wrong key is named and never shown', () => {
  const key = '"AIzaSyQuotedByMistake"';
  expect(() => readConfig({ PROVIDER_GENERATIVE_AI_API_KEY: key })).toThrow(
    new ConfigError('PROVIDER_GENERATIVE_AI_API_KEY: expected the plain key, without quotes or spaces'),
  );
});
