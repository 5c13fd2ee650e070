// The widget's script, its languages and the demo: read once at the start, served from memory in the
// smallest encoding that the client takes.

import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

export interface StaticFiles {
  has(path: string): boolean;
  serve(path: string, request: Request): Response;
}

export interface StaticFolder {
  /** Where its files appear, with a slash at the end. */
  readonly at: string;
  readonly folder: string;
  readonly cacheControl: string;
}

interface Variant {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly etag: string;
}

interface StaticFile {
  readonly type: string;
  readonly cacheControl: string;
  /** Of a page: what it may load and run. */
  readonly policy: string | undefined;
  readonly variants: ReadonlyMap<Encoding, Variant>;
}

type Encoding = 'br' | 'gzip' | 'identity';

const ENDINGS: readonly [string, Encoding][] = [
  ['.br', 'br'],
  ['.gz', 'gzip'],
];

const TYPES: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  json: 'application/json; charset=utf-8',
  svg: 'image/svg+xml',
  png: 'image/png',
  ico: 'image/x-icon',
  txt: 'text/plain; charset=utf-8',
};

/** Reads the folders; one that does not exist has no files, and files of other types stay unseen. */
export async function readStaticFiles(folders: readonly StaticFolder[]): Promise<StaticFiles> {
  const files = new Map<string, StaticFile>();
  for (const folder of folders) await readFolder(folder, files);

  return {
    has: (path) => files.has(path),
    serve(path, request) {
      const file = files.get(path);
      if (!file) return new Response(null, { status: 404 });
      const encoding = chooseEncoding(file, request.headers.get('accept-encoding') ?? '');
      const { bytes, etag } = file.variants.get(encoding)!;
      const headers = new Headers({
        'content-type': file.type,
        'cache-control': file.cacheControl,
        etag,
        vary: 'accept-encoding',
        'x-content-type-options': 'nosniff',
        'cross-origin-resource-policy': 'cross-origin',
        'access-control-allow-origin': '*',
      });
      if (encoding !== 'identity') headers.set('content-encoding', encoding);
      if (file.policy !== undefined) headers.set('content-security-policy', file.policy);
      const known = request.headers.get('if-none-match');
      if (known?.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)) {
        return new Response(null, { status: 304, headers });
      }
      return new Response(bytes, { headers });
    },
  };
}

async function readFolder({ at, folder, cacheControl }: StaticFolder, files: Map<string, StaticFile>) {
  const names = await readdir(folder, { recursive: true }).catch(() => [] as string[]);
  for (const name of names) {
    const type = TYPES[name.slice(name.lastIndexOf('.') + 1)];
    if (!type) continue;
    const variants = new Map<Encoding, Variant>();
    for (const [ending, encoding] of [...ENDINGS, ['', 'identity'] as const]) {
      const file = Bun.file(join(folder, name + ending));
      if (await file.exists()) variants.set(encoding, variant(await file.bytes()));
    }
    const path = at + name.replaceAll('\\', '/');
    files.set(path.endsWith('/index.html') ? path.slice(0, -'index.html'.length) : path, {
      type,
      cacheControl,
      policy: name.endsWith('.html') ? policyOf(await Bun.file(join(folder, name)).text()) : undefined,
      variants,
    });
  }
}

const INLINE_SCRIPT = /<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g;

/** A page runs the scripts of this server and those that stand in it. Styles may stand in markup too. */
function policyOf(html: string): string {
  const hashes = [...html.matchAll(INLINE_SCRIPT)].map(
    ([, script = '']) => ` 'sha256-${new Bun.CryptoHasher('sha256').update(script).digest('base64')}'`,
  );
  return [
    "default-src 'none'",
    `script-src 'self'${hashes.join('')}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "frame-src 'self'",
    "frame-ancestors 'self'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
}

function variant(bytes: Uint8Array<ArrayBuffer>): Variant {
  return { bytes, etag: `"${Bun.hash(bytes).toString(36)}"` };
}

function chooseEncoding(file: StaticFile, accepted: string): Encoding {
  for (const [, encoding] of ENDINGS) {
    if (!file.variants.has(encoding)) continue;
    const asked = accepted
      .split(',')
      .find((part) => part.trim().split(';')[0]?.trim().toLowerCase() === encoding);
    if (asked !== undefined && !/;\s*q=0(\.0*)?\s*$/.test(asked)) return encoding;
  }
  return 'identity';
}
