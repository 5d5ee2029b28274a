import { isIPv4, isIPv6 } from 'node:net';
import type { AppContext } from './app-env.ts';

/**
 * Where a request came from. Each trusted proxy appends the address that it saw to X-Forwarded-For, so the reader's is
 * the n-th from the right; what stands to the left of it was written by the reader.
 */
export function clientAddress(c: AppContext, trustedProxies: number): string {
  const socket = c.env?.incoming?.socket.remoteAddress ?? 'unknown';
  if (trustedProxies === 0) return socket;
  const forwarded = (c.req.header('x-forwarded-for') ?? '').split(',').map((address) => address.trim());
  return forwarded.at(-trustedProxies) || socket;
}

/**
 * What limits count by: an IPv4 address, or the /64 that one reader with IPv6 has to himself, however a proxy writes
 * it, the port with which some do included. What is no address counts as one network: a proxy that says nothing must
 * not give each request a limit of its own.
 */
export function networkOf(address: string): string {
  const bare = /^\[(.*)\](?::\d+)?$/.exec(address)?.[1] ?? /^([\d.]+):\d+$/.exec(address)?.[1] ?? address;
  const unzoned = bare.replace(/%.*$/, '');
  if (isIPv4(unzoned)) return unzoned;
  if (!isIPv6(unzoned)) return 'unknown';
  const [head = '', tail] = new URL(`http://[${unzoned}]/`).hostname.slice(1, -1).split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? [] : Array.from({ length: 8 - before.length - after.length }, () => '0');
  const groups = [...before, ...zeros, ...after];
  return mappedIPv4(groups) ?? `${groups.slice(0, 4).join(':')}::/64`;
}

/** ::ffff:0:0/96 (RFC 4291, 2.5.5.2). */
function mappedIPv4(groups: string[]): string | null {
  if (groups.slice(0, 6).join(':') !== '0:0:0:0:0:ffff') return null;
  return groups
    .slice(6)
    .map((group) => Number.parseInt(group, 16))
    .flatMap((both) => [both >> 8, both & 255])
    .join('.');
}
