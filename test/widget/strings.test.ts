import { afterEach, expect, test } from 'bun:test';
import { closestLanguage, createWords, englishWords, loadWords, type Strings } from '../../widget/strings.ts';

const realFetch = globalThis.fetch;
afterEach(() => {
  globalThis.fetch = realFetch;
});

/** Serves one file for every address, and keeps the addresses. */
function serve(respond: () => Response): string[] {
  const urls: string[] = [];
  globalThis.fetch = Object.assign(
    async (url: string | URL | Request) => {
      urls.push(String(url));
      return respond();
    },
    { preconnect() {} },
  ) as typeof fetch;
  return urls;
}

test('a number takes the form of its language', () => {
  expect(englishWords.say('sources', { n: 1 })).toBe('1 source');
  expect(englishWords.say('sources', { n: 1200 })).toBe('1,200 sources');
  const sources = {
    one: '{n} источник',
    few: '{n} источника',
    many: '{n} источников',
    other: '{n} источника',
  };
  const russian = createWords('ru', { sources } as unknown as Strings);
  expect([1, 3, 5, 21].map((n) => russian.say('sources', { n }))).toEqual([
    '1 источник',
    '3 источника',
    '5 источников',
    '21 источник',
  ]);
});

test('names are put in as they are, numbers as the language writes them', () => {
  expect(englishWords.say('source', { n: 2, domain: 'a{n}.example' })).toBe('Source 2: a{n}.example');
  expect(createWords('de', { counted: '{n}' } as unknown as Strings).number(1874)).toBe('1.874');
});

test('a page in a language we have loads it; what it lacks is English', async () => {
  const urls = serve(() => Response.json({ send: 'Frage senden' }));
  const words = await loadWords('de-AT', 'https://a.example/locales/');
  expect(urls).toEqual(['https://a.example/locales/de.json']);
  expect([words.lang, words.say('send'), words.say('stop')]).toEqual([
    'de',
    'Frage senden',
    'Stop the answer',
  ]);
});

test('English and unknown languages load nothing', async () => {
  const urls = serve(() => Response.json({}));
  expect(await loadWords('en-GB', '/locales/')).toBe(englishWords);
  expect(await loadWords('tlh', '/locales/')).toBe(englishWords);
  expect(urls).toEqual([]);
});

test('a language that cannot be had is English', async () => {
  serve(() => new Response(null, { status: 404 }));
  expect(await loadWords('fr', '/locales/')).toBe(englishWords);
  serve(() => {
    throw new TypeError('no network');
  });
  expect(await loadWords('fr', '/locales/')).toBe(englishWords);
});

test('only languages written from the right run that way', () => {
  expect(createWords('ar', {} as Strings).dir).toBe('rtl');
  expect(englishWords.dir).toBe('ltr');
  expect(closestLanguage('pt-BR')).toBe('pt');
  expect(closestLanguage('')).toBe('en');
});
