// Whose request this is. An address that a client can write itself is never believed: with N trusted
// proxies the Nth entry from the right of X-Forwarded-For is the one that the outermost of them saw.

/**
 * The key of a client for limits: an IPv4 address whole, an IPv6 address by its /64, which is what one
 * household or one host is given.
 */
export function clientKey(
  socketAddress: string | undefined,
  forwardedFor: string | null,
  trustedProxies: number,
): string {
  let address = socketAddress ?? '';
  if (trustedProxies > 0 && forwardedFor) {
    const hops = forwardedFor.split(',');
    address = hops[Math.max(0, hops.length - trustedProxies)]?.trim() || address;
  }
  return networkOf(address);
}

function networkOf(address: string): string {
  const bare = address
    .replace(/^\[([^\]]+)\](:\d+)?$/, '$1')
    .replace(/%.*$/, '')
    .replace(/^::ffff:(?=\d+\.)/i, '')
    .toLowerCase();
  if (/^\d+\.\d+\.\d+\.\d+(:\d+)?$/.test(bare)) return bare.replace(/:\d+$/, '');
  if (!bare.includes(':')) return bare.slice(0, 64);
  const [head = '', tail] = bare.split('::', 2);
  const front = head === '' ? [] : head.split(':');
  const back = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros =
    tail === undefined ? [] : Array<string>(Math.max(0, 8 - front.length - back.length)).fill('0');
  const groups = [...front, ...zeros, ...back].slice(0, 4);
  return `${groups.map((group) => group.replace(/^0+(?=.)/, '')).join(':')}::/64`;
}
