import { afterAll, beforeAll, expect, test } from 'vitest';
import { lettersTo, logInWith, makeAccount, whoIs } from '../../../test/reader.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';
import { uuidv7 } from '../../platform/db/uuidv7.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { hashOf, newToken } from '../../platform/secrets.ts';
import type { AccountBlock } from './sign-up-rules.ts';
import { signUp } from './sign-up.ts';
import { apiText } from '../../platform/http/api-text.ts';

let service: TestApp;
beforeAll(async () => {
  service = await createTestApp();
});
afterAll(() => service.close());

const PASSWORD = 'a ferry at dawn';
const block = (changes: Partial<AccountBlock & { network: string }> = {}) => ({
  name: 'Ana Reader',
  email: `new-${uuidv7()}@example.org`,
  password: { password: PASSWORD, confirm: PASSWORD },
  network: uuidv7(),
  ...changes,
});
const visitor = (session: string | null = null) => ({ session, device: newToken(), agent: 'Firefox on Linux' });

async function refusalOf(block: AccountBlock & { network: string }): Promise<Refusal | null> {
  const refused = await signUp(service.deps, visitor(), block).catch((error: unknown) => error);
  return refused instanceof Refusal ? refused : null;
}

test('a guest who makes an account at the check-out is logged in, in a new session, with the cart, and welcomed by mail', async () => {
  const browser = service.browser();
  await browser.post('/api/cart', { type: 'add', item: { item: 'digital-issue', ref: 'iss:2', quantity: 1 } });
  const wish = block();
  const before = browser.cookies.get('sid') ?? '';
  const made = await signUp(service.deps, visitor(hashOf(before)), wish);
  browser.cookies.set('sid', made.token);
  expect(await whoIs(browser)).toBe(wish.email);
  expect(await (await browser.get('/api/cart')).json()).toMatchObject({ items: [{ ref: 'iss:2' }] });
  expect(await lettersTo(service, wish.email)).toEqual(['welcome']);
  expect((await logInWith(service.browser(), wish.email, PASSWORD)).status).toBe(200);
});

test('an address that has an account is not taken over, nothing is written, and its owner is asked to log in', async () => {
  const { email } = await makeAccount(service);
  const refusal = await refusalOf(block({ email }));
  expect([refusal?.status, refusal?.more.require, refusal?.texts]).toEqual([422, 'login', { email: apiText('has_account') }]);
  expect(await lettersTo(service, email)).toEqual([]);
  expect((await logInWith(service.browser(), email)).status).toBe(200);
});

test(
  'one network is told of ten addresses in an hour that they have an account, and makes as many accounts as it likes',
  { tags: ['ci'] },
  async () => {
    const { email } = await makeAccount(service);
    const network = uuidv7();
    for (let n = 0; n < 12; n++) await signUp(service.deps, visitor(), block({ network }));
    const statuses = [];
    for (let n = 0; n < 12; n++) statuses.push((await refusalOf(block({ email, network })))?.status);
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 422), 429, 429]);
  },
);

test('of ten who make the same account at once one does', async () => {
  const wish = block();
  const made = await Promise.allSettled(Array.from({ length: 10 }, () => signUp(service.deps, visitor(), wish)));
  expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});

const LONG = 'a'.repeat(257);
test.each<[string, Partial<AccountBlock>, object]>([
  [
    'a password that everybody tries',
    { password: { password: 'password1', confirm: 'password1' } },
    { 'password.password': apiText('password_common') },
  ],
  [
    'a short one that is not typed twice',
    { password: { password: 'short', confirm: '' } },
    { 'password.password': apiText('password_short', { n: 8 }), 'password.confirm': apiText('blank') },
  ],
  ['too long a one', { password: { password: LONG, confirm: LONG } }, { 'password.password': apiText('password_long', { n: 256 }) }],
  [
    'one that is not typed twice alike',
    { password: { password: PASSWORD, confirm: 'another' } },
    { 'password.confirm': apiText('passwords_differ') },
  ],
  ['no password', { password: undefined }, { 'password.password': apiText('blank'), 'password.confirm': apiText('blank') }],
  ['an address that is none', { email: 'ana@example' }, { email: apiText('email') }],
])('%s is refused beside its field, by a code that a publication has words for', async (_title, changes, message) => {
  expect((await refusalOf(block(changes)))?.texts).toEqual(message);
});
