import { endpoints } from '@newsstand/contracts/endpoints';
import { PageName } from '@newsstand/contracts/page-data';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser } from '../../test/browser.ts';
import { openShop, type Shop } from '../../test/shop.ts';
import { buy, deliver, donate, live, makeSubscriber, subscribe, type TestSubscriber } from '../../test/subscriber.ts';
import { tokensOf, type Token } from '../../test/tokens-of.ts';
import { writeMonth } from '../ledger/planned-charges/write-month.ts';
import { uuidv7 } from '../platform/db/uuidv7.ts';
import { makeLink } from '../readers/make-link.ts';
import { giftSource } from '../rules/gifts/redeem-rules.ts';

let shop: Shop;
let reader: TestSubscriber;
beforeAll(async () => {
  shop = await openShop();
  reader = await makeRich();
});
afterAll(() => shop.close());

/** A reader with one of everything that can be opened by a link. */
async function makeRich(): Promise<TestSubscriber> {
  const { db, config, clock } = shop.deps;
  const { publicationId } = config;
  const rich = await makeSubscriber(shop);
  const subscription = await subscribe(shop, rich.id);
  await deliver(shop, subscription, [15]);
  await live(shop, rich.id);
  await buy(shop, rich.id, { type: 'digital-issue', ref: 'iss:2', name: 'Issue 2' });
  const receiptToken = await buy(shop, rich.id, { type: 'digital-product', ref: 'prd:atlas-of-small-differences', name: 'Atlas' });
  const { id: orderId } = await db.order.findUniqueOrThrow({ where: { receiptToken } });
  const gift = { publicationId, ownerId: rich.id, orderId, ordinal: 1, deliverable: 'digital', level: 'low', term: '1year' };
  for (const number of [1, 2]) {
    const token = `gift-${uuidv7()}`;
    await db.gift.create({ data: { ...gift, id: uuidv7(), token, number } });
    // One of them became a year of their own.
    if (number === 2)
      await db.subscription.update({ where: { token: await subscribe(shop, rich.id) }, data: { source: giftSource({ token }) } });
  }
  const donation = await donate(shop, rich.id);
  await db.donation.update({ where: { token: donation }, data: { orderId } });
  const { id: subject } = await db.donation.findUniqueOrThrow({ where: { token: donation } });
  await writeMonth(db, { publicationId, ownerId: rich.id, subject }, { period: 1, due: clock(), amount: 2500 });
  const unpaid = await buy(shop, uuidv7());
  const billed = await db.order.update({ where: { receiptToken: unpaid }, data: { state: 'started', paid: null, number: null } });
  const terms = { term: 30, dueDate: new Date('2027-01-01'), billedTo: 'Ana', acceptedPayments: 'any' };
  const invoice = { publicationId, ownerId: billed.ownerId, id: uuidv7(), number: 4711, token: `invoice-${uuidv7()}` };
  await db.invoice.create({ data: { ...invoice, orderId: billed.id, subscriberId: rich.id, ...terms } });
  return rich;
}

/** Those that stand in addresses: each is asked for by every route. */
const LINKS = ['charge.token', 'donation.token', 'gift.token', 'invoice.token', 'order.receipt_token'];

/** Every GET of the service, with every token that could stand in its address. */
function addresses(tokens: readonly string[]): string[] {
  const served = shop.app.routes
    .filter(({ method }) => method === 'GET')
    .map(({ path }) => path.replaceAll(/:(\w+)(\{.*?\})?(?=\/|$)/g, '{$1}'));
  const table = Object.values(endpoints)
    .filter(({ method }) => method === 'GET')
    .map(({ path }) => path);
  const paths = [...new Set([...served, ...table])].flatMap((path) =>
    path === '/api/page/{name}'
      ? PageName.options.map((name) => `/api/page/${name}`)
      : path.includes('{')
        ? tokens.map((token) => path.replaceAll(/\{\w+\}/g, token))
        : [path],
  );
  return paths.flatMap((path) => (path.startsWith('/api/page/') ? [path, ...tokens.map((token) => `${path}?token=${token}`)] : [path]));
}

/** Which of the tokens some answer holds, and where. */
async function handedOut(browser: Browser, tokens: readonly Token[]): Promise<Token[]> {
  const asked = tokens.filter(({ place }) => LINKS.includes(place)).map(({ value }) => value);
  const held = new Set<Token>();
  for (const address of addresses(asked)) {
    const answer = await browser.get(address);
    const text = `${await answer.text()} ${JSON.stringify([...answer.headers])}`;
    for (const token of tokens) if (text.includes(token.value)) held.add(token);
  }
  return [...held];
}

async function look(): Promise<Browser> {
  const staff = shop.browser();
  const { url } = await makeLink(shop.deps, { email: reader.email, staff: 'bruna' });
  await staff.post('/api/admin-view', { token: new URL(url).searchParams.get('admin-view') });
  return staff;
}

test('staff who looks is handed no token of the database by any GET of any route, where the reader is', async () => {
  const staff = await look();
  const tokens = await tokensOf(shop.deps);
  const placesOf = (list: readonly Token[]) => [...new Set(list.map(({ place }) => place))].toSorted();
  expect(placesOf(tokens)).toEqual(expect.arrayContaining(LINKS));
  // The walk finds what there is to find: without the rule it would be found for staff, too.
  expect(placesOf(await handedOut(reader.browser, tokens))).toEqual(
    expect.arrayContaining(['donation.token', 'gift.token', 'invoice.token', 'order.receipt_token']),
  );
  expect(await handedOut(staff, tokens)).toEqual([]);
}, 120_000);

test('what staff is given instead tells entries apart and opens nothing', async () => {
  const staff = await look();
  const answer = await staff.get('/api/page/account');
  const { subscriber }: { subscriber: { receipts: { token: string }[]; invoices: { token: string }[]; donations: { token: string }[] } } =
    await answer.json();
  const given = [...subscriber.receipts, ...subscriber.invoices, ...subscriber.donations].map(({ token }) => token);
  expect(given.length).toBeGreaterThan(3);
  expect(given.every((token) => /^view-only-\d+$/.test(token))).toBe(true);
  expect(new Set(given).size).toBe(given.length);
  for (const token of given) expect((await shop.browser().get(`/api/receipts/${token}`)).status).toBe(404);
});
