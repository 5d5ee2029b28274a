import { SubscriberAnswer } from '@newsstand/contracts/account';
import { SubscriptionCancelled, type DeskReason } from '@newsstand/contracts/desk-verbs';
import * as v from 'valibot';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Browser } from '../../../test/browser.ts';
import {
  bought,
  LINE,
  openDeskMoney,
  payBack,
  put,
  askRefundOf,
  readRefunded,
  subscribed,
  SUBSCRIPTION,
  type Bought,
  type DeskMoney,
} from '../../../test/desk-money.ts';
import { compose } from '../../../test/letter.ts';
import { answerOf, logInWith } from '../../../test/reader.ts';
import { ADDRESS } from '../../../test/shop.ts';
import { deliver } from '../../../test/subscriber.ts';
import { lettersTo, settled } from '../../../test/timed-magazine.ts';
import { letterText } from '../../letters/letter-text.ts';
import { planRenewals } from '../../ledger/planned-charges/follow-autorenew.ts';
import { uuidv7 } from '../../platform/db/uuidv7.ts';

let shop: DeskMoney;
let cleo: Browser;
beforeAll(async () => {
  shop = await openDeskMoney();
});
// The clock goes on, and with it a shown passkey grows old.
beforeEach(async () => {
  cleo = await shop.as('service');
});
afterAll(() => shop.close());

const termsOf = ({ id }: { id: string }) => shop.deps.db.subscription.findMany({ where: { ownerId: id }, orderBy: { cycle: 'asc' } });
const at = async (who: Bought) =>
  v.parse(SubscriberAnswer, await (await who.reader.browser.get('/api/account/subscriber')).json()).subscriber;
/** Whether it renews by itself, what that charges, and how their account stands. */
const renews = async (who: Bought) => {
  const { account, renewal_charge: charge, standing } = await at(who);
  return [account.autorenew, charge?.amount ?? null, standing.type];
};
/** Every issue of the term of this cycle has come, as if released: what is owed nothing more may renew. */
async function serve(who: Bought, cycle = 1): Promise<void> {
  shop.travel(0.001);
  const term = (await termsOf(who)).find((one) => one.cycle === cycle);
  const last = (await shop.deps.db.issueToken.aggregate({ where: { ownerId: who.id }, _max: { issue: true } }))._max.issue ?? 10;
  await deliver(
    shop,
    term?.token ?? '',
    [1, 2, 3, 4].map((next) => last + next),
  );
  await shop.deps.db.$transaction((tx) => planRenewals(tx, shop.deps, [who.id]));
}
const planned = ({ id }: { id: string }) =>
  shop.deps.db.charge.findMany({ where: { ownerId: id, kind: 'renewal', state: 'open' }, select: { amount: true } });
const YEAR = 2800;

async function give(who: Bought, issues: number | null): Promise<string> {
  const action = uuidv7();
  const terms = (await termsOf(who)).length;
  const given = { action, deliverable: 'print-a', level: 'high', term: '1year', issues, reason: 'courtesy', terms };
  expect((await cleo.post(`/api/desk/readers/${who.id}/comps`, given)).status).toBe(200);
  return action;
}

async function end(
  who: Bought,
  cycle: number,
  { dry = false, action = uuidv7(), ...asked }: { dry?: boolean; action?: string; renewing?: 'keep' | 'stop'; reason?: DeskReason } = {},
) {
  const term = (await termsOf(who)).find((one) => one.cycle === cycle);
  const served = await shop.deps.db.issueToken.count({ where: { subscriptionId: term?.id ?? '', issue: { not: null } } });
  const path = `/api/desk/readers/${who.id}/subscriptions/${term?.id}/cancel${dry ? '?dry' : ''}`;
  const answer = await cleo.post(path, { action, reason: 'asked', served, ...asked });
  expect(answer.status).toBe(200);
  return v.parse(SubscriptionCancelled, await answer.json());
}
const undo = (done: string, dry = false) => cleo.post(`/api/desk/actions/${done}/undo${dry ? '?dry' : ''}`, { action: uuidv7() });

/** A renewal behind what they have, as their page buys it. */
async function renewed(who: Bought): Promise<Bought> {
  await put(who, { subscription: { ...SUBSCRIPTION, renewal: true } });
  const begun = await who.reader.start({ email: who.email });
  await who.reader.pay(begun);
  await who.reader.status(begun.intent);
  await settled(shop);
  const { id, number, total } = await shop.deps.db.order.findUniqueOrThrow({ where: { intentId: begun.intent } });
  return { ...who, intent: begun.intent, order: id, number: number ?? '', total };
}

/** Somebody's gift, taken by this reader; answers the order that paid for it. */
async function gifted(who: Bought, level: 'low' | 'high' = 'low'): Promise<Bought> {
  const payer = await bought(shop, (one) => put(one, { giftsubs: [{ deliverable: 'digital', level, term: '1year', coupon: null }] }));
  await redeemed(who, payer);
  return payer;
}

async function redeemed(who: Bought, { order }: Bought): Promise<void> {
  const { token } = await shop.deps.db.gift.findFirstOrThrow({ where: { orderId: order } });
  const form = { name: 'Ana Reader', email: who.email, total: 0, address: ADDRESS };
  const taken = await who.reader.browser.post(`/api/subscribe/redeem?token=${token}`, {
    shipcode: 'a',
    form,
    subscription: { token, deliverable: 'digital' },
  });
  expect(await answerOf(taken)).toMatchObject([200, {}]);
}

const letterOf = async (kind: string, recipient: string) => {
  const row = await shop.deps.db.outbox.findFirstOrThrow({ where: { kind, recipient }, orderBy: { id: 'desc' } });
  const letter = await compose(shop.deps, row);
  return letter ? letterText(letter).replaceAll(/\s+/g, ' ') : '';
};

test('the end of what was given switches nothing off of what its reader pays for: the dialog names what renews, and the renewal that it had put off is planned anew', async () => {
  const ana = await subscribed(shop);
  await serve(ana);
  expect(await planned(ana)).toEqual([{ amount: YEAR }]);
  await give(ana, null);
  expect([await renews(ana), await planned(ana)]).toEqual([[true, YEAR, 'extended'], []]);

  const day = new Date(shop.now().getTime() + 30 * 24 * 60 * 60 * 1000).toISOString().slice(0, 10);
  expect(await end(ana, 2, { dry: true })).toMatchObject({ left: 4, renewal: false, renews: { amount: YEAR, when: day, after: null } });
  expect(await planned(ana)).toEqual([]);
  const action = uuidv7();
  await end(ana, 2, { action });
  expect([await renews(ana), await planned(ana)]).toEqual([[true, YEAR, 'expired'], [{ amount: YEAR }]]);
  const letters = await lettersTo(shop, ana.email);
  expect(letters.filter((kind) => kind === 'renewal-notice')).toHaveLength(2);
  expect(await letterOf('subscription-cancelled', ana.email)).toMatch(/What else you have stays as it is, and renews by itself as before/);

  // And it is put off once more as that end is taken back.
  expect((await undo(action)).status).toBe(200);
  expect([await renews(ana), await planned(ana)]).toEqual([[true, YEAR, 'extended'], []]);
  await end(ana, 2);
  expect(await planned(ana)).toEqual([{ amount: YEAR }]);
});

test('of two that are paid for one is ended: the other renews as before, or no more where that is chosen', async () => {
  const ana = await subscribed(shop);
  await renewed(ana);
  expect(await end(ana, 2, { dry: true, renewing: 'stop' })).toMatchObject({ renewal: true, renews: null });
  expect(await end(ana, 2)).toMatchObject({ renewal: false, renews: { amount: YEAR } });
  expect(await renews(ana)).toEqual([true, YEAR, 'extended']);
  // Whatever is switched in between.
  for (const autorenew of [false, true]) expect((await ana.reader.browser.post('/api/account/autorenew', { autorenew })).status).toBe(200);
  await serve(ana);
  expect([await renews(ana), await planned(ana)]).toEqual([[true, YEAR, 'expired'], [{ amount: YEAR }]]);
  expect(await lettersTo(shop, ana.email)).toContain('renewal-notice');
});

test('whoever renewed twice by mistake is paid back, and the first renews as before: dialog and letter say so', async () => {
  const ana = await subscribed(shop);
  const twice = await renewed(ana);
  const { plan } = await readRefunded(await askRefundOf(cleo, twice.order, { lines: LINE }, true));
  expect(plan.happens).toMatchObject({ ends: 1, renewal: false, renews: { amount: YEAR } });
  const stop = await readRefunded(await askRefundOf(cleo, twice.order, { lines: LINE, renewing: 'stop' }, true));
  expect(stop.plan.happens).toMatchObject({ ends: 1, renewal: true, renews: null });
  expect((await payBack(cleo, twice.order, { lines: LINE })).status).toBe(200);
  await settled(shop);
  expect(await renews(ana)).toEqual([true, YEAR, 'extended']);
  expect(await letterOf('money-back', ana.email)).toMatch(/renews by itself as before/);
  shop.travel(0.001);
  // The last one takes it along, and then there is nothing to switch on.
  expect((await payBack(cleo, ana.order, { lines: LINE })).status).toBe(200);
  await settled(shop);
  expect(await renews(ana)).toEqual([false, null, 'cancelled']);
  expect(await letterOf('money-back', ana.email)).toMatch(/nothing renews by itself/);
  expect(await answerOf(await ana.reader.browser.post('/api/account/autorenew', { autorenew: true }))).toMatchObject([
    409,
    { errors: /no subscription that could renew/ },
  ]);
  const asked = { action: uuidv7(), reason: 'asked', on: true };
  expect((await cleo.post(`/api/desk/readers/${ana.id}/autorenew`, asked)).status).toBe(409);
});

test('a gift whose money goes back, with its subscription, switches nothing off of what its reader pays for', async () => {
  const petra = await subscribed(shop);
  const payer = await gifted(petra);
  expect(await renews(petra)).toEqual([true, YEAR, 'extended']);
  const { plan } = await readRefunded(await payBack(cleo, payer.order, { lines: LINE, redeemed: 'end' }));
  expect(plan.happens).toMatchObject({ ends: 1, renewal: false, renewal_of_others: 0, renews: null });
  expect(await renews(petra)).toEqual([true, YEAR, 'extended']);
  expect(await letterOf('subscription-cancelled', petra.email)).toMatch(/renews by itself as before/);
  await serve(petra);
  expect(await planned(petra)).toEqual([{ amount: YEAR }]);
});

test('where the gift was all that they had, nothing renews it any more, and the payer’s dialog says whose', async () => {
  const rita = await subscribed(shop);
  const payer = await gifted(rita);
  await shop.deps.db.subscription.updateMany({ where: { ownerId: rita.id, cycle: 1 }, data: { cancelled: shop.now() } });
  const { plan } = await readRefunded(await payBack(cleo, payer.order, { lines: LINE, redeemed: 'end' }));
  expect(plan.happens).toMatchObject({ ends: 1, renewal: true, renewal_of_others: 1 });
  expect(await renews(rita)).toEqual([false, null, 'cancelled']);
});

const noticesTo = async ({ email }: Bought) => (await lettersTo(shop, email)).filter((kind) => kind === 'renewal-notice').length;

test('whoever died is charged no more: what ends for a reason of which nobody is written to renews nothing, and mails no notice', async () => {
  const ana = await subscribed(shop);
  await serve(ana);
  await give(ana, null);
  const notices = await noticesTo(ana);
  const asked = { reason: 'deceased', renewing: 'keep' } as const;
  expect(await end(ana, 2, { dry: true, ...asked })).toMatchObject({ renewal: true, renews: null, letter: null });
  await end(ana, 2, asked);
  expect([await renews(ana), await planned(ana), await noticesTo(ana)]).toEqual([[false, YEAR, 'expired'], [], notices]);
});

test('nor does what is paid back for such a reason, or its money’s gift: nothing renews, and nobody is written to', async () => {
  const ana = await subscribed(shop);
  const twice = await renewed(ana);
  const { plan } = await readRefunded(await payBack(cleo, twice.order, { lines: LINE, reason: 'legal' }));
  expect(plan.happens).toMatchObject({ ends: 1, renewal: true, renews: null });
  expect((await renews(ana))[0]).toBe(false);

  const petra = await subscribed(shop);
  const payer = await gifted(petra);
  await serve(petra);
  const letters = await lettersTo(shop, petra.email);
  const asked = { lines: LINE, redeemed: 'end', reason: 'deceased' } as const;
  expect((await readRefunded(await payBack(cleo, payer.order, asked))).plan.happens).toMatchObject({ ends: 1, renewal_of_others: 1 });
  expect([(await renews(petra))[0], await planned(petra), await lettersTo(shop, petra.email)]).toEqual([false, [], letters]);
});

const COURTESY = LINE.map((line) => ({ ...line, amount: 500 }));

test('what has come to its last issue has nothing left to end: paid back, it only renews no more, and no letter speaks of an end', async () => {
  const ana = await subscribed(shop);
  await serve(ana);
  const { plan } = await readRefunded(await payBack(cleo, ana.order, { lines: COURTESY }));
  await settled(shop);
  expect(plan.happens).toMatchObject({ ends: 0, renewal: true, renews: null });
  expect([await renews(ana), await planned(ana)]).toEqual([[false, YEAR, 'expired'], []]);
  expect((await termsOf(ana)).map(({ cancelled }) => cancelled)).toEqual([null]);
  expect(await letterOf('money-back', ana.email)).not.toMatch(/has ended|still to come/);
  expect(await letterOf('money-back', ana.email)).toMatch(/does not renew by itself/);
});

test('the same of a gift that came wholly: what its reader pays for renews as it was announced', async () => {
  const petra = await subscribed(shop);
  const payer = await gifted(petra);
  await serve(petra);
  await serve(petra, 2);
  const before = [await planned(petra), await lettersTo(shop, petra.email)];
  expect(before[0]).toEqual([{ amount: YEAR }]);
  const { plan } = await readRefunded(await payBack(cleo, payer.order, { lines: COURTESY, redeemed: 'end' }));
  expect(plan.happens).toMatchObject({ ends: 0, given: 0, renewal: false, renewal_of_others: 0 });
  expect([await planned(petra), await lettersTo(shop, petra.email)]).toEqual(before);
});

test('the letter of an end says that something renews only where it will, and not that it was paid for', async () => {
  const ana = await subscribed(shop);
  await give(ana, null);
  await give(ana, null);
  await shop.deps.db.subscription.updateMany({ where: { ownerId: ana.id, cycle: 1 }, data: { cancelled: shop.now() } });
  expect(await end(ana, 3)).toMatchObject({ renewal: false, renews: { amount: 8400 } });
  const given = await letterOf('subscription-cancelled', ana.email);
  expect(given).toMatch(/What else you have stays as it is, and renews by itself as before/);

  const petra = await subscribed(shop);
  await give(petra, 4);
  await shop.deps.db.subscription.updateMany({ where: { ownerId: petra.id, cycle: 1 }, data: { term: 'lifetime', issues: null } });
  expect(await end(petra, 2)).toMatchObject({ renewal: false, renews: null });
  expect(await letterOf('subscription-cancelled', petra.email)).not.toMatch(/as before/);
});

test('an order of which the payer’s own and a redeemed gift end: it says of both that they renew no more', async () => {
  const rita = await subscribed(shop);
  const giftsubs = [{ deliverable: 'digital', level: 'low', term: '1year', coupon: null }];
  const payer = await bought(shop, (one) => put(one, { giftsubs, subscription: SUBSCRIPTION }), { autorenew: true });
  await redeemed(rita, payer);
  await shop.deps.db.subscription.updateMany({ where: { ownerId: rita.id, cycle: 1 }, data: { cancelled: shop.now() } });
  const lines = (await shop.deps.db.orderLine.findMany({ where: { orderId: payer.order } })).map(({ ordinal }) => ({
    ordinal,
    quantity: 1,
    amount: null,
    came_back: false,
  }));
  const { plan } = await readRefunded(await payBack(cleo, payer.order, { lines, redeemed: 'end' }));
  expect(plan.happens).toMatchObject({ ends: 2, renewal: true, renewal_of_payer: true, renewal_of_others: 1 });
});

test('a gift that comes while a renewal is announced changes nothing of what is renewed, however long after the last issue it was switched on', async () => {
  const ana = await subscribed(shop);
  const later = async (days: number) => {
    shop.travel(days);
    cleo = await shop.as('service');
    expect((await logInWith(ana.reader.browser, ana.email)).status).toBe(200);
  };
  const switchTo = (autorenew: boolean) => ana.reader.browser.post('/api/account/autorenew', { autorenew });
  await serve(ana);
  expect((await switchTo(false)).status).toBe(200);
  await later(50);
  expect((await switchTo(true)).status).toBe(200);
  expect(await planned(ana)).toEqual([{ amount: YEAR }]);
  await later(20);
  await gifted(ana, 'high');
  expect(await renews(ana)).toEqual([true, YEAR, 'extended']);
  await serve(ana, 2);
  expect([await renews(ana), await planned(ana)]).toEqual([[true, YEAR, 'expired'], [{ amount: YEAR }]]);
  // Nor does what the desk gives then, while that one may still come.
  await later(59);
  await give(ana, null);
  await serve(ana, 3);
  expect(await planned(ana)).toEqual([{ amount: YEAR }]);
});
