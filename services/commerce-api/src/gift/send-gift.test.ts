import type { Deliverable } from '@newsstand/contracts/cart';
import type { CheckoutInput } from '@newsstand/contracts/checkout';
import { PageData } from '@newsstand/contracts/page-data';
import { Receipt } from '@newsstand/contracts/receipt';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { logInWith, makeAccount, whoIs } from '../access/test-reader.ts';
import { ADDRESS, openShop, type Shop } from '../checkout/test-shop.ts';
import { runRelease } from '../subscription/run-release.ts';
import type { Browser } from '../test/browser.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

const RECIPIENT = { recipient_name: 'Nana Okoro', recipient_address: { ...ADDRESS, line1: '3 Lamp Lane' } };

async function purchaser(deliverables: Deliverable[]) {
  const reader = shop.reader();
  const giftsubs = deliverables.map((deliverable) => ({ deliverable, level: 'low', term: '1year', coupon: null }));
  await reader.browser.post('/api/cart', { type: 'membership', item: { giftsubs } });
  return reader;
}

/** Buys a print gift that is sent directly; answers its token and the purchaser's receipt. */
async function sendOne() {
  const reader = await purchaser(['print-a']);
  const started = await reader.start({ address: null, name: 'Gus Giver', email: 'gus@example.org', ...RECIPIENT });
  await reader.pay(started);
  const status = await reader.status(started.intent);
  if (status.status !== 'completed') throw new Error(`the order is ${status.status}`);
  // Settled again, as webhooks do.
  await reader.status(started.intent);
  const receipt = v.parse(Receipt, await (await reader.browser.get(`/api/receipts/${status.receipt}`)).json());
  return { token: receipt.gifts?.[0]?.token ?? '', receipt };
}

const ownerOf = async (token: string) => (await shop.deps.db.gift.findUniqueOrThrow({ where: { token } })).redeemedBy ?? '';
const pageOf = async (browser: Browser, token: string) =>
  v.parse(PageData, await (await browser.get(`/api/page/redeem?token=${token}`)).json()).redeem;

async function takeOver(browser: Browser, token: string, form: Partial<CheckoutInput>): Promise<[number, unknown]> {
  const body = {
    form: { name: 'Nana Okoro', email: 'x@example.org', total: 0, ...form },
    shipcode: 'a',
    subscription: { token, deliverable: 'print-a' },
  };
  const response = await browser.post(`/api/subscribe/redeem?token=${token}`, body);
  return [response.status, await response.json()];
}

const password = { password: 'a ferry at dawn', confirm: 'a ferry at dawn' };

test('a gift with an address is redeemed when it is paid for, once, and its issues go to the recipient', async () => {
  const { token, receipt } = await sendOne();
  expect(receipt.gifts).toMatchObject([{ redeemed: true, sent_to: 'Nana Okoro' }]);
  const ownerId = await ownerOf(token);
  const { db } = shop.deps;
  expect(await db.subscription.findMany({ where: { ownerId }, include: { _count: { select: { tokens: true } } } })).toMatchObject([
    { source: `gift:${token}`, phase: 'introductory', setDeliverable: 'print-a', _count: { tokens: 4 } },
  ]);
  expect(await db.ownerAddress.findMany({ where: { ownerId } })).toMatchObject([
    { shipcode: 'a', name: 'Nana Okoro', address: { line1: '3 Lamp Lane', state_name: 'Maine' } },
  ]);
  const names = { ref: 'iss:701', title: 'T', slug: 'issue-701', summary: '', cover: {} };
  await db.issue.create({ data: { publicationId: 'main', number: 701, ...names, released: new Date() } });
  await runRelease(shop.deps, 701);
  expect(await db.issueToken.findFirst({ where: { ownerId, issue: 701 } })).toMatchObject({ deliverable: 'print-a' });
});

test('who opens an account from the gift’s link has what it brought, and nobody takes it over again', async () => {
  const { token } = await sendOne();
  const browser = shop.browser();
  expect((await pageOf(browser, token))?.gift).toMatchObject({ redeemed: false, sent_to: 'Nana Okoro' });
  expect(await takeOver(browser, token, { email: 'nana@example.org' })).toEqual([
    422,
    { errors: expect.objectContaining({ 'password.password': expect.any(String) }) },
  ]);
  expect(await takeOver(browser, token, { email: 'nana@example.org', password })).toEqual([200, { type: 'redeem-succeeded' }]);
  expect(await whoIs(browser)).toBe('nana@example.org');
  const account = await shop.deps.db.account.findFirstOrThrow({ where: { email: 'nana@example.org' } });
  expect(account.id).toBe(await ownerOf(token));
  expect((await pageOf(shop.browser(), token))?.gift).toMatchObject({ redeemed: true, sent_to: null });
  expect(await takeOver(shop.browser(), token, { email: 'thief@example.org', password })).toEqual([
    409,
    { type: 'redeem-failed', message: expect.stringContaining('already been redeemed') },
  ]);
  const page = v.parse(PageData, await (await browser.get('/api/page/renew')).json());
  expect(page.renew).toMatchObject({ standing: { type: 'extended' }, addresses: { a: { name: 'Nana Okoro' } } });
});

test('somebody who is logged in is told that it is on its way to its recipient', async () => {
  const { token } = await sendOne();
  const browser = shop.browser();
  await logInWith(browser, (await makeAccount(shop)).email);
  expect(await takeOver(browser, token, {})).toEqual([
    409,
    { type: 'redeem-failed', message: expect.stringContaining('on its way to Nana Okoro') },
  ]);
});

test.each<[string, Deliverable[], Partial<CheckoutInput>, string]>([
  ['without a name', ['print-a'], { recipient_address: ADDRESS }, 'recipient_name'],
  ['without an address', ['print-a'], { recipient_name: 'Nana' }, 'recipient_address.line1'],
  ['to another zone', ['print-b'], RECIPIENT, 'recipient_address.country'],
  ['as files', ['digital'], RECIPIENT, 'recipient_name'],
  ['with another gift', ['print-a', 'print-a'], RECIPIENT, 'recipient_name'],
])('a gift is not sent directly %s', async (_title, deliverables, form, field) => {
  const reader = await purchaser(deliverables);
  const response = await reader.press({ address: null, ...form });
  expect(response.status).toBe(422);
  expect(await response.json()).toEqual({ errors: expect.objectContaining({ [field]: expect.any(String) }) });
});

test('a recipient who is corrected before the payment is the one who gets it', async () => {
  const reader = await purchaser(['print-a']);
  const first = await reader.start({ address: null, ...RECIPIENT });
  const second = await reader.start({ address: null, ...RECIPIENT, recipient_name: 'Nana O. Okoro', invoice: first.intent });
  expect(second.intent).toBe(first.intent);
  await reader.pay(second);
  expect((await reader.status(second.intent)).status).toBe('completed');
  const { id } = await shop.deps.db.order.findUniqueOrThrow({ where: { intentId: second.intent } });
  expect(await shop.deps.db.gift.findMany({ where: { orderId: id } })).toMatchObject([{ recipientName: 'Nana O. Okoro' }]);
});
