import { expect, test } from 'bun:test';
import type { Answer, AnswerStatus } from '../../widget/conversation.ts';
import { closingNotice, otherAddress, plateOf, statusLine } from '../../widget/elements/answer-view.ts';
import { englishWords } from '../../widget/strings.ts';

const asked = { address: '0x3f6d28908D63Fa31665557ECa22283240f02C072', network: 'ethereum' };
const alike = '0x3f6d28b620c4f897398f0600c18977037502c072';
const another = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48';

const answer = (status: AnswerStatus, text = 'Words.'): Answer => ({ text, status });
const line = (status: AnswerStatus, text?: string, seconds = 0) =>
  statusLine(englishWords, answer(status, text), seconds);

test('a silent answer is read, then searched for, then asks for patience; seconds come after five', () => {
  const silent = (seconds: number) => line({ name: 'waiting' }, '', seconds);
  expect(silent(0)).toEqual({ orb: 'rolling', text: 'Reading your question…', aside: '' });
  expect(silent(4)).toEqual({ orb: 'rolling', text: 'Searching the web…', aside: '' });
  expect(silent(7)?.aside).toBe('7 s');
  expect(silent(20)?.text).toBe('Still searching. This can take a minute.');
});

test('the line above an answer becomes its history', () => {
  const end = { finishReason: 'stop' } as const;
  const page = { url: 'https://a.example/', status: 'read' } as const;
  expect(line({ name: 'writing' })?.text).toBe('Writing the answer…');
  expect(line({ name: 'finished', end })?.text).toBe('Answered without searching');
  expect(line({ name: 'finished', end: { ...end, pages: [page] } })).toEqual({
    orb: '',
    text: 'Searched the web',
    aside: '1 page read',
  });
  const sources = [{ url: page.url, title: 'A', domain: 'a.example' }];
  expect(line({ name: 'finished', end: { ...end, sources } })?.text).toBe('Searched the web');
  // None was opened: the sources are places to look.
  expect(line({ name: 'finished', end: { ...end, sources, pages: [] } })?.text).toBe(
    'Answered without searching',
  );
  const searchSuggestions = { queries: ['quillfin'] };
  expect(line({ name: 'finished', end: { ...end, pages: [], searchSuggestions } })?.text).toBe(
    'Searched the web',
  );
  expect(line({ name: 'stopped', afterSeconds: 9 })?.aside).toBe('after 9 s');
});

test('an answer that broke off has a hollow disc; one that never began has only its notice', () => {
  const failed = { name: 'failed', failure: { code: 'connection-lost' } } as const;
  expect(line(failed)).toMatchObject({ orb: 'hollow', text: 'The answer broke off' });
  expect(line(failed, '')).toBeUndefined();
});

test('each end of an answer has its own notice and next step', () => {
  const notice = (status: AnswerStatus, text?: string) => {
    const found = closingNotice(englishWords, answer(status, text));
    return found && [found.text.split('**')[1], found.actions?.[0]?.label, found.note];
  };
  const failed = (code: 'not-configured' | 'rate-limited' | 'service-error' | 'timed-out' | 'not-found') =>
    notice({ name: 'failed', failure: { code } }, '');
  expect(failed('not-configured')).toEqual([
    'The oracle is not set up here yet',
    'Copy the details',
    'Code 401',
  ]);
  expect(failed('not-found')).toEqual(['The oracle is not set up here yet', 'Copy the details', 'Code 404']);
  expect(failed('rate-limited')).toEqual(['A lot of people are asking', 'Ask again', 'Code 429']);
  expect(failed('service-error')).toEqual(['The oracle is having trouble', 'Try again', 'Code 500']);
  expect(failed('timed-out')).toEqual(['This took too long', 'Try again', undefined]);
  expect(notice({ name: 'finished', end: { finishReason: 'length' } })?.slice(0, 2)).toEqual([
    'The answer reached its length limit',
    'Continue',
  ]);
  expect(notice({ name: 'finished', end: { finishReason: 'content-filter' } }, '')?.slice(0, 2)).toEqual([
    'This answer was held back',
    'Edit the question',
  ]);
  expect(notice({ name: 'finished', end: { finishReason: 'stop' } })).toBeUndefined();
});

test('an address that looks like the one asked about is found, wherever the right one stands', () => {
  expect(otherAddress(`The contract is ${asked.address}, or ${alike}.`, asked)).toEqual({
    asked: asked.address,
    named: alike,
    plate: 'ETH',
    lookAlike: true,
  });
});

test('another address is worth a word only where the right one is missing', () => {
  expect(otherAddress(`It trades against ${another}.`, asked)).toMatchObject({
    named: another,
    lookAlike: false,
  });
  expect(otherAddress(`${asked.address} trades against ${another}.`, asked)).toBeUndefined();
  expect(otherAddress(`In small letters: ${asked.address.toLowerCase()}`, asked)).toBeUndefined();
});

test('without an address in the question none in the answer is wrong', () => {
  expect(otherAddress(`It is ${another}.`, undefined)).toBeUndefined();
});

test('the plate of an address without a network names its family', () => {
  expect(plateOf(asked)).toBe('ETH');
  expect(plateOf({ address: asked.address })).toBe('EVM');
});
