import type { Deliverable } from '@newsstand/contracts/cart';
import type { CheckoutInput } from '@newsstand/contracts/checkout';
import { PageData } from '@newsstand/contracts/page-data';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { answerOf, logInWith, makeAccount, whoIs } from '../../../test/reader.ts';
import { giftPage, purchaser, RECIPIENT, sendOne, takeOver } from '../../../test/sent-gift.ts';
import { ADDRESS, openShop, type Shop } from '../../../test/shop.ts';
import { runRelease } from '../releases/run-release.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

const ownerOf = async (token: string) => (await shop.deps.db.gift.findUniqueOrThrow({ where: { token } })).redeemedBy ?? '';
const password = { password: 'a ferry at dawn', confirm: 'a ferry at dawn' };

test('a gift with an address is redeemed when it is paid for, once, and its issues go to the recipient', async () => {
  const { token, receipt } = await sendOne(shop);
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
  const { token } = await sendOne(shop);
  const browser = shop.browser();
  expect((await giftPage(browser, token))?.gift).toMatchObject({ redeemed: false, sent_to: 'Nana Okoro' });
  expect(await takeOver(browser, token, { email: 'nana@example.org' })).toEqual([
    422,
    { errors: expect.objectContaining({ 'password.password': expect.any(String) }) },
  ]);
  expect(await takeOver(browser, token, { email: 'nana@example.org', password })).toEqual([200, { type: 'redeem-succeeded' }]);
  expect(await whoIs(browser)).toBe('nana@example.org');
  const account = await shop.deps.db.account.findFirstOrThrow({ where: { email: 'nana@example.org' } });
  expect(account.id).toBe(await ownerOf(token));
  expect((await giftPage(shop.browser(), token))?.gift).toMatchObject({ redeemed: true, sent_to: null });
  expect(await takeOver(shop.browser(), token, { email: 'thief@example.org', password })).toEqual([
    409,
    { type: 'redeem-failed', message: expect.stringContaining('already redeemed') },
  ]);
  const page = v.parse(PageData, await (await browser.get('/api/page/renew')).json());
  expect(page.renew).toMatchObject({ standing: { type: 'extended' }, addresses: { a: { name: 'Nana Okoro' } } });
});

test('its purchaser, who has the link too, is told that it is on its way to its recipient', async () => {
  const { token, reader } = await sendOne(shop);
  const { email, id } = await makeAccount(shop);
  await logInWith(reader.browser, email);
  await shop.deps.db.gift.update({ where: { token }, data: { ownerId: id } });
  expect((await giftPage(reader.browser, token))?.gift).not.toHaveProperty('can_claim');
  expect(await takeOver(reader.browser, token)).toEqual([
    409,
    { type: 'redeem-failed', message: expect.stringContaining('on its way to Nana Okoro') },
  ]);
});

test.each<[string, Deliverable[], Partial<CheckoutInput>, string]>([
  ['without a name', ['print-a'], { recipient_address: ADDRESS }, 'recipient_name'],
  ['to a name that cannot be seen', ['print-a'], { ...RECIPIENT, recipient_name: '\u200B\u3164' }, 'recipient_name'],
  ['without an address', ['print-a'], { recipient_name: 'Nana' }, 'recipient_address.line1'],
  ['to another zone', ['print-b'], RECIPIENT, 'recipient_address.country'],
  ['as files', ['digital'], RECIPIENT, 'recipient_name'],
  ['with another gift', ['print-a', 'print-a'], RECIPIENT, 'recipient_name'],
])('a gift is not sent directly %s', { tags: ['§3.form.1', '§5.address.6'] }, async (_title, deliverables, form, field) => {
  const reader = await purchaser(shop, deliverables);
  const response = await reader.press({ address: null, ...form });
  expect(response.status).toBe(422);
  expect((await answerOf(response))[1]).toEqual({ errors: expect.objectContaining({ [field]: expect.any(String) }) });
});

test('a recipient who is corrected before the payment is the one who gets it', async () => {
  const reader = await purchaser(shop, ['print-a']);
  const first = await reader.start({ address: null, ...RECIPIENT });
  const second = await reader.start({ address: null, ...RECIPIENT, recipient_name: 'Nana O. Okoro', invoice: first.intent });
  expect(second.intent).toBe(first.intent);
  await reader.pay(second);
  expect((await reader.status(second.intent)).status).toBe('completed');
  const { id } = await shop.deps.db.order.findUniqueOrThrow({ where: { intentId: second.intent } });
  expect(await shop.deps.db.gift.findMany({ where: { orderId: id } })).toMatchObject([{ recipientName: 'Nana O. Okoro' }]);
});
