import { describe, expect, test } from 'bun:test';
import { join } from 'node:path';
import { sha256 } from '@noble/hashes/sha2.js';
import { base58, base58xrp, bech32, createBase58check } from '@scure/base';
import { entropyToMnemonic } from '@scure/bip39';
import { wordlist as czech } from '@scure/bip39/wordlists/czech.js';
import { wordlist } from '@scure/bip39/wordlists/english.js';
import { wordlist as french } from '@scure/bip39/wordlists/french.js';
import { wordlist as italian } from '@scure/bip39/wordlists/italian.js';
import { wordlist as japanese } from '@scure/bip39/wordlists/japanese.js';
import { wordlist as portuguese } from '@scure/bip39/wordlists/portuguese.js';
import { wordlist as simplifiedChinese } from '@scure/bip39/wordlists/simplified-chinese.js';
import { wordlist as spanish } from '@scure/bip39/wordlists/spanish.js';
import { wordlist as traditionalChinese } from '@scure/bip39/wordlists/traditional-chinese.js';
import { Glob } from 'bun';
import { placeOf } from '../../server/chains/recovery-words.ts';
import { at, findSecret } from '../../server/chains/wallet-secrets.ts';
import { examine } from '../../widget/wallet-safety/examine.ts';
import { questions } from '../fixtures/questions.ts';

/** Bytes that look random and are the same in every run. */
function bytes(length: number, seed: number): Uint8Array {
  return Uint8Array.from({ length }, (_, i) => sha256(Uint8Array.of(seed, seed >> 8, i))[0]!);
}

/** The same letter as East Asian fonts draw it. */
const wide = (letter: string): string => String.fromCharCode(letter.charCodeAt(0) + 0xfee0);
const phraseOf = (size: number, seed: number): string => entropyToMnemonic(bytes(size, seed), wordlist);
const base58check = createBase58check(sha256);
const HASH = `0x${'5c504ed4'.repeat(8)}`;

describe('recovery phrases', () => {
  test('the packed list holds every word at its place, whole and cut to four letters', () => {
    expect(wordlist.map((word) => placeOf(word))).toEqual(wordlist.map((_, place) => place));
    expect(wordlist.map((word) => placeOf(word.slice(0, 4)))).toEqual(wordlist.map((_, place) => place));
    expect(['ac', 'adds', 'the', 'xyzzy', 'abandonment', ''].map(placeOf)).toEqual([-1, -1, -1, -1, -1, -1]);
  });

  const ways: Record<string, (words: string[]) => string> = {
    'with spaces': (words) => words.join(' '),
    'with commas': (words) => words.join(', '),
    'with commas alone': (words) => words.join(','),
    'line by line': (words) => words.join('\r\n'),
    numbered: (words) => words.map((word, i) => `${i + 1}. ${word}`).join(' '),
    'numbered line by line': (words) => words.map((word, i) => `${i + 1}) ${word}`).join('\n'),
    'wrapped after six words': (words) => words.map((word, i) => word + (i % 6 === 5 ? '\n' : ' ')).join(''),
    'cut to four letters': (words) => words.map((word) => word.slice(0, 4)).join(' '),
    'in capitals': (words) => words.join(' ').toUpperCase(),
    'with hyphens': (words) => words.join('-'),
    'as JSON': (words) => JSON.stringify(words),
    'in groups of four': (words) => words.map((word, i) => word + (i % 4 === 3 ? ' / ' : ' ')).join(''),
    'as two sentences': (words) => `${words.slice(0, 6).join(' ')}. ${words.slice(6).join(' ')}`,
    'behind the same words': (words) => words.map((word, i) => `Word ${i + 1} is ${word}`).join(', '),
    'behind ordinals': (words) => words.map((word, i) => `${i + 1}th ${word}`).join(' '),
    'as a list in HTML': (words) => words.map((word) => `<li>${word}</li>`).join(''),
    'as an object in JSON': (words) =>
      JSON.stringify(Object.fromEntries(words.map((word, i) => [`word${i + 1}`, word]))),
    'far apart': (words) => words.join(' '.repeat(20)),
    'with soft hyphens inside': (words) => words.map((word) => `${word[0]}\u00ad${word.slice(1)}`).join(' '),
    'in wide letters': (words) => words.join(' ').replace(/[a-z]/g, wide),
    'apart by nothing that is seen': (words) => words.join('\u200b'),
    'inside a sentence': (words) => `I cannot log in, my phrase is ${words.join(' ')} and what now?`,
  };

  for (const [way, write] of Object.entries(ways)) {
    test(`a phrase of every length is refused when written ${way}`, () => {
      for (const [i, size] of [16, 20, 24, 28, 32].entries()) {
        const words = phraseOf(size, i + 1).split(' ');
        const finding = examine(write(words));
        expect(finding).toMatchObject({ verdict: 'refused', secret: 'recovery-phrase' });
      }
    });
  }

  const joined: Record<string, (words: string[]) => string> = {
    'without gaps': (words) => words.join(''),
    'without gaps, in capitals': (words) => words.join('').toUpperCase(),
    'each with a capital': (words) => words.map((word) => word[0]!.toUpperCase() + word.slice(1)).join(''),
    'cut to four letters, without gaps': (words) => words.map((word) => word.slice(0, 4)).join(''),
    'without gaps, in a sentence': (words) => `Is ${words.join('')} safe?`,
    'without gaps, behind a name': (words) => `myseed=${words.join('')}`,
    'with gaps of every kind': (words) =>
      words.map((word, i) => word + [',', '. ', ' ', '-', '1', '/'][i % 6]).join(''),
  };

  for (const [way, write] of Object.entries(joined)) {
    test(`a phrase of every length is found when written ${way}`, () => {
      for (let seed = 1; seed < 40; seed++) {
        const words = phraseOf(16 + 4 * (seed % 5), seed).split(' ');
        expect(examine(write(words)).verdict).toMatch(/refused|likely/);
      }
    });
  }

  test('long words and names without gaps are clear', () => {
    for (const word of [
      'Rechtsschutzversicherungsgesellschaftenverband',
      'isUnableToUpdateTheCurrentVersionOfTheStream',
      'theQuickBrownFoxJumpsOverTheLazyDogAgainAndAgain',
      'x'.repeat(60),
      'abandon'.repeat(4),
    ]) {
      expect(examine(`Is ${word} safe?`)).toEqual({ verdict: 'clear' });
    }
  });

  test('half a phrase and nothing else is possible', () => {
    for (let seed = 1; seed < 40; seed++) {
      const words = phraseOf(32, seed)
        .split(' ')
        .filter((word) => !/^(wh|this|that|you|will|have|about)/.test(word));
      for (const size of [6, 8, 10]) {
        expect(examine(words.slice(0, size).join(' ')).verdict).toBe('possible');
        expect(examine(words.slice(0, size).join('\n')).verdict).toBe('possible');
      }
      expect(examine(words.slice(0, 5).join(' ')).verdict).toBe('clear');
    }
  });

  test.each([[[6]], [[4, 8]], [[3, 6, 9]], [[8]]])(
    'a phrase in pieces, cut at %p, does not become whole',
    (cuts) => {
      for (let seed = 1; seed < 40; seed++) {
        const words = phraseOf(16, seed).split(' ');
        const pieces = [0, ...cuts].map((cut, i) => words.slice(cut, cuts[i]).join(' '));
        const last = pieces.pop()!;
        for (const asked of [
          pieces,
          ['Is it safe?', ...pieces],
          [`My words are ${pieces[0]}`, ...pieces.slice(1)],
        ]) {
          const finding = examine(`${last}, and now?`, asked.join('\n'));
          expect(finding).toMatchObject({ verdict: expect.stringMatching(/refused|likely/), start: 0 });
        }
      }
    },
  );

  test('what was asked before is not found again', () => {
    const phrase = phraseOf(16, 5);
    expect(examine('Is it safe?', `${phrase}\n${HASH}`)).toEqual({ verdict: 'clear' });
    expect(examine(`Is ${HASH} a transaction of this token?`, phrase)).toEqual({ verdict: 'clear' });
  });

  test('phrases that repeat one word are refused', () => {
    expect(examine(`${'abandon '.repeat(11)}about`).verdict).toBe('refused');
    expect(examine(`${'zoo '.repeat(11)}wrong`).verdict).toBe('refused');
    expect(examine(`${'test '.repeat(11)}junk`).verdict).toBe('refused');
  });

  test('the finding says where the phrase stands', () => {
    const plain = phraseOf(16, 9);
    for (const phrase of [plain, plain.replace('a', '\u200ba'), plain.replace(/[a-z]/g, wide)]) {
      const text = `Is 😀 this ½ safe? — ${phrase}?`;
      const finding = examine(text);
      if (finding.verdict === 'clear') throw new Error('not found');
      expect(text.slice(finding.start, finding.end)).toBe(phrase);
    }
  });

  test('Chinese and Japanese phrases are possible, sentences in both are clear', () => {
    for (const words of [simplifiedChinese, traditionalChinese, japanese]) {
      for (const size of [16, 32]) {
        const phrase = entropyToMnemonic(bytes(size, 5), words);
        const numbered = phrase.split(/\s/).map((word, i) => `${i + 1}. ${word}`);
        for (const text of [phrase, phrase.normalize('NFC'), `？ ${phrase}`, numbered.join('\n')]) {
          expect(examine(text)).toMatchObject({ verdict: 'possible', secret: 'recovery-phrase' });
        }
      }
    }
    for (const text of [
      '这个代币安全吗？谁持有最多的份额？合约可以被修改或暂停吗？',
      'このトークンは あんぜん ですか？ だれが いちばん おおく もっていますか？',
      '이 토큰은 안전한가요 누가 가장 많이 가지고 있나요 그리고 계약을 바꿀 수 있나요',
    ]) {
      expect(examine(text)).toEqual({ verdict: 'clear' });
    }
  });

  test('phrases of the Latin lists are possible in nearly every case', () => {
    for (const [list, least] of [
      [spanish, 0.93],
      [french, 1],
      [italian, 1],
      [portuguese, 1],
      [czech, 1],
    ] as const) {
      for (const write of [
        (phrase: string) => phrase,
        (phrase: string) => phrase.normalize('NFC'),
        (phrase: string) =>
          phrase
            .split(' ')
            .map((word, i) => `${i + 1}. ${word}`)
            .join('\n'),
        (phrase: string) => `Mi frase: ${phrase}`,
        (phrase: string) => JSON.stringify(phrase.split(' ')).slice(1, -1),
      ]) {
        const phrases = Array.from({ length: 100 }, (_, i) =>
          entropyToMnemonic(bytes(i % 2 ? 16 : 32, i), list),
        );
        const found = phrases.filter((phrase) => examine(write(phrase)).verdict === 'possible');
        expect(found.length / phrases.length).toBeGreaterThanOrEqual(least);
      }
    }
  });

  test('questions in many languages are clear, also without capitals and stops', () => {
    for (const question of questions) {
      expect({ question, ...examine(question) }).toEqual({ question, verdict: 'clear' });
      const hasty = question.toLowerCase().replace(/[^\p{L}\p{M}\d\s]+/gu, ' ');
      expect({ hasty, ...examine(hasty) }).toEqual({ hasty, verdict: 'clear' });
    }
    expect(examine(questions.at(-1)!, questions.join('\n'))).toEqual({ verdict: 'clear' });
  });

  test('a phrase that lacks its last word is likely', () => {
    for (const size of [16, 32]) {
      const words = phraseOf(size, 3).split(' ').slice(0, -1);
      expect(examine(words.join(' ')).verdict).not.toBe('clear');
    }
  });

  test('a phrase with a wrong checksum or a mistyped word is likely', () => {
    let wrongChecksums = 0;
    for (let seed = 0; seed < 40; seed++) {
      const words = phraseOf(16, seed).split(' ');
      const swapped = [words[1]!, words[0]!, ...words.slice(2)].join(' ');
      const verdict = examine(swapped).verdict;
      expect(verdict).not.toBe('clear');
      if (verdict === 'likely') wrongChecksums++;
      expect(examine([...words.slice(0, 4), 'xqvw', ...words.slice(5)].join(' ')).verdict).toBe('likely');
      expect(examine(`wallet words: ${[...words.slice(0, 11), 'xqvw'].join(' ')}`).verdict).not.toBe('clear');
    }
    expect(wrongChecksums).toBeGreaterThan(30);
  });

  test('words in the order of the alphabet, and one word again and again, are never more than possible', () => {
    for (const words of [wordlist.slice(100, 400), wordlist.slice(40, 52), Array(12).fill('number')]) {
      expect(examine(words.join('\n')).verdict).not.toMatch(/refused|likely/);
      expect(examine(words.join(' & '))).toEqual({ verdict: 'clear' });
    }
  });

  test('questions about tokens are clear', () => {
    for (const question of [
      'What does this token do, in plain words?',
      'Can the contract be changed or paused? Who holds the largest share?',
      'Should I ever type my recovery phrase or private key into a website?',
      'Explain the difference between a seed phrase, a private key and a password, please.',
    ]) {
      expect(examine(question)).toEqual({ verdict: 'clear' });
    }
  });
});

describe('keys', () => {
  const certain: Record<string, string> = {
    'extended-key': base58check.encode(Uint8Array.of(0x04, 0x88, 0xad, 0xe4, ...bytes(74, 1))),
    wif: base58check.encode(Uint8Array.of(0x80, ...bytes(32, 2), 1)),
    'solana-key': base58.encode(Uint8Array.of(...bytes(63, 3), 0x9c)),
    'stellar-seed': 'SAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABSU2',
  };
  for (const [secret, key] of Object.entries(certain)) {
    test(`a ${secret} is refused, alone and in a sentence`, () => {
      expect(examine(key)).toEqual({ verdict: 'refused', secret, start: 0, end: key.length } as never);
      expect(examine(`look: "${key}".`)).toMatchObject({ verdict: 'refused', secret, start: 7 });
      expect(examine(`wallet:${key}`)).toMatchObject({ verdict: 'refused', secret });
    });
  }

  test('a key is refused behind a name, in brackets, broken over lines and with invisible characters', () => {
    for (const key of Object.values(certain)) {
      for (const text of [
        `key=${key}`,
        `my_key_${key}`,
        `${key}_backup`,
        `{"key":{"value":"${key}"}}`,
        `key:${key}:x`,
        `0x${key}`,
        `${key.slice(0, 20)}\n${key.slice(20)}`,
        key.match(/.{1,4}/g)!.join(' '),
        `${key.slice(0, 9)}\u200b${key.slice(9)}`,
        key.replace(/\w/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0)),
      ]) {
        expect({ text, verdict: examine(text).verdict }).toEqual({ text, verdict: 'refused' });
      }
    }
  });

  test('the old WIF, the test network’s and other extended keys are refused', () => {
    for (const key of [
      base58check.encode(Uint8Array.of(0x80, ...bytes(32, 4))),
      base58check.encode(Uint8Array.of(0xef, ...bytes(32, 5), 1)),
      base58check.encode(Uint8Array.of(0x04, 0xb2, 0x43, 0x0c, ...bytes(74, 6))),
      base58check.encode(Uint8Array.of(0x04, 0x35, 0x83, 0x94, ...bytes(74, 7))),
    ]) {
      expect(examine(key).verdict).toBe('refused');
    }
  });

  test('keys that say so in front are refused', () => {
    for (const key of [
      bech32.encode('suiprivkey', bech32.toWords(bytes(33, 8))),
      bech32.encode('nsec', bech32.toWords(bytes(32, 9))),
      bech32.encode('ed25519e_sk', bech32.toWords(bytes(64, 9)), false),
      base58xrpSeed(),
      base58check.encode(Uint8Array.of(13, 15, 58, 7, ...bytes(32, 11))),
      `ed25519:${base58.encode(bytes(64, 12))}`,
    ]) {
      expect({ key, verdict: examine(key).verdict }).toEqual({ key, verdict: 'refused' });
    }
  });

  test('a mistyped key is likely', () => {
    const wif = certain['wif']!;
    const typo = `${wif.slice(0, 20)}${wif[20] === 'x' ? 'y' : 'x'}${wif.slice(21)}`;
    expect(examine(typo)).toMatchObject({ verdict: 'likely', secret: 'wif' });
    expect(examine(certain['stellar-seed']!.replace('BSU2', 'BSU3'))).toMatchObject({ verdict: 'likely' });
  });

  test('a key pair saved as a list of bytes is refused, a table of numbers is not', () => {
    const pair = [...bytes(64, 13)];
    expect(examine(JSON.stringify(pair))).toMatchObject({ verdict: 'refused', secret: 'solana-key' });
    expect(examine(`keypair = [\n${pair.join(',\n')}\n]`).verdict).toBe('refused');
    expect(examine(JSON.stringify(pair.map((_, i) => i))).verdict).toBe('clear');
    expect(examine(JSON.stringify(pair.map((byte) => byte % 8))).verdict).toBe('clear');
    expect(examine(JSON.stringify(pair.slice(1))).verdict).toBe('clear');
  });

  test('what has the length of a Solana key and ends like a signature is only likely', () => {
    const signature = base58.encode(Uint8Array.of(...bytes(63, 14), 0x0b));
    expect(examine(`Why did ${signature} fail?`)).toMatchObject({ verdict: 'likely', secret: 'solana-key' });
  });

  test('32 bytes of hex are likely where the words say key, or where nothing says otherwise', () => {
    expect(examine(`My private key is ${HASH}`)).toMatchObject({
      verdict: 'likely',
      secret: 'private-key',
      start: 18,
    });
    expect(examine(`secret ${HASH.slice(2)}`).verdict).toBe('likely');
    expect(examine(HASH).verdict).toBe('likely');
    expect(examine(`key=${HASH} of my token contract`).verdict).toBe('likely');
    expect(examine(`key_${HASH}`).verdict).toBe('likely');
    expect(examine(`${HASH.slice(2, 30)}\n${HASH.slice(30)}`).verdict).toBe('likely');
  });

  test('transaction hashes and long token addresses are clear', () => {
    for (const text of [
      `What happened in transaction ${HASH}?`,
      `tx ${HASH.slice(2)}`,
      `https://etherscan.io/tx/${HASH}`,
      `Is the contract ${HASH} on Starknet verified?`,
      `sha256: ${HASH.slice(2)}`,
      `${HASH}::usdc::USDC`,
      `public key: ${HASH}, what is the token?`,
      `Somebody sent me this in a long letter about nothing and I wonder what it means for what I hold, and whether I should worry about it at all or wait until they write again: ${HASH}. Any idea?`,
    ]) {
      expect({ text, finding: examine(text) }).toEqual({ text, finding: { verdict: 'clear' } });
    }
  });

  test('public addresses and public keys are clear', () => {
    for (const text of [
      '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
      'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
      'GA5ZSEJYB37JRC5AVCIA5MOP4RHTM335X2KGX3IHOJAPP5RE34K4KZVN',
      'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0',
      base58check.encode(Uint8Array.of(0x04, 0x88, 0xb2, 0x1e, ...bytes(74, 15))),
      bech32.encode('npub', bech32.toWords(bytes(32, 16))),
    ]) {
      expect({ text, finding: examine(text) }).toEqual({ text, finding: { verdict: 'clear' } });
    }
  });

  function base58xrpSeed(): string {
    const payload = Uint8Array.of(0x21, ...bytes(16, 17));
    return base58xrp.encode(Uint8Array.of(...payload, ...sha256(sha256(payload)).slice(0, 4)));
  }
});

test('of 10,000 paragraphs of licences, manuals and source at most one is doubted and none refused', async () => {
  const root = join(import.meta.dir, '../../node_modules');
  const wanted = Number(process.env['PARAGRAPHS'] ?? 10_000);
  const files = [...new Glob('**/{LICENSE,LICENCE,NOTICE,README,CHANGELOG}*').scanSync(root)].sort();
  const sources = [
    ...new Glob(
      '{lit*,valibot,vite,typescript,fast-check,marked,happy-dom,@google/genai}/**/*.{js,ts,mjs}',
    ).scanSync(root),
  ].sort();
  const findings: string[] = [];
  let count = 0;
  // Every seventh file, so that no one package fills the sample. Packages about wallets show real phrases.
  for (const file of [...files, ...sources.filter((_, i) => i % 7 === 0)]) {
    if (/bip39/.test(file) || count >= wanted) continue;
    for (const paragraph of (await Bun.file(join(root, file)).text()).split(/\n\s*\n/)) {
      if (paragraph.length < 40 || paragraph.length > 8000 || count >= wanted) continue;
      count++;
      const finding = examine(paragraph);
      if (finding.verdict !== 'clear')
        findings.push(`${finding.verdict} in ${file}: ${paragraph.slice(finding.start, finding.end)}`);
    }
  }
  expect(count).toBe(wanted);
  expect(findings.filter((finding) => finding.startsWith('refused'))).toEqual([]);
  expect(findings.length).toBeLessThanOrEqual(wanted / 10_000);
}, 30_000);

test('a likely secret counts before a possible one, and a certain one before both', () => {
  const finding = (...verdicts: ('possible' | 'likely' | 'refused')[]) =>
    findSecret('', () => verdicts.map((verdict) => at(verdict, 'wif', 0, 1)));
  expect(finding('possible', 'likely', 'possible')).toMatchObject({ verdict: 'likely' });
  expect(finding('likely', 'possible', 'refused')).toMatchObject({ verdict: 'refused' });
  expect(finding('possible')).toMatchObject({ verdict: 'possible' });
});

test('a megabyte of anything is examined without a throw', () => {
  for (const unit of [
    'zoo ',
    'a1_:',
    '[1,2,',
    'abandon, ',
    '\u200b',
    '\ud800',
    `${'z'.repeat(88)} `,
    'zoo',
    'abejas ',
  ]) {
    expect(() => examine(unit.repeat(Math.ceil(1_000_000 / unit.length)))).not.toThrow();
  }
}, 30_000);
