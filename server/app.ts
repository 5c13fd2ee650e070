// The route table and nothing else: which handler answers which path and method, who may ask from
// another origin, and how a failure becomes a response.

import type { Caller, ChatRoute } from './chat-route.ts';
import { asChatError, ChatError, failure, NO_STORE } from './errors.ts';
import type { Metrics } from './metrics.ts';
import { CHAT_PATH, HEADERS } from './protocol.ts';
import type { StaticFiles } from './static-files.ts';

export interface AppOptions {
  readonly chat: ChatRoute;
  readonly files: StaticFiles;
  readonly allowedOrigins: '*' | readonly string[];
  /** False while the server waits for its last answers to end. */
  readonly isReady: () => boolean;
  /** Prometheus text, where the operator asked for it. */
  readonly metrics: Metrics | undefined;
  readonly onError: (error: ChatError, request: Request) => void;
}

export type App = (request: Request, caller: Caller) => Promise<Response>;

type Handler = (request: Request, url: URL, caller: Caller) => Response | Promise<Response>;
type Methods = Readonly<Partial<Record<string, Handler>>>;

export function createApp(options: AppOptions): App {
  const { chat, files, metrics } = options;

  const health: Handler = () =>
    options.isReady()
      ? Response.json({ status: 'ready' }, { headers: NO_STORE })
      : Response.json({ status: 'draining' }, { status: 503, headers: NO_STORE });

  const routes: Readonly<Record<string, Methods>> = {
    [CHAT_PATH]: { POST: (request, _url, caller) => chat.ask(request, caller) },
    '/health': { GET: health },
    ...(metrics && {
      '/metrics': { GET: () => new Response(metrics.text(), { headers: { 'content-type': PROMETHEUS } }) },
    }),
  };

  function methodsOf(path: string): Methods | undefined {
    const route = routes[path];
    if (route) return route;
    if (path.startsWith(`${CHAT_PATH}/`)) return { GET: (_request, url) => chat.resume(url) };
    return files.has(path) ? { GET: (request) => files.serve(path, request) } : undefined;
  }

  async function answer(request: Request, url: URL, caller: Caller): Promise<Response> {
    const methods = methodsOf(url.pathname);
    if (!methods) throw new ChatError('not-found');
    const handler = methods[request.method === 'HEAD' ? 'GET' : request.method];
    if (handler) return handler(request, url, caller);
    const allow = Object.keys(methods).flatMap((name) => (name === 'GET' ? ['GET', 'HEAD'] : [name]));
    if (request.method === 'OPTIONS') return preflight([...allow, 'OPTIONS']);
    const refused = failure(new ChatError('method-not-allowed'));
    refused.headers.set('allow', [...allow, 'OPTIONS'].join(', '));
    return refused;
  }

  return async (request, caller) => {
    const cors = corsHeaders(request, options.allowedOrigins);
    const url = urlOf(request);
    const isChat = url?.pathname.startsWith(CHAT_PATH) ?? false;
    let response: Response;
    try {
      if (!url) throw new ChatError('not-found');
      // The script and the health check are for everybody; the chat is for the sites that may use it.
      if (!cors && isChat) throw new ChatError('origin-not-allowed');
      response = await answer(request, url, caller);
    } catch (error) {
      const chatError = asChatError(error);
      options.onError(chatError, request);
      response = failure(chatError);
    }
    if (isChat) metrics?.responded(response.status);
    for (const [name, value] of cors ?? []) {
      if (name === 'vary') response.headers.append(name, value);
      else if (!response.headers.has(name)) response.headers.set(name, value);
    }
    return response;
  };
}

/** Without a `Host` that can be one, as older health checks ask, the runtime gives only path and query. */
function urlOf(request: Request): URL | null {
  return URL.parse(request.url.startsWith('/') ? `http://localhost${request.url}` : request.url);
}

const PROMETHEUS = 'text/plain; version=0.0.4; charset=utf-8';

function preflight(methods: readonly string[]): Response {
  return new Response(null, {
    status: 204,
    headers: {
      'access-control-allow-methods': methods.join(', '),
      'access-control-allow-headers': 'content-type',
      'access-control-max-age': '86400',
    },
  });
}

const EXPOSED = Object.values(HEADERS).join(', ');

/** What a browser must read to let a page see the response; undefined for an origin that may not. */
function corsHeaders(
  request: Request,
  allowed: AppOptions['allowedOrigins'],
): [string, string][] | undefined {
  const expose: [string, string] = ['access-control-expose-headers', EXPOSED];
  if (allowed === '*') return [['access-control-allow-origin', '*'], expose];
  const origin = request.headers.get('origin');
  if (origin === null) return [['vary', 'origin']];
  const isOwn = URL.canParse(origin) && new URL(origin).host === request.headers.get('host');
  if (!isOwn && !allowed.some((pattern) => matchesOrigin(pattern, origin))) return undefined;
  return [['access-control-allow-origin', origin], ['vary', 'origin'], expose];
}

/** `https://*.example.com` stands for any subdomain, at any depth, and not for the domain itself. */
export function matchesOrigin(pattern: string, origin: string): boolean {
  const [scheme, host] = pattern.toLowerCase().split('://*.');
  if (host === undefined) return pattern.toLowerCase() === origin.toLowerCase();
  const prefix = `${scheme}://`;
  const from = origin.toLowerCase();
  return (
    from.startsWith(prefix) && from.endsWith(`.${host}`) && from.length > prefix.length + host.length + 1
  );
}
