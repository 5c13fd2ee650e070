// A storage of its own for each test, with as much room as the test gives it.

export class FakeStorage implements Storage {
  readonly #items = new Map<string, string>();

  constructor(readonly maxCharacters = Number.POSITIVE_INFINITY) {}

  get length(): number {
    return this.#items.size;
  }

  key(index: number): string | null {
    return [...this.#items.keys()][index] ?? null;
  }

  getItem(key: string): string | null {
    return this.#items.get(key) ?? null;
  }

  setItem(key: string, value: string): void {
    if (value.length > this.maxCharacters) throw new DOMException('Full', 'QuotaExceededError');
    this.#items.set(key, value);
  }

  removeItem(key: string): void {
    this.#items.delete(key);
  }

  clear(): void {
    this.#items.clear();
  }
}

/** What a sandboxed frame gets instead of a storage. */
export function deniedStorage(): Storage {
  throw new DOMException('Denied', 'SecurityError');
}
