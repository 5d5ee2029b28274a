import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isPublicAddress, postOutside } from './post-outside.ts';

let server: Server;
let port = 0;
beforeAll(async () => {
  server = createServer(({ url }, response) => {
    if (url === '/never') return;
    response.writeHead(200);
    if (url === '/endless') for (let part = 0; part < 100; part++) response.write('x'.repeat(10_000));
    else response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  port = typeof address === 'object' ? (address?.port ?? 0) : 0;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
const post = (url: string, more: { allowPrivate?: boolean; patience?: number } = {}) =>
  postOutside({ url, headers: {}, body: '{}', allowPrivate: false, ...more });

test.each(['1.1.1.1', '93.184.216.34', '172.15.0.1', '172.32.0.1', '2606:4700::1111', '2a00:1450:4001::1'])(
  '%s is an address of the internet',
  (address) => {
    expect(isPublicAddress(address)).toBe(true);
  },
);

const NONE = `0.0.0.0 10.1.2.3 100.64.0.1 127.0.0.1 127.9.9.9 169.254.169.254 172.16.0.1 172.31.255.255 192.168.1.1 192.0.2.1 198.18.0.1 224.0.0.1
  255.255.255.255 :: ::1 fe80::1 fd00::1 fc00::1 ff02::1 ::ffff:127.0.0.1 ::ffff:8.8.8.8 64:ff9b::7f00:1 2002:7f00:1:: 2001::1 2001:db8::1 localhost`;

test.each(NONE.split(/\s+/))('%s is none', (address) => {
  expect(isPublicAddress(address)).toBe(false);
});

test.each([
  'http://127.0.0.1:PORT/',
  'http://localhost:PORT/',
  'http://[::1]:PORT/',
  'http://0x7f.1:PORT/',
  'http://2130706433:PORT/',
  'http://[::ffff:7f00:1]:PORT/',
])('nothing is posted to %s, by whatever name, unless a private network is allowed', async (address) => {
  await expect(post(address.replace('PORT', String(port)))).rejects.toThrow(/is an address of a private network/);
});

test('a private network that is allowed is posted to, whatever the answer holds, and nobody waits for one that never comes', async () => {
  const at = (path: string) => `http://127.0.0.1:${port}${path}`;
  expect(await post(at('/'), { allowPrivate: true })).toBe(200);
  expect(await post(at('/endless'), { allowPrivate: true })).toBe(200);
  await expect(post(at('/never'), { allowPrivate: true, patience: 200 })).rejects.toThrow('it did not answer within 0.2 seconds');
  await expect(post('http://127.0.0.1:9/', { allowPrivate: true })).rejects.toThrow(/ECONNREFUSED/);
});
