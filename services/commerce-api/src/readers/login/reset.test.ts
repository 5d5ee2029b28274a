import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser } from '../../../test/browser.ts';
import { answerOf, codeFor, lastLetter, lettersTo, logInWith, makeAccount, resetTokenFor, whoIs } from '../../../test/reader.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';
import { MINUTE } from '../../platform/duration.ts';

const NEW = 'a ferry at dawn';

let service: TestApp;
let late = 0;
beforeAll(async () => {
  service = await createTestApp({ clock: () => new Date(Date.now() + late) });
});
afterAll(() => service.close());

const ask = (browser: Browser, email: string, path?: string) =>
  browser.postForm('/api/access/reset-password', { email, ...(path !== undefined && { path }) });
const confirm = (browser: Browser, token: string, password = NEW, again = password) =>
  browser.post('/api/access/reset-password/confirm', { token, password, confirm: again });

test('a mailed link sets a password once, ends all other sessions, logs this browser in and says so by mail', async () => {
  const { email } = await makeAccount(service);
  const other = service.browser();
  await logInWith(other, email);
  const browser = service.browser();
  await ask(browser, email);
  const token = await resetTokenFor(service, email);

  expect((await confirm(browser, token)).status).toBe(200);
  expect(await whoIs(browser)).toBe(email);
  expect(await whoIs(other)).toBeNull();
  expect(await answerOf(await confirm(service.browser(), token))).toEqual([
    422,
    { errors: 'This link has expired or was already used. Please request a new one.' },
  ]);
  expect((await logInWith(service.browser(), email)).status).toBe(401);
  expect((await logInWith(service.browser(), email, NEW)).status).toBe(200);
  expect(await lettersTo(service, email)).toEqual(['reset', 'password-changed', 'new-sign-in']);
});

test('who set a new password logs in with it everywhere at once, however often the old one was guessed', async () => {
  const { email } = await makeAccount(service);
  const guess = (network: string) =>
    service.browser().post('/api/access/login', { email, password: 'wrong' }, { 'X-Forwarded-For': network });
  for (const network of ['198.51.100.1', '198.51.100.2']) for (let n = 0; n < 5; n++) await guess(network);
  await service.deps.db.rateLimit.update({ where: { key: `login-address:${email}` }, data: { points: 50 } });
  await ask(service.browser(), email);
  expect((await confirm(service.browser(), await resetTokenFor(service, email))).status).toBe(200);
  for (const network of ['198.51.100.1', '198.51.100.2', '198.51.100.3']) {
    const right = { email, password: NEW };
    expect((await service.browser().post('/api/access/login', right, { 'X-Forwarded-For': network })).status).toBe(200);
  }
});

/** Where the page goes once the password is set, by a link that was asked for on `path`. */
async function endOf(path?: string): Promise<unknown> {
  const { email } = await makeAccount(service);
  await ask(service.browser(), email, path);
  const response = await confirm(service.browser(), await resetTokenFor(service, email));
  const { redirect }: { redirect: unknown } = await response.json();
  return redirect;
}

test('a new password leads back to where it was asked for, and the letter says nothing of that', async () => {
  expect(await endOf('/articles/held?part=2#notes')).toBe('/articles/held?part=2#notes');
  expect(await endOf()).toBeNull();
  const { email } = await makeAccount(service);
  await ask(service.browser(), email, '/articles/held');
  expect(await lastLetter(service, email, 'reset')).not.toContain('articles');
});

test('an address that is longer than any of ours keeps nobody from a new password: it leads home', async () => {
  expect(await endOf(`/articles/held?from=${'x'.repeat(3000)}`)).toBe('/');
});

test.each([
  'https://evil.example/',
  '//evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  'javascript:alert(1)',
  'data:text/html,x',
  '/\t/evil.example',
  'https://magazine.example@evil.example/',
  '/.//evil.example',
])('a link that was asked for with the address %j leads to no other site', async (path) => {
  expect(await endOf(path)).toBe('/');
});

test('a first password is announced as one that was set, a later one as one that was changed', async () => {
  const { email } = await makeAccount(service, { password: null });
  for (const password of [NEW, `${NEW} again`]) {
    await ask(service.browser(), email);
    expect((await confirm(service.browser(), await resetTokenFor(service, email), password)).status).toBe(200);
  }
  expect(await lettersTo(service, email)).toEqual(['reset', 'password-set', 'reset', 'password-changed']);
});

test('of ten at once one sets the password', async () => {
  const { email } = await makeAccount(service);
  await ask(service.browser(), email);
  const token = await resetTokenFor(service, email);
  const responses = await Promise.all(Array.from({ length: 10 }, () => confirm(service.browser(), token)));
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
});

test('known and unknown addresses are answered alike', { tags: ['§7.calls.4'] }, async () => {
  const { email } = await makeAccount(service);
  const answers = await Promise.all([email, 'nobody@example.org'].map(async (address) => answerOf(await ask(service.browser(), address))));
  expect(answers[0]).toEqual(answers[1]);
  expect(answers[0]).toEqual([200, { message: 'If there is an account with this address, a link to set its password is on its way.' }]);
  expect(await lettersTo(service, 'nobody@example.org')).toEqual(['no-account']);
});

test.each([
  ['that is short', 'abc1234', 'abc1234', { password: 'Use at least 8 characters.' }],
  ['that everybody tries', 'Password1', 'Password1', { password: expect.stringContaining('first that anybody would try') }],
  ['that is not typed twice alike', NEW, `${NEW}s`, { confirm: 'The passwords do not match.' }],
  ['that is blank', '', '', { password: 'Must not be blank.' }],
])('a password %s is refused beside its field, and the link still works', async (_title, password, again, errors) => {
  const { email } = await makeAccount(service);
  await ask(service.browser(), email);
  const token = await resetTokenFor(service, email);
  expect(await answerOf(await confirm(service.browser(), token, password, again))).toEqual([422, { errors }]);
  expect((await confirm(service.browser(), token)).status).toBe(200);
});

test('of a password of 256 characters each counts, and one of 257 is refused', async () => {
  const { email } = await makeAccount(service);
  await ask(service.browser(), email);
  const token = await resetTokenFor(service, email);
  const long = `${'a long way to the last harbour, '.repeat(8).slice(0, 255)}!`;
  expect(long).toHaveLength(256);
  expect((await confirm(service.browser(), token, `${long}!`, `${long}!`)).status).toBe(422);
  expect((await confirm(service.browser(), token, long, long)).status).toBe(200);
  expect((await logInWith(service.browser(), email, long.replace('!', '?'))).status).toBe(401);
  expect((await logInWith(service.browser(), email, long)).status).toBe(200);
});

test('after half an hour a link is dead', async () => {
  const { email } = await makeAccount(service);
  await ask(service.browser(), email);
  const token = await resetTokenFor(service, email);
  late += 30 * MINUTE;
  expect((await confirm(service.browser(), token)).status).toBe(422);
});

test('a new password makes the codes and links void that are about', async () => {
  const { email } = await makeAccount(service);
  const started = await service.browser().post('/api/access/signin', { email });
  const { token: codeToken }: { token: string } = await started.json();
  const code = await codeFor(service, email);
  await ask(service.browser(), email);
  await confirm(service.browser(), await resetTokenFor(service, email));
  expect((await service.browser().post('/api/access/signin/verify', { token: codeToken, password: code })).status).toBe(429);
});

test('who made an account with another’s address keeps neither session nor identity after a reset (GHSA-qq9h-g4jm-xgf3)', async () => {
  const { id, email } = await makeAccount(service, { verified: false });
  const squatter = service.browser();
  await logInWith(squatter, email);
  await service.deps.db.identity.create({ data: { publicationId: 'main', issuer: 'https://evil.example', subject: id, accountId: id } });
  await ask(service.browser(), email);
  await confirm(service.browser(), await resetTokenFor(service, email));
  expect(await whoIs(squatter)).toBeNull();
  expect(await service.deps.db.identity.count({ where: { accountId: id } })).toBe(0);
});

test('no address that can be followed logs anybody in: links lead to a page with a button', async () => {
  const { email } = await makeAccount(service);
  await ask(service.browser(), email);
  const token = await resetTokenFor(service, email);
  const asking = service.browser();
  const code: { token: string } = await (await asking.post('/api/access/signin', { email })).json();
  // Every address that there is, with the secrets of both letters wherever one may stand.
  const paths = new Set(service.app.routes.map(({ path }) => path.replaceAll('*', 'x')));
  expect(paths.size).toBeGreaterThan(60);
  for (const secret of [token, code.token]) {
    const names = ['token', 'reset', 'confirm', 'withdraw', 'code', 'state', 'challenge', 'verifier', 'admin-view'];
    const query = new URLSearchParams([...names.map((name) => [name, secret]), ['password', await codeFor(service, email)]]);
    for (const path of paths) {
      const scanner = service.browser();
      await scanner.get(`${path.replaceAll(/:\w+(\{.*?\})?(?=\/|$)/g, secret)}?${query}`);
      expect([path, scanner.cookies.has('sid') && (await whoIs(scanner))]).toEqual([path, false]);
    }
  }
  expect((await asking.post('/api/access/signin/verify', { token: code.token, password: await codeFor(service, email) })).status).toBe(200);
  expect((await confirm(service.browser(), token)).status).toBe(200);
});
