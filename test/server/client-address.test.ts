import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { clientKey } from '../../server/limits/client-address.ts';

const direct = (address: string | undefined) => clientKey(address, null, 0);

describe('without proxies', () => {
  test('an IPv4 address is its own key', () => {
    expect(direct('203.0.113.7')).toBe('203.0.113.7');
  });

  test.each([
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['::FFFF:cb00:7107', '203.0.113.7'],
    ['0:0:0:0:0:ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002::1', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['::', '0:0:0:0::/64'],
    ['1:2::3:4:5:198.51.100.1', '1:2:0:3::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ])('%s counts as %s', (address, key) => {
    expect(direct(address)).toBe(key);
  });

  test('an unknown address is one key, not nobody', () => {
    expect(direct(undefined)).toBe('unknown');
  });

  test('a header is not believed', () => {
    expect(clientKey('203.0.113.7', '198.51.100.1', 0)).toBe('203.0.113.7');
  });
});

describe('behind proxies', () => {
  test.each([
    ['198.51.100.1', 1, '198.51.100.1'],
    ['10.9.9.9, 198.51.100.1', 1, '198.51.100.1'],
    ['10.9.9.9, 198.51.100.1, 192.0.2.4', 2, '198.51.100.1'],
    ['198.51.100.1:49152', 1, '198.51.100.1'],
    ['[2001:db8:1:2::9]:443', 1, '2001:db8:1:2::/64'],
    ['[2001:db8:1:2::9]', 1, '2001:db8:1:2::/64'],
    ['  198.51.100.1  ', 1, '198.51.100.1'],
    ['198.51.100.1', 3, '198.51.100.1'],
  ])('of %p with %p trusted the client is %s', (header, proxies, key) => {
    expect(clientKey('192.0.2.1', header, proxies)).toBe(key);
  });

  test.each(['unknown', '_hidden', '', ' , ', '999.1.1.1', '1:2:3', 'a'.repeat(80)])(
    'what is no address (%p) counts for the proxy itself',
    (header) => {
      expect(clientKey('192.0.2.1', header, 1)).toBe('192.0.2.1');
    },
  );
});

const octets = fc.ipV4();

test('a client cannot choose its key by what it sends: the proxies write last', () => {
  fc.assert(
    fc.property(
      octets,
      fc.array(fc.oneof(fc.ipV4(), fc.ipV6(), fc.string()), { maxLength: 8 }),
      fc.array(octets, { maxLength: 4 }),
      (client, forged, laterProxies) => {
        const written = [client, ...laterProxies].join(', ');
        const header = forged.length > 0 ? `${forged.join(',')}, ${written}` : written;
        const trusted = laterProxies.length + 1;
        expect(clientKey('192.0.2.1', header, trusted)).toBe(clientKey(client, null, 0));
      },
    ),
    { numRuns: 1_000 },
  );
});

test('all addresses of one /64 are one client, and its neighbours are others', () => {
  const group = fc.integer({ min: 0, max: 0xffff });
  fc.assert(
    fc.property(fc.array(group, { minLength: 12, maxLength: 12 }), (groups) => {
      const hex = groups.map((value) => value.toString(16));
      const [front, one, other] = [hex.slice(0, 4), hex.slice(4, 8), hex.slice(8)];
      const neighbour = [...front.slice(0, 3), ((groups[3]! + 1) % 0x10000).toString(16)];
      if (groups.slice(0, 4).every((value) => value === 0)) return;
      expect(direct([...front, ...one].join(':'))).toBe(direct([...front, ...other].join(':')));
      expect(direct([...front, ...one].join(':'))).not.toBe(direct([...neighbour, ...one].join(':')));
    }),
    { numRuns: 1_000 },
  );
});
