import { Subscriber } from '@newsstand/contracts/account';
import { AccountExport } from '@newsstand/contracts/account-data';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { home, writeInvoice } from '../../test/invoice.ts';
import { HOME, buy, deliver, donate, live, makeSubscriber, subscribe, subscriberAt } from '../../test/subscriber.ts';
import { createTestApp, type TestApp } from '../../test/test-app.ts';
import { uuidv7 } from '../platform/db/uuidv7.ts';

let service: TestApp;
beforeAll(async () => {
  service = await createTestApp();
});
afterAll(() => service.close());

test('a reader takes away everything that is kept of them, as a file', async () => {
  const { browser, id, email } = await makeSubscriber(service);
  await deliver(service, await subscribe(service, id), [15]);
  await live(service, id);
  await donate(service, id);
  await buy(service, id);
  await browser.post('/api/cart', { type: 'add', item: { item: 'digital-issue', ref: 'iss:2', quantity: 1 } });
  await browser.post('/api/account/reset-email', { email: `other-${email}` });
  await service.deps.db.listSignup.create({ data: { publicationId: 'main', email, tag: 'letter' } });

  const response = await browser.get('/api/account/export');
  expect(response.headers.get('content-disposition')).toBe('attachment; filename="account.json"');
  expect(response.headers.get('cache-control')).toBe('private, no-store');
  const exported = v.parse(AccountExport, await response.json());
  expect(exported.subscriber.account).toMatchObject({ email, email_change: `other-${email}`, addresses: { a: HOME } });
  expect(exported.subscriber.timetable.issues_delivered).toEqual([{ issue: 15, deliverable: 'print-a' }]);
  expect(exported.subscriber.donations).toHaveLength(1);
  expect(exported.orders).toMatchObject([{ lines: [{ name: 'Harbour Mug' }] }]);
  expect(exported.cart).toMatchObject({ items: [{ ref: 'iss:2' }] });
  expect(exported.sessions).toMatchObject([{ method: 'password' }]);
  expect(exported.mailing_lists).toMatchObject([{ tag: 'letter' }]);
  expect(exported.letters).toMatchObject([{ kind: 'email-asked', recipient: email }]);
});

test('what the pages show elsewhere or not at all is in it, too: invoices, means of payment, changes, charges, open orders, recipients, looks', async () => {
  const { browser, id, email } = await makeSubscriber(service);
  const { db, config, clock } = service.deps;
  const own = { publicationId: config.publicationId, ownerId: id };
  const token = await subscribe(service, id);
  const { id: subscriptionId } = await db.subscription.findUniqueOrThrow({ where: { token } });
  await db.subscriptionChange.create({
    data: {
      ...own,
      id: uuidv7(),
      subscriptionId,
      from: { level: 'low' },
      to: { level: 'high' },
      paid: true,
      orderId: uuidv7(),
      created: clock(),
    },
  });
  await db.charge.create({
    data: {
      ...own,
      kind: 'renewal',
      subject: subscriptionId,
      cycle: 2,
      token: `charge-${subscriptionId}`,
      amount: 5600,
      choice: {},
      remind: clock(),
      nextAttempt: clock(),
      due: clock(),
    },
  });
  await writeInvoice(service, {
    giftees: [],
    membership: { medium: 'print', level: 'low', term: '1year' },
    address: home(1),
    email,
  });
  const card = { type: 'visa', last_four: '4242', exp_month: 4, exp_year: 2030 };
  await donate(service, id);
  await db.donation.updateMany({
    where: own,
    data: { customer: 'cus_1', method: 'pm_1', payment: { name: 'Ana on the card', card, ach: null, agreed: 1 } },
  });
  await db.order.update({ where: { receiptToken: await buy(service, id) }, data: { state: 'processing', paid: null, number: null } });
  const orderId = uuidv7();
  await db.gift.create({
    data: {
      ...own,
      id: uuidv7(),
      token: `gift-${orderId}`,
      orderId,
      ordinal: 1,
      number: 1,
      deliverable: 'print-a',
      level: 'low',
      term: '1year',
      recipientName: 'Uncle Otto',
      recipientAddress: HOME,
    },
  });
  await db.earlierEmail.create({ data: { accountId: id, email: `before-${email}`, until: clock() } });
  await db.adminView.create({
    data: { id: uuidv7(), publicationId: 'main', accountId: id, staff: 'kim', tokenHash: orderId, created: clock(), expires: clock() },
  });

  const text = await (await browser.get('/api/account/export')).text();
  const exported = v.parse(AccountExport, JSON.parse(text));
  expect(exported.gifts).toMatchObject([{ recipient: { name: 'Uncle Otto', address: HOME } }]);
  expect(exported.records).toMatchObject({
    invoices: [
      { billed_to: 'Library of the Harbour Board', address: { line1: '2 Harbour Street' }, lines: [{ type: 'personal-subscription' }] },
    ],
    means_of_payment: [{ of: 'donation', name: 'Ana on the card', card }],
    changes: [{ from: { level: 'low' }, to: { level: 'high' }, paid: true }],
    charges: [{ kind: 'renewal', amount: 5600, state: 'open', attempts: [] }],
    open_orders: [{ state: 'processing', lines: [{ name: 'Harbour Mug' }] }],
    earlier_emails: [{ email: `before-${email}` }],
    staff_looks: [{ opened: null }],
  });
  for (const secret of ['cus_1', 'pm_1', `gift-${orderId}`, 'kim', id]) expect(text).not.toContain(secret);
});

test('so are what was posted by the name and address of then, an order that was given up, money that went back, and terms that were cancelled', async () => {
  const { browser, id } = await makeSubscriber(service);
  const { db, config, clock } = service.deps;
  const now = clock();
  const { id: subscriptionId } = await db.subscription.update({
    where: { token: await subscribe(service, id, { term: '2year' }) },
    data: { cancelled: now },
  });
  const list = { publicationId: config.publicationId, issue: 16, shipcode: 'a', part: 1 };
  await db.postList.create({ data: { ...list, frozen: now } });
  const address = { ...HOME, line1: '3 Former Street' };
  await db.postLine.create({ data: { ...list, ownerId: id, subscriptionId, name: 'Ana Former', address, copies: 1, number: 1 } });
  const givenUp = { state: 'cancelled', paid: null, number: null, name: 'Ana Undecided', failure: 'Your card was declined.' } as const;
  await db.order.update({ where: { receiptToken: await buy(service, id) }, data: givenUp });
  const paid = await db.order.findUniqueOrThrow({ where: { receiptToken: await buy(service, id) } });
  await db.moneyBack.create({
    data: { id: `dp_${id}`, orderId: paid.id, state: 'open', amount: 500, reason: 'fraudulent', created: now, updated: now },
  });
  await db.bankInquiry.create({
    data: { id: `du_${id}`, orderId: paid.id, amount: 500, reason: 'product_not_received', answered: false, created: now },
  });
  await db.knownDevice.create({ data: { accountId: id, deviceHash: `device-${id}`, seen: now } });

  const text = await (await browser.get('/api/account/export')).text();
  const at = now.toISOString();
  expect(v.parse(AccountExport, JSON.parse(text)).records).toMatchObject({
    posted: [{ issue: 16, name: 'Ana Former', address, copies: 1, listed: at }],
    cancelled_orders: [
      {
        state: 'cancelled',
        name: 'Ana Undecided',
        email: 'ana@example.org',
        total: 500,
        failure: 'Your card was declined.',
        lines: [{ price: 500 }],
      },
    ],
    open_orders: [],
    money_back: [{ order: paid.number, amount: 500, state: 'open', reason: 'fraudulent', created: at }],
    bank_inquiries: [{ order: paid.number, amount: 500, reason: 'product_not_received', created: at }],
    terms: [{ term: '2year', level: 'low', cancelled: at }],
    known_browsers: expect.arrayContaining([{ seen: at }]),
  });
  for (const secret of [`dp_${id}`, `device-${id}`, paid.receiptToken, id]) expect(text).not.toContain(secret);
});

test('what was sent to an earlier address is in it, and what another who has that address now was sent is not', async () => {
  const [ana, bo] = [await makeSubscriber(service), await makeSubscriber(service)];
  const { db, clock } = service.deps;
  const [past, until, later] = [-2, -1, 0].map((hours) => new Date(clock().getTime() + hours * 3_600_000));
  const alone = `alone-${ana.email}`;
  await db.earlierEmail.createMany({
    data: [alone, bo.email].map((email) => ({ accountId: ana.id, email, until: until ?? clock() })),
  });
  for (const [email, tag, created] of [
    [alone, 'alone', later],
    [bo.email, 'before', past],
    [bo.email, 'after', later],
  ] as const)
    await db.listSignup.create({ data: { publicationId: 'main', email, tag, ...(created && { created }) } });
  const exported = v.parse(AccountExport, await (await ana.browser.get('/api/account/export')).json());
  expect(exported.mailing_lists.map(({ tag }) => tag)).toEqual(['alone', 'before']);
});

test('no secret and nothing of another reader is in it', async () => {
  const [ana, bo] = [await makeSubscriber(service, { name: 'Ana Alone' }), await makeSubscriber(service, { name: 'Bo Besides' })];
  await buy(service, bo.id, { name: 'Bo’s mug' });
  const { passwordHash } = await service.deps.db.account.findUniqueOrThrow({ where: { id: ana.id } });
  const text = await (await ana.browser.get('/api/account/export')).text();
  // What a cookie says that is no key, as that somebody is logged in, may stand anywhere.
  const keys = [...ana.browser.cookies.values()].filter((value) => value.length > 8);
  expect(keys).not.toEqual([]);
  for (const secret of [passwordHash ?? 'none', ana.id, bo.id, bo.email, 'Bo', ...keys]) expect(text).not.toContain(secret);
});

test('nothing in it opens anything: it has no keys, no signed links, and nothing that only machines read', async () => {
  const { browser, id } = await makeSubscriber(service);
  await deliver(service, await subscribe(service, id), [15]);
  await live(service, id);
  await donate(service, id);
  const receipt = await buy(service, id);
  const shown = await subscriberAt(browser);
  const [download] = shown.issues.flatMap(({ downloads }) => downloads);
  const secrets = [receipt, shown.donations[0]?.token, shown.timetable.current_subscription?.info.token, download?.url];
  const text = await (await browser.get('/api/account/export')).text();
  for (const secret of secrets) expect(text).not.toContain(v.parse(v.pipe(v.string(), v.minLength(8)), secret));
  expect(text).not.toMatch(/"(?:\w*_)?(?:token|versions?|signature|key|url)":"(?!"|\/issue\/)/);
});

test('an account remote that was deployed before the keys went still reads it, and one of today leaves them out of the file', async () => {
  const { browser, id } = await makeSubscriber(service);
  await deliver(service, await subscribe(service, id), [15]);
  await live(service, id);
  await donate(service, id);
  await buy(service, id);
  const sent: unknown = await (await browser.get('/api/account/export')).json();
  // What such a remote holds the answer against.
  const Before = v.object({ ...AccountExport.entries, subscriber: v.omit(Subscriber, ['view_only']) });
  const { subscriber } = v.parse(Before, sent);
  expect([subscriber.donations.length, subscriber.receipts.length, subscriber.issues.length]).toEqual([1, 1, 1]);
  expect(JSON.stringify(v.parse(AccountExport, sent))).not.toMatch(/"(?:token|order|\w*versions?|downloads)":/);
});

test('who is not logged in takes nothing away', async () => {
  expect((await service.browser().get('/api/account/export')).status).toBe(401);
});
