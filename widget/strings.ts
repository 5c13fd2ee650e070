// Every word a visitor reads. English is built in; the other languages are files beside the script,
// with the same keys, fetched only where a page asks for them.
//
// {n} is a number, other braces are names; **…** is the heading or the part in bold. An entry whose
// number changes its form has one text for each plural category of its language.

import type { Mistake } from '../server/chains/recognise.ts';

type Plural = Readonly<Partial<Record<Intl.LDMLPluralRule, string>>>;

export const english = {
  title: 'Crypto Oracle',
  conversation: 'Conversation',

  launch: 'Ask the Crypto Oracle',
  launchWriting: 'Ask the Crypto Oracle. An answer is being written',
  launchUnread: {
    one: 'Ask the Crypto Oracle. {n} new answer',
    other: 'Ask the Crypto Oracle. {n} new answers',
  },
  launchClose: 'Close the chat',
  teaser: '**Wondering about this token?** Ask, and get facts with their sources.',
  dismiss: 'Dismiss',

  welcome: 'Ask before you act.',
  welcomeText:
    'Ask about a token, or paste its contract address. I look things up, name my sources, and say what I do not know.',
  suggestions:
    'What does this token do, in plain words?|Can the contract be changed or paused?|Who holds the largest share?|How has the price moved this month?',
  suggestionsLabel: 'Suggested questions',
  addressLabel: 'Contract address (optional)',
  placeholder: 'Ask about a token',
  nextPlaceholder: 'Write your next question',
  inputLabel: 'Your question',
  footnote: 'Answers can be wrong. Not financial advice.',
  clear: 'Clear conversation',
  close: 'Close chat',

  addAddress: 'Add a contract address',
  removeAddress: 'Remove address',
  changeNetwork: 'Network: {network}. Change',
  chooseNetwork: 'Choose network',
  networkMenu: 'Network of this address',
  anyNetwork: 'Look on all of them',
  showWhole: 'Show the whole address',
  siteAddress: '**The address of this site.** It came with the page.',
  notSiteAddress: '**This is not the address of this site.** Compare the two before you ask.',
  thisSite: 'This site',
  youEntered: 'You entered',
  checkValid: '**Checksum OK.** No typing errors. This does not tell you if the token is safe.',
  checkSingleCase: '**No checksum to check.** It was written in one case, so compare every character.',
  checkNone: '**Looks right,** but {network} addresses have no checksum. Compare every character.',
  checkSeveral: 'This address could be on several networks. Choose one, or I will look on all of them.',
  checkName: 'This is a name, not an address. Paste the contract address.',
  checkLink: 'Address taken from the {site} link.',
  checkInvisible: 'Invisible characters were removed.',
  checkSpelling: 'The capitals follow the rule of {network}.',
  checkAlias: 'The same address on {network}: {address}',
  checkTransaction: 'A transaction looks like this too.',
  checkMayBeKey:
    '**This may be a private key.** Never paste one into a website. If it is an address, choose its network.',
  checkUnknown: 'I do not recognise this address. I will treat it as text.',
  checkSecret: '**This may open a wallet.** Delete it. Never paste it into a website.',
  checkRefused: '**This cannot be a contract address.** Paste the address alone.',
  'mistake-checksum':
    '**The checksum does not match.** At least one character is wrong. Copy the address again from a source you trust.',
  'mistake-length':
    '**This address is not complete.** {network} addresses have {n} characters; this one has {m}.',
  'mistake-foreign-letter': '**This address hides a foreign letter.** Copy it again from a source you trust.',
  'mistake-character':
    '**A character here belongs in no such address.** Copy it again from a source you trust.',
  'mistake-shape': '**This is not how such an address is written.** Copy it again from a source you trust.',
  'mistake-range': '**No such address can exist.** Copy it again from a source you trust.',
  'mistake-shortened':
    '**This address is shortened.** Paste all of it: scam addresses often share the first and last characters.',
  'mistake-test-network': '**This is an address of a test network.** Tokens there are worth nothing.',
  'mistake-link': '**I do not know this site.** Paste the contract address itself.',

  send: 'Send question',
  stop: 'Stop the answer',
  youAsked: 'You asked',
  oracleAnswered: 'The oracle answered',
  reading: 'Reading your question…',
  searching: 'Searching the web…',
  stillSearching: 'Still searching. This can take a minute.',
  writing: 'Writing the answer…',
  resuming: 'Finding the line again…',
  searched: 'Searched the web',
  notSearched: 'Answered without searching',
  stopped: 'You stopped this answer',
  brokeOff: 'The answer broke off',
  seconds: '{n} s',
  afterSeconds: 'after {n} s',
  pagesRead: { one: '{n} page read', other: '{n} pages read' },
  sources: { one: '{n} source', other: '{n} sources' },
  sourcesHeading: 'Sources',
  source: 'Source {n}: {domain}',
  'page-failed': 'Could not be opened',
  'page-paywall': 'Behind a paywall',
  'page-unsafe': 'Not opened, it may be unsafe',
  newTab: '(new tab)',
  searchSuggestions: 'Search suggestions',
  asOf: 'As of {time}',
  copyAnswer: 'Copy answer',
  copyConversation: 'Copy conversation',
  copyCode: 'Copy code',
  copyAddress: 'Copy the full address',
  copied: 'Copied',
  openExplorer: 'Open in the block explorer (new tab)',
  openBoth: 'Open both in the explorer',
  showTable: 'Show as a table',
  showChart: 'Show as a chart',
  chartHigh: '{value} high',
  chartLow: '{value} low',
  chartHigher: '{percent} higher than on {date}',
  chartLower: '{percent} lower than on {date}',
  chartLabel:
    'Line chart. {title}: {first} on {firstDate}, {last} on {lastDate}. Highest {highest}, lowest {lowest}.',
  // Words a table may say a risk with, and headings such a column may have; compared in lower case.
  levelHeadings: 'risk|level|severity',
  levelsLow: 'low|none found',
  levelsMedium: 'medium|moderate',
  levelsHigh: 'high|critical',
  levelsUnknown: 'unknown|not found',
  askAgain: 'Ask again',
  tryAgain: 'Try again',
  continue: 'Continue',
  editQuestion: 'Edit the question',
  copyDetails: 'Copy the details',
  waitFor: { one: '{action}, in {n} second', other: '{action}, in {n} seconds' },
  code: 'Code {code}',

  readyIn: { one: 'Ready to ask again in {n} second', other: 'Ready to ask again in {n} seconds' },
  canAskIn: { one: 'You can ask again in {n} second.', other: 'You can ask again in {n} seconds.' },
  kept: {
    one: 'Your question is ready. You can send it in {n} second.',
    other: 'Your question is ready. You can send it in {n} seconds.',
  },

  'failure-not-configured':
    '**The oracle is not set up here yet** Nothing you did is wrong. The owner of this site has to finish the set-up.',
  setKey: 'Set the API key on the server and restart it.',
  'failure-rate-limited':
    '**A lot of people are asking** Your question is kept. You can send it again in a moment.',
  'failure-service-error':
    '**The oracle is having trouble** Your question is kept. Please try again in a moment.',
  'failure-invalid-request':
    '**This question could not be read** Please change it and send it again. Shorter often helps.',
  'failure-timed-out': '**This took too long** No answer came in time. Your question is kept.',
  'failure-connection-lost': '**The connection was lost** What arrived is above. The rest did not come.',
  'failure-length': '**The answer reached its length limit** There is more to say.',
  'failure-filtered': '**This answer was held back** A safety filter stopped it. You can ask in other words.',
  'failure-empty-answer': '**No answer came back** That happens now and then. Please try again.',
  offline: '**You are offline.** Your question stays here until you are back.',
  online: '**Back online.**',

  secretPhrase:
    '**This looks like a recovery phrase** It stayed on your device. Never type it into a website, and never share it, not even with support.',
  secretKey:
    '**This may be a private key** It stayed on your device. Whoever has a private key can take everything in the wallet.',
  deleteText: 'Delete the text',
  whatIfShared: 'What if I shared it?',
  ifShared: 'Move what you own to a new wallet with a new phrase, now. Do not wait to be sure.',
  isTransaction: 'It is a transaction',
  isNoPhrase: 'It is not a phrase',
  nothingSent: 'Nothing was sent',
  otherAddressAlike:
    '**This is not the address you asked about** The answer names a contract that looks like yours but is not the same. Do not send money to either until you know which is right.',
  otherAddress:
    '**This is not the address you asked about** The answer names another contract. Check which one you mean before you do anything with it.',
  addressAsked: 'the one you asked about',
  addressAlike: 'not the one you asked about, only like it',
  addressWrong: 'wrong checksum: do not use',
  addressSource: 'from source {n}',
  addressUnsourced: 'no source: do not use',
  askedAbout: 'You asked about',
  answerNames: 'The answer names',

  clearAsk: '**Clear this conversation?** It is removed from this browser and cannot be brought back.',
  keep: 'Keep',
  clearNow: 'Clear',
  linkAsk: '**Open {host}?** This link is not among the sources of the answer.',
  stay: 'Stay',
  openLink: 'Open',
  jump: 'Jump to latest',

  saySearching: 'Searching the web.',
  sayWriting: 'The answer is being written.',
  sayReady: 'Answer ready. {sentence}',
  sayStopped: 'You stopped this answer.',
  saySecondsLeft: { one: '{n} second left.', other: '{n} seconds left.' },
  sayAskAgain: 'You can ask again.',
  sayAddress: '{network} address. {check}',
  sayCleared: 'Conversation cleared.',
} satisfies Record<string, string | Plural>;

export type StringKey = keyof typeof english;
/** A whole table, as a file of `locales/` holds it. */
export type Strings = Readonly<Record<StringKey, string | Plural>>;
/** Fails to compile where a mistake has no sentence. */
export type MistakeKey = `mistake-${Mistake}` & StringKey;

/** The words of one language, with its plurals, numbers and times. */
export interface Words {
  readonly lang: string;
  readonly dir: 'ltr' | 'rtl';
  /** The entry with its braces filled; numbers are written as the language writes them. */
  say(key: StringKey, values?: Readonly<Record<string, string | number>>): string;
  number(value: number): string;
  /** The time of day, with the date where it is not today. */
  time(date: Date): string;
}

export function createWords(lang: string, strings: Strings): Words {
  const numbers = new Intl.NumberFormat(lang);
  const plurals = new Intl.PluralRules(lang);
  const number = (value: number): string => numbers.format(value);
  return {
    lang,
    dir: /^(ar|fa|he|ur)\b/.test(lang) ? 'rtl' : 'ltr',
    number,
    say(key, values = {}) {
      const entry = strings[key];
      const text =
        typeof entry === 'string' ? entry : (entry[plurals.select(Number(values['n']))] ?? entry.other ?? '');
      return text.replace(/\{(\w+)\}/g, (brace, name: string) => {
        const value = values[name] ?? brace;
        return typeof value === 'number' ? number(value) : value;
      });
    },
    time(date) {
      const today = date.toDateString() === new Date().toDateString();
      return new Intl.DateTimeFormat(lang, {
        timeStyle: 'short',
        ...(today ? {} : { dateStyle: 'medium' }),
      }).format(date);
    },
  };
}

export const englishWords: Words = createWords('en', english);

const translated = 'ar de es fr hi id ja ko pt ru tr vi zh'.split(' ');

/** The language of our own that serves a page's `lang`; English where there is none. */
export function closestLanguage(lang: string): string {
  const primary = lang.toLowerCase().split(/[-_]/)[0] ?? '';
  return translated.includes(primary) ? primary : 'en';
}

/**
 * The words for a page's `lang`; `folder` is where the script's `locales/` lie. A file that cannot be
 * had, and each entry it lacks, is English.
 */
export async function loadWords(lang: string, folder: string): Promise<Words> {
  const language = closestLanguage(lang);
  if (language === 'en') return englishWords;
  try {
    const response = await fetch(`${folder}${language}.json`);
    if (!response.ok) return englishWords;
    const strings = (await response.json()) as Partial<Strings>;
    return createWords(language, { ...english, ...strings });
  } catch {
    return englishWords;
  }
}
