// Which links of an answer may be opened, and what is shown beside them. Everything that decides about
// an address written by a model is in this file.

const MAX_URL_LENGTH = 2_000;
/** In a longer label no host is looked for: the real one is shown. */
const MAX_LABEL_LENGTH = 500;

/** Characters that are not seen, or that turn the order of others around. */
const UNSEEN = /[\xad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]+/g;
/** The full stop of Chinese and Japanese parts the names of hosts too. */
const NAMED_HOST = /(?<![\p{L}\p{N}-])(?:[\p{L}\p{N}-]+[.。])+[\p{L}-]{2,}/giu;

/** What every link that leaves the page carries. */
export const LINK_ATTRIBUTES = {
  rel: 'noopener noreferrer nofollow ugc',
  referrerpolicy: 'no-referrer',
  target: '_blank',
};

export interface Link {
  readonly href: string;
  /** The host a reader must see although the label does not say it; '' where the label is enough. */
  shownHost(label: string): string;
}

/** Reads an address; undefined where there must be no link. Only https and, shown as such, http. */
export function readLink(address: string): Link | undefined {
  if (address.length > MAX_URL_LENGTH || !/^https?:\/\/[^\s\\\x00-\x1f]+$/i.test(address)) return undefined;
  if (address.search(UNSEEN) >= 0 || !URL.canParse(address)) return undefined;
  const { href, protocol, host, hostname, port, username, password } = new URL(address);
  return {
    href,
    shownHost(label) {
      if (protocol === 'http:') return `http://${host}`;
      const disguised =
        label.length > MAX_LABEL_LENGTH ||
        port ||
        username ||
        password ||
        /(?:^|\.)xn--|^[\d.]+$|^\[/.test(hostname);
      const bare = withoutWww(hostname);
      return disguised ||
        label
          .normalize('NFKC')
          .toLowerCase()
          .match(NAMED_HOST)
          ?.some((name) => withoutWww(name) !== bare)
        ? host
        : '';
    },
  };
}

/** Lets links whose exact address is among the answer's sources open without asking. */
export function trustLinks(root: ParentNode, urls: Iterable<string>): void {
  const known = new Set<string>();
  for (const url of urls) known.add(readLink(url)?.href ?? url);
  for (const link of root.querySelectorAll<HTMLAnchorElement>('a[data-unverified]')) {
    if (known.has(link.getAttribute('href') ?? '')) link.removeAttribute('data-unverified');
  }
}

/**
 * Names what cannot be seen: everything in `strict` text (links, code); elsewhere overrides of direction,
 * and what stands between the characters of an address. Scripts and emoji that need such signs keep them.
 */
export function madeVisible(text: string, strict: boolean): string {
  return text.replace(UNSEEN, (signs, at: number) =>
    strict ||
    /[\u202a-\u202e]/.test(signs) ||
    (/[\w.]/.test(text[at - 1] ?? '') && /[\w.]/.test(text[at + signs.length] ?? ''))
      ? signs.replace(/./g, (sign) => `[U+${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}]`)
      : signs,
  );
}

function withoutWww(host: string): string {
  return host.replace(/^www\./, '');
}
