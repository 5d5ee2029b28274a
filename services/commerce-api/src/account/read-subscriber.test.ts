import { Subscriber } from '@newsstand/contracts/account';
import { PageData } from '@newsstand/contracts/page-data';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { HOME, buy, deliver, donate, live, makeSubscriber, subscribe, subscriberAt } from '../../test/subscriber.ts';
import { createTestApp, type TestApp } from '../../test/test-app.ts';
import { uuidv7 } from '../platform/db/uuidv7.ts';
import { DAY } from '../platform/duration.ts';
import { answerOf } from '../../test/reader.ts';

let service: TestApp;
let now = new Date('2026-11-21T12:00:00Z');
beforeAll(async () => {
  service = await createTestApp({ clock: () => now });
});
afterAll(() => service.close());

test(
  'a reader who has nothing sees who they are',
  { tags: ['§3.account.1', '§3.account.2', '§3.account.3', '§9.shipping.3'] },
  async () => {
    const { browser, email } = await makeSubscriber(service, { name: 'Ana Maria Reader' });
    const subscriber = await subscriberAt(browser);
    expect(subscriber).toMatchObject({
      standing: { type: 'none' },
      payment_info: null,
      donations: [],
      receipts: [],
      invoices: [],
      issues: [],
      future_settings_differ: false,
      view_only: false,
    });
    expect(subscriber.account).toMatchObject({
      name: 'Ana Maria Reader',
      first_name: 'Ana',
      email,
      email_change: null,
      email_failing: false,
      autorenew: false,
      created: now.toISOString(),
      shipcode: 'a',
      addresses: { a: null, b: null, c: null },
      address_versions: { a: 'none', b: 'none', c: 'none' },
    });
    expect(subscriber.account.ref).toMatch(/^R-[0-9A-Z]{8}$/);
  },
);

test(
  'a subscriber sees the cycles, where they are posted, and that a future one is posted elsewhere',
  { tags: ['§2.account.3', '§7.calls.16', '§7.calls.28'] },
  async () => {
    const { browser, id } = await makeSubscriber(service);
    const first = await subscribe(service, id);
    await live(service, id);
    await deliver(service, first, [14, 15]);
    expect((await subscriberAt(browser)).future_settings_differ).toBe(false);
    await subscribe(service, id, { deliverable: 'print-b', term: '2year' });
    const { timetable, standing, account, future_settings_differ } = await subscriberAt(browser);
    expect(standing).toEqual({ type: 'extended', left: 10, autorenew: false });
    expect(timetable.current_subscription?.info).toMatchObject({ token: first, issues_left: 2, phase: 'introductory' });
    expect(timetable.future_subscriptions.map(({ info }) => info.deliverables.active)).toEqual(['print-b']);
    expect(timetable.issues_expected[0]).toEqual({ issue: 16, deliverable: 'print-a' });
    expect(timetable.address_required).toEqual({ a: true, b: true, c: false });
    expect(future_settings_differ).toBe(true);
    expect(account.addresses).toEqual({ a: HOME, b: null, c: null });
  },
);

test('an address reaches the latest issue until its labels are made, and then the next one; another zone’s labels are another matter', async () => {
  const { browser, id } = await makeSubscriber(service);
  const reaches = async () => (await subscriberAt(browser)).account.address_reaches;
  expect(await reaches()).toEqual({ a: null, b: null, c: null });
  const first = await subscribe(service, id);
  await live(service, id);
  await deliver(service, first, [14, 15]);
  await subscribe(service, id, { deliverable: 'print-b' });
  // Two more to zone a; what follows goes to zone b.
  expect(await reaches()).toEqual({ a: 15, b: 18, c: null });
  const list = { publicationId: 'main', issue: 15, part: 1, frozen: new Date() };
  await service.deps.db.postList.create({ data: { ...list, shipcode: 'b' } });
  expect(await reaches()).toEqual({ a: 15, b: 18, c: null });
  await service.deps.db.postList.create({ data: { ...list, shipcode: 'a' } });
  expect(await reaches()).toEqual({ a: 16, b: 18, c: null });
  await service.deps.db.postList.deleteMany();
});

test('an address reaches no issue of whoever reads on a screen', async () => {
  const { browser, id } = await makeSubscriber(service);
  await deliver(service, await subscribe(service, id, { deliverable: 'digital' }), [15]);
  expect((await subscriberAt(browser)).account.address_reaches).toEqual({ a: null, b: null, c: null });
});

test(
  'a subscriber sees that a lifetime which waits for the paid issues comes otherwise than they do',
  { tags: ['§2.account.3'] },
  async () => {
    const { browser, id } = await makeSubscriber(service);
    await subscribe(service, id);
    await subscribe(service, id, { term: 'lifetime', deliverable: 'digital' });
    const { timetable, future_settings_differ } = await subscriberAt(browser);
    expect(timetable.future_subscriptions).toEqual([]);
    expect(timetable.lifetime_subscription).toMatchObject({ active: false, info: { deliverables: { active: 'digital' } } });
    expect(future_settings_differ).toBe(true);
  },
);

test('a subscriber sees the issues that came, with links to those that are out', { tags: ['§1.offers.16', '§2.account.8'] }, async () => {
  const { browser, id } = await makeSubscriber(service);
  await deliver(service, await subscribe(service, id), [15, 16]);
  await buy(service, id, { type: 'digital-issue', ref: 'iss:1', name: 'Low Water' });
  const { issues } = await subscriberAt(browser);
  expect(issues.map(({ number, medium, from, released, downloads }) => [number, medium, from, released, downloads.length])).toEqual([
    [16, 'print', 'subscription', false, 0],
    [15, 'print', 'subscription', true, 2],
    [1, 'digital', 'order', true, 2],
  ]);
  expect(issues[2]).toMatchObject({ title: 'Low Water', slug: 'low-water', url: '/issue/low-water' });
});

test('a donor sees the next charge of what they give each month, and which of it fails or has ended', async () => {
  const { browser, id } = await makeSubscriber(service);
  await donate(service, id, { first: new Date('2026-10-31T09:00:00Z'), ended: new Date('2026-11-02T09:00:00Z') });
  await donate(service, id, { first: new Date('2026-10-31T10:00:00Z'), failing: true });
  await donate(service, id, { first: new Date('2026-10-31T11:00:00Z'), amount: 4000 });
  const { donations } = await subscriberAt(browser);
  expect(donations.map(({ amount, failing, ended, next_charge }) => [amount, failing, ended, next_charge])).toEqual([
    [4000, false, null, '2026-11-30'],
    [2500, true, null, null],
    [2500, false, '2026-11-02T09:00:00.000Z', null],
  ]);
});

test('a reader sees their receipts, the newest first, and which subscription one is of', async () => {
  const { browser, id } = await makeSubscriber(service);
  const older = await buy(service, id);
  now = new Date(now.getTime() + DAY);
  const newer = await buy(service, id, { name: 'Subscription', detail: 'Print, Standard, 2 years (8 issues)' });
  const { receipts } = await subscriberAt(browser);
  expect(receipts.map(({ token, name, total, more }) => [token, name, total, more])).toEqual([
    [newer, 'Subscription, Print, Standard, 2 years (8 issues)', 500, 0],
    [older, 'Harbour Mug', 500, 0],
  ]);
});

test('a reader sees the invoices that are for them, and nobody else sees them', async () => {
  const { browser, id } = await makeSubscriber(service);
  const { db, config } = service.deps;
  const [ownerId, token] = [uuidv7(), `invoice-${uuidv7()}`];
  const order = await db.order.findUniqueOrThrow({ where: { receiptToken: await buy(service, ownerId) } });
  const terms = { term: 30, dueDate: new Date('2026-12-21'), billedTo: 'The Library', acceptedPayments: 'any' };
  const keys = { publicationId: config.publicationId, ownerId, id: uuidv7(), orderId: order.id };
  await db.invoice.create({ data: { ...keys, ...terms, number: 7, token, subscriberId: id } });
  const { invoices } = await subscriberAt(browser);
  expect(invoices).toMatchObject([{ token, invoice_no: 'EXC-007', due_date: '2026-12-21', total: 500, paid: null }]);
  expect((await subscriberAt((await makeSubscriber(service)).browser)).invoices).toEqual([]);
});

test('an invoice that a check paid is shown as paid on the day that it was received', async () => {
  const { browser, id } = await makeSubscriber(service);
  const { db, config } = service.deps;
  const order = await db.order.findUniqueOrThrow({ where: { receiptToken: await buy(service, id) } });
  const terms = { term: 30, dueDate: new Date('2026-12-21'), billedTo: 'The Library', acceptedPayments: 'any' };
  const keys = { publicationId: config.publicationId, ownerId: id };
  const invoice = {
    ...keys,
    ...terms,
    id: uuidv7(),
    orderId: order.id,
    number: 8,
    token: `invoice-${uuidv7()}`,
    paid: new Date('2026-11-22'),
  };
  await db.invoice.create({ data: invoice });
  const payment = { ...keys, id: uuidv7(), invoiceId: invoice.id, method: 'check', amount: order.total, received: new Date('2026-11-18') };
  await db.invoicePayment.create({ data: payment });
  expect((await subscriberAt(browser)).invoices).toMatchObject([{ invoice_no: 'EXC-008', paid: '2026-11-18' }]);
});

test('a reader sees nothing of another reader', async () => {
  const [ana, bo] = [await makeSubscriber(service), await makeSubscriber(service)];
  await deliver(service, await subscribe(service, ana.id), [15]);
  await live(service, ana.id);
  await donate(service, ana.id);
  await buy(service, ana.id);
  expect(await subscriberAt(bo.browser)).toMatchObject({ standing: { type: 'none' }, donations: [], receipts: [], issues: [] });
});

test('the account page is two statements, and its data one, however many subscriptions there are', async () => {
  for (const count of [1, 30]) {
    const { browser, id } = await makeSubscriber(service);
    for (let index = 0; index < count; index++) await subscribe(service, id);
    service.statements.length = 0;
    expect((await subscriberAt(browser)).timetable.future_subscriptions).toHaveLength(count - 1);
    expect(service.statements).toHaveLength(1);
    service.statements.length = 0;
    const page = v.parse(PageData, await (await browser.get('/api/page/account')).json());
    expect(v.parse(Subscriber, page.subscriber).timetable.future_subscriptions).toHaveLength(count - 1);
    expect(service.statements).toHaveLength(2);
  }
});

test('who is not logged in is told so, and their account page is empty', async () => {
  const response = await service.browser().get('/api/account/subscriber');
  expect(await answerOf(response)).toEqual([401, { errors: 'Please log in.' }]);
  expect(response.headers.get('cache-control')).toBe('private, no-store');
  const page = v.parse(PageData, await (await service.browser().get('/api/page/account')).json());
  expect(page.subscriber).toBe(null);
});
