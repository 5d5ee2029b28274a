import { lookup } from 'node:dns';
import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { SECOND } from './duration.ts';

/** Longer than this nobody is waited for, from the name's lookup to the answer's status. */
const PATIENCE = 10 * SECOND;

/**
 * Networks that no address on the internet is in (RFC 6890 and what came after it): what answers there is ours, or a
 * neighbour's.
 */
const NOT_PUBLIC = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  NOT_PUBLIC.addSubnet(network, prefix, 'ipv4');
const PUBLIC_6 = new BlockList();
PUBLIC_6.addSubnet('2000::', 3, 'ipv6');
for (const [network, prefix] of [
  // Ways to another network's addresses, IPv4's among them.
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  NOT_PUBLIC.addSubnet(network, prefix, 'ipv6');

/** Whether an IP address is one of the internet's. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !NOT_PUBLIC.check(address, 'ipv4');
  return family === 6 && PUBLIC_6.check(address, 'ipv6') && !NOT_PUBLIC.check(address, 'ipv6');
}

type Post = { url: string; headers: Record<string, string>; body: string; allowPrivate: boolean; signal?: AbortSignal; patience?: number };

/**
 * Posts to an address that somebody configured, and answers the status; no redirect is followed, and nothing of the
 * answer's body is read. The name is looked up once, and what it leads to is judged then: one that leads to a private
 * network is not connected to, unless `allowPrivate`.
 */
export async function postOutside({ url, headers, body, allowPrivate, signal, patience = PATIENCE }: Post): Promise<number> {
  const { protocol, hostname } = new URL(url);
  const host = hostname.replace(/^\[|\]$/g, '');
  if (!allowPrivate && isIP(host) !== 0 && !isPublicAddress(host)) throw new PrivateAddress(host);
  const timeout = AbortSignal.timeout(patience);
  return new Promise((done, fail) => {
    const request = (protocol === 'https:' ? httpsRequest : httpRequest)(url, {
      method: 'POST',
      headers: { ...headers, 'Content-Length': Buffer.byteLength(body) },
      // A connection of its own: none that was judged under another name.
      agent: false,
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      ...(!allowPrivate && { lookup: publicLookup }),
    });
    request.once('error', (error) => fail(timeout.aborted ? new Error(`it did not answer within ${patience / SECOND} seconds`) : error));
    request.once('response', (response) => {
      done(response.statusCode ?? 0);
      response.destroy();
    });
    request.end(body);
  });
}

const publicLookup: LookupFunction = (hostname, options, found) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    const inside = error ? undefined : addresses.find(({ address }) => !isPublicAddress(address));
    const problem = error ?? (inside && new PrivateAddress(inside.address));
    const [first] = addresses ?? [];
    if (problem || !first) found(problem ?? new PrivateAddress(hostname), '', 0);
    else if (options.all) found(null, addresses);
    else found(null, first.address, first.family);
  });
};

export class PrivateAddress extends Error {
  constructor(address: string) {
    super(`${address} is an address of a private network`);
    this.name = 'PrivateAddress';
  }
}
