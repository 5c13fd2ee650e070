import { expect, test } from 'bun:test';
import { mayBeStored } from '../../widget/draft-safety.ts';

test.each([
  'Who holds the largest share?',
  'Does the largest wallet belong to a thousand people?',
  'Is it the largest token price?',
  'Can you explain what it does with my wallet today?',
  'Is 0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48 safe to hold?',
  'Warum schweigt die Rechtsschutzversicherungsgesellschaft?',
  '',
])('%p may be stored', (text) => {
  expect(mayBeStored(text)).toBe(true);
});

test.each([
  'legal winner thank year wave',
  'My words: 1. legal 2. winner 3. thank 4. year 5. wave',
  'My phrase is legal winner thank',
  'legal winner thank',
  'legal',
  'legal win',
  '1. legal 2. winner 3. th',
  '4c0883a69102937d6231471b5dbb',
  'Is 0x4c0883a69102937d6231471b5dbb6204fe5129617082792ae468d01a3f362318 mine?',
  '5HueCGU8rMjxEXxiPuD5BDku4MkFqeZ',
])('%p may become a secret', (text) => {
  expect(mayBeStored(text)).toBe(false);
});
