import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { SignJWT } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Running } from '../deps.ts';
import { MINUTE } from '../duration.ts';
import { listen } from '../http/listen.ts';
import type { Browser } from '../test/browser.ts';
import { createTestApp, type TestApp } from '../test/test-app.ts';
import { uuidv7 } from '../db/uuidv7.ts';
import { addTerm } from '../subscription/add-term.ts';
import { logInWith, makeAccount } from './test-reader.ts';

const GUIDE = path.resolve(import.meta.dirname, '../../../../docs/guide-embed.md');
const ARTICLE = '/articles/tides';

/** What the guide's module exports. */
type Guide = {
  readToken(token: string, path: string, now?: number): { entitled: boolean } | null;
  mayRead(cookie: string | undefined, path: string): Promise<boolean>;
};

let service: TestApp;
let server: Running;
let guide: Guide;
let apiUrl: string;
const folder = mkdtempSync(path.join(tmpdir(), 'guide-'));
const before = { ...process.env };
beforeAll(async () => {
  service = await createTestApp();
  const { port, stop } = await listen(service.app, { port: 0, host: '127.0.0.1' });
  server = { stop };
  // The API names itself in what it signs: here by the port that it has just been given.
  apiUrl = `http://127.0.0.1:${port}`;
  service.deps.config.access.apiUrl = apiUrl;
  Object.assign(process.env, { API_URL: apiUrl, ENTITLEMENT_SECRET: service.deps.config.access.entitlementSecret });
  const [, source = ''] = /```js\n(\/\/ entitlement\.mjs\n[\s\S]*?)```/.exec(readFileSync(GUIDE, 'utf8')) ?? [];
  const file = path.join(folder, 'entitlement.mjs');
  writeFileSync(file, source);
  guide = await import(/* @vite-ignore */ pathToFileURL(file).href);
});
afterAll(async () => {
  process.env = before;
  rmSync(folder, { recursive: true });
  await server.stop();
  await service.close();
});

const cookieOf = (browser: Browser) => [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
const tokenFor = async (browser: Browser): Promise<string> => {
  const { token }: { token: string } = await (await browser.get(`/api/access/entitlement?path=${ARTICLE}`)).json();
  return token;
};

async function subscriber(): Promise<Browser> {
  const { id: ownerId, email } = await makeAccount(service);
  const id = uuidv7();
  const deliverables = { set: 'digital', active: 'digital' } as const;
  const term = { id, source: `test:${id}`, term: '1year', level: 'low', deliverables, at: new Date() } as const;
  await service.deps.db.$transaction((tx) => addTerm(tx, { publicationId: 'main', ownerId, ...term }));
  const browser = service.browser();
  await logInWith(browser, email);
  return browser;
}

test('a CMS that does as the guide says serves an article to subscribers, and to nobody else', async () => {
  expect(await guide.mayRead(cookieOf(await subscriber()), ARTICLE)).toBe(true);
  const other = service.browser();
  await logInWith(other, (await makeAccount(service)).email);
  expect(await guide.mayRead(cookieOf(other), ARTICLE)).toBe(false);
  expect(await guide.mayRead(undefined, ARTICLE)).toBe(false);
  expect(await guide.mayRead('sid=made-up', ARTICLE)).toBe(false);
});

test('by the guide a token counts for its article and for five minutes, and one that was changed or signed by another does not', async () => {
  const token = await tokenFor(await subscriber());
  expect(guide.readToken(token, ARTICLE)).toMatchObject({ entitled: true });
  expect(guide.readToken(token, '/articles/another')).toBeNull();
  expect(guide.readToken(token, ARTICLE, Date.now() + 5 * MINUTE)).toBeNull();

  const nobodys = await tokenFor(service.browser());
  const [head = '', , signature = ''] = nobodys.split('.');
  const [, entitled = ''] = token.split('.');
  const none = Buffer.from('{"alg":"none"}').toString('base64url');
  const claims = { entitled: true, by: 'lifetime', path: ARTICLE };
  const sign = (secret: string, issuer: string) =>
    new SignJWT(claims)
      .setProtectedHeader({ alg: 'HS256' })
      .setIssuer(issuer)
      .setAudience('main')
      .setExpirationTime('5m')
      .sign(new TextEncoder().encode(secret));
  const forged = [
    `${head}.${entitled}.${signature}`,
    `${none}.${entitled}.`,
    `${head}.${entitled}`,
    'nonsense',
    '',
    await sign('another secret of at least 32 characters', apiUrl),
    await sign(service.deps.config.access.entitlementSecret, 'https://another.example'),
  ];
  expect(forged.map((one) => guide.readToken(one, ARTICLE))).toEqual(forged.map(() => null));
});

test('while the API is down, by the guide nobody reads on, and the page comes all the same', async () => {
  const reader = cookieOf(await subscriber());
  const real = globalThis.fetch;
  globalThis.fetch = () => Promise.reject(new TypeError('fetch failed'));
  try {
    expect(await guide.mayRead(reader, ARTICLE)).toBe(false);
  } finally {
    globalThis.fetch = real;
  }
});
