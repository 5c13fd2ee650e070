import { afterEach, describe, expect, test } from 'bun:test';
import { Cooldown, type CooldownOptions, LAST_SUBMIT_KEY } from '../../widget/controllers/cooldown.ts';
import { FakeClock } from './fake-clock.ts';
import { FakeHost } from './fake-host.ts';
import { deniedStorage, FakeStorage } from './fake-storage.ts';

const connected: FakeHost[] = [];
afterEach(() => {
  for (const host of connected.splice(0)) host.disconnect();
});

function setUp(options: Partial<CooldownOptions> & { clock?: FakeClock } = {}) {
  const host = new FakeHost();
  const clock = options.clock ?? new FakeClock();
  const storage = options.storage?.() ?? new FakeStorage();
  const shown: number[] = [];
  const cooldown = new Cooldown(host, {
    onChange: (seconds) => shown.push(seconds),
    ...options,
    storage: () => storage,
    clock,
  });
  host.connect();
  connected.push(host);
  return { host, clock, storage, shown, cooldown };
}

const tellOtherTabs = (key: string | null) => window.dispatchEvent(new StorageEvent('storage', { key }));

describe('a cooldown', () => {
  test('is 50 seconds long and writes the moment of the submission', () => {
    const { cooldown, clock, storage } = setUp();
    expect(cooldown.remainingSeconds).toBe(0);
    cooldown.start();
    expect(cooldown.remainingSeconds).toBe(50);
    expect(storage.getItem('lastSubmitTime')).toBe(String(clock.now()));
  });

  test('counts down every second to zero and then rests', () => {
    const { cooldown, clock, shown, host } = setUp();
    cooldown.start();
    clock.pass(60_000);
    expect(shown).toEqual([...Array.from({ length: 50 }, (_, index) => 50 - index), 0]);
    expect(host.updates).toBe(51);
    expect(clock.timers).toBe(0);
  });

  test('goes on after a reload, and its numbers change on the second', () => {
    const clock = new FakeClock();
    const storage = new FakeStorage();
    storage.setItem(LAST_SUBMIT_KEY, String(clock.now() - 12_345));
    const { cooldown, shown } = setUp({ clock, storage: () => storage });
    expect(cooldown.remainingSeconds).toBe(38);
    clock.pass(654);
    expect(shown).toEqual([38]);
    clock.pass(1);
    expect(shown).toEqual([38, 37]);
  });

  test('is over after a sleep that was longer', () => {
    const { cooldown, clock, shown } = setUp();
    cooldown.start();
    clock.set(clock.now() + 3_600_000);
    document.dispatchEvent(new Event('visibilitychange'));
    expect(shown).toEqual([50, 0]);
    expect(cooldown.remainingSeconds).toBe(0);
  });

  test('stops its timer when the element leaves, and goes on when it comes back', () => {
    const { cooldown, clock, host, shown } = setUp();
    cooldown.start();
    host.disconnect();
    expect(clock.timers).toBe(0);
    clock.pass(10_000);
    host.connect();
    expect(shown).toEqual([50, 40]);
  });

  test('that begins while the element is off the page counts only once it is back', () => {
    const { cooldown, clock, host } = setUp();
    host.disconnect();
    cooldown.start();
    expect(clock.timers).toBe(0);
    host.connect();
    expect(clock.timers).toBe(1);
  });

  test('is kept in memory where storage is denied', () => {
    const clock = new FakeClock();
    const host = new FakeHost();
    const cooldown = new Cooldown(host, { clock, storage: deniedStorage });
    host.connect();
    connected.push(host);
    cooldown.start();
    clock.pass(20_000);
    expect(cooldown.remainingSeconds).toBe(30);
    cooldown.giveBack();
    expect(cooldown.remainingSeconds).toBe(0);
  });
});

describe('its length', () => {
  test('follows the server, also in the middle of it and after a reload', () => {
    const { cooldown, clock, storage, shown } = setUp();
    cooldown.start();
    clock.pass(5_000);
    cooldown.follow(20);
    expect(shown.at(-1)).toBe(15);
    expect(setUp({ clock, storage: () => storage }).cooldown.remainingSeconds).toBe(15);
  });

  test('is what the page says before what the server says', () => {
    const { cooldown } = setUp({ seconds: () => 10 });
    cooldown.follow(20);
    cooldown.start();
    expect(cooldown.remainingSeconds).toBe(10);
  });

  test('of zero turns it off, yet the submission is written', () => {
    const { cooldown, storage, clock } = setUp({ seconds: () => 0 });
    cooldown.start();
    expect(cooldown.remainingSeconds).toBe(0);
    expect(storage.getItem(LAST_SUBMIT_KEY)).toBe(String(clock.now()));
  });

  test('is the server’s where the page’s is no number', () => {
    const { cooldown } = setUp({ seconds: () => Number.NaN });
    expect(cooldown.totalSeconds).toBe(50);
  });

  test('may change while the element is on the page', () => {
    let seconds = 50;
    const { cooldown, host, shown } = setUp({ seconds: () => seconds });
    cooldown.start();
    seconds = 30;
    host.update();
    expect(shown).toEqual([50, 30]);
  });
});

describe('a cooldown that is given back', () => {
  test('is over, and leaves what was stored before', () => {
    const { cooldown, storage, clock } = setUp();
    cooldown.start();
    const first = storage.getItem(LAST_SUBMIT_KEY);
    clock.pass(50_000);
    cooldown.start();
    cooldown.giveBack();
    expect(cooldown.remainingSeconds).toBe(0);
    expect(storage.getItem(LAST_SUBMIT_KEY)).toBe(first);
  });

  test('leaves nothing where nothing was', () => {
    const { cooldown, storage } = setUp();
    cooldown.start();
    cooldown.giveBack();
    expect(storage.getItem(LAST_SUBMIT_KEY)).toBeNull();
  });

  test('stays where another tab has sent a question since', () => {
    const { cooldown, storage, clock } = setUp();
    cooldown.start();
    clock.pass(1_000);
    storage.setItem(LAST_SUBMIT_KEY, String(clock.now()));
    cooldown.giveBack();
    expect(cooldown.remainingSeconds).toBe(50);
  });
});

describe('a server that asks for patience', () => {
  test('gets as much as it asks for, less or more than the cooldown', () => {
    const { cooldown, clock, shown } = setUp();
    cooldown.start();
    cooldown.holdFor(7);
    expect(cooldown.remainingSeconds).toBe(7);
    clock.pass(7_000);
    expect(cooldown.remainingSeconds).toBe(0);
    cooldown.start();
    cooldown.holdFor(90);
    expect(cooldown.remainingSeconds).toBe(90);
    clock.pass(90_000);
    expect(shown.at(-1)).toBe(0);
  });

  test('gets it in the other tabs and after a reload too', () => {
    const { cooldown, clock, storage } = setUp();
    cooldown.start();
    cooldown.holdFor(7);
    expect(setUp({ clock, storage: () => storage }).cooldown.remainingSeconds).toBe(7);
  });

  test('gets it where the page turned the cooldown off', () => {
    const { cooldown } = setUp({ seconds: () => 0 });
    cooldown.start();
    cooldown.holdFor(7);
    expect(cooldown.remainingSeconds).toBe(7);
  });

  test('gets an hour at most', () => {
    const { cooldown } = setUp();
    cooldown.holdFor(80_000);
    expect(cooldown.remainingSeconds).toBe(3600);
  });
});

describe('the tabs of a site', () => {
  test('share it, whichever began it and whichever gave it back', () => {
    const { cooldown, storage, clock, shown } = setUp();
    storage.setItem(LAST_SUBMIT_KEY, String(clock.now()));
    tellOtherTabs(LAST_SUBMIT_KEY);
    expect(cooldown.remainingSeconds).toBe(50);
    storage.removeItem(LAST_SUBMIT_KEY);
    tellOtherTabs(LAST_SUBMIT_KEY);
    expect(shown).toEqual([50, 0]);
  });

  test('notice that everything was cleared, and pass over what is not theirs', () => {
    const { cooldown, storage } = setUp();
    cooldown.start();
    storage.clear();
    tellOtherTabs('somebody-else');
    expect(cooldown.remainingSeconds).toBe(50);
    tellOtherTabs(null);
    expect(cooldown.remainingSeconds).toBe(0);
  });
});

describe('a wrong clock or a wrong value', () => {
  test('set back an hour costs at most one cooldown', () => {
    const { cooldown, clock } = setUp();
    cooldown.start();
    clock.set(clock.now() - 3_600_000);
    expect(cooldown.remainingSeconds).toBe(50);
    clock.pass(50_000);
    expect(cooldown.remainingSeconds).toBe(0);
  });

  test('set back while the server is waited for costs at most an hour', () => {
    const { cooldown, clock } = setUp();
    cooldown.holdFor(300);
    clock.set(clock.now() - 86_400_000);
    expect(cooldown.remainingSeconds).toBe(3600);
  });

  test('a moment to come is taken as now, once, through any number of reloads', () => {
    const clock = new FakeClock();
    const storage = new FakeStorage();
    storage.setItem(LAST_SUBMIT_KEY, String(clock.now() + 1e12));
    for (const left of [50, 40, 30, 20, 10, 0]) {
      expect(setUp({ clock, storage: () => storage }).cooldown.remainingSeconds).toBe(left);
      clock.pass(10_000);
    }
  });

  for (const value of ['', 'soon', 'NaN', '-1', '{}', '0x', 'null']) {
    test(`a stored ${JSON.stringify(value)} is no submission`, () => {
      const storage = new FakeStorage();
      storage.setItem(LAST_SUBMIT_KEY, value);
      storage.setItem('crypto-oracle-chat:cooldown', value);
      const { cooldown } = setUp({ storage: () => storage });
      expect(cooldown.remainingSeconds).toBe(0);
      cooldown.start();
      expect(cooldown.remainingSeconds).toBe(50);
    });
  }
});
