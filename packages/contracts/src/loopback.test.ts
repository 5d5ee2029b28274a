import { expect, test } from 'vitest';
import { isLoopbackHost, isLoopbackUrl } from './loopback.ts';

test.each(['localhost', 'LOCALHOST', 'magazine.localhost', 'www.magazine.localhost', '127.0.0.1', '127.8.9.10', '::1', '[::1]'])(
  '%s is this machine',
  (host) => {
    expect(isLoopbackHost(host)).toBe(true);
  },
);

test.each([
  '',
  '0.0.0.0',
  '::',
  '0',
  '10.0.0.1',
  '128.0.0.1',
  '127.0.0.1.example',
  '127.0.0.1.nip.io',
  'localhost.example',
  'notlocalhost',
  'localhost.',
  '127.1',
  '127.0.0.01',
  '::ffff:127.0.0.1',
  'localhost\n.example',
  'magazine.example',
])('%j is elsewhere', (host) => {
  expect(isLoopbackHost(host)).toBe(false);
});

test.each([
  ['http://localhost:4000', true],
  ['https://[::1]:4000', true],
  ['postgresql://u:p@127.0.0.1:5432/x', true],
  // What a browser makes of them is this machine, too.
  ['http://127.1', true],
  ['http://0x7f000001', true],
  ['http://localhost@magazine.example', false],
  ['http://magazine.example#localhost', false],
  ['nowhere', false],
  ['', false],
])('%s: %s', (url, isHere) => {
  expect(isLoopbackUrl(url)).toBe(isHere);
});
