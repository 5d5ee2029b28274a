import { LOG_IN_FIRST, Sessions } from '@newsstand/contracts/access';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser } from '../../../test/browser.ts';
import { answerOf, logInWith, makeAccount, whoIs } from '../../../test/reader.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';
import { DAY, HOUR, MINUTE } from '../../platform/duration.ts';
import { hashOf } from '../../platform/secrets.ts';

let service: TestApp;
let late = 0;
beforeAll(async () => {
  service = await createTestApp({ clock: () => new Date(Date.now() + late) });
});
afterAll(() => service.close());

const sidOf = ({ cookies }: Browser) => cookies.get('sid') ?? 'none';
const send = (browser: Browser, method: string, path: string) => browser.send(method, path, undefined, {});
const list = async (response: Response) => v.parse(Sessions, await response.json()).sessions;

async function loggedIn(email: string, agent = ''): Promise<Browser> {
  const browser = service.browser();
  await browser.post('/api/access/login', { email, password: 'correct horse' }, { 'User-Agent': agent });
  return browser;
}

test('a login rotates the session: the token before it is worth nothing afterwards', async () => {
  const { email } = await makeAccount(service);
  const browser = await loggedIn(email);
  const planted = sidOf(browser);
  const thief = service.browser();
  thief.cookies.set('sid', planted);
  await logInWith(browser, email);
  expect(sidOf(browser)).not.toBe(planted);
  expect(await whoIs(thief)).toBeNull();
});

test('a guest token that somebody planted never becomes a login, and ends in a minute', async () => {
  const { email } = await makeAccount(service);
  const browser = service.browser();
  await browser.post('/api/cart', { type: 'add', item: { item: 'digital-issue', ref: 'iss:2', quantity: 1 } });
  const thief = service.browser();
  thief.cookies.set('sid', sidOf(browser));
  await logInWith(browser, email);
  expect(await whoIs(thief)).toBeNull();
  expect(await (await thief.get('/api/cart')).json()).toMatchObject({ items: [] });
  const planted = await service.deps.db.session.findUnique({ where: { tokenHash: hashOf(sidOf(thief)) } });
  expect(planted && planted.expires.getTime() - Date.now()).toBeLessThanOrEqual(60_000);
});

test('tokens are at rest only as hashes, and reach the browser only in Set-Cookie', async () => {
  const { email } = await makeAccount(service);
  const browser = service.browser();
  const response = await logInWith(browser, email);
  const token = sidOf(browser);
  expect(await response.text()).not.toContain(token);
  expect(response.headers.getSetCookie().join()).toContain(token);
  const [kept] = await service.deps.db.session.findMany({ where: { account: { email } } });
  expect(kept?.tokenHash).toBe(hashOf(token));
  expect(service.logs.join('\n')).not.toContain(token);
  expect(service.logs.join('\n')).not.toContain(email);
});

test('a reader sees their own sessions, and ends one of them', async () => {
  const { email } = await makeAccount(service);
  const home = await loggedIn(email, 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0');
  const cafe = await loggedIn(email);
  const sessions = await list(await home.get('/api/access/sessions'));
  expect(sessions).toHaveLength(2);
  expect(sessions.find(({ current }) => current)).toMatchObject({ agent: 'Firefox on Linux', method: 'password' });
  expect(JSON.stringify(sessions)).not.toContain(hashOf(sidOf(home)));

  const other = sessions.find(({ current }) => !current)?.id ?? '';
  expect(await list(await send(home, 'DELETE', `/api/access/sessions/${other}`))).toHaveLength(1);
  expect(await whoIs(cafe)).toBeNull();
  expect(await whoIs(home)).toBe(email);
});

test('a reader ends all sessions but this one', async () => {
  const { email } = await makeAccount(service);
  const [here, there, elsewhere] = [await loggedIn(email), await loggedIn(email), await loggedIn(email)];
  expect(await list(await send(here, 'DELETE', '/api/access/sessions'))).toMatchObject([{ current: true }]);
  expect(await Promise.all([here, there, elsewhere].map(whoIs))).toEqual([email, null, null]);
});

test('sessions are ended within 15 minutes of a login; later the reader logs in again first, and they are seen all the same', async () => {
  const { email } = await makeAccount(service);
  const [here, there] = [await loggedIn(email), await loggedIn(email)];
  late = 16 * MINUTE;
  const other = (await list(await here.get('/api/access/sessions'))).find(({ current }) => !current)?.id ?? '';
  for (const path of ['/api/access/sessions', `/api/access/sessions/${other}`])
    expect(await answerOf(await send(here, 'DELETE', path))).toEqual([403, { errors: LOG_IN_FIRST }]);
  expect(await whoIs(there)).toBe(email);
  await logInWith(here, email);
  late = 30 * MINUTE;
  expect(await list(await send(here, 'DELETE', `/api/access/sessions/${other}`))).toHaveLength(1);
  expect(await whoIs(there)).toBeNull();
  late = 0;
});

test("another reader's session is not there", async () => {
  const [mine, other] = await Promise.all([makeAccount(service), makeAccount(service)]);
  const [me, them] = [await loggedIn(mine.email), await loggedIn(other.email)];
  const [theirs] = await list(await them.get('/api/access/sessions'));
  expect((await send(me, 'DELETE', `/api/access/sessions/${theirs?.id}`)).status).toBe(404);
  expect(await whoIs(them)).toBe(other.email);
});

test('who is not logged in has no list of sessions', async () => {
  expect(await answerOf(await service.browser().get('/api/access/sessions'))).toEqual([401, { errors: 'Please log in.' }]);
});

test('a session that is ended elsewhere is dead at once: nothing of it is kept in the cookie (GHSA-xg6x-h9c9-2m83)', async () => {
  const { id, email } = await makeAccount(service);
  const browser = await loggedIn(email);
  await service.deps.db.session.deleteMany({ where: { accountId: id } });
  expect(await whoIs(browser)).toBeNull();
});

test('a session ends after 30 days without a visit, and after 180 days anyhow', async () => {
  const { email } = await makeAccount(service);
  const [idle, back, busy] = [await loggedIn(email), await loggedIn(email), await loggedIn(email)];
  for (const day of [0, 20, 29.9, 30.1, 59.7, 89, 118, 147, 176, 179.9]) {
    late = day * DAY;
    expect(await whoIs(busy)).toBe(email);
    if (day === 29.9) expect(await whoIs(back)).toBe(email);
    if (day === 30.1) expect(await whoIs(idle)).toBeNull();
  }
  late = 180.1 * DAY;
  expect(await whoIs(busy)).toBeNull();
  late = 0;
});

test('logout ends the session on the server, takes the cookie, and the page reloads', { tags: ['§2.routes.26'] }, async () => {
  const { email } = await makeAccount(service);
  const browser = await loggedIn(email);
  const copy = service.browser();
  copy.cookies.set('sid', sidOf(browser));
  expect(await answerOf(await browser.post('/logout', {}))).toEqual([200, { redirect: null }]);
  expect(await whoIs(copy)).toBeNull();
  expect(browser.cookies.has('sid')).toBe(false);
});

test('a logout form without a script comes back to the page it was on, and to no other site', async () => {
  const { email } = await makeAccount(service);
  const browser = await loggedIn(email);
  const form = (headers: Record<string, string>) => browser.send('POST', '/logout', undefined, { Accept: 'text/html,*/*', ...headers });
  const response = await form({ Referer: 'http://localhost:4000/issue/12' });
  expect([response.status, response.headers.get('location')]).toEqual([303, 'http://localhost:4000/issue/12']);
  expect((await form({ Referer: 'https://evil.example//evil.example' })).headers.get('location')).toBe('http://localhost:4000/');
  expect((await form({})).headers.get('location')).toBe('http://localhost:4000/');
});

test('nobody can be logged out or in by another site', async () => {
  const { email } = await makeAccount(service);
  const browser = await loggedIn(email);
  for (const [method, path] of [
    ['POST', '/logout'],
    ['POST', '/api/access/login'],
    ['DELETE', '/api/access/sessions'],
  ] as const) {
    for (const type of ['application/json', 'application/x-www-form-urlencoded', 'text/plain']) {
      const headers = { Origin: 'https://evil.example', 'Content-Type': type };
      expect((await browser.send(method, path, method === 'POST' ? '{}' : undefined, headers)).status).toBe(403);
    }
  }
  expect(await whoIs(browser)).toBe(email);
});

test.each([
  ['host', { COOKIE_MODE: 'host' }, /^__Host-sid=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; Secure; SameSite=Lax$/],
  [
    'domain',
    { COOKIE_MODE: 'domain', COOKIE_DOMAIN: 'magazine.example' },
    /^__Secure-sid=[\w-]{43}; Max-Age=2592000; Domain=magazine\.example; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
  ],
  [
    'partitioned',
    { COOKIE_MODE: 'partitioned' },
    /^__Host-sid=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; Secure; SameSite=None; Partitioned$/,
  ],
])('in cookie mode %s the cookie is as designed', async (_mode, env, cookie) => {
  const replica = await createTestApp({ env: { PUBLIC_URL: 'https://magazine.example', ...env } });
  const { email } = await makeAccount(replica);
  const response = await logInWith(replica.browser(), email);
  expect(response.headers.getSetCookie()[0]).toMatch(cookie);
  await replica.close();
});

test('a page can read that somebody is logged in, and nothing about them, until they are not', async () => {
  const { email } = await makeAccount(service);
  const browser = service.browser();
  const says = () => browser.cookies.get('newsstand-reader');
  await browser.post('/api/cart', { type: 'add', item: { item: 'digital-issue', ref: 'iss:2', quantity: 1 } });
  await browser.get('/api/page/article');
  expect(says()).toBeUndefined();

  const response = await logInWith(browser, email);
  const line = response.headers.getSetCookie().find((cookie) => cookie.startsWith('newsstand-reader='));
  expect(line).toMatch(/^newsstand-reader=1[\w-]{5}; Max-Age=2592000; Path=\/; SameSite=Lax$/);
  const first = says();
  expect((await browser.get('/api/page/article')).headers.getSetCookie().join()).not.toContain('newsstand-reader');
  // Whoever comes back after an hour keeps it for as long as the session.
  await service.deps.db.session.updateMany({ where: { account: { email } }, data: { seen: new Date(Date.now() - 2 * HOUR) } });
  expect((await browser.get('/api/page/article')).headers.getSetCookie().join()).toContain(`newsstand-reader=${first}; Max-Age=2592000`);

  // A browser that was logged in before it was told so, and one whose session was ended from another.
  browser.cookies.delete('newsstand-reader');
  await browser.get('/api/access/session');
  expect(says()).toBe(first);
  await service.deps.db.session.deleteMany({ where: { account: { email } } });
  await browser.get('/api/page/article');
  expect(says()).toBeUndefined();

  // Whoever logs in next, a page that the browser kept sees that it is not the login before.
  await logInWith(browser, email);
  expect(says()).toMatch(/^1/);
  expect(says()).not.toBe(first);
  await browser.post('/logout', {});
  expect(says()).toBeUndefined();
});

test.each([
  ['host', {}, /^newsstand-reader=1[\w-]{5}; Max-Age=2592000; Path=\/; Secure; SameSite=Lax$/],
  [
    'domain',
    { COOKIE_DOMAIN: 'magazine.example' },
    /^newsstand-reader=1[\w-]{5}; .*Domain=magazine\.example; Path=\/; Secure; SameSite=Lax$/,
  ],
  ['partitioned', {}, undefined],
])('pages of the site read that somebody is logged in, in cookie mode %s', async (COOKIE_MODE, env, line) => {
  const replica = await createTestApp({ env: { PUBLIC_URL: 'https://magazine.example', COOKIE_MODE, ...env } });
  const { email } = await makeAccount(replica);
  const response = await logInWith(replica.browser(), email);
  const message = response.headers.getSetCookie().filter((cookie) => cookie.startsWith('newsstand-reader'));
  expect(message).toEqual(line === undefined ? [] : [expect.stringMatching(line)]);
  await replica.close();
});
