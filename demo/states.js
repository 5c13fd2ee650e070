// Every state of the widget on fixed data: what states.html lists and state.html plays. Tokens, figures
// and sources are invented; the addresses are well-formed.

const ethereum = '0x3f6d28908D63Fa31665557ECa22283240f02C072';
const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
const solana = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';

/** The moment all states show: 21 November 2026, 14:32 in the visitor's own time. */
export const NOW = new Date(2026, 10, 21, 14, 32).getTime();

const opening =
  '**Quillfin can still be changed by its owner**, and four wallets hold most of it. Its liquidity is locked for nine more months.';

const table = `

## What I checked

| Check | Finding | Risk |
| --- | --- | --- |
| Owner rights | Can pause transfers and set a 10% fee | High |
| Top holders | Four wallets hold 61% of supply | High |
`;

const rest = `| Selling fee | 2% on each sale | Medium |
| Liquidity | $1.2 M, locked until 14 Aug 2027 | Low |
| Audit | I found no report | Unknown |

## Price

| Date | QFIN price in US dollars |
| --- | --- |
${[
  471, 478, 467, 488, 497, 492, 514, 507, 511, 505, 487, 480, 489, 468, 455, 444, 451, 434, 415, 426, 409,
  430, 404, 420, 407, 402, 411, 418, 407, 412,
]
  .map((price, day) => {
    const date = new Date(Date.UTC(2026, 9, 23 + day)).toISOString().slice(0, 10);
    return `| ${date} | 0.0${price} |`;
  })
  .join('\n')}

## Where the fee is set

One line of the contract lets the owner raise the selling fee at any time.

\`\`\`solidity
function setFee(uint256 fee)
  external onlyOwner
{
  require(fee <= 1000); // 10%
  sellFee = fee;
}
\`\`\`

## What I do not know

- Who runs the project. The team page names nobody.
- Whether the four wallets belong to one person.

Contract I looked at: ${ethereum}
`;

const sources = [
  ['https://etherscan.io/token/1', 'Quillfin: token contract', 'etherscan.io'],
  ['https://etherscan.io/token/2', 'QFIN holders', 'etherscan.io'],
  ['https://locker.example/qfin', 'Liquidity lock for QFIN / WETH', 'locker.example'],
  ['https://prices.example/qfin', 'Quillfin price history', 'prices.example'],
  ['https://contracts.example/qfin', 'Fee and pause rights, read-only view', 'contracts.example'],
].map(([url, title, domain]) => ({ url, title, domain }));

const pages = [...sources.map(({ url }) => ({ url, status: 'read' }))];

/** Cites sources behind words of the text. */
const cite = (text, ...places) =>
  places.map(([words, ...numbers]) => ({
    end: text.indexOf(words) + words.length,
    sources: numbers.map((number) => number - 1),
  }));

const wholeText = opening + table + rest;
const whole = {
  text: wholeText,
  status: {
    name: 'finished',
    end: {
      finishReason: 'stop',
      sources,
      pages,
      citations: cite(
        wholeText,
        ['most of it.', 1, 2],
        ['nine more months.', 3],
        ['61% of supply', 2],
        ['14 Aug 2027', 3],
        ['at any time.', 5],
      ),
      searchSuggestions: {
        queries: ['quillfin qfin contract owner', 'qfin liquidity lock'],
        html: `<style>
.bar{display:flex;gap:8px;align-items:center;box-sizing:border-box;padding:8px 12px;border-radius:8px;overflow:hidden;white-space:nowrap;font:14px/20px Roboto,Arial,sans-serif;background:#fafafa;color:#5e5e5e;box-shadow:0 0 0 1px #0000000f}
.bar a{padding:5px 16px;border:1px solid #d2d2d2;border-radius:16px;color:inherit;text-decoration:none;background:#fff}
@media(prefers-color-scheme:dark){.bar{background:#1f1f1f;color:#fff;box-shadow:0 0 0 1px #ffffff26}.bar a{background:#2c2c2c;border-color:#3c4043}}
</style><div class="bar"><a href="https://search.example/1">quillfin qfin contract owner</a><a href="https://search.example/2">qfin liquidity lock</a></div>`,
      },
      answeredAt: new Date(NOW).toISOString(),
    },
  },
};

const finished = (text, count = 2, citations = []) => ({
  text,
  status: {
    name: 'finished',
    end: {
      finishReason: 'stop',
      sources: sources.slice(0, count),
      pages: pages.slice(0, count),
      citations: citations.length ? cite(text, ...citations) : [],
      answeredAt: new Date(NOW).toISOString(),
    },
  },
});

const short = finished('Four wallets hold 61% of supply. The largest one alone holds 27%.', 2, [
  ['of supply.', 1],
]);

const exchange = (question, answer, subject, askedAt = NOW - 20_000) => ({
  id: `e${question.length}`,
  question: { text: question, ...(subject ? { subject } : {}) },
  askedAt,
  answer,
});

const about = { address: ethereum, network: 'ethereum' };
const safe = 'Is Quillfin safe to hold? Show me the risks and the price.';
const holds = 'Who holds the largest share?';

const failed = (code, text = '') => ({ text, status: { name: 'failed', failure: { code } } });
const one = (answer, question = holds, subject) => [exchange(question, answer, subject)];
const open = (text = '') => ({ text, id: 'open', status: { name: 'writing' } });

const longTalk = [
  exchange(
    'Did large holders move?',
    finished(
      'Two wallets moved 4% of supply to an exchange last week. That is often a sign of selling, though not proof of it.\n\nI could not see who owns them.',
      2,
      [['last week.', 1]],
    ),
  ),
  exchange(
    'Can the contract be changed or paused?',
    open(
      'Yes. The owner can do three things without asking anyone:\n\n1. Pause all transfers.\n2. Raise the selling fee to 10%.\n3. Block single wallets from selling.\n\nNothing shows that these rights were given up. The owner is one wallet, not a group that has to agree.\n\nIf these rights worry you, ask the project when it plans to give them up, and where it says so.\n\n## What I read\n\nThe contract itself, its list of holders, and the page of the project. The page says nothing about these rights.\n\n- The contract was verified in March.\n- It was changed once since.',
    ),
  ),
];

const composer = { height: 300 };

/**
 * `exchanges`, `draft`: what was stored. `cooldown`: seconds that are left. `act`: what the visitor did.
 * `streams`: the open answer goes on being written; otherwise it waits.
 */
export const states = {
  Launcher: {
    closed: { title: 'Closed', launcher: true },
    labelled: { title: 'Labelled', launcher: true, attributes: { label: 'Ask the oracle' } },
    teaser: { title: 'With a teaser', launcher: true, width: 500, attributes: { teaser: '' } },
    unread: { title: 'Answer waiting', launcher: true, act: 'unread' },
    working: {
      title: 'Working while closed',
      launcher: true,
      exchanges: one({ ...open(), status: { name: 'waiting' } }),
    },
    popup: { title: 'Open', launcher: true, attributes: { open: '' }, width: 500, height: 760 },
  },
  Start: {
    start: { title: 'Empty' },
    recognised: {
      title: 'Recognised address',
      address: [usdc, 'ethereum'],
      draft: 'Can the owner freeze my balance?',
    },
    'wrong-checksum': {
      title: 'Wrong checksum',
      address: ['0xa0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'],
      draft: 'Can the owner freeze my balance?',
    },
    site: { title: 'The site’s own address', attributes: { contract: ethereum, network: 'ethereum' } },
    'not-site': {
      title: 'Not the site’s address',
      attributes: { contract: ethereum, network: 'ethereum' },
      address: ['0x3F6d28B620C4F897398F0600c18977037502c072'.toLowerCase(), 'ethereum'],
    },
  },
  Composer: {
    'network-unknown': { ...composer, title: 'Network not known', address: [usdc], draft: holds },
    'network-menu': {
      title: 'Choosing the network',
      height: 420,
      address: [usdc],
      draft: holds,
      act: 'menu',
    },
    'no-checksum': { ...composer, title: 'No checksum exists', address: [solana], draft: holds },
    'single-case': {
      ...composer,
      title: 'Written in one case',
      address: [usdc.toLowerCase(), 'ethereum'],
      draft: holds,
    },
    'whole-address': { height: 340, title: 'The whole address', address: [usdc, 'ethereum'], act: 'whole' },
    shortened: { ...composer, title: 'Shortened address', address: ['0xA0b869…06eB48'] },
    incomplete: { ...composer, title: 'Incomplete address', address: [usdc.slice(0, -2)] },
    'foreign-letter': { ...composer, title: 'Foreign letter', address: [usdc.replace('b8', 'Ь8')] },
    'may-be-key': {
      title: 'An address, or a key',
      height: 340,
      address: ['0x4c0883a69102937d6231471b5dbb6204fe5129617082792ae468d01a3f362318'],
      draft: holds,
    },
    name: { ...composer, title: 'A name', address: ['vitalik.eth'] },
    'from-link': { ...composer, title: 'A link', address: [`https://etherscan.io/token/${usdc}`] },
    writing: {
      title: 'Writing',
      height: 560,
      exchanges: one(short),
      attributes: { 'max-length': '130' },
      draft:
        'Compare the fees of this token with two others of the same kind, and tell me which costs would surprise me when I sell.',
    },
    cooldown: {
      title: 'Cooldown',
      height: 560,
      exchanges: one(short),
      draft: 'And who can mint new tokens?',
      cooldown: 42,
    },
    'cooldown-kept': {
      title: 'Sent too early',
      height: 560,
      exchanges: one(short),
      draft: 'And who can mint new tokens?',
      cooldown: 42,
      act: 'enter',
    },
  },
  'From question to answer': {
    waiting: {
      title: 'Waiting',
      exchanges: [exchange(safe, { ...open(), status: { name: 'waiting' } }, about, NOW - 7_000)],
    },
    'waiting-long': {
      title: 'A long search',
      exchanges: [exchange(safe, { ...open(), status: { name: 'waiting' } }, about, NOW - 24_000)],
    },
    streaming: {
      title: 'Streaming, half a table',
      exchanges: [exchange(safe, open(opening), about)],
      streams: `${table}| Selling fee | 2% on`,
    },
    stopped: {
      title: 'Stopped',
      exchanges: [
        exchange(safe, { text: opening + table, status: { name: 'stopped', afterSeconds: 9 } }, about),
      ],
      cooldown: 31,
    },
  },
  'Finished answer': {
    finished: {
      title: 'All an answer can hold',
      height: 1560,
      exchanges: [exchange(safe, whole, about)],
      cooldown: 18,
    },
    'failed-pages': {
      title: 'Pages that could not be read',
      exchanges: one({
        ...short,
        status: {
          name: 'finished',
          end: {
            ...short.status.end,
            pages: [
              { url: sources[0].url, status: 'read' },
              { url: 'https://news.example/qfin', status: 'paywall' },
              { url: 'https://slow.example/', status: 'failed' },
              { url: 'https://airdrop.example/', status: 'unsafe' },
            ],
          },
        },
      }),
    },
    'not-searched': {
      title: 'Answered without searching',
      exchanges: one(
        {
          text: 'A token is an entry in a contract.',
          status: { name: 'finished', end: { finishReason: 'stop' } },
        },
        'What is a token?',
      ),
    },
    'other-address': {
      title: 'A look-alike in the answer',
      height: 760,
      exchanges: [
        exchange(
          'Where can I buy Quillfin?',
          finished(
            'One page offers QFIN from this contract:\n\n0x3f6d28b620c4f897398f0600c18977037502c072',
            1,
            [['this contract:', 1]],
          ),
          about,
        ),
      ],
      cooldown: 36,
    },
    conversation: {
      title: 'After several questions',
      exchanges: [longTalk[0], exchange(holds, short)],
    },
    jump: { title: 'Long conversation, scrolled up', exchanges: longTalk, streams: ' More is', act: 'top' },
  },
  'When it does not work': {
    'not-configured': {
      title: 'Not configured · 401',
      height: 400,
      exchanges: one(failed('not-configured')),
    },
    'rate-limited': {
      title: 'Rate limited · 429',
      height: 400,
      exchanges: one(failed('rate-limited')),
      cooldown: 24,
    },
    'service-error': { title: 'Service error · 500', height: 400, exchanges: one(failed('service-error')) },
    'invalid-request': { title: 'Bad request · 400', height: 400, exchanges: one(failed('invalid-request')) },
    'timed-out': { title: 'Timed out', height: 400, exchanges: one(failed('timed-out')) },
    'connection-lost': {
      title: 'Connection lost half-way',
      height: 480,
      exchanges: one(failed('connection-lost', 'Four wallets hold 61% of supply, and the largest of them')),
    },
    length: {
      title: 'Cut off by length',
      height: 480,
      cooldown: 12,
      exchanges: one({
        text: 'The ten largest wallets hold 78% of supply. Four of them were filled in the same hour, from the same',
        status: { name: 'finished', end: { finishReason: 'length', pages } },
      }),
    },
    filtered: {
      title: 'Filtered',
      height: 400,
      exchanges: one({ text: '', status: { name: 'finished', end: { finishReason: 'content-filter' } } }),
    },
    empty: { title: 'Nothing came back', height: 400, exchanges: one(failed('empty-answer')) },
  },
  'Guarding the visitor': {
    'seed-phrase': {
      title: 'Recovery phrase',
      exchanges: one(short, holds, about),
      draft: 'legal winner thank year wave sausage worth useful legal winner thank yellow',
    },
    'private-key': {
      title: 'May be a private key',
      exchanges: one(short, holds, about),
      draft: '4c0883a69102937d6231471b5dbb6204fe5129617082792ae468d01a3f362318',
    },
    offline: {
      title: 'Offline',
      exchanges: one(short, holds, about),
      draft: 'Were they filled on the same day?',
      offline: true,
    },
    link: {
      title: 'A link that is no source',
      exchanges: one(
        finished('Its own page is [quillfin.example](https://quillfin.example.page.test/qfin).'),
      ),
      act: 'link',
    },
    clear: { title: 'Clear the conversation', exchanges: one(short, holds, about), act: 'clear' },
  },
  Phone: {
    'phone-start': { title: '360 × 740, start', phone: true, width: 360, height: 740 },
    'phone-answer': {
      title: '360 × 740, answer',
      phone: true,
      width: 360,
      height: 740,
      exchanges: [exchange(safe, whole, about)],
      cooldown: 42,
    },
    'phone-small': { title: '320 × 568', phone: true, width: 320, height: 568 },
    'phone-keyboard': {
      title: '360 × 430, keyboard open',
      phone: true,
      width: 360,
      height: 430,
      exchanges: longTalk.slice(0, 1),
      address: [ethereum, 'ethereum'],
      draft: 'Who controls that wallet?',
    },
  },
  Everywhere: {
    column: { title: 'In a column of the page', width: 640, height: 520 },
    'column-answer': {
      title: 'An answer in a wide column',
      width: 800,
      height: 640,
      exchanges: [exchange(safe, whole, about)],
    },
    zoom: { title: '200% zoom', phone: true, width: 640, height: 360 },
    narrow: { title: '320 px column', width: 320, height: 640, exchanges: [exchange(safe, whole, about)] },
    rtl: {
      title: 'Right to left',
      lang: 'ar',
      exchanges: [
        exchange(
          'هل يمكن لمالك العقد إيقاف التحويلات؟',
          finished(
            '**نعم، يستطيع المالك إيقاف التحويلات** ورفع رسوم البيع حتى 10٪.\n\n| الفحص | النتيجة | الخطر |\n| --- | --- | --- |\n| المالك | يستطيع إيقاف التحويلات | مرتفع |\n| السيولة | مقفلة حتى 14 أغسطس 2027 | منخفض |\n| التدقيق | لم أجد تقريرًا | غير معروف |\n\nالعقد الذي فحصتُه:\n\n0x3f6d28908D63Fa31665557ECa22283240f02C072',
            3,
            [['10٪.', 1]],
          ),
          about,
        ),
      ],
      cooldown: 42,
    },
  },
};

export const flat = Object.assign({}, ...Object.values(states));
