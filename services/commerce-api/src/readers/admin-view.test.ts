import { endpoints } from '@newsstand/contracts/endpoints';
import { PageData } from '@newsstand/contracts/page-data';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser } from '../../test/browser.ts';
import { answerOf, whoIs } from '../../test/reader.ts';
import { buy, deliver, donate, live, makeSubscriber, subscribe, subscriberAt, type TestSubscriber } from '../../test/subscriber.ts';
import { createTestApp, type TestApp } from '../../test/test-app.ts';
import { MINUTE } from '../platform/duration.ts';
import { makeLink } from './make-link.ts';

let service: TestApp;
let now = new Date('2026-11-21T12:00:00Z');
beforeAll(async () => {
  service = await createTestApp({ clock: () => now });
});
afterAll(() => service.close());

const REFUSED = [403, { errors: "View only: you are looking at a reader's account, and nothing can be changed. Log out to end the look." }];
const TOO_LATE = [422, { errors: { token: 'This link does not work any more. Please make a new one.' } }];

async function linkTo({ email }: TestSubscriber): Promise<string> {
  const { url } = await makeLink(service.deps, { email, staff: 'bruna' });
  expect(url).toMatch(/^http:\/\/localhost:4000\/account\?admin-view=[\w-]{43}$/);
  return new URL(url).searchParams.get('admin-view') ?? '';
}

async function look(reader: TestSubscriber): Promise<Browser> {
  const staff = service.browser();
  const response = await staff.post('/api/admin-view', { token: await linkTo(reader) });
  expect(response.headers.getSetCookie()).toEqual([expect.stringMatching(/sid=view-only-[\w-]{33}; Max-Age=1800; /)]);
  const opened = await answerOf(response);
  expect(opened).toEqual([200, { redirect: '/account', expires: new Date(now.getTime() + 30 * MINUTE).toISOString() }]);
  return staff;
}

async function makeReader(): Promise<TestSubscriber> {
  const reader = await makeSubscriber(service);
  await deliver(service, await subscribe(service, reader.id), [15]);
  await live(service, reader.id);
  await buy(service, reader.id);
  return reader;
}

test('staff sees what the reader sees, but for the downloads and what opens a receipt, and the page says that it is only a view', async () => {
  const reader = await makeReader();
  const { issues, ...seen } = await subscriberAt(await look(reader));
  const own = await subscriberAt(reader.browser);
  // What opens something has another name each time; the rest is the same.
  const hidden = /"(token":"receipt-|order":"test:|token":"view-only-|order":"view-only-)[^"]*"/g;
  const shown = ({ account, timetable, receipts }: typeof own) => JSON.stringify({ account, timetable, receipts }).replaceAll(hidden, '');
  expect(shown({ ...own, ...seen })).toBe(shown(own));
  expect(seen.view_only).toBe(true);
  expect(issues.map(({ title, downloads }) => [title, downloads])).toEqual([[own.issues[0]?.title, []]]);
  expect(own.view_only).toBe(false);
});

test('a page that knows nothing but who is logged in is told that it is only a view', async () => {
  const reader = await makeReader();
  const session = async (browser: Browser): Promise<unknown> => (await browser.get('/api/access/session')).json();
  const account = { email: reader.email, name: (await subscriberAt(reader.browser)).account.name };
  expect(await session(await look(reader))).toEqual({ account, institution: null, view_only: true });
  expect(await session(reader.browser)).toEqual({ account, institution: null });
});

test('the page of a monthly donation gives staff what the reader gives, and a stranger with the link nothing of the reader', async () => {
  const reader = await makeReader();
  await donate(service, reader.id);
  const page = async (browser: Browser) =>
    v.parse(PageData, await (await browser.get('/api/page/account-donation?token=of-a-letter')).json());
  const { donations } = await subscriberAt(reader.browser);
  expect(donations).toHaveLength(1);
  const hidden = donations.map((donation) => ({ ...donation, token: expect.stringMatching(/^view-only-\d+$/) }));
  expect((await page(await look(reader))).subscriber).toMatchObject({ donations: hidden, view_only: true });
  expect((await page(service.browser())).subscriber).toBe(null);
});

const ENDS_THE_LOOK: readonly string[] = ['/logout', '/api/admin-view'];

test.each(Object.values(endpoints).filter(({ method, path }) => method !== 'GET' && !ENDS_THE_LOOK.includes(path)))(
  'staff who looks may not $method $path',
  async ({ method, path }) => {
    const staff = await look(await makeReader());
    const address = path.replaceAll(/\{\w+\}/g, 'a');
    const body = method === 'DELETE' ? undefined : '{}';
    expect(await answerOf(await staff.send(method, address, body, { 'Content-Type': 'application/json' }))).toEqual(REFUSED);
  },
);

test.each([
  '/api/account/export',
  '/api/access/sessions',
  '/api/account/card',
  '/api/checkout/pi_of_a_reader',
  '/api/charges/of_a_letter',
  '/api/receipts/of_a_reader/files/low-water',
  '/api/receipts/of_a_reader/pdf',
  '/api/receipts/of_a_reader/credit-notes/CN-1/pdf',
  '/api/invoice/of_a_reader/pdf',
  '/api/gifts/of_a_reader/qr.svg',
  '/api/download/low-water/pdf',
  '/oauth/google?url=/',
])('staff who looks may not even read %s, which does more than show, or shows what is the reader’s alone', async (path) => {
  const staff = await look(await makeReader());
  expect(await answerOf(await staff.get(path))).toEqual(REFUSED);
});

test('a look changes nothing in the reader’s account', async () => {
  const reader = await makeReader();
  const rows = async () =>
    JSON.stringify([
      await service.deps.db.account.findUnique({ where: { id: reader.id } }),
      await service.deps.db.subscription.findMany({ where: { ownerId: reader.id }, include: { tokens: true } }),
      await service.deps.db.ownerAddress.findMany({ where: { ownerId: reader.id } }),
      await service.deps.db.outbox.findMany({ where: { recipient: reader.email } }),
    ]);
  const before = await rows();
  const staff = await look(reader);
  await staff.get('/api/page/account');
  await staff.get('/api/cart');
  await staff.post('/api/account/name', { name: 'Mallory' });
  expect(await rows()).toBe(before);
});

test('who looked, when, from where and with what is kept, and outlives the account', async () => {
  const reader = await makeReader();
  const staff = await look(reader);
  await service.deps.db.account.delete({ where: { id: reader.id } });
  expect(await service.deps.db.adminView.findMany({ where: { accountId: reader.id } })).toMatchObject([
    { staff: 'bruna', created: now, opened: now, network: staff.address, agent: 'An unknown browser' },
  ]);
});

test('a link opens once, and not after a quarter of an hour', async () => {
  const reader = await makeReader();
  const token = await linkTo(reader);
  const opened = await Promise.all(Array.from({ length: 5 }, () => service.browser().post('/api/admin-view', { token })));
  expect(opened.map(({ status }) => status).toSorted()).toEqual([200, 422, 422, 422, 422]);
  const late = await linkTo(reader);
  now = new Date(now.getTime() + 15 * MINUTE);
  expect(await answerOf(await service.browser().post('/api/admin-view', { token: late }))).toEqual(TOO_LATE);
});

test('a look ends after half an hour, or when staff logs out, and staff is nobody then', async () => {
  const reader = await makeReader();
  const [long, short] = [await look(reader), await look(reader)];
  expect(await whoIs(short)).toBe(reader.email);
  expect((await short.post('/logout', {})).status).toBe(200);
  expect(await whoIs(short)).toBe(null);
  now = new Date(now.getTime() + 30 * MINUTE);
  expect((await long.get('/api/account/subscriber')).status).toBe(401);
});

test('the reader is not shown the look among their sessions, and staff is logged out of an account of their own', async () => {
  const [reader, own] = [await makeReader(), await makeSubscriber(service)];
  await own.browser.post('/api/admin-view', { token: await linkTo(reader) });
  expect(await whoIs(own.browser)).toBe(reader.email);
  expect(await service.deps.db.session.count({ where: { accountId: own.id } })).toBe(0);
  const { sessions }: { sessions: unknown[] } = await (await reader.browser.get('/api/access/sessions')).json();
  expect(sessions).toHaveLength(1);
});

test('a cookie without its beginning is no session', async () => {
  const staff = await look(await makeReader());
  for (const [name, value] of staff.cookies) staff.cookies.set(name, value.replace('view-only-', 'xxxx-xxxx-'));
  expect((await staff.get('/api/account/subscriber')).status).toBe(401);
});

test('an address without an account has no link', async () => {
  await expect(makeLink(service.deps, { email: 'nobody@example.org', staff: 'bruna' })).rejects.toThrow(
    'There is no account with the address nobody@example.org.',
  );
});
