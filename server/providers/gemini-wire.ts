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
