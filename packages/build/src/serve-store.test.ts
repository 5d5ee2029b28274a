import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { deploy } from './deploy.ts';
import { folderStore } from './folder-store.ts';
import { startStoreServers, type StoreServers } from './serve-store.ts';

let dir: string;
let servers: StoreServers;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'newsstand-serve-'));
  await release('shell', 'one');
  await release('checkout', 'one');
  servers = await startStoreServers({ dir: join(dir, 'store'), ports: { shell: 0, checkout: 0 }, local: false });
});
afterEach(async () => {
  await servers.close();
  await rm(dir, { recursive: true, force: true });
});

const release = async (name: string, content: string) => {
  const dist = join(dir, `dist-${name}-${content}`);
  await mkdir(dist, { recursive: true });
  const files = {
    'entry.js': `entry ${content}`,
    'entry.js.br': `packed ${content}`,
    'loader.js': 'code',
    'build.json': JSON.stringify({ name, contract: 1, entry: 'entry.js', preload: [], loader: 'loader.js' }),
  };
  await Promise.all(Object.entries(files).map(([file, body]) => writeFile(join(dist, file), body)));
  return deploy(folderStore(join(dir, 'store')), dist);
};

// Not fetch: it unpacks what it gets.
const get = (url: string, headers: Record<string, string> = {}) =>
  new Promise<{ status: number | undefined; headers: Record<string, unknown>; body: Buffer }>((done, fail) => {
    request(url, { headers }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () => done({ status: response.statusCode, headers: response.headers, body: Buffer.concat(parts) }));
    })
      .on('error', fail)
      .end();
  });

test('each remote has its own origin, whose builds are cached for ever and may be imported from any page', async () => {
  const { build } = await release('checkout', 'two');
  const answer = await get(`${servers.urls['checkout']}/mf/checkout/${build}/entry.js`);
  expect(answer).toMatchObject({
    status: 200,
    headers: {
      'cache-control': 'public, max-age=31536000, immutable',
      'access-control-allow-origin': '*',
      'content-type': 'text/javascript; charset=utf-8',
    },
  });
  expect(answer.body.toString()).toBe('entry two');
  expect((await get(`${servers.urls['shell']}/mf/checkout/${build}/entry.js`)).status).toBe(404);
});

test('who takes brotli gets the file that was packed at build', async () => {
  const { build } = await release('checkout', 'two');
  const answer = await get(`${servers.urls['checkout']}/mf/checkout/${build}/entry.js`, { 'accept-encoding': 'gzip, br' });
  expect(answer.headers['content-encoding']).toBe('br');
  expect(answer.body.toString()).toBe('packed two');
});

test('loader.js is the code with the registry as it is now', async () => {
  const url = `${servers.urls['shell']}/loader.js`;
  const first = await get(url);
  expect(first.headers['cache-control']).toBe('public, max-age=60, stale-while-revalidate=86400');
  const { build } = await release('checkout', 'two');
  const second = await get(url, { 'accept-encoding': 'br' });
  expect(brotliDecompressSync(second.body).toString()).toContain(`${servers.urls['checkout']}/mf/checkout/${build}/`);
  expect(second.headers['etag']).not.toBe(first.headers['etag']);
});

test('hints.json says which chunks start a page, for a CMS that hints at them in its HTML', async () => {
  const { body } = await get(`${servers.urls['shell']}/hints.json`);
  expect(JSON.parse(body.toString())).toMatchObject({
    remotes: { checkout: [expect.stringContaining('/mf/checkout/'), { 'entry.js': expect.stringContaining('sha256-') }] },
    later: { checkout: expect.any(Object) },
  });
});

test('an unchanged loader answers 304 without a body', async () => {
  const url = `${servers.urls['shell']}/loader.js`;
  const { headers } = await get(url);
  expect(await get(url, { 'if-none-match': String(headers['etag']) })).toMatchObject({ status: 304, body: Buffer.alloc(0) });
});

test.each([
  '/mf/checkout/none/entry.js',
  '/mf/checkout/../../registry.json',
  '/mf/checkout/%2e%2e/%2e%2e/%2e%2e/%2e%2e/etc/passwd',
  '/registry.json',
  '/mf/checkout/..%2f..%2fregistry.json',
  '/mf/checkout/%2e%2e%2f%2e%2e%2fregistry.json',
  '/mf/checkout/..%5c..%5cregistry.json',
  '/mf/checkout/..%252f..%252fregistry.json',
  '/mf/checkout/.%2f..%2f..%2fregistry.json',
  '/mf/checkout/%2fregistry.json',
  '/mf/checkout//registry.json',
  '/mf/checkout%2f..%2f..%2fregistry.json',
  '/mf/checkout/entry.js%00',
  '/mf/checkout/%ff',
  '/mf/checkout/%',
  '//elsewhere.example/mf/checkout/..%2f..%2fregistry.json',
  // No address at all.
  '//[',
  '//:0:0/',
])('a remote serves nothing but its builds: %s', async (path) => {
  for (const name of ['checkout', 'shell']) {
    // The shell serves the registry by its own name alone, and never for ever.
    if (name === 'shell' && !/%|\/\//.test(path)) continue;
    const { status, headers } = await get(`${servers.urls[name]}${path}`);
    expect([name, status, headers['cache-control']]).toEqual([name, 404, 'no-store']);
  }
});

test.each(['mf/checkout/../../registry.json', 'mf/checkout/..', '../registry.json'])(
  'the store has no object by the name %s',
  async (key) => {
    await expect(folderStore(join(dir, 'store')).get(key)).rejects.toThrow('outside the store');
  },
);
