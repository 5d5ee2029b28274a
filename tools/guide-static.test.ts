import { PATHS } from '@newsstand/contracts/paths';
import { WIDGETS } from '@newsstand/contracts/widget';
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, get, type IncomingMessage, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { root } from './root.ts';

const GUIDE = readFileSync(path.join(root, 'docs/guide-embed.md'), 'utf8');
/** The guide's own code, without the room before it in its list. */
const codeOf = (name: string): string => {
  const [, code = ''] = new RegExp(`\`\`\`js\n   (// ${name}\n[^]*?)\n   \`\`\``).exec(GUIDE) ?? [];
  return code.replaceAll(/^ {3}/gm, '');
};

const folder = mkdtempSync(path.join(tmpdir(), 'guide-static-'));
let site: ChildProcess;
let api: Server;
let url = '';
beforeAll(async () => {
  for (const name of ['make.mjs', 'serve.mjs']) writeFileSync(path.join(folder, name), codeOf(name));
  copyFileSync(path.join(root, 'docs/rooms.css'), path.join(folder, 'rooms.css'));
  const made = spawnSync(process.execPath, ['make.mjs'], { cwd: folder, encoding: 'utf8' });
  expect(made.stderr).toBe('');
  api = createServer(({ url: asked, headers }, answer) => {
    if (asked?.startsWith('/api/html/') && asked.includes('/nope')) answer.statusCode = 404;
    answer.end(JSON.stringify([asked, headers['x-forwarded-for'], headers.cookie]));
  });
  const port = await portOf(api);
  const free = createServer();
  const own = await portOf(free);
  free.close();
  url = `http://127.0.0.1:${own}`;
  const env = { ...process.env, PORT: String(own), API_URL: `http://127.0.0.1:${port}` };
  site = spawn(process.execPath, ['serve.mjs'], { cwd: folder, env, stdio: 'ignore' });
  await vi.waitFor(async () => expect((await fetch(url)).status).toBe(200), { timeout: 10_000 });
});
afterAll(async () => {
  site.kill();
  await once(site, 'exit');
  api.close();
  rmSync(folder, { recursive: true });
});

async function portOf(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return typeof address === 'object' && address ? address.port : 0;
}

test.each(Object.entries(PATHS))('the guide’s static site has the page to which readers are led as %s', async (name, address) => {
  const asked = address.replace('{ship}', 'ship-b').replaceAll(/\{\w+\}/g, 'any');
  const answer = await fetch(url + asked);
  const page = await answer.text();
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  expect(page).toContain('<script async src="http://localhost:4200/loader.js">');
  const [, widget = ''] = /<main>[^]*data-widget="([^"]+)"/.exec(page) ?? [];
  expect(WIDGETS).toContain(widget);
  // What the guide's table of addresses says that stands there.
  const [, row = ''] = new RegExp(`^\\| \`${name}\` \\| \`[^\`]+\` \\| (.*) \\|$`, 'm').exec(GUIDE) ?? [];
  const [, wanted] = /`([a-z-]+\.[a-z-]+)`/.exec(row) ?? [];
  if (wanted !== undefined) expect(widget).toBe(wanted);
});

test('its calls reach the API with the reader’s cookie and network, its sheet is one, and what is nowhere is a 404', async () => {
  const call = await fetch(`${url}/api/cart?x=1`, { headers: { cookie: 'sid=a' } });
  expect(await call.json()).toEqual(['/api/cart?x=1', expect.stringMatching(/127\.0\.0\.1$/), 'sid=a']);
  expect((await fetch(`${url}/rooms.css`)).headers.get('content-type')).toBe('text/css; charset=utf-8');
  expect((await fetch(`${url}/nowhere`)).status).toBe(404);
});

test('an address in any letters is the file of that name, and an odd one ends nothing and leads to nothing outside', async () => {
  writeFileSync(path.join(folder, 'bücher.css'), 'a{}');
  const outside = `${folder}.css`;
  writeFileSync(outside, 'outside');
  const message = async (asked: string) => {
    const { hostname, port } = new URL(url);
    // `fetch` mends an address before it asks.
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      get({ hostname, port, path: asked }, resolve).on('error', reject);
    });
    return [response.statusCode, await text(response)];
  };
  expect(await message('/b%C3%BCcher.css')).toEqual([200, 'a{}']);
  for (const odd of ['//', '/%', '/%E0%A4', '*', '/..%5C..%5Cx', 'http://elsewhere.example/']) expect(await message(odd), odd).toBeTruthy();
  for (const way of ['../', '%2e%2e/', '..%2f', '%2e%2e%2f', '..%5C']) {
    expect(await message(`/${way}${path.basename(outside)}`), way).not.toContain('outside');
  }
  expect((await fetch(url)).status).toBe(200);
  rmSync(outside);
});

test('what is not sold, and an issue that is none, is a 404 that says so', async () => {
  for (const [gone, there] of [
    ['/store/product/nope', '/store/product/harbour-mug'],
    ['/issue/nope/', '/issue/salt'],
  ]) {
    const answer = await fetch(url + gone);
    expect([answer.status, await answer.text()]).toEqual([404, expect.stringContaining('Nothing of the kind is here')]);
    expect((await fetch(url + there)).status).toBe(200);
  }
});

test('what is one reader’s no browser keeps for whoever comes back to it, and all else it may', async () => {
  const kept = async (address: string) => (await fetch(url + address)).headers.get('cache-control');
  for (const own of [
    '/account',
    '/account/address/ship-a/delete',
    '/receipts?token=t',
    '/invoice/t',
    '/renewal?token=t',
    '/subscribe/redeem?token=t',
  ])
    expect(await kept(own), own).toBe('no-store');
  for (const open of ['/', '/store', '/subscribe', '/store/checkout', '/rooms.css']) expect(await kept(open), open).toBeNull();
});

test('until a widget comes, and if it never does, its page says what it is for and whom to write to', async () => {
  const page = await (await fetch(`${url}/donate`)).text();
  expect(page).toMatch(/“Donate” opens here, with JavaScript\. If nothing comes, load the page again, or write to <a href="mailto:/);
});

test('its header says who is logged in before a widget comes, as the guide’s own snippet does', async () => {
  const page = await (await fetch(`${url}/store`)).text();
  const [, link, style] = /<div data-widget="login\.header"[^>]*>(<a .*<\/a>)<\/div>\n(<style>[^]*?<\/style>)/.exec(GUIDE) ?? [];
  const plain = (html = '') => html.replaceAll(/\s+/g, ' ');
  expect(plain(page)).toContain(plain(link));
  expect(plain(page)).toContain(plain(style));
});

test('the guides’ goods are those that `npm start` sells', () => {
  const docs = path.join(root, 'docs');
  const sold = new Set(
    [...readFileSync(path.join(root, 'services/commerce-api/publication/products.json'), 'utf8').matchAll(/"slug": "([^"]+)"/g)].map(
      ([, slug]) => slug,
    ),
  );
  const named = readdirSync(docs)
    .filter((name) => name.startsWith('guide-'))
    .flatMap((name) => [...readFileSync(path.join(docs, name), 'utf8').matchAll(/(?:slug="|slug=|prd:)([a-z0-9-]+)/g)])
    .map(([, slug]) => slug);
  expect(named.length).toBeGreaterThan(3);
  expect(named.filter((slug) => !sold.has(slug))).toEqual([]);
});

test('each page’s widgets have the options that the guide means: none is named with a quote at its end', () => {
  const pages = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.html'));
  expect(pages.length).toBeGreaterThan(20);
  for (const name of pages) expect(readFileSync(path.join(folder, name), 'utf8'), name).not.toMatch(/ [\w-]+">/);
});
