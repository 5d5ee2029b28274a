import { SubscriberAnswer } from '@newsstand/contracts/account';
import { SubscriptionCancelled } from '@newsstand/contracts/desk-verbs';
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
import { answerOf } from '../../../test/reader.ts';
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
  { dry = false, action = uuidv7(), ...asked }: { dry?: boolean; action?: string; renewing?: 'stop' } = {},
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
async function gifted(who: Bought): Promise<Bought> {
  const payer = await bought(shop, (one) =>
    put(one, { giftsubs: [{ deliverable: 'digital', level: 'low', term: '1year', coupon: null }] }),
  );
  const { token } = await shop.deps.db.gift.findFirstOrThrow({ where: { orderId: payer.order } });
  const form = { name: 'Ana Reader', email: who.email, total: 0, address: ADDRESS };
  const taken = await who.reader.browser.post(`/api/subscribe/redeem?token=${token}`, {
    shipcode: 'a',
    form,
    subscription: { token, deliverable: 'digital' },
  });
  expect(await answerOf(taken)).toMatchObject([200, {}]);
  return payer;
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
  expect(await letterOf('subscription-cancelled', ana.email)).toMatch(
    /What you pay for otherwise stays as it is, and renews by itself as before/,
  );

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
