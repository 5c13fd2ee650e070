// What the bench runs inside the browser: each way of showing an answer while it comes, one update a chunk.

import DOMPurify from 'dompurify';
import { marked } from 'marked';
import * as smd from 'streaming-markdown';
import { MarkdownView } from '../../widget/markdown/markdown-view.ts';

interface Way {
  append(text: string): void;
  finish(): void;
}

const ways: Record<string, (root: HTMLElement) => Way> = {
  'plain text': (root) => {
    const text = root.appendChild(document.createTextNode(''));
    return { append: (piece) => text.appendData(piece), finish: () => {} };
  },
  'streaming-markdown': (root) => {
    const parser = smd.parser(smd.default_renderer(root));
    return { append: (piece) => smd.parser_write(parser, piece), finish: () => smd.parser_end(parser) };
  },
  'this widget': (root) => new MarkdownView(root),
  'marked, open block': (root) => {
    let text = '';
    let settled = 0;
    const open = root.appendChild(document.createElement('div'));
    open.style.display = 'contents';
    return {
      append(piece) {
        text += piece;
        const tokens = marked.lexer(text.slice(settled));
        // All but the last block stand; the last is made again.
        while (tokens.length > 2) {
          const token = tokens.shift()!;
          settled += token.raw.length;
          const range = document.createElement('template');
          range.innerHTML = marked.parser([token]);
          open.before(range.content);
        }
        open.innerHTML = marked.parser(tokens);
      },
      finish: () => {},
    };
  },
  'marked + DOMPurify': (root) => {
    let text = '';
    return {
      append(piece) {
        text += piece;
        root.innerHTML = DOMPurify.sanitize(marked.parse(text, { async: false }));
      },
      finish: () => {},
    };
  },
};

export interface Measured {
  total: number;
  longest: number;
  added: number;
  removed: number;
}

/** Watching the nodes has its own price: a run either counts them or measures the time. */
async function measure(
  name: string,
  text: string,
  size: number,
  { layout, count: counts }: { layout: boolean; count: boolean },
): Promise<Measured> {
  const root = document.body.appendChild(document.createElement('div'));
  root.style.width = '360px';
  let added = 0;
  let removed = 0;
  const count = (records: MutationRecord[]): void => {
    for (const record of records) {
      added += record.addedNodes.length;
      removed += record.removedNodes.length;
    }
  };
  const way = ways[name]!(root);
  const observer = new MutationObserver(count);
  if (counts) observer.observe(root, { childList: true, subtree: true });
  let total = 0;
  let longest = 0;
  for (let at = 0; at < text.length; at += size) {
    const piece = text.slice(at, at + size);
    const begin = performance.now();
    way.append(piece);
    if (layout) root.offsetHeight;
    const took = performance.now() - begin;
    total += took;
    longest = Math.max(longest, took);
    if (counts && at % 4096 === 0) count(observer.takeRecords());
  }
  const begin = performance.now();
  way.finish();
  total += performance.now() - begin;
  count(observer.takeRecords());
  observer.disconnect();
  root.remove();
  return { total, longest, added, removed };
}

Object.assign(globalThis, { measure });
