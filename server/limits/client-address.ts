// Whose request this is. An address that a client can write itself is never believed: with N trusted
// proxies the Nth entry from the right of X-Forwarded-For is the one that the outermost of them saw.

import { isIP } from 'node:net';

/**
 * The key of a client for limits: an IPv4 address whole, an IPv6 address by its /64, which is what one
 * household or one host is given. What a trusted proxy wrote counts only if it is an address.
 */
export function clientKey(
  socketAddress: string | undefined,
  forwardedFor: string | null,
  trustedProxies: number,
): string {
  const fallback = networkOf(socketAddress ?? '') ?? 'unknown';
  if (trustedProxies === 0 || !forwardedFor) return fallback;
  const hops = forwardedFor.split(',');
  return networkOf(hops[Math.max(0, hops.length - trustedProxies)] ?? '') ?? fallback;
}

/** Undefined when it is no address. Ports, brackets and zones are left out: some proxies write them. */
function networkOf(text: string): string | undefined {
  const address = text
    .trim()
    .replace(/^\[([^\]]*)\](:\d+)?$/, '$1')
    .replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1')
    .replace(/%.*$/, '');
  const version = isIP(address);
  if (version === 0) return undefined;
  if (version === 4) return address;
  const groups = groupsOf(address);
  const mapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  if (mapped) return bytesOf(groups.slice(6)).join('.');
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`;
}

/** The eight numbers of a valid IPv6 address. */
function groupsOf(address: string): number[] {
  const [front = [], back = []] = address.split('::').map((side) => side.split(':').flatMap(groupOf));
  return [...front, ...Array<number>(8 - front.length - back.length).fill(0), ...back];
}

/** One group, none for an empty side, two for a dotted IPv4 tail. */
function groupOf(text: string): number[] {
  if (text === '') return [];
  if (!text.includes('.')) return [Number.parseInt(text, 16)];
  const [a = 0, b = 0, c = 0, d = 0] = text.split('.').map(Number);
  return [a * 256 + b, c * 256 + d];
}

function bytesOf(groups: readonly number[]): number[] {
  return groups.flatMap((group) => [group >> 8, group & 255]);
}
