import { expect, test } from 'vitest';
import { networkOf } from './client-address.ts';

test.each([
  ['an IPv4 address is its own network', '203.0.113.7', '203.0.113.7'],
  ['an IPv4 address in IPv6 clothes is the same', '::ffff:203.0.113.7', '203.0.113.7'],
  ['an IPv6 address counts as its /64', '2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['a short IPv6 address too', '2001:db8::1', '2001:db8:0:0::/64'],
  ['the loopback too', '::1', '0:0:0:0::/64'],
  ['what is no address is left as it is', 'unknown', 'unknown'],
])('%s', (_title, address, network) => {
  expect(networkOf(address)).toBe(network);
});
