// A plain question who or what the oracle is, asked alone: answered in its own voice, without a provider.

/** The fixed answer where the whole text is such a question; undefined for every other text. */
export function identityAnswer(text: string): string | undefined {
  const words = text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
  return words.length <= 120 && ENGLISH.test(words) ? ANSWER : undefined;
}

const ANSWER =
  'I am the Crypto Oracle, a research companion for people looking at crypto tokens. I read public pages, weigh what I find and say where it came from. Which token shall we look at?';

const ENGLISH = /^(?:who|what) (?:are|r) (?:you|u)$/;
