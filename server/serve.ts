// Puts the parts together and listens: config → provider → oracle → answers → app → Bun.serve.

import { join } from 'node:path';
import { createHeartbeats } from './answer-stream.ts';
import { type AnswerBookOptions, type AnswerRecord, createAnswerBook } from './answers/answer-book.ts';
import { createRedisAnswers } from './answers/redis-answers.ts';
import { createApp } from './app.ts';
import { createChatRoute } from './chat-route.ts';
import type { Config } from './config.ts';
import { announceDraining } from './drain-notice.ts';
import { asChatError, ChatError, failure } from './errors.ts';
import { createLimiter } from './limits/limiter.ts';
import { createProviderGate } from './limits/provider-gate.ts';
import { createProviderQuota } from './limits/provider-quota.ts';
import { createRedisLimiter, createRedisQuota } from './limits/redis-limiter.ts';
import { createLog, describeCause, type Log } from './log.ts';
import { createMetrics } from './metrics.ts';
import { loadInstruction } from './oracle/instruction.ts';
import { createOracle } from './oracle/oracle.ts';
import { modelNotice } from './providers/gemini-request.ts';
import { createOfflineProvider } from './providers/offline.ts';
import type { AnswerProvider, CallGate } from './providers/provider.ts';
import { createRedisLink } from './redis-link.ts';
import { readStaticFiles } from './static-files.ts';

export interface RunningServer {
  readonly url: string;
  /** Refuses new connections, lets running answers end, cuts what is left at the deadline. */
  drain(): Promise<void>;
  /** Ends everything at once. */
  stop(): Promise<void>;
}

/** What tests and other hosts may replace. */
export interface Parts {
  readonly provider?: AnswerProvider;
  readonly log?: Log;
  readonly heartbeatSeconds?: number;
}

/** A body larger than this is cut off by the runtime; the route refuses far smaller ones with words. */
const MAX_SOCKET_BODY_BYTES = 16 * 1024 * 1024;
/** Longest idle time Bun.serve takes; 0 stands for none. */
const MAX_IDLE_SECONDS = 255;

const root = join(import.meta.dir, '..');

/**
 * Starts the server; resolves once it listens.
 *
 * @throws ConfigError when a file that a setting names cannot be read.
 */
export async function startServer(config: Config, parts: Parts = {}): Promise<RunningServer> {
  const log = parts.log ?? createLog(config.logLevel);
  const secrets = [config.apiKey, passwordIn(config.redisUrl)].filter((secret) => secret !== undefined);
  const instructionText = await loadInstruction(config.systemInstructionFile);
  const redis = config.redisUrl ? createRedisLink(config.redisUrl, log) : undefined;
  await redis?.tried;
  const { providerRequestsPerMinute, maxDurationSeconds } = config;
  const gate = createProviderGate({
    quota: redis
      ? createRedisQuota(redis, config.model, providerRequestsPerMinute)
      : createProviderQuota(providerRequestsPerMinute),
    maxDurationSeconds,
  });
  const provider = parts.provider ?? (await createProvider(config, gate, log));
  const oracle = createOracle({ provider, instructionText, secrets });
  const heartbeats = createHeartbeats(parts.heartbeatSeconds);
  const bookOptions: AnswerBookOptions = {
    write: ({ messages, signal }, take) => oracle.answer(messages, signal, take),
    maxDurationSeconds,
    shareAnswersSeconds: config.shareAnswersSeconds,
    resumeSeconds: config.resumeSeconds,
    maxOpenAnswers: config.maxOpenAnswers,
    onFinished: (record) => {
      logAnswer(log, record, secrets);
      metrics?.answerFinished(record);
    },
  };
  const book = redis ? createRedisAnswers(redis, bookOptions) : createAnswerBook(bookOptions);
  const metrics = config.metrics
    ? createMetrics({
        openAnswers: () => book.openAnswers,
        ...(redis && { isRedisUp: () => redis.isUp }),
      })
    : undefined;
  let ready = true;
  const app = createApp({
    chat: createChatRoute({
      book,
      limiter: redis ? createRedisLimiter(redis) : createLimiter(),
      heartbeats,
      clientRequestsPerMinute: config.clientRequestsPerMinute,
      trustedProxies: config.trustedProxies,
      maxDurationSeconds,
    }),
    files: await readStaticFiles([
      { at: '/', folder: join(root, 'demo'), cacheControl: 'no-cache' },
      {
        at: '/',
        folder: join(root, 'dist'),
        cacheControl: 'public, max-age=300, stale-while-revalidate=86400',
      },
    ]),
    allowedOrigins: config.allowedOrigins,
    isReady: () => ready,
    metrics,
    onError: (error, request) => {
      const fields = { method: request.method, code: error.code, cause: describeCause(error.cause, secrets) };
      if (error.code === 'service-error' || error.code === 'not-configured')
        log.warn('request-failed', fields);
      else log.debug('request-refused', { ...fields, details: error.details });
    },
  });

  const idleSeconds = config.maxDurationSeconds + 10;
  const server = Bun.serve({
    hostname: config.host,
    port: config.port,
    maxRequestBodySize: MAX_SOCKET_BODY_BYTES,
    // Longer than the longest silence before an answer's first event; afterwards heartbeats keep it open,
    // and a client that stops reading is cut.
    idleTimeout: idleSeconds > MAX_IDLE_SECONDS ? 0 : idleSeconds,
    fetch: (request, self) => app(request, { socketAddress: self.requestIP(request)?.address }),
    error: (error) => failure(asChatError(error)),
  });

  const port = server.port ?? config.port;

  async function stop(): Promise<void> {
    ready = false;
    await book.close();
    heartbeats.stop();
    await server.stop(true);
    redis?.close();
  }

  async function drain(): Promise<void> {
    ready = false;
    // A second more than any answer has, so that its own deadline comes first.
    const deadline = setTimeout(() => void stop(), (config.maxDurationSeconds + 1) * 1000);
    const stopped = server.stop();
    const notice = announceDraining(config.host, port);
    await stopped;
    // Readers at other instances have no connection here.
    while (redis && book.openAnswers > 0) await Bun.sleep(50);
    clearTimeout(deadline);
    notice.stop();
    await stop();
  }

  return { url: `http://${urlHost(config.host)}:${port}`, drain, stop };
}

function passwordIn(url: string | undefined): string | undefined {
  return (url && decodeURIComponent(new URL(url).password)) || undefined;
}

/** The host to open in a browser: an address that stands for all of them cannot be opened. */
function urlHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost';
  return host.includes(':') && !host.startsWith('[') ? `[${host}]` : host;
}

async function createProvider(config: Config, gate: CallGate, log: Log): Promise<AnswerProvider> {
  if (config.provider === 'offline') return createOfflineProvider();
  if (config.apiKey === undefined) {
    log.warn('api-key-missing', { set: 'PROVIDER_GENERATIVE_AI_API_KEY' });
    return unconfiguredProvider;
  }
  // Loading the vendor's package costs time and memory that an offline start need not pay.
  const { createGeminiProvider } = await import('./providers/gemini.ts');
  const notice = modelNotice(config.model, new Date());
  if (notice !== undefined) log.warn('model-notice', { notice });
  return createGeminiProvider({
    apiKey: config.apiKey,
    model: config.model,
    temperature: config.temperature,
    maxTokens: config.maxTokens,
    apiVersion: config.providerApiVersion,
    searchSuggestions: config.searchSuggestions,
    gate,
    log: ({ level, event, fields }) => log[level](event, fields),
    ...(config.providerBaseUrl !== undefined && { baseUrl: config.providerBaseUrl }),
  });
}

/** Stands in until the operator has set a key. */
const unconfiguredProvider: AnswerProvider = {
  name: 'unconfigured',
  async answer() {
    throw new ChatError('not-configured', {
      details: 'Set PROVIDER_GENERATIVE_AI_API_KEY on the server and restart it.',
    });
  },
};

function logAnswer(log: Log, record: AnswerRecord, secrets: readonly string[]): void {
  const { error, ...rest } = record;
  log.info('answer', {
    ...rest,
    ...(rest.millisecondsToFirstEvent !== undefined && {
      millisecondsToFirstEvent: Math.round(rest.millisecondsToFirstEvent),
    }),
    milliseconds: Math.round(rest.milliseconds),
    ...(error && { code: error.code, cause: describeCause(error.cause, secrets) }),
  });
}
