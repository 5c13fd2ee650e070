// POST /api/chat and GET /api/chat/{id}: read, validate, limit, open an answer, stream it.

import * as v from 'valibot';
import { answerStream, type Heartbeats } from './answer-stream.ts';
import type { AnswerBook, OpenedAnswer } from './answers/answer-book.ts';
import { ChatError, failure, retryAfterSeconds } from './errors.ts';
import { clientKey } from './limits/client-address.ts';
import type { Decision, Limiter } from './limits/limiter.ts';
import { rateLimitHeaders } from './limits/rate-headers.ts';
import { cleanContent, opensWallet } from './oracle/incoming-text.ts';
import { CHAT_PATH, HEADERS, LIMITS, type Message, roles, splitAddress } from './protocol.ts';

/** A body must have arrived by then. */
const BODY_SECONDS = 10;

export interface ChatRouteOptions {
  readonly book: AnswerBook;
  readonly limiter: Limiter;
  readonly heartbeats: Heartbeats;
  readonly clientRequestsPerMinute: number;
  readonly trustedProxies: number;
  /** The widget's cooldown follows it. */
  readonly maxDurationSeconds: number;
}

export interface Caller {
  /** The address at the other end of the socket. */
  readonly socketAddress: string | undefined;
}

export interface ChatRoute {
  ask(request: Request, caller: Caller): Promise<Response>;
  resume(url: URL): Promise<Response>;
}

/** Every failure leaves as a thrown `ChatError`; the application turns it into a response. */
export function createChatRoute(options: ChatRouteOptions): ChatRoute {
  const { book, limiter, heartbeats, clientRequestsPerMinute, trustedProxies, maxDurationSeconds } = options;

  async function ask(request: Request, caller: Caller): Promise<Response> {
    const receivedAt = performance.now();
    const messages = parseMessages(await readJson(request));
    const decision = await limitClient(request, caller);
    if (decision && !decision.allowed) {
      const refused = failure(
        new ChatError('rate-limited', {
          retryAfterSeconds: retryAfterSeconds(decision.retryAfterMs),
          details: 'Too many questions from this address.',
        }),
      );
      for (const [name, value] of Object.entries(limits(decision))) refused.headers.set(name, value);
      return refused;
    }
    refuseSecrets(messages);
    const opened = await book.open(messages, { receivedAt, signal: request.signal });
    return stream(opened, limits(decision));
  }

  async function resume(url: URL): Promise<Response> {
    const id = url.pathname.slice(CHAT_PATH.length + 1);
    const after = url.searchParams.get('after') ?? '0';
    if (!/^\d{1,9}$/.test(after)) throw invalid('after', 'expected a number of characters');
    const opened = /^[\w-]{1,64}$/.test(id) ? await book.resume(id, Number(after)) : undefined;
    if (!opened) throw new ChatError('not-found', { details: 'This answer is gone.' });
    // Nothing new may come for a while; the first bytes tell the client that it is back.
    return stream(opened, limits(), { greet: true });
  }

  /** Counts the request; undefined where clients are not limited. */
  async function limitClient(request: Request, caller: Caller): Promise<Decision | undefined> {
    if (clientRequestsPerMinute === 0) return undefined;
    const key = clientKey(caller.socketAddress, request.headers.get('x-forwarded-for'), trustedProxies);
    return limiter.take(`client:${key}`, { requests: clientRequestsPerMinute, perSeconds: 60 });
  }

  function limits(decision?: Decision): Record<string, string> {
    return rateLimitHeaders({ clientRequestsPerMinute, cooldownSeconds: maxDurationSeconds }, decision);
  }

  function stream(
    { id, reader }: OpenedAnswer,
    headers: Record<string, string>,
    { greet = false } = {},
  ): Response {
    return new Response(answerStream(reader, heartbeats, greet), {
      headers: {
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store, no-transform',
        'x-accel-buffering': 'no',
        'x-content-type-options': 'nosniff',
        [HEADERS.answerId]: id,
        ...headers,
      },
    });
  }

  return { ask, resume };
}

function invalid(path: string, what: string): ChatError {
  return new ChatError('invalid-request', { details: path === '' ? what : `${path}: ${what}` });
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** The body as JSON, within its size and its time. */
async function readJson(request: Request): Promise<unknown> {
  const type = request.headers.get('content-type') ?? '';
  if (!/^application\/json\s*(;|$)/i.test(type)) throw invalid('content-type', 'expected application/json');
  const bytes = await readBody(request);
  let text: string;
  try {
    text = utf8.decode(bytes);
  } catch {
    throw invalid('body', 'expected UTF-8');
  }
  try {
    return JSON.parse(text);
  } catch {
    throw invalid('body', 'expected JSON');
  }
}

async function readBody(request: Request): Promise<Uint8Array> {
  const length = request.headers.get('content-length');
  if (Number(length) > LIMITS.maxBodyBytes) throw tooLarge();
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => late.reject(invalid('body', `expected within ${BODY_SECONDS} seconds`)),
    BODY_SECONDS * 1000,
  );
  try {
    return await Promise.race([length === null ? readChunks(request) : request.bytes(), late.promise]);
  } catch (error) {
    if (error instanceof ChatError) throw error;
    throw invalid('body', 'broke off');
  } finally {
    clearTimeout(timer);
  }
}

/** A body that does not say how long it is. */
async function readChunks(request: Request): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of request.body ?? []) {
    size += part.length;
    if (size > LIMITS.maxBodyBytes) throw tooLarge();
    parts.push(part);
  }
  return Buffer.concat(parts);
}

function tooLarge(): ChatError {
  return new ChatError('body-too-large', { details: `At most ${LIMITS.maxBodyBytes} bytes are read.` });
}

/** Says of an object what is wrong with it: that it is none, or which of its fields is not there. */
const objectMessage = (what: string) => (issue: v.ObjectIssue) =>
  issue.expected === 'Object' ? `expected ${what}` : 'is missing';

const MessageShape = v.object(
  {
    role: v.picklist(roles, 'expected "user" or "assistant"'),
    content: v.string('expected text'),
  },
  objectMessage('an object with role and content'),
);

const RequestShape = v.object(
  {
    messages: v.pipe(
      v.array(MessageShape, 'expected an array'),
      v.minLength(1, 'expected at least one message'),
      v.maxLength(LIMITS.maxMessages, `expected at most ${LIMITS.maxMessages} messages`),
    ),
  },
  objectMessage('an object with messages'),
);

/**
 * The conversation of a request body, its text cleaned.
 *
 * @throws ChatError `invalid-request` whose details name the path, such as `messages[2].role`.
 */
export function parseMessages(body: unknown): Message[] {
  const parsed = v.safeParse(RequestShape, body, { abortEarly: true });
  if (!parsed.success) {
    const issue = parsed.issues[0];
    throw invalid(pathOf(issue.path), issue.message);
  }
  const messages = parsed.output.messages.map(({ role, content }, index): Message => {
    const path = `messages[${index}].content`;
    const clean = cleanContent(content);
    // The contract address of a question does not count towards its length.
    const { address = '', question } = role === 'user' ? splitAddress(clean) : { question: clean };
    const most = role === 'user' ? LIMITS.maxQuestionLength : LIMITS.maxAnswerLength;
    if (question.length > most) throw invalid(path, `expected at most ${most} characters`);
    if (address.length > LIMITS.maxAddressLength) {
      throw invalid(path, `expected a contract address of at most ${LIMITS.maxAddressLength} characters`);
    }
    if (role === 'user' && question.trim() === '') throw invalid(path, 'expected text');
    return { role, content: clean };
  });
  const last = messages.length - 1;
  if (messages[last]!.role !== 'user') {
    throw invalid(`messages[${last}].role`, 'expected "user": a question comes last');
  }
  return messages;
}

/**
 * No question that opens a wallet goes further than here. Looks at the latest one, and at what it makes with
 * those before it, since a phrase may come in pieces; what is older was looked at when it was asked.
 *
 * @throws ChatError `invalid-request`
 */
function refuseSecrets(messages: readonly Message[]): void {
  const questions = messages.filter(({ role }) => role === 'user').map(({ content }) => content);
  const recent = questions.join('\n').slice(-2 * LIMITS.maxQuestionLength);
  const texts = questions.length > 1 ? [recent, questions.at(-1)!] : [recent];
  if (texts.some(opensWallet)) throw invalid('messages', OPENS_WALLET);
}

const OPENS_WALLET =
  'hold what looks like a recovery phrase or private key of a wallet. Nothing was stored or passed on. ' +
  'If it is real, move the funds to a new wallet now; if it is none, write it in other words.';

function pathOf(path: readonly { key?: unknown }[] | undefined): string {
  let text = '';
  for (const { key } of path ?? []) {
    text += typeof key === 'number' ? `[${key}]` : `${text === '' ? '' : '.'}${String(key)}`;
  }
  return text;
}
