import { DeletePreview } from '@newsstand/contracts/account-data';
import { Receipt } from '@newsstand/contracts/receipt';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { giftPage } from '../../test/sent-gift.ts';
import { buy, HOME, makeSubscriber, subscriberAt } from '../../test/subscriber.ts';
import { createTestApp, type TestApp } from '../../test/test-app.ts';
import { uuidv7 } from '../platform/db/uuidv7.ts';

let service: TestApp;
const now = new Date('2026-11-21T12:00:00Z');
beforeAll(async () => {
  service = await createTestApp({ clock: () => now });
});
afterAll(() => service.close());

async function give(
  ownerId: string,
  parts: { redeemed?: Date; recipientName?: string; revoked?: Date } = {},
): Promise<{ token: string; receipt: string }> {
  const { db, config } = service.deps;
  const { publicationId } = config;
  const receipt = await buy(service, ownerId, { type: 'gift-subscription', ref: 'digital/low/1year', name: 'Gift subscription' });
  const { id: orderId } = await db.order.findUniqueOrThrow({ where: { receiptToken: receipt } });
  const id = uuidv7();
  const what = { deliverable: 'digital', level: 'low', term: '1year', ordinal: 1, number: 1 };
  await db.gift.create({
    data: {
      publicationId,
      ownerId,
      id,
      token: `gift-${id}`,
      orderId,
      ...what,
      ...parts,
      ...(parts.redeemed && { redeemedBy: uuidv7() }),
      ...(parts.recipientName !== undefined && { recipientAddress: HOME }),
    },
  });
  return { token: `gift-${id}`, receipt };
}

test('who gave gifts sees each in their account: whether it was redeemed, its link again, and the receipt that has its card', async () => {
  const { browser, id } = await makeSubscriber(service);
  expect((await subscriberAt(browser)).gifts).toEqual([]);
  const open = await give(id);
  const redeemed = await give(id, { redeemed: new Date('2026-11-20T09:00:00Z') });
  const sent = await give(id, { redeemed: now, recipientName: 'Uncle Otto' });
  const { gifts = [] } = await subscriberAt(browser);
  expect(gifts).toHaveLength(3);
  expect(gifts.find(({ token }) => token === open.token)).toEqual({
    token: open.token,
    receipt: open.receipt,
    detail: 'Digital, Standard, 1 year (4 issues)',
    url: new URL(`/subscribe/redeem?token=${open.token}`, service.deps.config.publicUrl).href,
    bought: now.toISOString(),
    redeemed: null,
    refunded: false,
    sent_to: null,
  });
  expect(gifts.find(({ token }) => token === redeemed.token)).toMatchObject({ redeemed: '2026-11-20T09:00:00.000Z' });
  expect(gifts.find(({ token }) => token === sent.token)).toMatchObject({ sent_to: 'Uncle Otto' });
});

test('a gift whose money went back before anybody redeemed it is told as refunded, and another’s gifts are not told at all', async () => {
  const [giver, other] = [await makeSubscriber(service), await makeSubscriber(service)];
  const { receipt } = await give(giver.id);
  const { id: orderId, total } = await service.deps.db.order.findUniqueOrThrow({ where: { receiptToken: receipt } });
  await service.deps.db.moneyBack.create({
    data: { id: `re_${orderId}`, orderId, state: 'refunded', amount: total, created: now, updated: now },
  });
  expect((await subscriberAt(giver.browser)).gifts).toMatchObject([{ refunded: true, redeemed: null }]);
  expect((await subscriberAt(other.browser)).gifts).toEqual([]);
});

test('a gift that staff took back before anybody redeemed it is told as refunded, and deleting the account does not warn of it', async () => {
  const { browser, id } = await makeSubscriber(service);
  const { token, receipt } = await give(id, { revoked: now });
  expect((await subscriberAt(browser)).gifts).toMatchObject([{ refunded: true, redeemed: null }]);
  const { consequences } = v.parse(DeletePreview, await (await browser.get('/api/account/delete')).json());
  expect(consequences.map(({ type }) => type)).not.toContain('gifts');
  // As its receipt and its own page say.
  expect(v.parse(Receipt, await (await browser.get(`/api/receipts/${receipt}`)).json()).gifts).toMatchObject([{ refunded: true }]);
  expect((await giftPage(browser, token))?.gift).toMatchObject({ refunded: true });
});
