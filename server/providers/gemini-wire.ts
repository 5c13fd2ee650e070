// Careful reading of what came over the wire, where any field may be missing or be something else.

export type Fields = Readonly<Record<string, unknown>>;

const NONE: Fields = {};

/** The fields of an object; of anything else, none. */
export function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : NONE;
}

/** The items of an array; of anything else, none. */
export function itemsOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/**
 * Two pieces of text as one. An engine joins even nothing and a text to a new string, which is a copy as
 * soon as somebody reads it; here the usual case stays what it was.
 */
export function joined(first: string, second: string): string {
  return first === '' ? second : first + second;
}
