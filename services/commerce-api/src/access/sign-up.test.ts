import { afterAll, beforeAll, expect, test } from 'vitest';
import { uuidv7 } from '../db/uuidv7.ts';
import { Refusal } from '../refusal.ts';
import { createTestApp, type TestApp } from '../test/test-app.ts';
import { hashOf, newToken } from './secrets.ts';
import { signUp } from './sign-up.ts';
import { lettersTo, logInWith, makeAccount, whoIs } from './test-reader.ts';

let service: TestApp;
beforeAll(async () => {
  service = await createTestApp();
});
afterAll(() => service.close());

const form = (changes: object = {}) => ({
  name: 'Ana Reader',
  email: `new-${uuidv7()}@example.org`,
  password: 'a ferry at dawn',
  confirm: 'a ferry at dawn',
  ...changes,
});
const visitor = (session: string | null = null) => ({ session, device: newToken(), agent: 'Firefox on Linux' });

test('a guest who makes an account at the check-out is logged in, in a new session, with the cart, and welcomed by mail', async () => {
  const browser = service.browser();
  await browser.post('/api/cart', { type: 'add', item: { item: 'digital-issue', ref: 'iss:2', quantity: 1 } });
  const wish = form();
  const before = browser.cookies.get('sid') ?? '';
  const made = await signUp(service.deps, visitor(hashOf(before)), wish);
  if (made.type !== 'account') throw new Error('the account was not made');
  browser.cookies.set('sid', made.token);
  expect(await whoIs(browser)).toBe(wish.email);
  expect(await (await browser.get('/api/cart')).json()).toMatchObject({ items: [{ ref: 'iss:2' }] });
  expect(await lettersTo(service, wish.email)).toEqual(['welcome']);
  expect((await logInWith(service.browser(), wish.email, wish.password)).status).toBe(200);
});

test('an address that has an account is not taken over, and nothing is written', async () => {
  const { email } = await makeAccount(service);
  expect(await signUp(service.deps, visitor(), form({ email }))).toEqual({ type: 'exists' });
  expect(await lettersTo(service, email)).toEqual([]);
  expect((await logInWith(service.browser(), email)).status).toBe(200);
});

test('of ten who make the same account at once one does', async () => {
  const wish = form();
  const made = await Promise.all(Array.from({ length: 10 }, () => signUp(service.deps, visitor(), wish)));
  expect(made.filter(({ type }) => type === 'account')).toHaveLength(1);
});

test.each([
  ['that everybody tries', { password: 'password1', confirm: 'password1' }, 'password'],
  ['that is not typed twice alike', { confirm: 'another' }, 'confirm'],
])('a password %s is refused beside its field', async (_title, changes, field) => {
  const refusal = await signUp(service.deps, visitor(), form(changes)).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(Refusal);
  expect(refusal instanceof Refusal && Object.keys(refusal.errors)).toEqual([field]);
});
