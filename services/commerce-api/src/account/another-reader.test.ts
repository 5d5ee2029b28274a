import { DonationSetup } from '@newsstand/contracts/card-endpoints';
import { endpoints, type Endpoint, type EndpointName } from '@newsstand/contracts/endpoints';
import { PageData } from '@newsstand/contracts/page-data';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Browser } from '../../test/browser.ts';
import { setupIntentOf } from '../../test/card-reader.ts';
import { answerOf, logInWith } from '../../test/reader.ts';
import { ADDRESS, openShop, stock, type Reader, type Shop } from '../../test/shop.ts';
import { buy, deliver, donate, live, makeSubscriber, subscribe, subscriberAt } from '../../test/subscriber.ts';
import { writeMonth } from '../ledger/planned-charges/write-month.ts';
import { uuidv7 } from '../platform/db/uuidv7.ts';

/** Everything by which something of Ana's can be named. */
type Ana = {
  id: string;
  email: string;
  reader: Reader;
  subscription: string;
  donation: string;
  receipt: string;
  invoice: string;
  charge: string;
  download: string;
  session: string;
  intent: string;
  setup: string;
};
type Request = { path: string; body?: object };

/**
 * What each route is to a reader: `public` has nothing of anybody's; `own` takes nothing that could name another's;
 * `secret` takes what only the mailbox's owner or staff was sent, and is itself the proof; `held` is for whoever holds
 * its link, a gift or a receipt; `others` could name another's, and must not find it.
 */
type Kind = 'public' | 'own' | 'secret' | 'held' | 'page' | { others: (ana: Ana) => Request };

const others = (request: (ana: Ana) => Request): Kind => ({ others: request });

/** A route that is not here does not compile, and fails below. */
const KINDS: Record<EndpointName, Kind> = {
  getCart: 'own',
  addToCart: 'own',
  changeQuantity: 'own',
  removeFromCart: 'own',
  checkout: 'own',
  checkoutStatus: others(({ intent }) => ({ path: `/api/checkout/${intent}` })),
  shippingConfig: 'public',
  products: 'public',
  product: 'public',
  receipt: 'held',
  page: 'page',
  botChallenge: 'public',
  listSignup: 'public',
  invoiceCheckout: others(({ invoice }) => ({
    path: `/api/invoice/${invoice}/checkout`,
    body: { name: 'B', email: 'b@example.org', total: 500 },
  })),
  subscribe: 'own',
  renew: 'own',
  donate: 'own',
  coupon: 'public',
  redeem: 'held',
  login: 'secret',
  signin: 'secret',
  signinVerify: 'secret',
  resetPassword: 'secret',
  resetConfirm: 'secret',
  handoff: 'secret',
  session: 'own',
  sessions: 'own',
  endSessions: 'own',
  endSession: others(({ session }) => ({ path: `/api/access/sessions/${session}` })),
  logout: 'own',
  identityProviders: 'public',
  entitlement: 'own',
  subscriber: 'own',
  changeName: 'own',
  claimSubscription: 'own',
  issueLetters: 'own',
  resetEmail: 'own',
  confirmEmail: 'secret',
  withdrawEmail: 'secret',
  saveAddress: 'own',
  subscriptionSettings: others(({ subscription }) => ({ path: `/api/account/subscriptions/${subscription}` })),
  updateSubscription: others(({ subscription }) => ({
    path: '/api/account/subscriptions/update',
    body: {
      form: { name: 'B', email: 'b@example.org', total: 0 },
      shipcode: 'a',
      subscription: { token: subscription, deliverable: 'digital', level: 'low' },
    },
  })),
  changeAddress: others(({ subscription }) => ({ path: `/api/account/change-address/a?token=${subscription}`, body: ADDRESS })),
  deleteAddress: 'own',
  changeDonation: others(({ donation }) => ({ path: `/api/account/donations/${donation}`, body: { dollars: 30 } })),
  stopDonation: others(({ donation }) => ({ path: `/api/account/donations/${donation}` })),
  exportAccount: 'own',
  deletePreview: 'own',
  deleteCode: 'own',
  deleteAccount: 'own',
  download: others(({ download }) => ({ path: download })),
  receiptPdf: 'held',
  creditNotePdf: 'held',
  receiptFile: 'held',
  openAdminView: 'secret',
  paymentSetup: 'own',
  keepCard: others(({ donation, setup }) => ({ path: `/api/account/card?token=${donation}`, body: { name: 'B', setup_intent: setup } })),
  deleteCard: 'own',
  autorenew: 'own',
  donationSetup: others(({ donation }) => ({ path: `/api/donation/setup?token=${donation}`, body: {} })),
  donationRestart: others(({ donation, setup }) => ({
    path: `/api/donation/restart?token=${donation}`,
    body: { 'payment-method': setup },
  })),
  charge: others(({ charge }) => ({ path: `/api/charges/${charge}` })),
};

/** Routes without an entry in the endpoint table: what they are. */
const BESIDES: Record<string, 'public' | 'secret' | 'held' | 'others'> = {
  '/api/health': 'public',
  '/api/health/ready': 'public',
  '/api/health/live': 'public',
  '/api/metrics': 'secret',
  '/api/openapi.json': 'public',
  '/api/docs': 'public',
  '/api/art/:path': 'public',
  '/api/forms/list': 'public',
  '/api/forms/login': 'public',
  '/api/html/product/:slug': 'public',
  '/api/html/products': 'public',
  '/api/html/issue/:slug': 'public',
  '/api/html/subscriptions': 'public',
  '/api/html/donations': 'public',
  '/api/html/checkout': 'public',
  '/api/html/sitemap.xml': 'public',
  '/api/gifts/:token/qr.svg': 'held',
  '/api/letters/issues': 'secret',
  '/api/letters/lists': 'secret',
  '/api/letters/lists/leave': 'secret',
  '/api/invoice/:invoice/pdf': 'others',
  '/oauth/google': 'public',
  '/oauth/google/callback': 'secret',
  '/oauth/openathens': 'public',
  '/oauth/openathens/callback': 'secret',
  '/oauth/openathens/deeplink': 'public',
};

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

/** A reader who has one of everything. */
async function makeAna(): Promise<Ana> {
  const { db, config, clock } = shop.deps;
  const { id, email } = await makeSubscriber(shop, { name: 'Ana Onlyhers' });
  const reader = shop.reader();
  await logInWith(reader.browser, email);
  const subscription = await subscribe(shop, id);
  await deliver(shop, subscription, [15]);
  await live(shop, id);
  const receipt = await buy(shop, id, { type: 'digital-product', ref: 'prd:atlas-of-small-differences', name: 'Atlas' });
  const order = await db.order.findUniqueOrThrow({ where: { receiptToken: receipt } });
  const donation = await donate(shop, id);
  await db.donation.update({ where: { token: donation }, data: { orderId: order.id } });
  const { id: subject } = await db.donation.findUniqueOrThrow({ where: { token: donation } });
  await writeMonth(db, { publicationId: config.publicationId, ownerId: id, subject }, { period: 1, due: clock(), amount: 2500 });
  const { token: charge } = await db.charge.findFirstOrThrow({ where: { subject } });
  await reader.add(await stock(db, `prd:hers-${uuidv7()}`, 3));
  const { intent } = await reader.start();
  const { issues } = await subscriberAt(reader.browser);
  const { id: session } = await db.session.findFirstOrThrow({ where: { accountId: id }, orderBy: { created: 'asc' } });
  const download = issues[0]?.downloads[0]?.url ?? '';
  const keys = v.parse(DonationSetup, await (await reader.browser.post(`/api/donation/setup?token=${donation}`, {})).json()).keys;
  return {
    id,
    email,
    reader,
    subscription,
    donation,
    receipt,
    invoice: await bill(id),
    charge,
    download,
    session,
    intent,
    setup: setupIntentOf(keys.secret),
  };
}

/** An invoice for Ana, to be paid. */
async function bill(subscriberId: string): Promise<string> {
  const { db, config } = shop.deps;
  const ownerId = uuidv7();
  const receipt = await buy(shop, ownerId);
  const order = await db.order.update({ where: { receiptToken: receipt }, data: { state: 'started', paid: null, number: null } });
  const token = `invoice-${uuidv7()}`;
  const terms = { term: 30, dueDate: new Date('2027-01-01'), billedTo: 'Ana', acceptedPayments: 'any' };
  const { _max } = await db.invoice.aggregate({ _max: { number: true } });
  const number = (_max.number ?? 0) + 1;
  await db.invoice.create({
    data: { publicationId: config.publicationId, ownerId, id: uuidv7(), number, token, orderId: order.id, subscriberId, ...terms },
  });
  return token;
}

async function makeBo(): Promise<Browser> {
  return (await makeSubscriber(shop, { name: 'Bo Besides' })).browser;
}

/** The same request with a token in its query besides, before what is there. */
function besides({ path, body }: Request, token: string): Request {
  const [place, query = ''] = path.split('?');
  return { path: `${place}?token=${token}&${query}`, body };
}

function send(browser: Browser, { method }: Endpoint, { path, body }: Request): Promise<Response> {
  return browser.send(method, path, body && JSON.stringify(body), { 'Content-Type': 'application/json' });
}

/** Every row of Ana's, to be compared. */
async function rowsOf({ id, email }: Ana): Promise<string> {
  const { db } = shop.deps;
  const where = { where: { ownerId: id } };
  const rows = [
    await db.account.findUnique({ where: { id } }),
    await db.session.findMany({ where: { accountId: id }, orderBy: { id: 'asc' } }),
    await db.ownerAddress.findMany(where),
    await db.subscription.findMany(where),
    await db.donation.findMany(where),
    await db.order.findMany({ ...where, orderBy: { id: 'asc' } }),
    await db.charge.findMany(where),
    await db.outbox.findMany({ where: { recipient: email }, orderBy: { id: 'asc' } }),
  ];
  return JSON.stringify(rows);
}

const entries = Object.entries(endpoints).map(([name, endpoint]): [EndpointName, Endpoint] => [
  v.parse(v.picklist(NAMES()), name),
  endpoint,
]);
function NAMES(): EndpointName[] {
  // The keys of a record that the compiler holds to be complete.
  return Object.keys(KINDS).filter((name): name is EndpointName => Object.hasOwn(endpoints, name));
}
const askedOf = entries.flatMap(([name, endpoint]) => {
  const kind = KINDS[name];
  return typeof kind === 'object' ? [{ name, endpoint, request: kind.others }] : [];
});

describe('no route is forgotten', () => {
  test('each entry of the endpoint table is told here what it is', () => {
    expect(Object.keys(KINDS).toSorted()).toEqual(Object.keys(endpoints).toSorted());
  });

  test('each route that is served is in the endpoint table, or told here what it is', () => {
    const table = new Set(Object.values(endpoints).map(({ path }) => path.replaceAll(/\{(\w+)\}/g, ':$1')));
    const served = shop.app.routes.filter(({ method }) => method !== 'ALL').map(({ path }) => path.replaceAll(/\{.*?\}(?=\/|$)/g, ''));
    // A provider's word is signed, and names no reader to anybody.
    const besides = [...new Set(served)].filter((path) => !table.has(path) && !path.startsWith('/api/webhooks/'));
    expect(besides.toSorted()).toEqual(Object.keys(BESIDES).toSorted());
  });

  test('a route that names something is asked for another reader’s, unless what it names is nobody’s, a gift, a receipt or a secret', () => {
    const named = entries.filter(([, { params = {}, query = {} }]) => {
      const names = [...Object.keys(params), ...Object.keys(query)];
      return names.some((name) => !['shipcode', 'captcha', 'gift', 'version', 'membership', 'session', 'inclusive', 'path'].includes(name));
    });
    const open = named.filter(([name]) => typeof KINDS[name] !== 'object').map(([name]) => name);
    // Products and coupons are everybody's; a page has a test of its own.
    expect(open.toSorted()).toEqual(
      [
        'coupon',
        'creditNotePdf',
        'listSignup',
        'page',
        'product',
        'products',
        'receipt',
        'receiptFile',
        'receiptPdf',
        'redeem',
        'renew',
        'subscribe',
      ].toSorted(),
    );
  });
});

describe('another reader', () => {
  test.each(askedOf)('finds nothing of Ana’s at $endpoint.method $endpoint.path, and changes nothing', async ({ endpoint, request }) => {
    const [ana, bo] = [await makeAna(), await makeSubscriber(shop, { name: 'Bo Besides' })];
    const before = await rowsOf(ana);
    expect(await answerOf(await send(bo.browser, endpoint, request(ana)))).toEqual([404, { errors: 'Not found.' }]);
    // Nor does a token beside it, a made-up one or one of Bo's own, stand for the one that is named; two in a query are
    // none (422).
    for (const token of ['x', await donate(shop, bo.id)]) {
      const twice = request(ana).path.includes('token=');
      const { status } = await send(bo.browser, endpoint, besides(request(ana), token));
      expect(twice ? [404, 422] : [404]).toContain(status);
    }
    expect(await rowsOf(ana)).toBe(before);
    // The same request of Ana's own finds it: it was hers, and there.
    expect((await send(ana.reader.browser, endpoint, request(ana))).status).not.toBe(404);
  });

  test.each(
    entries.filter(([name, { method }]) => KINDS[name] === 'own' && method === 'GET').map(([name, endpoint]) => ({ name, endpoint })),
  )('is told nothing of Ana by $endpoint.path', async ({ endpoint }) => {
    const [ana, bo] = [await makeAna(), await makeBo()];
    const text = await (await bo.get(endpoint.path)).text();
    for (const hers of [ana.email, 'Onlyhers', ana.subscription, ana.donation, ana.receipt, ana.id]) expect(text).not.toContain(hers);
  });

  test(
    'sees the receipt whose link they hold, with its PDF and files, as whoever is not logged in does',
    { tags: ['§2.routes.21'] },
    async () => {
      const [ana, bo] = [await makeAna(), await makeBo()];
      const page = v.parse(PageData, await (await bo.get(`/api/page/receipts?token=${ana.receipt}`)).json());
      expect(page.receipt).toMatchObject({ token: ana.receipt });
      for (const path of ['', '/pdf', '/files/atlas-of-small-differences'])
        expect((await bo.get(`/api/receipts/${ana.receipt}${path}`)).status).toBe(200);
    },
  );

  test('is shown an empty invoice page where Ana is shown hers', async () => {
    const [ana, bo] = [await makeAna(), await makeBo()];
    const page = async (browser: Browser, query: string) => v.parse(PageData, await (await browser.get(`/api/page/${query}`)).json());
    const path = `invoice?token=${ana.invoice}`;
    expect((await page(bo, path)).invoice).toBe(null);
    expect((await page(ana.reader.browser, path)).invoice).toMatchObject({ token: ana.invoice });
    for (const name of ['account', 'account-subscription', 'account-donation']) {
      const text = await (await bo.get(`/api/page/${name}?token=${ana.subscription}`)).text();
      expect(text).not.toContain('Onlyhers');
    }
  });

  test('does not get the PDF of Ana’s invoice', async () => {
    const [ana, bo] = [await makeAna(), await makeBo()];
    expect((await bo.get(`/api/invoice/${ana.invoice}/pdf`)).status).toBe(404);
    expect((await bo.get(`/api/invoice/${ana.invoice}/pdf?token=x`)).status).toBe(404);
    expect((await ana.reader.browser.get(`/api/invoice/${ana.invoice}/pdf`)).status).toBe(200);
  });
});

test('who is not logged in may follow the link of a letter that they have', async () => {
  const ana = await makeAna();
  expect((await shop.browser().get(`/api/receipts/${ana.receipt}`)).status).toBe(200);
  expect((await shop.browser().get(`/api/receipts/${ana.receipt}/pdf`)).status).toBe(200);
});
