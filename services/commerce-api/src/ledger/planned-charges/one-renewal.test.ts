import { SubscriberAnswer } from '@newsstand/contracts/account';
import { historyEndpoints } from '@newsstand/contracts/desk-endpoints-history';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ACCOUNT, giveAccount, takeBankDebits } from '../../../test/debit.ts';
import { openDeskMoney, subscribed, type Bought, type DeskMoney } from '../../../test/desk-money.ts';
import { deliver } from '../../../test/subscriber.ts';
import { lettersTo, settled } from '../../../test/timed-magazine.ts';
import { runRenewals } from '../../payments/renewals/run-renewals.ts';
import { uuidv7 } from '../../platform/db/uuidv7.ts';
import { adoptPurchases } from '../../readers/login/adopt-purchases.ts';
import { addTerm } from '../terms/add-term.ts';
import { followAutorenew, planRenewals } from './follow-autorenew.ts';
import { reopenRenewal } from './reopen-charge.ts';

let shop: DeskMoney;
beforeAll(async () => {
  shop = await openDeskMoney();
  await takeBankDebits(shop.deps);
});
afterAll(() => shop.close());

const termsOf = ({ id }: Pick<Bought, 'id'>) => shop.deps.db.subscription.findMany({ where: { ownerId: id }, orderBy: { cycle: 'asc' } });
const chargesOf = ({ id }: Pick<Bought, 'id'>) =>
  shop.deps.db.charge.findMany({
    where: { ownerId: id, kind: 'renewal' },
    orderBy: [{ cycle: 'asc' }, { remind: 'asc' }],
    select: { subject: true, cycle: true, state: true, why: true, amount: true },
  });
const openOf = async (who: Bought) => (await chargesOf(who)).filter(({ state }) => state === 'open');
const plan = ({ id }: Bought) => shop.deps.db.$transaction((tx) => planRenewals(tx, shop.deps, [id]));
const noticesTo = async ({ email }: Bought) => (await lettersTo(shop, email)).filter((kind) => kind === 'renewal-notice').length;
/** What it says in the account that renewing charges. */
const shown = async ({ reader }: Bought) =>
  v.parse(SubscriberAnswer, await (await reader.browser.get('/api/account/subscriber')).json()).subscriber.renewal_charge?.amount ?? null;

/** The next issues of a term come, all of them. */
async function serve(who: Bought, cycle: number, count = 4): Promise<void> {
  shop.travel(0.001);
  const term = (await termsOf(who)).find((one) => one.cycle === cycle);
  const last = (await shop.deps.db.issueToken.aggregate({ where: { ownerId: who.id }, _max: { issue: true } }))._max.issue ?? 10;
  const next = Array.from({ length: count }, (_, at) => last + 1 + at);
  await deliver(shop, term?.token ?? '', next);
  await plan(who);
}

const post = async (path: string, body: object) => {
  const answer = await (await shop.as('service')).post(`/api/desk/${path}`, { action: uuidv7(), ...body });
  expect([answer.status, answer.status === 200 ? null : await answer.text()]).toEqual([200, null]);
};
const give = async (who: Bought, issues: number) => {
  const given = { reason: 'courtesy', deliverable: 'digital', level: 'low', term: '1year', issues, terms: (await termsOf(who)).length };
  await post(`readers/${who.id}/comps`, given);
};
async function end(who: Bought, cycle: number): Promise<string> {
  const action = uuidv7();
  const term = (await termsOf(who)).find((one) => one.cycle === cycle);
  const served = await shop.deps.db.issueToken.count({ where: { subscriptionId: term?.id ?? '', issue: { not: null } } });
  await post(`readers/${who.id}/subscriptions/${term?.id}/cancel`, { action, served, reason: 'asked' });
  return action;
}

const YEAR = 2800;

test('a renewal has one charge, whatever was given behind what is renewed, came, and was ended', async () => {
  const ana = await subscribed(shop);
  await serve(ana, 1);
  const [paid] = await termsOf(ana);
  expect(await openOf(ana)).toMatchObject([{ subject: paid?.id, cycle: 2 }]);
  await give(ana, 4);
  await serve(ana, 2);
  expect(await openOf(ana)).toMatchObject([{ subject: paid?.id, cycle: 3, amount: YEAR }]);
  await shop.deps.db.subscription.updateMany({ where: { ownerId: ana.id, cycle: 2 }, data: { cancelled: shop.now() } });
  await plan(ana);
  await shop.deps.db.subscription.updateMany({ where: { ownerId: ana.id, cycle: 2 }, data: { cancelled: null } });
  await plan(ana);
  expect([(await openOf(ana)).length, await noticesTo(ana), await shown(ana)]).toEqual([1, 2, YEAR]);
});

test('one that is open under another key, as another release of ours wrote it, is stopped as it is planned: it is charged once', async () => {
  const ben = await subscribed(shop);
  await serve(ben, 1);
  await give(ben, 4);
  await serve(ben, 2);
  const [paid, given] = await termsOf(ben);
  await shop.deps.db.$executeRaw`update charge set subject = ${given?.id}::uuid where owner_id = ${ben.id}::uuid and state = 'open'`;
  await plan(ben);
  expect(await openOf(ben)).toMatchObject([{ subject: paid?.id, cycle: 3 }]);
  expect(await shown(ben)).toBe(YEAR);
  shop.travel(31);
  await runRenewals(shop.deps);
  await runRenewals(shop.deps);
  expect(await shop.deps.db.chargeAttempt.count({ where: { ownerId: ben.id } })).toBe(1);
  expect(await termsOf(ben)).toHaveLength(3);
});

test('while one is under way under another key, no other is planned', async () => {
  const cai = await subscribed(shop);
  await serve(cai, 1);
  const other = uuidv7();
  await shop.deps.db.$executeRaw`update charge set subject = ${other}::uuid where owner_id = ${cai.id}::uuid and state = 'open'`;
  await shop.deps.db.$executeRaw`
    insert into charge_attempt (publication_id, owner_id, kind, subject, cycle, attempt, started, customer, method, outcome)
    select publication_id, owner_id, kind, subject, cycle, 1, ${shop.now()}, 'cus_1', 'pm_1', 'processing' from charge where owner_id = ${cai.id}::uuid`;
  await plan(cai);
  expect(await openOf(cai)).toMatchObject([{ subject: other }]);
});

test.each(['lapsed', 'exhausted'])(
  'one that was given up (%s) stays so, whatever the desk gives and ends; whoever switches it on again is told, and renews',
  async (why) => {
    const dee = await subscribed(shop);
    await serve(dee, 1);
    await shop.deps.db.charge.updateMany({ where: { ownerId: dee.id }, data: { state: 'stopped', why, nextAttempt: null } });
    shop.travel(200);
    await give(dee, 1);
    await end(dee, 2);
    await plan(dee);
    expect([await openOf(dee), await noticesTo(dee)]).toEqual([[], 1]);
    await shop.deps.db.account.update({ where: { id: dee.id }, data: { autorenewSince: shop.now() } });
    await shop.deps.db.$transaction((tx) => followAutorenew(tx, shop.deps, dee.id));
    expect([(await openOf(dee)).length, await noticesTo(dee)]).toEqual([1, 2]);
  },
);

/** A renewal of a reader's that stopped since its card was refused, behind the one that is planned. */
const stoppedBefore = ({ id }: Bought, due: Date) => shop.deps.db.$executeRaw`
  insert into charge (publication_id, owner_id, kind, subject, cycle, token, amount, choice, remind, due, state, why)
  select publication_id, owner_id, kind, ${uuidv7()}::uuid, cycle + 1, ${`older-${id}`}, amount, choice, remind, ${due}, 'stopped', 'exhausted'
  from charge where owner_id = ${id}::uuid`;
const reopen = ({ id }: Bought) => shop.deps.db.$transaction((tx) => reopenRenewal(tx, shop.deps, id));

test('another card brings one renewal back: what is planned before what had stopped, and that not before it is due', async () => {
  const eli = await subscribed(shop);
  await serve(eli, 1);
  await stoppedBefore(eli, shop.now());
  const [planned] = await openOf(eli);
  shop.travel(1);
  expect([await reopen(eli), await openOf(eli)]).toEqual([[], [planned]]);
  shop.travel(30);
  expect([await reopen(eli), await openOf(eli)]).toMatchObject([[{ subject: planned?.subject, cycle: 2 }], [planned]]);
});

test('and none while another is under way', async () => {
  const fay = await subscribed(shop);
  await serve(fay, 1);
  const [planned] = await openOf(fay);
  await shop.deps.db.$executeRaw`
    insert into charge_attempt (publication_id, owner_id, kind, subject, cycle, attempt, started, customer, method, outcome)
    select publication_id, owner_id, kind, subject, cycle, 1, ${shop.now()}, 'cus_1', 'pm_1', 'processing' from charge where owner_id = ${fay.id}::uuid`;
  await stoppedBefore(fay, shop.now());
  shop.travel(1);
  expect([await reopen(fay), await openOf(fay)]).toEqual([[], [planned]]);
});

test('the database keeps a second one out, whatever wrote it', async () => {
  const gus = await subscribed(shop);
  await serve(gus, 1);
  await stoppedBefore(gus, shop.now());
  const twice = shop.deps.db.$executeRaw`update charge set state = 'open', why = null, next_attempt = due where owner_id = ${gus.id}::uuid`;
  await expect(twice).rejects.toThrow('charge_one_open_renewal');
});

test('whoever takes an end back reads which renewal is put off by it, and whoever takes a gift of the desk back which comes up', async () => {
  const hal = await subscribed(shop);
  await serve(hal, 1);
  await give(hal, 4);
  const ended = await end(hal, 2);
  const [planned] = await shop.deps.db.charge.findMany({ where: { ownerId: hal.id, state: 'open' } });
  const undo = async (done: string, dry: boolean) => {
    const answer = await (await shop.as('service')).post(`/api/desk/actions/${done}/undo${dry ? '?dry' : ''}`, { action: uuidv7() });
    return v.parse(historyEndpoints.deskTakeBack.answer, await answer.json());
  };
  expect(await undo(ended, true)).toMatchObject({ put_off: { amount: YEAR, due: planned?.due.toISOString() }, renewal: null });
  expect(await openOf(hal)).toHaveLength(1);
  await undo(ended, false);
  expect(await openOf(hal)).toEqual([]);
  const given = await shop.deps.db.staffAction.findFirstOrThrow({ where: { verb: 'compSubscription', ownerId: hal.id } });
  expect(await undo(given.id, true)).toMatchObject({ renewal: { amount: YEAR } });
  expect(await openOf(hal)).toEqual([]);
});

/** Whose bank is debiting the renewal of all that they have, and will send it back. */
async function debited(): Promise<Bought> {
  const reader = await subscribed(shop);
  const { customer } = await shop.deps.db.account.findUniqueOrThrow({ where: { id: reader.id } });
  await shop.deps.db.account.update({ where: { id: reader.id }, data: await giveAccount(shop.deps, customer ?? '', ACCOUNT.fails) });
  await serve(reader, 1);
  shop.travel(31);
  await runRenewals(shop.deps);
  await settled(shop);
  expect(await shop.deps.db.chargeAttempt.findMany({ where: { ownerId: reader.id } })).toMatchObject([{ outcome: 'processing' }]);
  return reader;
}
async function sendBack(): Promise<void> {
  shop.travel(4);
  shop.emulator.control.settleBankDebits();
  await settled(shop);
  await runRenewals(shop.deps);
  await settled(shop);
}

test.each<[string, (who: Bought) => Promise<unknown>]>([
  ['an issue that was given comes', async (who) => [await give(who, 1), await serve(who, 2, 1)]],
  ['what was given is ended', async (who) => [await give(who, 4), await end(who, 2)]],
])('a renewal that a bank debits while %s is planned anew, with its notice, as the bank sends it back', async (_, does) => {
  const ben = await debited();
  await does(ben);
  const [paid] = await termsOf(ben);
  expect([await openOf(ben), await noticesTo(ben)]).toMatchObject([[{ subject: paid?.id, cycle: 2 }], 1]);
  await sendBack();
  expect([await openOf(ben), await noticesTo(ben)]).toMatchObject([[{ subject: paid?.id, cycle: 3, amount: YEAR }], 2]);
});

test('and one that was switched off and on again meanwhile: it is not tried before the day of its new notice', async () => {
  const hal = await debited();
  await shop.deps.db.account.update({ where: { id: hal.id }, data: { autorenewSince: shop.now() } });
  await shop.deps.db.$transaction((tx) => followAutorenew(tx, shop.deps, hal.id));
  expect(await noticesTo(hal)).toBe(1);
  await sendBack();
  expect([(await openOf(hal)).length, await noticesTo(hal)]).toEqual([1, 2]);
  expect(await lettersTo(shop, hal.email)).not.toContain('charge-trying-again');
  shop.travel(20);
  await runRenewals(shop.deps);
  expect(await shop.deps.db.chargeAttempt.count({ where: { ownerId: hal.id } })).toBe(1);
});

test('a renewal that was announced stays planned as a login adopts a year that is over, and is put off by one that runs', async () => {
  const { db } = shop.deps;
  const ida = await subscribed(shop);
  await serve(ida, 1);
  const bought = async (issues: number[]) => {
    const [ownerId, order, id] = [uuidv7(), uuidv7(), uuidv7()];
    const who = { name: 'Ida', email: ida.email, shipcode: 'a', receiptToken: order, number: order, paid: shop.now() };
    const money = { goods: 0, shipping: 0, discount: 0, waived: 0, total: 0 };
    const choice = { type: 'subscription', deliverable: 'digital', level: 'low', term: '1year' };
    await db.order.create({ data: { id: order, publicationId: 'main', ownerId, state: 'paid', cartVersion: 1, ...who, ...money } });
    await db.orderLine.create({
      data: { orderId: order, ordinal: 1, type: 'personal-subscription', ref: 'x', name: 'x', quantity: 1, price: 0, choice },
    });
    const term = { id, source: `order:${order}:1`, term: '1year', level: 'low', at: shop.now() } as const;
    await db.$transaction((tx) =>
      addTerm(tx, { publicationId: 'main', ownerId, ...term, deliverables: { set: 'digital', active: 'digital' } }),
    );
    if (issues.length > 0) await deliver(shop, (await db.subscription.findFirstOrThrow({ where: { id } })).token, issues);
    await db.$transaction((tx) => adoptPurchases(tx, shop.deps, null, ida.id));
  };
  await db.account.update({ where: { id: ida.id }, data: { verified: shop.now() } });
  await bought([1, 2, 3, 4]);
  expect([(await termsOf(ida)).length, await openOf(ida), await noticesTo(ida)]).toMatchObject([2, [{ cycle: 3 }], 2]);
  await bought([]);
  expect([(await termsOf(ida)).length, await openOf(ida), (await chargesOf(ida)).at(-1)?.why]).toEqual([3, [], 'renewed']);
});

/** What the account says becomes of a renewal, what it costs, and whether the desk lists who renews so. */
async function told({ id, reader }: Bought) {
  const { subscriber } = v.parse(SubscriberAnswer, await (await reader.browser.get('/api/account/subscriber')).json());
  const cleo = await shop.as('service');
  const lists = ['flag=renews', 'segment=lapsed&flag=renews'].map(async (query) => (await cleo.get(`/api/desk/readers?${query}`)).text());
  const isListed = (await Promise.all(lists)).some((list) => list.includes(id));
  return { state: subscriber.renewal?.state, costs: subscriber.renewal_charge, isListed };
}
const giveUp = ({ id }: Bought) =>
  shop.deps.db.charge.updateMany({ where: { ownerId: id }, data: { state: 'stopped', why: 'lapsed', nextAttempt: null } });

test('whose renewal was given up is not told that it renews, while a few issues that the desk gave run and once they came', async () => {
  const ida = await subscribed(shop);
  await serve(ida, 1);
  expect(await told(ida)).toMatchObject({ costs: { amount: YEAR }, isListed: true });
  await giveUp(ida);
  shop.travel(1);
  expect(await told(ida)).toEqual({ state: 'over', costs: null, isListed: false });
  await give(ida, 1);
  expect(await told(ida)).toEqual({ state: undefined, costs: null, isListed: false });
  await serve(ida, 2, 1);
  expect(await openOf(ida)).toEqual([]);
  expect(await told(ida)).toEqual({ state: 'over', costs: null, isListed: false });
});

test('and is, once they switch it on again', async () => {
  const jon = await subscribed(shop);
  await serve(jon, 1);
  await giveUp(jon);
  shop.travel(1);
  await give(jon, 1);
  await shop.deps.db.account.update({ where: { id: jon.id }, data: { autorenewSince: shop.now() } });
  await shop.deps.db.$transaction((tx) => followAutorenew(tx, shop.deps, jon.id));
  expect(await told(jon)).toMatchObject({ costs: { amount: YEAR }, isListed: true });
  await serve(jon, 2, 1);
  expect(await openOf(jon)).toHaveLength(1);
});
