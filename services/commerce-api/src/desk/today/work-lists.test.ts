import {
  DESK_LISTS,
  DESK_PAGES_OF_WORK,
  DeskListed,
  DeskMoneyWork,
  MONEY_LISTS,
  withMoney,
  type DeskList,
} from '@newsstand/contracts/desk-lists';
import { DeskToday } from '@newsstand/contracts/desk-reader';
import { DESK_ROLES, mayDo, type DeskRole } from '@newsstand/contracts/desk-roles';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDeskTestApp, type DeskApp } from '../../../test/desk.ts';
import { makeAccount } from '../../../test/reader.ts';
import { deliver, HOME, subscribe } from '../../../test/subscriber.ts';
import { keepAddress } from '../../ledger/terms/keep-address.ts';
import { uuidv7 } from '../../platform/db/uuidv7.ts';
import { waitingOn } from './work-lists.ts';

let service: DeskApp;
beforeAll(async () => {
  service = await createDeskTestApp();
});
afterAll(() => service.close());

const workOf = async (role: DeskRole) => v.parse(DeskToday, await (await (await service.as(role)).get('/api/desk/today')).json()).work;
const moneyOf = async (role: DeskRole) =>
  v.parse(DeskMoneyWork, await (await (await service.as(role)).get('/api/desk/today/money')).json()).work;
const listOf = async (list: DeskList, role: DeskRole = 'publisher') =>
  v.parse(DeskListed, await (await (await service.as(role)).get(`/api/desk/lists/${list}`)).json());
const ownersOn = async (list: DeskList) => (await listOf(list)).waiting.map(({ owner }) => owner);

const CREATED = new Date('2026-01-05T10:00:00Z');
/** An order that was paid, and what went back of it. */
async function sold(ownerId: string, back: { state: string; amount: number } | null = null): Promise<string> {
  const id = uuidv7();
  const sums = { goods: 5000, shipping: 0, discount: 0, waived: 0, total: 5000 };
  const who = { publicationId: 'main', ownerId, name: 'Anna Kowalska', email: 'anna@example.org' };
  const order = {
    id,
    ...who,
    ...sums,
    number: `EXR-${id.slice(-6)}`,
    state: 'paid',
    cartVersion: 1,
    shipcode: 'a',
    receiptToken: id,
  } as const;
  const moneyBack = back === null ? [] : [{ id: `re_${id}`, ...back, created: CREATED, updated: CREATED }];
  await service.deps.db.order.create({ data: { ...order, paid: CREATED, moneyBack: { create: moneyBack } } });
  return id;
}

test('a list of Today counts what the list shows, and says since when the oldest waits', async () => {
  const { id } = await makeAccount(service);
  await service.deps.db.account.update({ where: { id }, data: { emailFailing: CREATED } });
  const listed = await listOf('email-fails');
  expect(listed).toMatchObject({ count: 1, waiting: [{ owner: id, since: CREATED.toISOString() }] });
  expect(await workOf('service')).toContainEqual({ list: 'email-fails', count: 1, oldest: CREATED.toISOString() });
});

test('whoever is owed a copy and has no address of its zone is listed until there is one, or nothing is owed', async () => {
  const [owed, addressed, served, digital] = await Promise.all([1, 2, 3, 4].map(() => makeAccount(service)));
  if (!owed || !addressed || !served || !digital) throw new Error('nobody');
  await subscribe(service, owed.id);
  await subscribe(service, addressed.id);
  await subscribe(service, digital.id, { deliverable: 'digital' });
  await deliver(service, await subscribe(service, served.id), [16, 17, 18, 19]);
  const address = { publicationId: 'main', shipcode: 'a', name: 'Anna', address: HOME, now: new Date() } as const;
  await keepAddress(service.deps.db, { ...address, ownerId: addressed.id });
  expect(await ownersOn('no-address')).toEqual([owed.id]);
  await keepAddress(service.deps.db, { ...address, ownerId: owed.id });
  expect(await ownersOn('no-address')).toEqual([]);
});

const Plan = v.array(v.object({ 'QUERY PLAN': v.array(v.object({ Plan: v.unknown() })) }));
const Node = v.object({ Alias: v.optional(v.string()), 'Actual Loops': v.number(), Plans: v.optional(v.array(v.unknown()), []) });

/** How often the database went to the rows that a statement calls `alias`. */
function timesRead(plan: unknown, alias: string): number {
  const { Alias, Plans, 'Actual Loops': loops } = v.parse(Node, plan);
  return Plans.reduce<number>((sum, inner) => sum + timesRead(inner, alias), Alias === alias ? loops : 0);
}

test('addresses from which something came back once, of readers who are owed nothing more, cost Today no look at their copies', async () => {
  const { db } = service.deps;
  const [owed, ...served] = await Promise.all(Array.from({ length: 20 }, () => makeAccount(service)));
  const since = { address: HOME, name: 'Anna', shipcode: 'a', publicationId: 'main', updated: CREATED, undeliverable: CREATED };
  await db.ownerAddress.createMany({ data: [...served, ...(owed ? [owed] : [])].map(({ id }) => ({ ...since, ownerId: id })) });
  for (const { id } of served) await deliver(service, await subscribe(service, id), [16, 17, 18, 19]);
  await subscribe(service, owed?.id ?? '');
  expect(await ownersOn('undeliverable')).toEqual([owed?.id]);
  const [row] = v.parse(
    Plan,
    await db.$queryRaw`explain (analyze, format json) ${waitingOn('undeliverable', 'main', service.deps.clock())}`,
  );
  expect(timesRead(row?.['QUERY PLAN'][0]?.Plan, 'w')).toBeLessThan(5);
});

test('money that went back in the provider’s dashboard or by a bank is listed until somebody decided what it takes away', async () => {
  const { id } = await makeAccount(service);
  await sold(id);
  const order = await sold(id, { state: 'refunded', amount: 5000 });
  expect((await listOf('refunded-elsewhere')).waiting).toMatchObject([{ owner: id, amount: 5000, since: CREATED.toISOString() }]);
  await service.deps.db.moneyBack.updateMany({ where: { orderId: order }, data: { decided: new Date() } });
  expect(await ownersOn('refunded-elsewhere')).toEqual([]);
  const lost = await sold(id, { state: 'lost', amount: 1000 });
  expect(await ownersOn('refunded-elsewhere')).toEqual([id]);
  await service.deps.db.moneyBack.updateMany({ where: { orderId: lost }, data: { decided: new Date() } });
});

test('refunds that did not arrive and open disputes are listed, each on its own', async () => {
  const [failed, disputed] = [await makeAccount(service), await makeAccount(service)];
  await sold(failed.id, { state: 'failed', amount: 1200 });
  await sold(disputed.id, { state: 'open', amount: 5000 });
  await sold(failed.id, { state: 'won', amount: 1200 });
  expect([await ownersOn('refund-failed'), await ownersOn('disputes')]).toEqual([[failed.id], [disputed.id]]);
});

test('what a bank asks about is among the disputes, with until when it wants an answer and where, until it asks no more', async () => {
  const { id } = await makeAccount(service);
  const order = await sold(id);
  const intent = `pi_${id}`;
  const { number } = await service.deps.db.order.update({ where: { id: order }, data: { intentId: intent } });
  const asked = { id: `du_${id}`, orderId: order, amount: 5000, reason: 'product_not_received', answered: false };
  const due = new Date('2026-12-09T23:59:59Z');
  await service.deps.db.bankInquiry.create({ data: { ...asked, due, created: CREATED } });
  const told = { due: due.toISOString(), answered: false };
  const mine = async () => (await listOf('disputes')).waiting.filter(({ owner }) => owner === id);
  expect(await mine()).toEqual([
    {
      owner: id,
      name: expect.any(String),
      what: number,
      order: null,
      amount: 5000,
      since: CREATED.toISOString(),
      provider: expect.any(String),
      inquiry: told,
    },
  ]);
  const money = await (await (await service.as('service')).get(`/api/desk/orders/${order}/money`)).json();
  expect(money).toMatchObject({
    back: [],
    inquiries: [{ amount: 5000, reason: 'product_not_received', provider: expect.any(String), ...told }],
  });
  await service.deps.db.bankInquiry.update({ where: { id: asked.id }, data: { closed: new Date() } });
  expect(await mine()).toEqual([]);
});

test('a charge is listed while its last attempt failed and it is still to be paid', async () => {
  const { id } = await makeAccount(service);
  const key = { publicationId: 'main', ownerId: id, kind: 'renewal', subject: uuidv7(), cycle: 2 };
  const charge = { ...key, token: uuidv7(), amount: 5200, choice: {}, remind: CREATED, due: CREATED, nextAttempt: CREATED };
  await service.deps.db.charge.create({ data: charge });
  expect(await ownersOn('charge-fails')).toEqual([]);
  const attempt = { ...key, customer: 'cus_1', method: 'pm_1', started: CREATED };
  await service.deps.db.chargeAttempt.create({ data: { ...attempt, attempt: 1, outcome: 'declined' } });
  expect((await listOf('charge-fails')).waiting).toMatchObject([{ owner: id, what: 'renewal', amount: 5200 }]);
  await service.deps.db.chargeAttempt.create({ data: { ...attempt, attempt: 2, outcome: 'processing' } });
  expect(await ownersOn('charge-fails')).toEqual([]);
});

test('an invoice is past due the day after, and until it is paid', async () => {
  const { id } = await makeAccount(service);
  const orderId = await sold(id);
  const { db } = service.deps;
  await db.order.update({ where: { id: orderId }, data: { state: 'started', paid: null } });
  const today = new Date(new Date().toISOString().slice(0, 10));
  const invoice = {
    publicationId: 'main',
    ownerId: id,
    id: uuidv7(),
    number: 990_001,
    token: uuidv7(),
    orderId,
    term: 30,
    billedTo: 'Library',
  };
  await db.invoice.create({ data: { ...invoice, dueDate: today, acceptedPayments: 'any' } });
  expect(await ownersOn('invoice-past-due')).toEqual([]);
  await db.invoice.update({ where: { orderId }, data: { dueDate: CREATED } });
  expect(await ownersOn('invoice-past-due')).toEqual([id]);
  await db.invoice.update({ where: { orderId }, data: { paid: new Date() } });
  expect(await ownersOn('invoice-past-due')).toEqual([]);
});

test.each(DESK_ROLES)('%s sees the lists of their roles and no others', async (role) => {
  const browser = await service.as(role);
  for (const [list, verb] of Object.entries(DESK_LISTS)) {
    expect([list, (await browser.get(`/api/desk/lists/${list}`)).status]).toEqual([list, mayDo([role], verb) ? 200 : 403]);
  }
  const seen = (await workOf(role)).map(({ list }) => list);
  const verbs = { ...DESK_LISTS, ...DESK_PAGES_OF_WORK };
  expect(seen.filter((list) => !mayDo([role], verbs[list]))).toEqual([]);
});

test('a list that there is none of is not there', async () => {
  expect((await (await service.as('publisher')).get('/api/desk/lists/nothing')).status).toBe(404);
});

test('what waits of money is asked for by itself, by role, and says what Today says of it', async () => {
  const { id } = await makeAccount(service);
  const order = await sold(id, { state: 'refunded', amount: 5000 });
  for (const role of DESK_ROLES) {
    const all = await workOf(role);
    const money = await moneyOf(role);
    expect(money).toEqual(all.filter(({ list }) => MONEY_LISTS.some((one) => one === list)));
    expect(withMoney(all, money)).toEqual(all);
  }
  const before = await workOf('service');
  expect(before.map(({ list }) => list)).toContain('refunded-elsewhere');
  await service.deps.db.moneyBack.updateMany({ where: { orderId: order }, data: { decided: new Date() } });
  const after = await moneyOf('service');
  expect([after.map(({ list }) => list), withMoney(before, after)]).toEqual([
    expect.not.arrayContaining(['refunded-elsewhere']),
    await workOf('service'),
  ]);
});
