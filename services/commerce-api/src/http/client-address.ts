import { isIPv6 } from 'node:net';
import type { AppContext } from './app-env.ts';

/**
 * Where a request came from. Each trusted proxy appends the address that it saw to X-Forwarded-For, so the reader's is the n-th from the
 * right; what stands to the left of it was written by the reader.
 */
export function clientAddress(c: AppContext, trustedProxies: number): string {
  const socket = c.env?.incoming?.socket.remoteAddress ?? 'unknown';
  if (trustedProxies === 0) return socket;
  const forwarded = (c.req.header('x-forwarded-for') ?? '').split(',').map((address) => address.trim());
  return forwarded.at(-trustedProxies) || socket;
}

/** What limits count by: an IPv4 address, or the /64 that one reader with IPv6 has to himself. */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  if (!isIPv6(address)) return address;
  const [head = '', tail] = new URL(`http://[${address.replace(/%.*$/, '')}]/`).hostname.slice(1, -1).split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? [] : Array.from({ length: 8 - before.length - after.length }, () => '0');
  return `${[...before, ...zeros, ...after].slice(0, 4).join(':')}::/64`;
}
