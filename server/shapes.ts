// Reads values that nobody has checked yet: events of the stream, what a browser has stored. A few lines
// instead of a package, because every visitor pays for them; what the server itself is sent is read by
// valibot, which can say what is wrong.

/** The value as T, made of known fields only; undefined where it is none. */
export type Shape<T> = (value: unknown) => T | undefined;
export type Shaped<S> = S extends Shape<infer T> ? T : never;

type Shapes = Readonly<Record<string, Shape<unknown>>>;
type Required<F extends Shapes> = { [K in keyof F]: Shaped<F[K]> };
type Optional<F extends Shapes> = { [K in keyof F]?: Shaped<F[K]> };
type Flat<T> = { [K in keyof T]: T[K] };

export const text: Shape<string> = (value) => (typeof value === 'string' ? value : undefined);
export const flag: Shape<boolean> = (value) => (typeof value === 'boolean' ? value : undefined);
export const number: Shape<number> = (value) => (Number.isFinite(value) ? (value as number) : undefined);
/** A whole number, not below zero. */
export const count: Shape<number> = (value) =>
  Number.isSafeInteger(value) && (value as number) >= 0 ? (value as number) : undefined;

export function oneOf<const T extends readonly string[]>(values: T): Shape<T[number]> {
  return (value) => values.find((one) => one === value);
}

export function list<T>(item: Shape<T>): Shape<T[]> {
  return (value) => {
    if (!Array.isArray(value)) return undefined;
    const items = value.map(item);
    return items.includes(undefined) ? undefined : (items as T[]);
  };
}

/** An object; an optional field that cannot be read is left out, as if it had not been there. */

export function object<R extends Shapes, O extends Shapes = Record<never, never>>(
  required: R,
  optional?: O,
): Shape<Flat<Required<R> & Optional<O>>> {
  return (value) => {
    if (typeof value !== 'object' || value === null) return undefined;
    const fields = value as Record<string, unknown>;
    const result: Record<string, unknown> = {};
    for (const [shapes, isRequired] of [[required, true] as const, [optional, false] as const]) {
      for (const name in shapes) {
        const read = shapes[name]!(fields[name]);
        if (read !== undefined) result[name] = read;
        else if (isRequired) return undefined;
      }
    }
    return result as Flat<Required<R> & Optional<O>>;
  };
}

/** The first of several shapes that fits. */

export function either<S extends readonly Shape<unknown>[]>(...shapes: S): Shape<Shaped<S[number]>> {
  return (value) => {
    for (const shape of shapes) {
      const read = shape(value);
      if (read !== undefined) return read as Shaped<S[number]>;
    }
    return undefined;
  };
}
