import { expect, test } from 'vitest';
import { networkOf } from './client-address.ts';

test.each([
  ['an IPv4 address is its own network', '203.0.113.7', '203.0.113.7'],
  ['an IPv4 address in IPv6 clothes is the same', '::ffff:203.0.113.7', '203.0.113.7'],
  ['and however that is spelt', '0:0:0:0:0:FFFF:cb00:7107', '203.0.113.7'],
  ['with the port that a proxy writes to it', '203.0.113.7:52114', '203.0.113.7'],
  ['in brackets, with its port', '[::ffff:cb00:7107]:52114', '203.0.113.7'],
  ['an IPv6 address counts as its /64', '2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['a short IPv6 address too', '2001:db8::1', '2001:db8:0:0::/64'],
  ['the loopback too', '::1', '0:0:0:0::/64'],
  ['its port and zone make no difference', '[2001:db8:1:2:3:4:5:6%eth0]:443', '2001:db8:1:2::/64'],
  ['what is no address is one network', '_hidden-17', 'unknown'],
  ['nor is what only looks like one', '203.0.113.7.8', 'unknown'],
])('%s', (_title, address, network) => {
  expect(networkOf(address)).toBe(network);
});
