// What an answer rests on: sources, the places in the text they support, and the pages that were opened.
// Pure. Only named fields are built; nothing of the provider's objects is passed on.

import type { AnswerEnd, Citation, Page, Source } from '../protocol.ts';
import { markPlaces } from './gemini-marks.ts';
import { type Fields, fieldsOf, itemsOf } from './gemini-wire.ts';

type Findings = Pick<AnswerEnd, 'sources' | 'citations' | 'pages' | 'searchSuggestions'>;

/**
 * Gathers over all events of an answer: pages come with the first, sources with the last, and there are
 * empty objects in between. Of lists that point at each other the last that is not empty counts.
 */
export class Grounding {
  #chunks: readonly unknown[] = [];
  #supports: readonly unknown[] = [];
  #queries: readonly unknown[] = [];
  #suggestions = '';
  readonly #pages = new Map<string, Page>();

  take({ groundingMetadata, urlContextMetadata }: Fields): void {
    if (groundingMetadata !== undefined) {
      const { groundingChunks, groundingSupports, webSearchQueries, searchEntryPoint } =
        fieldsOf(groundingMetadata);
      const { renderedContent } = fieldsOf(searchEntryPoint);
      this.#chunks = lastOf(groundingChunks, this.#chunks);
      this.#supports = lastOf(groundingSupports, this.#supports);
      this.#queries = lastOf(webSearchQueries, this.#queries);
      if (typeof renderedContent === 'string' && renderedContent !== '') this.#suggestions = renderedContent;
    }
    if (urlContextMetadata === undefined) return;
    const { urlMetadata } = fieldsOf(urlContextMetadata);
    for (const item of itemsOf(urlMetadata)) {
      const page = readPage(item);
      if (page) this.#pages.set(page.url, page);
    }
  }

  /** The findings about the whole, untrimmed text; lists that would be empty are left out. */
  findings(text: string, searchSuggestions: boolean): Findings {
    const { sources, citations } = cite(text, this.#chunks, this.#supports);
    const pages = [...this.#pages.values()];
    const queries = this.#queries.filter((query) => typeof query === 'string');
    const html = this.#suggestions;
    const suggest = searchSuggestions && (html !== '' || queries.length > 0);
    return {
      ...(sources.length > 0 ? { sources } : {}),
      ...(citations.length > 0 ? { citations } : {}),
      ...(pages.length > 0 ? { pages } : {}),
      ...(suggest ? { searchSuggestions: { ...(html === '' ? {} : { html }), queries } } : {}),
    };
  }
}

function lastOf(list: unknown, otherwise: readonly unknown[]): readonly unknown[] {
  const items = itemsOf(list);
  return items.length > 0 ? items : otherwise;
}

// ─── Citations ───────────────────────────────────────────────────────────────────────────────────

/**
 * Sources in the order of their first use, then the unused ones; citations in the order of the text.
 * A support whose text is not in the answer is dropped, and so is an index that points at no source.
 */
export function cite(
  text: string,
  chunks: readonly unknown[],
  supports: readonly unknown[],
): { readonly sources: Source[]; readonly citations: Citation[] } {
  const known = new Map<string, Source>();
  const sourceOfChunk = chunks.map((chunk) => {
    const source = readSource(chunk);
    if (source && !known.has(source.url)) known.set(source.url, source);
    return source && known.get(source.url);
  });

  const marks = new Map<number, Set<Source>>();
  const placeOf = markPlaces(text);
  for (const { end, chunkIndices } of locate(text, supports)) {
    const cited = chunkIndices.flatMap((index) => sourceOfChunk[index] ?? []);
    if (cited.length === 0) continue;
    const place = placeOf(end);
    marks.set(place, new Set([...(marks.get(place) ?? []), ...cited]));
  }

  const numbers = new Map<Source, number>();
  const numberOf = (source: Source) => {
    const number = numbers.get(source) ?? numbers.size;
    numbers.set(source, number);
    return number;
  };
  const citations = [...marks]
    .sort(([a], [b]) => a - b)
    .map(([end, cited]) => ({ end, sources: [...cited].map(numberOf).sort((a, b) => a - b) }));
  for (const source of known.values()) numberOf(source);
  return { sources: [...numbers.keys()], citations };
}

interface Located {
  /** UTF-16 position after the supported text. */
  readonly end: number;
  readonly chunkIndices: readonly number[];
}

function locate(text: string, supports: readonly unknown[]): Located[] {
  const claims = supports.flatMap((support) => readSupport(support) ?? []);
  const positions = positionsOf(
    text,
    claims.flatMap(({ startByte, endByte }) => [startByte, endByte]),
  );
  return claims.flatMap(({ startByte, endByte, segment, chunkIndices }) => {
    const start = positions.get(startByte) ?? 0;
    const end = positions.get(endByte) ?? 0;
    if (text.slice(start, end) === segment) return [{ end, chunkIndices }];
    const found = nearest(text, segment, start);
    return found < 0 ? [] : [{ end: found + segment.length, chunkIndices }];
  });
}

/** Where the words stand that are nearest to a position; -1 when nowhere. */
function nearest(text: string, words: string, position: number): number {
  const before = text.lastIndexOf(words, position);
  const after = text.indexOf(words, position);
  if (before < 0 || after < 0) return Math.max(before, after);
  return position - before <= after - position ? before : after;
}

interface Support {
  readonly startByte: number;
  readonly endByte: number;
  readonly segment: string;
  readonly chunkIndices: readonly number[];
}

function readSupport(support: unknown): Support | undefined {
  const { segment, groundingChunkIndices } = fieldsOf(support);
  // A start of 0 is left out on the wire.
  const { startIndex = 0, endIndex, text } = fieldsOf(segment);
  if (!isCount(startIndex) || !isCount(endIndex) || typeof text !== 'string' || text === '') return undefined;
  return {
    startByte: startIndex,
    endByte: endIndex,
    segment: text,
    chunkIndices: itemsOf(groundingChunkIndices).filter(isCount),
  };
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}

/**
 * UTF-16 positions of offsets in UTF-8 bytes, in one pass over the text. An offset inside a character
 * gives the character's start, one past the end the end.
 */
export function positionsOf(text: string, byteOffsets: readonly number[]): Map<number, number> {
  const positions = new Map<number, number>();
  let bytes = 0;
  let position = 0;
  for (const offset of [...byteOffsets].sort((a, b) => a - b)) {
    while (position < text.length) {
      const codePoint = text.codePointAt(position)!;
      const size = codePoint < 0x80 ? 1 : codePoint < 0x800 ? 2 : codePoint < 0x10000 ? 3 : 4;
      if (bytes + size > offset) break;
      bytes += size;
      position += size === 4 ? 2 : 1;
    }
    positions.set(offset, position);
  }
  return positions;
}

// ─── Sources and pages ───────────────────────────────────────────────────────────────────────────

/** Search results come as links through here, with the true domain as their title. */
const REDIRECT_HOST = 'vertexaisearch.cloud.google.com';

const DOMAIN = /^(?=.{1,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/i;
/** Control characters, and those that turn the direction of what follows. */
const UNSHOWN = /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069\s]+/g;
const MAX_TITLE_LENGTH = 200;
const MAX_URL_LENGTH = 4096;

function readSource(chunk: unknown): Source | undefined {
  const { web } = fieldsOf(chunk);
  const { uri, title, domain } = fieldsOf(web);
  const url = safeUrl(uri);
  if (url === undefined) return undefined;
  const { hostname } = new URL(url);
  const words = typeof title === 'string' ? title.replaceAll(UNSHOWN, ' ').trim() : '';
  if (hostname === REDIRECT_HOST) {
    // The target is hidden behind the link: only a domain is shown for it, never a title.
    const shown = [domain, words].find(
      (name): name is string => typeof name === 'string' && DOMAIN.test(name),
    );
    const name = bareDomain(shown ?? hostname);
    return { url, title: name, domain: name };
  }
  const name = bareDomain(hostname);
  return { url, title: [...words].slice(0, MAX_TITLE_LENGTH).join('') || name, domain: name };
}

const PAGE_STATUS: Readonly<Record<string, Page['status']>> = {
  URL_RETRIEVAL_STATUS_SUCCESS: 'read',
  URL_RETRIEVAL_STATUS_ERROR: 'failed',
  URL_RETRIEVAL_STATUS_PAYWALL: 'paywall',
  URL_RETRIEVAL_STATUS_UNSAFE: 'unsafe',
  URL_RETRIEVAL_STATUS_UNSPECIFIED: 'failed',
};

function readPage(item: unknown): Page | undefined {
  const { retrievedUrl, urlRetrievalStatus } = fieldsOf(item);
  const url = safeUrl(retrievedUrl);
  const status = typeof urlRetrievalStatus === 'string' ? PAGE_STATUS[urlRetrievalStatus] : undefined;
  return url === undefined ? undefined : { url, status: status ?? 'failed' };
}

function bareDomain(name: string): string {
  return name.toLowerCase().replace(/^www\./, '');
}

/** An http or https address, with what may not stand in one encoded; undefined for anything else. */
function safeUrl(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.length > MAX_URL_LENGTH) return undefined;
  const url = URL.parse(value);
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') return undefined;
  // An address that is written as it should be stays as it is written, to the letter.
  return /^https?:\/\/[\w.~:/?#[\]@!$&'()*+,;=%-]+$/i.test(value) ? value : url.href;
}
