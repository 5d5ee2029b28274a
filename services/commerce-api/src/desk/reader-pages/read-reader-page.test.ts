import { DeskHistory } from '@newsstand/contracts/desk-history';
import { DeskReader, DeskToday } from '@newsstand/contracts/desk-reader';
import { UNATTENDED } from '@newsstand/contracts/desk-staff';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser } from '../../../test/browser.ts';
import { createDeskTestApp, type DeskApp } from '../../../test/desk.ts';
import { makeAccount } from '../../../test/reader.ts';
import { deliver, HOME, subscribe } from '../../../test/subscriber.ts';
import { keepAddress } from '../../ledger/terms/keep-address.ts';
import { uuidv7 } from '../../platform/db/uuidv7.ts';
import { HOUR } from '../../platform/duration.ts';

let service: DeskApp;
beforeAll(async () => {
  service = await createDeskTestApp();
});
afterAll(() => service.close());

async function anna(): Promise<string> {
  const { id, name, email } = await makeAccount(service, { name: 'Anna Kowalska' });
  const { db } = service.deps;
  await keepAddress(db, { publicationId: 'main', ownerId: id, shipcode: 'a', name, address: HOME, now: new Date() });
  await deliver(service, await subscribe(service, id), [16]);
  const order = uuidv7();
  await db.order.create({
    data: {
      id: order,
      publicationId: 'main',
      ownerId: id,
      number: `EXR-${id.slice(-6)}`,
      state: 'paid',
      cartVersion: 1,
      name,
      email,
      shipcode: 'a',
      goods: 5000,
      shipping: 200,
      discount: 0,
      waived: 0,
      total: 5200,
      receiptToken: `receipt-${id}`,
      paid: new Date(),
      lines: { create: [{ ordinal: 1, type: 'basic-product', ref: 'prd:mug', name: 'Mug', detail: 'blue', quantity: 1, price: 5000 }] },
      moneyBack: { create: [{ id: `re_${id}`, state: 'refunded', amount: 1200, created: new Date(), updated: new Date() }] },
    },
  });
  await db.outbox.create({
    data: {
      id: uuidv7(),
      publicationId: 'main',
      kind: 'receipt',
      subject: id,
      recipient: email,
      payload: { secret: 'not for the desk', order },
      bounced: new Date(),
    },
  });
  return id;
}

test('a reader’s page says who they are, what runs, and what was bought, sent, noted and done, and no token of theirs', async () => {
  const [id, cleo] = [await anna(), await service.as('service')];
  await cleo.post(`/api/desk/readers/${id}/notes`, { action: uuidv7(), text: 'Prefers post' });
  const response = await cleo.get(`/api/desk/readers/${id}`);
  const text = await response.text();
  const page = v.parse(DeskReader, JSON.parse(text));
  expect(page).toMatchObject({
    owner: id,
    name: 'Anna Kowalska',
    account: { proved: expect.any(String), failing: null, autorenew: null, card: null },
    addresses: [{ shipcode: 'a', name: 'Anna Kowalska', lines: ['1 Pier Road', 'Portland, ME 04101', 'United States'] }],
    terms: [{ deliverable: 'print-a', paid: 4, served: 1, last_issue: 16, cancelled: null }],
    orders: [{ total: 5200, back: 1200, what: ['Mug, blue'] }],
    letters: [{ kind: 'receipt', order: `EXR-${id.slice(-6)}`, sent: null, bounced: expect.any(String) }],
    notes: [{ text: 'Prefers post', who: 'Cleo' }],
    history: [{ who: 'Cleo', verb: 'writeNote' }],
  });
  const { receiptToken } = await service.deps.db.order.findFirstOrThrow({ where: { ownerId: id } });
  for (const secret of [receiptToken, 'not for the desk', 'argon2']) expect(text).not.toContain(secret);
});

test('it is three statements beside the session, however much there is', async () => {
  const [id, cleo] = [await anna(), await service.as('service')];
  await cleo.get(`/api/desk/readers/${id}`);
  const before = service.statements.length;
  await cleo.get(`/api/desk/readers/${id}`);
  const asked = service.statements.slice(before).filter((sql) => !/^(BEGIN|COMMIT)/i.test(sql));
  expect(asked.length, asked.join('\n')).toBeLessThanOrEqual(6);
});

test('an owner of whom nothing is known has no page, nor has what is no owner', async () => {
  const cleo = await service.as('service');
  expect([(await cleo.get(`/api/desk/readers/${uuidv7()}`)).status, (await cleo.get('/api/desk/readers/me')).status]).toEqual([404, 404]);
});

test('what runs says with which order it was bought, for how much, and what of that was not served yet', async () => {
  const [id, cleo] = [await anna(), await service.as('service')];
  const { db } = service.deps;
  const { id: order, number } = await db.order.findFirstOrThrow({ where: { ownerId: id } });
  const bought = { type: 'personal-subscription', ref: 'print/low/1year', name: 'Subscription', quantity: 1, price: 5200, discount: 400 };
  await db.orderLine.create({ data: { ...bought, orderId: order, ordinal: 2 } });
  const term = await db.subscription.findFirstOrThrow({ where: { ownerId: id } });
  const orderOf = async () => {
    const page = v.parse(DeskReader, await (await cleo.get(`/api/desk/readers/${id}`)).json());
    return page.terms[0]?.order;
  };
  expect(await orderOf()).toBeNull();
  const where = { publicationId_ownerId_id: { publicationId: 'main', ownerId: id, id: term.id } };
  await db.subscription.update({ where, data: { source: `order:${order}:2` } });
  expect(await orderOf()).toEqual({ id: order, line: 2, number, value: 4800, unserved: 3600 });
  // What ended is owed nothing.
  await db.subscription.update({ where, data: { cancelled: new Date() } });
  expect(await orderOf()).toMatchObject({ value: 4800, unserved: null });
});

test.for([
  ['what staff gave is told as given', `comp:${uuidv7()}`, { given: true, taken_over: null }],
  ['what was taken over is told with the number that it had there', 'import:quickfill:A:0042', { given: false, taken_over: 'A:0042' }],
] as const)('%s', async ([, source, told]) => {
  const [id, cleo] = [await anna(), await service.as('service')];
  await service.deps.db.subscription.updateMany({ where: { ownerId: id }, data: { source } });
  const page = v.parse(DeskReader, await (await cleo.get(`/api/desk/readers/${id}`)).json());
  expect(page.terms).toMatchObject([{ ...told, order: null, gift: null }]);
});

test('a guest has a page too, by the name of their order', async () => {
  const [id, cleo] = [await anna(), await service.as('service')];
  const guest = uuidv7();
  await service.deps.db.order.updateMany({ where: { ownerId: id }, data: { ownerId: guest, name: 'Tom Guest' } });
  const page = v.parse(DeskReader, await (await cleo.get(`/api/desk/readers/${guest}`)).json());
  expect([page.name, page.account, page.orders.length]).toEqual(['Tom Guest', null, 1]);
});

test('whom somebody opened is kept, once an hour, and is theirs to open again', async () => {
  const [id, bob] = [await anna(), await service.as('circulation')];
  await bob.get(`/api/desk/readers/${id}`);
  await bob.get(`/api/desk/readers/${id}`);
  const looks = await service.deps.db.staffLook.findMany({ where: { ownerId: id }, include: { staff: true } });
  expect(looks.map(({ staff }) => staff.name)).toEqual(['Bob']);
  const today = v.parse(DeskToday, await (await bob.get('/api/desk/today')).json());
  expect(today).toMatchObject({ yours: [{ owner: id, name: 'Anna Kowalska' }], just_now: [] });
  const pageOf = async (who: Browser) => v.parse(DeskReader, await (await who.get(`/api/desk/readers/${id}`)).json());
  expect([(await pageOf(bob)).here, (await pageOf(await service.as('service'))).here]).toEqual([[], ['Bob']]);
  const editor = v.parse(DeskToday, await (await (await service.as('editor')).get('/api/desk/today')).json());
  expect(editor).toEqual({ work: [], yours: [], just_now: [] });
});

test('a page that asks again by itself while nobody is there is no look at its reader', async () => {
  const [id, bob] = [await anna(), await service.as('circulation')];
  for (const page of [`readers/${id}`, `orders/EXR-${id.slice(-6)}`]) {
    expect((await bob.get(`/api/desk/${page}`, { [UNATTENDED]: 'yes' })).status).toBe(200);
    expect(await service.deps.db.staffLook.count({ where: { ownerId: id } })).toBe(0);
  }
});

test('whom one had open stands by when that was, and who was only on a list that one read does not', async () => {
  const [one, other, listed] = [await anna(), await anna(), await anna()];
  const dev = await service.as('publisher');
  const { staffId, hour } = await lookOf(dev, one);
  await service.deps.db.staffLook.create({ data: { publicationId: 'main', ownerId: listed, staffId, hour } });
  const yours = async (...opened: string[]) => {
    for (const id of opened) await dev.get(`/api/desk/readers/${id}`);
    return v.parse(DeskToday, await (await dev.get('/api/desk/today')).json()).yours.map(({ owner }) => owner);
  };
  expect(await yours(one, other)).toEqual([other, one]);
  expect(await yours(one)).toEqual([one, other]);
  const { here } = v.parse(DeskReader, await (await (await service.as('service')).get(`/api/desk/readers/${listed}`)).json());
  expect(here).toEqual([]);
});
async function lookOf(who: Browser, ownerId: string) {
  await who.get(`/api/desk/readers/${ownerId}`);
  return service.deps.db.staffLook.findFirstOrThrow({ where: { ownerId } });
}

test('what was done to a reader says to whom, on Today and in the history, as long as there is such a reader', async () => {
  const [id, ann] = [await anna(), await service.as('publisher')];
  await ann.post(`/api/desk/readers/${id}/notes`, { action: uuidv7(), text: 'Calls on Mondays' });
  const newest = async () => {
    const today = v.parse(DeskToday, await (await ann.get('/api/desk/today')).json()).just_now[0];
    const history = v.parse(DeskHistory, await (await ann.get('/api/desk/history')).json()).actions[0];
    return [today, history].map((action) => action && [action.verb, action.owner, action.name]);
  };
  expect(await newest()).toEqual([
    ['writeNote', id, 'Anna Kowalska'],
    ['writeNote', id, 'Anna Kowalska'],
  ]);
  const { db } = service.deps;
  await db.ownerAddress.deleteMany({ where: { ownerId: id } });
  await db.order.updateMany({ where: { ownerId: id }, data: { ownerId: uuidv7() } });
  await db.account.update({ where: { id }, data: { name: '' } });
  expect(await newest()).toEqual([
    ['writeNote', id, ''],
    ['writeNote', id, ''],
  ]);
  await db.account.delete({ where: { id } });
  expect(await newest()).toEqual([
    ['writeNote', undefined, undefined],
    ['writeNote', undefined, undefined],
  ]);
});

test('who opens more than 150 readers within an hour is told of to every publisher, once', async () => {
  const [id, bob] = [await anna(), await service.as('circulation')];
  const { db, clock, config } = service.deps;
  const publisher = { publicationId: config.publicationId, email: 'real@example.org', name: 'Rea', roles: ['publisher'], created: clock() };
  await db.staff.create({ data: { id: uuidv7(), ...publisher } });
  const { id: staffId } = await db.staff.findFirstOrThrow({ where: { roles: { has: 'circulation' } } });
  const hour = new Date(Math.floor(clock().getTime() / HOUR) * HOUR);
  await db.staffLook.deleteMany({ where: { staffId } });
  const looks = Array.from({ length: 150 }, () => ({
    publicationId: config.publicationId,
    ownerId: uuidv7(),
    staffId,
    hour,
    opened: clock(),
  }));
  await db.staffLook.createMany({ data: looks });
  const told = () => db.outbox.findMany({ where: { kind: 'staff-looks' } });
  expect(await told()).toEqual([]);
  await bob.get(`/api/desk/readers/${id}`);
  await bob.get(`/api/desk/readers/${id}`);
  await bob.get(`/api/desk/readers/${await anna()}`);
  expect(await told()).toMatchObject([{ recipient: 'real@example.org', payload: { who: 'Bob' } }]);
});
