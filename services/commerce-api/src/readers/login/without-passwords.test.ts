import { afterAll, beforeAll, expect, test } from 'vitest';
import { newcomer, openShop, type Reader, type Shop } from '../../../test/shop.ts';
import { startPay, writeInvoice } from '../../../test/invoice.ts';
import { becomeSecond } from '../../../test/open-second-publication.ts';
import { answerOf, codeFor, whoIs } from '../../../test/reader.ts';

// The second publication's `logins` are codes by mail, and nothing else.
let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
  await becomeSecond(shop.deps);
});
afterAll(() => shop.close());

const DIGITAL = { renewal: false, medium: 'digital', level: 'low', term: '1year', coupon: null } as const;
const GIFT = { deliverable: 'digital', level: 'low', term: '1year', coupon: null } as const;
const name = 'Ana Reader';
const { email: proposed } = newcomer();
let made = 0;
const newEmail = () => `${made++}-${proposed}`;

/** Logs in where nobody is known yet, as the only tab there is does. */
async function logInByCode(email: string): Promise<Reader> {
  const reader = shop.reader();
  const { token } = await (await reader.browser.post('/api/access/signin', { email, path: '/' })).json();
  const answer = await reader.browser.post('/api/access/signin/verify', { token, password: await codeFor(shop, email) });
  expect(answer.status, await answer.text()).toBe(200);
  expect(await whoIs(reader.browser)).toBe(email);
  return reader;
}

async function expectByCode(email: string): Promise<void> {
  expect(await shop.deps.db.account.findFirst({ where: { email } })).toMatchObject({ passwordHash: null });
  await logInByCode(email);
}

test('a guest subscribes without a password, and comes back by a mailed code', async () => {
  const reader = shop.reader();
  await reader.browser.post('/api/cart', { type: 'membership', item: { subscription: DIGITAL } });
  const { totals } = await reader.cart();
  const email = newEmail();
  const begun = await reader.start({ email, password: undefined, account: true, address: null, total: totals.b.total });
  await reader.pay(begun);
  expect((await reader.status(begun.intent)).status).toBe('completed');
  expect(await whoIs(reader.browser)).toBe(email);
  await expectByCode(email);
});

test('a password that is sent all the same is nobody’s: there is no way to log in with it', async () => {
  const reader = shop.reader();
  await reader.browser.post('/api/cart', { type: 'membership', item: { subscription: DIGITAL } });
  const { totals } = await reader.cart();
  const block = { ...newcomer(), password: { password: 'short', confirm: '' } };
  await reader.start({ ...block, address: null, total: totals.b.total });
  await expectByCode(block.email);
});

test('who orders goods has an account where they ask for one, and none otherwise', async () => {
  const order = async (account: boolean) => {
    const reader = shop.reader();
    const { totals } = await reader.add('prd:atlas-of-small-differences', 1, 'digital-product');
    await reader.start({ email: newEmail(), account, address: null, total: totals.b.total });
    return whoIs(reader.browser);
  };
  expect(await order(false)).toBeNull();
  expect(await order(true)).toContain('@example.org');
});

test('an email that is wrong, or has an account, is refused as anywhere', async () => {
  const reader = shop.reader();
  await reader.browser.post('/api/cart', { type: 'membership', item: { subscription: DIGITAL } });
  const { totals } = await reader.cart();
  const press = (email: string) => reader.press({ email, password: undefined, account: true, address: null, total: totals.b.total });
  const [first] = await shop.deps.db.account.findMany({ take: 1 });
  expect(await answerOf(await press(first?.email ?? ''))).toMatchObject([422, { errors: { email: expect.any(String) }, require: 'login' }]);
});

test('a newcomer redeems a gift without a password', async () => {
  const giver = shop.reader();
  await giver.browser.post('/api/cart', { type: 'membership', item: { giftsubs: [GIFT] } });
  const { totals } = await giver.cart();
  const begun = await giver.start({ address: null, total: totals.b.total });
  await giver.pay(begun);
  await giver.status(begun.intent);
  const { id: orderId } = await shop.deps.db.order.findUniqueOrThrow({ where: { intentId: begun.intent } });
  const { token } = await shop.deps.db.gift.findFirstOrThrow({ where: { orderId } });
  const giftee = shop.reader();
  const email = newEmail();
  const body = { form: { name, email, address: null, total: 0 }, shipcode: 'b', subscription: { token, deliverable: 'digital' } };
  const answer = await giftee.browser.post(`/api/subscribe/redeem?token=${token}`, body);
  expect(await answerOf(answer)).toEqual([200, { type: 'redeem-succeeded' }]);
  expect(await whoIs(giftee.browser)).toBe(email);
  await expectByCode(email);
});

test('an invoice for a first subscription is paid without a password', async () => {
  const email = newEmail();
  const membership = { medium: 'digital', level: 'low', term: '1year', copies: 1 } as const;
  const invoice = await writeInvoice(shop, { giftees: [], membership, name, email });
  const payer = shop.reader();
  const begun = await startPay(payer, invoice);
  await payer.pay(begun);
  const { id } = await shop.deps.db.account.findFirstOrThrow({ where: { email } });
  await payer.status(begun.intent, `?invoice=${invoice.token}`);
  expect(await shop.deps.db.subscription.count({ where: { ownerId: id } })).toBe(1);
  await expectByCode(email);
});
