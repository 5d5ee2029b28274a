import type { BuilderCart } from '@newsstand/contracts/subscribe';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { codeFor, logInWith, makeAccount } from '../../../test/reader.ts';
import { newcomer, openShop, type Reader, type Shop } from '../../../test/shop.ts';
import { addTerm } from '../../ledger/terms/add-term.ts';
import { uuidv7 } from '../../platform/db/uuidv7.ts';
import { HOUR } from '../../platform/duration.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

const publicationId = 'main';
const GIFT = { deliverable: 'digital', level: 'low', term: '1year', coupon: null } as const;
const MONTHLY = { process: 'monthly-init', dollars: 25 } as const;

/** A guest's order, paid; its id. */
async function buy(email: string, item: Partial<BuilderCart>, reader: Reader = shop.reader()): Promise<string> {
  expect((await reader.browser.post('/api/cart', { type: 'membership', item })).status).toBe(200);
  const started = await reader.start({ email, address: null });
  await reader.pay(started);
  expect((await reader.status(started.intent)).status).toBe('completed');
  return (await shop.deps.db.order.findUniqueOrThrow({ where: { intentId: started.intent } })).id;
}

const ownerOf = async (id: string) => (await shop.deps.db.order.findUniqueOrThrow({ where: { id } })).ownerId;

/** Logs in with a mailed code, which proves the mailbox. */
async function prove(email: string): Promise<void> {
  const browser = shop.browser();
  const { token } = v.parse(v.object({ token: v.string() }), await (await browser.post('/api/access/signin', { email })).json());
  const { status } = await browser.post('/api/access/signin/verify', { token, password: await codeFor(shop, email) });
  expect(status).toBe(200);
}

/** The donation that an order brought; its next month is written down by then. */
async function donationOf(orderId: string): Promise<string> {
  const { id } = await shop.deps.db.donation.findFirstOrThrow({ where: { orderId } });
  expect(await shop.deps.db.charge.count({ where: { kind: 'donation', subject: id } })).toBe(1);
  return id;
}

test('what a guest bought becomes the account’s when the mailbox is proved: orders, gifts, donations and their charges', async () => {
  const { email } = newcomer();
  const gifts = await buy(email.toUpperCase(), { giftsubs: [GIFT, GIFT] });
  const monthly = await buy(` ${email}`, { donation: MONTHLY });
  const donation = await donationOf(monthly);
  const others = await buy(newcomer().email, { giftsubs: [GIFT] });
  const { id } = await makeAccount(shop, { email, verified: false });
  await prove(email);
  expect(await Promise.all([gifts, monthly].map(ownerOf))).toEqual([id, id]);
  expect(await ownerOf(others)).not.toBe(id);
  expect(await shop.deps.db.gift.count({ where: { ownerId: id } })).toBe(2);
  expect(await shop.deps.db.donation.findMany({ where: { ownerId: id } })).toMatchObject([{ id: donation }]);
  expect(await shop.deps.db.charge.findMany({ where: { subject: donation } })).toMatchObject([{ ownerId: id }]);
});

test('before the mailbox is proved only what this browser bought moves, and only with the account’s address', async () => {
  const block = newcomer();
  const reader = shop.reader();
  const here = await buy(block.email, { giftsubs: [GIFT] }, reader);
  const forAnother = await buy(newcomer().email, { giftsubs: [GIFT] }, reader);
  const elsewhere = await buy(block.email, { giftsubs: [GIFT] });
  await reader.browser.post('/api/cart', { type: 'membership', item: { donation: { process: 'onetime', dollars: 5 } } });
  await reader.start({ ...block, address: null });
  const { id } = await shop.deps.db.account.findFirstOrThrow({ where: { email: block.email } });
  expect(await ownerOf(here)).toBe(id);
  expect(await ownerOf(forAnother)).not.toBe(id);
  expect(await ownerOf(elsewhere)).not.toBe(id);
  await prove(block.email);
  expect(await ownerOf(elsewhere)).toBe(id);
  expect(await ownerOf(forAnother)).not.toBe(id);
});

test('nobody gets what belongs to an account, whatever address it was bought with', async () => {
  const [buyer, other] = [await makeAccount(shop), await makeAccount(shop)];
  const reader = shop.reader();
  await logInWith(reader.browser, buyer.email);
  const order = await buy(other.email, { giftsubs: [GIFT] }, reader);
  await prove(other.email);
  expect(await ownerOf(order)).toBe(buyer.id);
});

test('a donation whose month is being charged moves when that is over', async () => {
  const { email, id } = await makeAccount(shop);
  const order = await buy(email, { donation: MONTHLY });
  const subject = await donationOf(order);
  const key = { publicationId, ownerId: await ownerOf(order), kind: 'donation', subject, cycle: 1, attempt: 1 };
  await shop.deps.db.chargeAttempt.create({
    data: { ...key, customer: 'cus_1', method: 'pm_1', started: new Date(), outcome: 'started' },
  });
  await prove(email);
  expect(await ownerOf(order)).toBe(key.ownerId);
  await shop.deps.db.chargeAttempt.updateMany({ where: { subject }, data: { outcome: 'declined' } });
  await prove(email);
  expect(await ownerOf(order)).toBe(id);
  expect(await shop.deps.db.chargeAttempt.findMany({ where: { subject } })).toMatchObject([{ ownerId: id }]);
});

test('a subscription comes behind the account’s own terms with its issues, and not while an issue is being released', async () => {
  const { email, id } = await makeAccount(shop);
  const { db } = shop.deps;
  const term = { publicationId, term: '1year', level: 'low', deliverables: { set: 'digital', active: 'digital' }, at: new Date() } as const;
  await db.$transaction((tx) => addTerm(tx, { ...term, ownerId: id, id: uuidv7(), source: `test:${uuidv7()}` }));
  // Guests could buy one before it took an account.
  const order = await buy(email, { giftsubs: [GIFT] });
  const guest = await ownerOf(order);
  const subscription = uuidv7();
  await db.orderLine.updateMany({
    where: { orderId: order },
    data: { choice: { type: 'subscription', deliverable: 'digital', level: 'low', term: '1year', coupon: null, renewal: false } },
  });
  await db.$transaction((tx) => addTerm(tx, { ...term, ownerId: guest, id: subscription, source: `order:${order}:0` }));
  const given = { issue: 900, deliverable: 'digital', delivered: new Date() };
  await db.issueToken.updateMany({ where: { subscriptionId: subscription, ordinal: 1 }, data: given });

  await db.release.create({ data: { publicationId, issue: 901, released: new Date(Date.now() - HOUR) } });
  await prove(email);
  expect(await ownerOf(order)).toBe(guest);
  await db.release.updateMany({ data: { completed: new Date() } });
  await prove(email);
  expect(await db.subscription.findMany({ where: { ownerId: id }, orderBy: { cycle: 'asc' }, select: { id: true, cycle: true } })).toEqual([
    { id: expect.any(String), cycle: 1 },
    { id: subscription, cycle: 2 },
  ]);
  expect(await db.issueToken.findMany({ where: { ownerId: id, issue: 900 } })).toMatchObject([{ subscriptionId: subscription }]);
  expect(await db.subscription.count({ where: { ownerId: guest } })).toBe(0);
});

test('an issue that both were given is nobody’s twice: that subscription stays where it is', async () => {
  const { email, id } = await makeAccount(shop);
  const { db } = shop.deps;
  const term = { publicationId, term: '1year', level: 'low', deliverables: { set: 'digital', active: 'digital' }, at: new Date() } as const;
  const order = await buy(email, { giftsubs: [GIFT] });
  const guest = await ownerOf(order);
  await db.orderLine.updateMany({ where: { orderId: order }, data: { choice: { type: 'subscription' } } });
  for (const [ownerId, source] of [
    [id, `test:${uuidv7()}`],
    [guest, `order:${order}:0`],
  ] as const) {
    await db.$transaction((tx) => addTerm(tx, { ...term, ownerId, id: uuidv7(), source }));
    await db.issueToken.updateMany({ where: { ownerId, ordinal: 1 }, data: { issue: 902, deliverable: 'digital', delivered: new Date() } });
  }
  await prove(email);
  expect(await ownerOf(order)).toBe(guest);
});
