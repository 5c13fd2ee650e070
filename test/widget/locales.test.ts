import { describe, expect, test } from 'bun:test';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { closestLanguage, english, type StringKey } from '../../widget/strings.ts';

const folder = join(import.meta.dir, '../../widget/locales');
const languages = ['ar', 'de', 'es', 'fr', 'hi', 'id', 'ja', 'ko', 'pt', 'ru', 'tr', 'vi', 'zh'];

/** Entries a language writes as English does: signs of units, and words both have. */
const sameAsEnglish: Readonly<Record<string, readonly StringKey[]>> = {
  de: ['seconds'],
  es: ['seconds'],
  fr: ['conversation', 'seconds', 'sources', 'sourcesHeading'],
  pt: ['seconds'],
};

/** Plural forms that stand for one number and say it in the noun itself, so that the digit may be left out. */
const saysTheNumber: Readonly<Record<string, readonly string[]>> = { ar: ['one', 'two'] };

const levels = ['levelsLow', 'levelsMedium', 'levelsHigh', 'levelsUnknown'] as const;
const lists = ['suggestions', 'levelHeadings', ...levels] as const;

type Entry = string | Readonly<Record<string, string>>;

const formsOf = (entry: Entry): string[] => (typeof entry === 'string' ? [entry] : Object.values(entry));
const placeholdersOf = (text: string): string[] => (text.match(/\{\w+\}/g) ?? []).sort();
const boldMarksOf = (text: string): number => text.split('**').length - 1;
/** Spaces that do not break are spaces. */
const plain = (text: string): string => text.replace(/[\u00a0\u202f]/g, ' ');

const originals = Object.entries<Entry>(english);

test('every language the widget offers has a file, and no file lacks its language', () => {
  expect(readdirSync(folder).sort()).toEqual(languages.map((language) => `${language}.json`));
  expect(languages.map(closestLanguage)).toEqual(languages);
});

describe.each(languages)('the words in %s', (language) => {
  const file = join(folder, `${language}.json`);
  const read = async (): Promise<Record<string, Entry>> => Bun.file(file).json();

  /** The entries with a form that breaks a rule; `category` is undefined where there is only one form. */
  async function breaking(
    rule: (form: string, original: string, category: string | undefined) => boolean,
  ): Promise<string[]> {
    const words = await read();
    return originals
      .filter(([key, original]) => {
        const entry = words[key] ?? '';
        const categories = typeof entry === 'string' ? [] : Object.keys(entry);
        return formsOf(entry).some((form, i) => rule(form, formsOf(original).at(-1)!, categories[i]));
      })
      .map(([key]) => key);
  }

  test('are those of English, in their order', async () => {
    expect(Object.keys(await read())).toEqual(Object.keys(english));
  });

  test('leave no entry empty', async () => {
    expect(await breaking((form) => form.trim() === '')).toEqual([]);
  });

  test('have a form for each plural the language tells apart, where English has two', async () => {
    const words = await read();
    const needed = new Intl.PluralRules(language).resolvedOptions().pluralCategories.toSorted();
    for (const [key, original] of originals) {
      const entry = words[key]!;
      const categories = typeof entry === 'string' ? 'none' : Object.keys(entry).sort();
      expect([key, categories]).toEqual([key, typeof original === 'string' ? 'none' : needed]);
    }
  });

  test('keep the placeholders in every form', async () => {
    const numberless = saysTheNumber[language] ?? [];
    const kept = (form: string, original: string, category = '') =>
      [original, ...(numberless.includes(category) ? [original.replace('{n}', '')] : [])].some(
        (text) => placeholdersOf(form).join() === placeholdersOf(text).join(),
      );
    expect(await breaking((...form) => !kept(...form))).toEqual([]);
    expect(await breaking((form) => /[{}]/.test(form.replace(/\{\w+\}/g, '')))).toEqual([]);
  });

  test('set in bold what English does, and begin with it where English does', async () => {
    expect(await breaking((form, original) => boldMarksOf(form) !== boldMarksOf(original))).toEqual([]);
    expect(await breaking((form) => boldMarksOf(form) % 2 === 1 || /\*{3}|\*\*\s*\*\*/.test(form))).toEqual(
      [],
    );
    expect(await breaking((form, original) => form.startsWith('**') !== original.startsWith('**'))).toEqual(
      [],
    );
  });

  test('do not shout', async () => {
    expect(await breaking((form) => /[!¡！﹗]/.test(form))).toEqual([]);
  });

  test('are translated', async () => {
    const words = await read();
    const left = originals.filter(([key, original]) => {
      const forms = formsOf(words[key] ?? '').map(plain);
      return formsOf(original).some((text) => forms.includes(text));
    });
    expect(left.map(([key]) => key)).toEqual([...(sameAsEnglish[language] ?? [])]);
  });

  test('have lists as long as the English ones, without an empty or repeated item', async () => {
    const words = await read();
    for (const key of lists) {
      const items = String(words[key]).split('|');
      expect([key, items.length]).toEqual([key, english[key].split('|').length]);
      expect(new Set(items.filter((item) => item.trim() === item && item !== '')).size).toBe(items.length);
    }
  });

  test('name a level in lower case, and no two levels by the same word', async () => {
    const words = await read();
    const names = levels.flatMap((key) => String(words[key]).split('|'));
    expect(names).toEqual(names.map((name) => name.toLowerCase()));
    expect(new Set(names).size).toBe(names.length);
    const headings = String(words['levelHeadings']);
    expect(headings).toBe(headings.toLowerCase());
  });
});
