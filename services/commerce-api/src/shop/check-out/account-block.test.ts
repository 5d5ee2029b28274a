import { afterAll, beforeAll, expect, test } from 'vitest';
import { answerOf, logInWith, makeAccount, whoIs } from '../../../test/reader.ts';
import { newcomer, openShop, stock, type Reader, type Shop } from '../../../test/shop.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

const PRINT = { renewal: false, medium: 'print', level: 'low', term: '1year', coupon: null } as const;
const BLANK = 'Must not be blank.';

/** A guest with a subscription of their own in the cart. */
async function subscriber(): Promise<Reader> {
  const reader = shop.reader();
  expect((await reader.browser.post('/api/cart', { type: 'membership', item: { subscription: PRINT } })).status).toBe(200);
  return reader;
}

test(
  'a guest who buys a subscription makes an account with it, in a new session, and pays as its owner',
  { tags: ['§6.visitor.8'] },
  async () => {
    const reader = await subscriber();
    const before = reader.browser.cookies.get('sid');
    const block = newcomer();
    const started = await reader.start(block);
    expect(await whoIs(reader.browser)).toBe(block.email);
    expect(reader.browser.cookies.get('sid')).not.toBe(before);
    await reader.pay(started);
    expect((await reader.status(started.intent)).status).toBe('completed');
    const { id } = await shop.deps.db.account.findFirstOrThrow({ where: { email: block.email } });
    expect(await shop.deps.db.subscription.count({ where: { ownerId: id } })).toBe(1);
    expect((await reader.cart()).subscription).toBeNull();
  },
);

test(
  'what is wrong in the account block and in the address is told at once, by field, and no account is left behind',
  { tags: ['§3.form.1', '§5.account-block.1', '§5.account-block.2', '§6.visitor.8'] },
  async () => {
    const reader = await subscriber();
    const { email } = newcomer();
    expect(await answerOf(await reader.press({ name: ' ', email: '' }))).toEqual([422, { errors: { name: BLANK, email: BLANK } }]);
    expect(await answerOf(await reader.press({ email, password: undefined, address: null }))).toEqual([
      422,
      {
        errors: {
          'password.password': BLANK,
          'password.confirm': BLANK,
          'address.line1': BLANK,
          'address.city': BLANK,
          'address.country': BLANK,
        },
      },
    ]);
    expect(await answerOf(await reader.press({ email, password: { password: 'password1', confirm: 'password2' } }))).toEqual([
      422,
      {
        errors: { 'password.password': expect.stringContaining('anybody would try'), 'password.confirm': 'The passwords do not match.' },
      },
    ]);
    expect((await reader.press({ email, total: 1 })).status).toBe(409);
    expect(await shop.deps.db.account.count({ where: { email } })).toBe(0);
    expect(await whoIs(reader.browser)).toBeNull();
  },
);

test('an address that has an account says so at the field, asks for a login, and after it the same cart is ordered', async () => {
  const reader = await subscriber();
  const { email } = await makeAccount(shop);
  expect(await answerOf(await reader.press({ email }))).toEqual([
    422,
    { errors: { email: 'This address has an account already. Please log in with it.' }, require: 'login' },
  ]);
  expect((await logInWith(reader.browser, email)).status).toBe(200);
  expect((await reader.start({ email, password: undefined })).intent).toMatch(/^pi_/);
});

test('goods, gifts and donations take no account; who gives a password gets one all the same', async () => {
  const ref = await stock(shop.deps.db, 'prd:no-account', 9);
  const guest = shop.reader();
  await guest.add(ref);
  expect((await guest.start({ password: { password: '', confirm: '' } })).intent).toMatch(/^pi_/);
  expect(await whoIs(guest.browser)).toBeNull();
  const wants = shop.reader();
  await wants.add(ref);
  const block = newcomer();
  await wants.start(block);
  expect(await whoIs(wants.browser)).toBe(block.email);
});

test('an order of an account is the account’s: its receipt goes to the account’s address, whatever is given beside it', async () => {
  const reader = await subscriber();
  const block = newcomer();
  await reader.start(block);
  const taken = await makeAccount(shop);
  for (const email of [newcomer().email, taken.email]) {
    const started = await reader.start({ ...block, email });
    expect(await receiptOf(started.intent)).toBe(block.email);
  }
  expect(await whoIs(reader.browser)).toBe(block.email);
});

test('a guest’s order of goods keeps its address open: it may be corrected until it is paid', async () => {
  const reader = shop.reader();
  await reader.add(await stock(shop.deps.db, 'prd:corrected', 9));
  await reader.start({ email: 'tim@exmaple.org' });
  expect(await receiptOf((await reader.start({ email: 'tim@example.org' })).intent)).toBe('tim@example.org');
});

/** Where the receipt of the order goes that this payment is for. */
const receiptOf = async (intentId: string) => (await shop.deps.db.order.findFirstOrThrow({ where: { intentId } })).email;
