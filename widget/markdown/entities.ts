// Character references and backslash escapes. Of the named references only those a model is likely to
// write are known (the whole table would be larger than the parser); any other stays text.

const NAMES =
  'amp & lt < gt > quot " apos \' nbsp \u00a0 hellip … mdash — ndash – rarr → copy © auml ä ouml ö'.split(
    ' ',
  );

const REFERENCE = /&(?:#(?:x[\da-f]{1,6}|\d{1,7})|[a-z]\w{1,31});/iy;
const ESCAPES = /\\([!-/:-@[-`{-~])|&[#\w]+;/g;

/** Reads the reference at `at`: its length and what it stands for. */
export function referenceAt(text: string, at: number): { length: number; value: string } | undefined {
  REFERENCE.lastIndex = at;
  const written = REFERENCE.exec(text)?.[0];
  if (!written) return undefined;
  const name = written.slice(1, -1);
  if (name[0] !== '#') {
    const index = NAMES.indexOf(name);
    return index < 0 || index % 2 ? undefined : { length: written.length, value: NAMES[index + 1]! };
  }
  const code = Number(name.slice(1).replace(/^x/i, '0x'));
  const valid = code > 0 && code < 0x110000 && (code < 0xd800 || code > 0xdfff);
  return { length: written.length, value: valid ? String.fromCodePoint(code) : '\ufffd' };
}

/** The text of an address or of a code block's language, without its escapes. */
export function withoutEscapes(text: string): string {
  return text.replace(
    ESCAPES,
    (written, escaped?: string) => escaped ?? referenceAt(written, 0)?.value ?? written,
  );
}
