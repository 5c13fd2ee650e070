import { describe, expect, test } from 'bun:test';
import {
  apply,
  ask,
  type Conversation,
  continueAnswer,
  emptyConversation,
  fail,
  opened,
  resuming,
  stop,
} from '../../widget/conversation.ts';
import { createTranscriptStore, type StorageMode } from '../../widget/transcript-store.ts';
import { deniedStorage, FakeStorage } from './fake-storage.ts';

const NO_DRAFT = { text: '' };

function setUp(mode: StorageMode = 'session', storage: Storage = new FakeStorage(), name = '') {
  const open = () => createTranscriptStore({ mode: () => mode, storage: () => storage, name: () => name });
  return { storage, store: open(), reload: () => open().load() };
}

const question = (count: number, text = `Question ${count}?`) =>
  Array.from({ length: count }).reduce<Conversation>((conversation, _, index) => {
    const asked = ask(conversation, `${index}`, { text }, index);
    const answered = apply(asked, { code: '0', text: `Answer ${index}.` });
    return apply(answered, { code: 'd', end: { finishReason: 'stop', answeredAt: '2026-01-01T00:00:00Z' } });
  }, emptyConversation);

const writing = (id?: string) =>
  apply(opened(ask(emptyConversation, '1', { text: 'Why?' }, 5), id), { code: '0', text: 'Beca' });

describe('a transcript', () => {
  test('comes back as it was, with its draft and the address beside it', () => {
    const { store, reload } = setUp();
    const subject = { address: '0xA0b8', network: 'ethereum' };
    const transcript = { conversation: question(3), draft: { text: 'And then', subject } };
    store.save(transcript);
    expect(reload()).toEqual(transcript);
  });

  test('comes back in every way an answer may have ended', () => {
    const cut = apply(writing('a1'), { code: 'd', end: { finishReason: 'length', sources: [] } });
    for (const conversation of [
      stop(writing(), 9_000),
      fail(writing(), { code: 'rate-limited', retryAfterSeconds: 5 }),
      fail(writing(), { code: 'offline', details: 'x' }),
      cut,
      stop(continueAnswer(cut, 7), 9_000),
    ]) {
      const { store, reload } = setUp();
      store.save({ conversation, draft: NO_DRAFT });
      expect(reload()?.conversation).toEqual(conversation);
    }
  });

  test('has nothing where nothing was saved, and nothing once it is empty', () => {
    const { store, reload, storage } = setUp();
    expect(reload()).toBeUndefined();
    store.save({ conversation: question(1), draft: NO_DRAFT });
    store.save({ conversation: emptyConversation, draft: NO_DRAFT });
    expect(reload()).toBeUndefined();
    expect(storage.length).toBe(0);
  });

  test('is another one under another name', () => {
    const storage = new FakeStorage();
    setUp('session', storage, 'left').store.save({ conversation: question(1), draft: NO_DRAFT });
    expect(setUp('session', storage, 'right').reload()).toBeUndefined();
    expect(setUp('session', storage, 'left').reload()).toBeDefined();
  });
});

describe('an answer that was under way', () => {
  test('waits to be taken up again where it stood, if it has a name', () => {
    const open = [opened(ask(emptyConversation, '1', { text: 'Why?' }, 5), 'a1'), writing('a1')];
    for (const conversation of [...open, ...open.map(resuming)]) {
      const { store, reload } = setUp();
      store.save({ conversation, draft: NO_DRAFT });
      const answer = reload()?.conversation.exchanges[0]?.answer;
      expect(answer).toEqual({ ...conversation.exchanges[0]!.answer, status: { name: 'resuming' } });
    }
  });

  test('has lost its line if it has none', () => {
    for (const conversation of [ask(emptyConversation, '1', { text: 'Why?' }, 5), writing()]) {
      const { store, reload } = setUp();
      store.save({ conversation, draft: NO_DRAFT });
      expect(reload()?.conversation.exchanges[0]?.answer.status).toEqual({
        name: 'failed',
        failure: { code: 'connection-lost' },
      });
    }
  });

  test('is never any but the last', () => {
    const { store, reload } = setUp();
    store.save({ conversation: ask(writing('a1'), '2', { text: 'And?' }, 6), draft: NO_DRAFT });
    expect(reload()?.conversation.exchanges.map(({ answer }) => answer.status.name)).toEqual([
      'failed',
      'failed',
    ]);
  });
});

describe('what is stored', () => {
  test('is read only in its own shape', () => {
    const { store, storage, reload } = setUp();
    store.save({ conversation: question(1), draft: NO_DRAFT });
    const key = storage.key(0)!;
    const good = JSON.parse(storage.getItem(key)!);
    const exchange = good.exchanges[0];
    const answer = exchange.answer;
    for (const bad of [
      'null',
      '[]',
      '{',
      '',
      '{"exchanges":[]}',
      JSON.stringify({ ...good, draft: 'text' }),
      JSON.stringify({ ...good, exchanges: [{ ...exchange, askedAt: 'now' }] }),
      JSON.stringify({ ...good, exchanges: [{ ...exchange, answer: { ...answer, text: 7 } }] }),
      JSON.stringify({
        ...good,
        exchanges: [{ ...exchange, answer: { ...answer, status: { name: 'odd' } } }],
      }),
      JSON.stringify({
        ...good,
        exchanges: [{ ...exchange, answer: { ...answer, status: { name: 'finished', end: {} } } }],
      }),
      JSON.stringify({
        ...good,
        exchanges: [
          { ...exchange, answer: { ...answer, status: { name: 'failed', failure: { code: 'odd' } } } },
        ],
      }),
    ]) {
      storage.setItem(key, bad);
      expect(reload()).toBeUndefined();
    }
    storage.setItem(key, JSON.stringify({ ...good, more: 1 }));
    expect(reload()).toEqual({ conversation: question(1), draft: NO_DRAFT });
  });

  test('is at most fifty exchanges, the newest', () => {
    const { store, reload } = setUp();
    store.save({ conversation: question(60), draft: NO_DRAFT });
    const ids = reload()?.conversation.exchanges.map(({ id }) => id);
    expect(ids).toHaveLength(50);
    expect(ids?.at(-1)).toBe('59');
    expect(ids?.[0]).toBe('10');
  });

  test('is at most half a million characters, the newest', () => {
    const { store, storage, reload } = setUp();
    store.save({ conversation: question(20, 'x'.repeat(50_000)), draft: NO_DRAFT });
    expect(storage.getItem(storage.key(0)!)!.length).toBeLessThan(501_000);
    expect(reload()?.conversation.exchanges.map(({ id }) => id)).toEqual(
      Array.from({ length: 9 }, (_, index) => `${index + 11}`),
    );
  });

  test('is less where there is less room', () => {
    const { store, reload } = setUp('local', new FakeStorage(100_000));
    store.save({ conversation: question(20, 'x'.repeat(20_000)), draft: NO_DRAFT });
    expect(reload()?.conversation.exchanges.map(({ id }) => id)).toEqual(['18', '19']);
  });
});

describe('two tabs with one storage', () => {
  const open = () => {
    const storage = new FakeStorage();
    const tab = () => createTranscriptStore({ mode: () => 'local', storage: () => storage });
    const stored = () => tab().load()?.conversation;
    const tabs = [tab(), tab()] as const;
    for (const one of tabs) one.load();
    return { one: tabs[0], other: tabs[1], stored };
  };

  test('do not overwrite a newer transcript they have not seen', () => {
    const { one, other, stored } = open();
    one.save({ conversation: question(2), draft: NO_DRAFT });
    other.save({ conversation: emptyConversation, draft: { text: 'Half a quest' } });
    expect(stored()).toEqual(question(2));
    other.save({ conversation: question(1), draft: NO_DRAFT });
    expect(stored()).toEqual(question(2));
  });

  test('keep the transcript of who asked last', () => {
    const { one, other, stored } = open();
    one.save({ conversation: question(2), draft: NO_DRAFT });
    other.save({ conversation: question(3), draft: NO_DRAFT });
    one.save({ conversation: question(2), draft: { text: 'And' } });
    expect(stored()).toEqual(question(3));
  });

  test('do not bring back what the other has removed', () => {
    const { one, other, stored } = open();
    one.save({ conversation: question(2), draft: NO_DRAFT });
    other.load();
    other.forget();
    one.save({ conversation: question(2), draft: { text: 'And' } });
    expect(stored()).toBeUndefined();
    one.save({ conversation: question(3), draft: NO_DRAFT });
    expect(stored()).toEqual(question(3));
  });

  test('remove what is stored, whoever stored it', () => {
    const { one, other, stored } = open();
    one.save({ conversation: question(2), draft: NO_DRAFT });
    other.forget();
    expect(stored()).toBeUndefined();
  });
});

describe('where nothing can be stored', () => {
  const denied = () => createTranscriptStore({ mode: () => 'session', storage: deniedStorage });

  test('it is kept in memory', () => {
    const store = denied();
    store.save({ conversation: question(2), draft: NO_DRAFT });
    expect(store.load()?.conversation).toEqual(question(2));
    expect(denied().load()).toBeUndefined();
  });

  test('for lack of room, no older transcript is left behind', () => {
    const storage = new FakeStorage(1_000);
    const { store, reload } = setUp('session', storage);
    store.save({ conversation: question(2), draft: NO_DRAFT });
    expect(reload()).toBeDefined();
    const large = question(1, 'x'.repeat(2_000));
    store.save({ conversation: large, draft: NO_DRAFT });
    expect(reload()).toBeUndefined();
    expect(store.load()?.conversation).toEqual(large);
  });

  test('because the page wants none, the storage is not touched', () => {
    const { store, storage } = setUp('none');
    store.save({ conversation: question(2), draft: NO_DRAFT });
    expect(storage.length).toBe(0);
    expect(store.load()?.conversation).toEqual(question(2));
  });
});
