import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { PageData, PageName } from '@newsstand/contracts/page-data';
import { startMailbox, type Mailbox } from '@newsstand/dev-services/mailbox';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { settled } from '../../test/timed-magazine.ts';
import { subscriber } from '../../test/card-reader.ts';
import { writeInvoice } from '../../test/invoice.ts';
import { sendLetter } from '../../test/letter.ts';
import { becomeSecond } from '../../test/open-second-publication.ts';
import { pagesOf } from '../../test/pdf.ts';
import { anyOf, samplePrices, sampleWords } from '../../test/second-publication.ts';
import { openShop, type Reader, type Shop } from '../../test/shop.ts';
import { openMailer } from '../letters/mailer.ts';
import { checkPublication } from './check-publication.ts';

const SAMPLE = anyOf(await sampleWords());
const sampleIn = (text: string): string | undefined => SAMPLE.exec(text)?.[0];
const ZONES: Record<string, string> = { a: 'South Africa', b: 'Neighbours', c: 'Overseas' };
const HOME = { line1: '4 Mill Road', line2: '', city: 'Gaborone', state: '', postcode: '', country: 'BW' };

let shop: Shop;
let mailbox: Mailbox;
beforeAll(async () => {
  mailbox = await startMailbox({ smtpPort: 0, httpPort: 0 });
  shop = await openShop({ env: { SMTP_URL: mailbox.smtpUrl } });
  await becomeSecond(shop.deps);
});
afterAll(async () => {
  await shop.close();
  await mailbox.close();
});

/** Of a page's data what the publication's settings say; issues and goods are the sample's own. */
const settingsOf = ({ publication, subscribe, shipping, business }: PageData) => ({ publication, subscribe, shipping, business });

test.each(PageName.options)(
  'the page %s of a second publication has its names, prices and switches, and none of the sample’s',
  { tags: ['§9.tiers.5'] },
  async (name) => {
    const answer = await shop.browser().get(`/api/page/${name}?slug=last-boat-tee`);
    const page = v.parse(PageData, await answer.json());
    expect(page.publication).toMatchObject({
      name: 'Karoo',
      support_address: 'desk@karoo.example.com',
      settings: {
        checkout_later: false,
        add_donation: false,
        add_products: false,
        payment_methods: ['google_pay', 'us_bank_account', 'card'],
        default_shipcode: 'b',
        default_donation: 4000,
      },
    });
    expect(sampleIn(JSON.stringify(settingsOf(page)))).toBeUndefined();
  },
);

test('a reader of a second publication is posted to, priced, charged and written to by its own zones', async () => {
  const { reader, email, id } = await subscriber(shop);
  const subscription = { renewal: false, medium: 'print', level: 'low', term: '1year', coupon: 'DUST' };
  await reader.browser.post('/api/cart', { type: 'membership', item: { subscription, shipcode: 'b' } });
  const cart = await reader.cart();
  expect(cart.totals.b.total).toBe(4300 + 700 - 900);
  const begun = await reader.start({ email, address: HOME, total: cart.totals.b.total });
  const intent = await shop.deps.stripe.paymentIntents.retrieve(begun.intent);
  expect(intent.payment_method_types).toEqual(['card', 'us_bank_account']);
  await reader.pay(begun);
  const status = await reader.status(begun.intent);
  await settled(shop);
  if (status.status !== 'completed') throw new Error(`the order is ${status.status}`);
  const receipt = await (await reader.browser.get(`/api/receipts/${status.receipt}`)).json();
  expect(receipt).toMatchObject({ number: expect.stringMatching(/^KRE-\d+$/), shipcode: 'b', address: { country_name: 'Botswana' } });
  const account = await (await reader.browser.get('/api/account/subscriber')).text();
  const pdf = await reader.browser.get(`/api/receipts/${status.receipt}/pdf`);
  const words = (await pagesOf(Buffer.from(await pdf.arrayBuffer()))).join(' ');
  for (const own of ['Karoo Press', 'South Africa', receipt.number]) expect(words).toContain(own);
  for (const text of [JSON.stringify(receipt), account, words]) expect(sampleIn(text)).toBeUndefined();

  const mailer = openMailer(mailbox.smtpUrl);
  const letters = await shop.deps.db.outbox.findMany({ where: { recipient: email } });
  for (const letter of letters) await sendLetter(shop.deps, mailer, letter.id);
  mailer.close();
  const mails: { subject: string; text: string; html: string }[] = await (
    await fetch(new URL(`/api/mails?to=${email}`, mailbox.url))
  ).json();
  expect(mails.length).toBe(letters.length);
  for (const { subject, text, html } of mails) {
    expect(text).toContain('Karoo');
    // Without its tags, whose styles name a typeface Georgia.
    expect(sampleIn([subject, text, html.replaceAll(/<style>.*?<\/style>|<[^>]*>/gs, ' ')].join('\n'))).toBeUndefined();
  }
  expect(await shop.deps.db.subscription.count({ where: { ownerId: id, setDeliverable: 'print-b' } })).toBe(1);
});

test('an invoice for an upgrade names the zone as the publication does, in its PDF too', async () => {
  const { reader, email } = await subscriber(shop);
  await reader.browser.post('/api/cart', {
    type: 'membership',
    item: { subscription: { renewal: false, medium: 'digital', level: 'low', term: '1year', coupon: null } },
  });
  const begun = await reader.start({ email, address: HOME });
  await reader.pay(begun);
  await reader.status(begun.intent);
  const invoice = await writeInvoice(shop, { giftees: [], email, address: HOME, upgrade: { medium: 'print', level: 'low' } });
  expect(invoice.invoice_no).toBe('KIN-001');
  expect(invoice.total).toBe(4 * 820);
  const pdf = await shop.browser().get(`/api/invoice/${invoice.token}/pdf`);
  const words = (await pagesOf(Buffer.from(await pdf.arrayBuffer()))).join(' ');
  expect(words).toContain('From Digital to Print, Neighbours');
  expect(sampleIn(words)).toBeUndefined();
});

test('what is looked for are the sample’s own names, levels, zones, tiers, codes, numbers and prices', async () => {
  const words = [
    'Exclave',
    'Standard',
    'Solidarity',
    'Canada',
    'International',
    'Visitor Visa',
    'POSTCARD',
    'EXR',
    'EXC',
    'consulate@exclave.example.org',
  ];
  expect(await sampleWords()).toEqual(expect.arrayContaining(words));
  // A year of print, two of them, and a tier; what the second publication's prices make, too, is not among them.
  const prices = await samplePrices();
  expect(prices).toEqual(expect.arrayContaining(['$56.00', '$112.00', '$1,000.00']));
  expect(prices).not.toContain('$50.00');
});

/** Every catalogue of every remote. */
async function catalogues(): Promise<{ file: string; source: string }[]> {
  const root = resolve(import.meta.dirname, '../../../..');
  const files = globSync('apps/*/src/**/*messages*.ts', { cwd: root, exclude: ['**/*.test.ts'] });
  return Promise.all(files.map(async (file) => ({ file, source: await readFile(join(root, file), 'utf8') })));
}

/** The zone that is stored with what a guest orders who names none; it is paid for. */
async function orderedTo(fill: (reader: Reader) => Promise<unknown>): Promise<{ shown: string | undefined; stored: string[] }> {
  const reader = shop.reader();
  await fill(reader);
  const { shipcode, totals } = await reader.cart();
  const begun = await reader.start({ address: null, total: totals.b.total });
  await reader.pay(begun);
  await reader.status(begun.intent);
  const orders = await shop.deps.db.order.findMany({ where: { intentId: begun.intent } });
  return { shown: shipcode, stored: orders.map((order) => order.shipcode) };
}

test('tiers and prices are those of its files', { tags: ['§9.tiers.5'] }, async () => {
  const page = v.parse(PageData, await (await shop.browser().get('/api/page/donate')).json());
  expect(page.subscribe).toMatchObject({
    donation_tiers: [{ name: 'Windmill', onetime: 3000, monthly: 300, description: 'Keeps one turning.' }],
    pricing: { base: { 'print-low': { '1year': 4300, lifetime: 51000 }, 'digital-high': { '1year': 3300, lifetime: 35000 } } },
  });
  expect(page.subscribe?.donation_tiers).toHaveLength(1);
});

type Ordered = [what: string, fill: (reader: Reader) => Promise<unknown>, zone: string];

// Section 9: the default shipping code, which is ship-a in the sample and ship-b here, and the zone of donations, which
// is ship-c everywhere.
test.each<Ordered>([
  ['files', (reader) => reader.add('prd:atlas-of-small-differences', 1, 'digital-product'), 'b'],
  ['a donation', (reader) => give(reader, { process: 'onetime', dollars: 25 }), 'c'],
  ['a monthly donation', (reader) => give(reader, { process: 'monthly-init', dollars: 5 }), 'c'],
  [
    'files and a donation',
    (reader) =>
      reader.add('prd:atlas-of-small-differences', 1, 'digital-product').then(() => give(reader, { process: 'onetime', dollars: 25 })),
    'b',
  ],
])('%s, ordered without an address, are stored with their zone', { tags: ['§9.shipping.4'] }, async (_title, fill, zone) => {
  expect(await orderedTo(fill)).toEqual({ shown: zone, stored: [zone] });
});

const give = (reader: Reader, donation: { process: string; dollars: number }) =>
  reader.browser.post('/api/cart', { type: 'membership', item: { donation } });

test('a donation is stored with its own zone whatever its form says', { tags: ['§9.shipping.4'] }, async () => {
  const reader = shop.reader();
  const form = { name: 'Don Ator', email: 'don@example.org', address: null, total: 500, customer: 'add-card' };
  const body = { cart: { donation: { process: 'monthly-init', dollars: 5 } }, form, shipcode: 'a' };
  const begun = v.parse(Begun, await (await reader.browser.post(`/api/donate?captcha=${await reader.browser.captcha()}`, body)).json());
  await reader.pay({ intent: begun.intent, secret: begun.keys.secret });
  await reader.status(begun.intent);
  const [order] = await shop.deps.db.order.findMany({ where: { intentId: begun.intent } });
  expect(order?.shipcode).toBe('c');
});

const Begun = v.object({ intent: v.string(), keys: v.object({ secret: v.string() }) });

test('a coupon is tried in the default zone where nobody chose one, and an account without an address has it', async () => {
  const { reader } = await subscriber(shop);
  const subscription = { renewal: false, medium: 'print', level: 'low', term: '1year', coupon: null };
  await reader.browser.post('/api/cart', { type: 'membership', item: { subscription } });
  const put = await reader.browser.post('/api/cart', { type: 'coupon', code: 'dust' });
  expect([put.status, (await reader.cart()).totals.b.discount]).toEqual([200, 900]);
  expect((await reader.cart()).membership?.item.deliverable).toBe('print-b');
  expect(await (await reader.browser.get('/api/account/subscriber')).json()).toMatchObject({ subscriber: { account: { shipcode: 'b' } } });
});

test('an invoice without an address is for the default zone', async () => {
  const goods = [{ item: 'digital-product', ref: 'prd:atlas-of-small-differences', quantity: 1 }] as const;
  const { token } = await writeInvoice(shop, { giftees: [], goods: [...goods] });
  expect(await (await shop.browser().get(`/api/page/invoice?token=${token}`)).json()).toMatchObject({ invoice: { shipcode: 'b' } });
});

test('a level has one name, which whatever is said of it has', async () => {
  const texts = (await catalogues()).flatMap(({ source }) => [...source.matchAll(/'([\w-]+\.[\w-]+)': '(Standard|Solidarity)'/g)]);
  expect(texts.length).toBeGreaterThan(3);
  const reader = shop.reader();
  const page = v.parse(PageData, await (await reader.browser.get('/api/page/front')).json());
  for (const [, text = '', name = ''] of texts) expect(page.publication.messages).toHaveProperty([text], LEVELS[name]);
  for (const [level, name] of [
    ['low', 'Plain'],
    ['high', 'Generous'],
  ]) {
    const subscription = { renewal: false, medium: 'digital', level, term: '1year', coupon: null };
    await reader.browser.post('/api/cart', { type: 'membership', item: { subscription } });
    expect((await reader.cart()).billing.b[0]?.detail).toBe(`Digital, ${name}, 1 year (4 issues)`);
  }
});

const LEVELS: Record<string, string> = { Standard: 'Plain', Solidarity: 'Generous' };

test('no remote has a word of the sample among its texts', async () => {
  // What the specification calls the levels, a remote says where a service names none; and no text has it in a
  // sentence.
  const withoutLevels = (source: string) => source.replaceAll(/': '(Standard|Solidarity)'/g, '');
  for (const { file, source } of await catalogues()) expect([file, sampleIn(withoutLevels(source))]).toEqual([file, undefined]);
});

test('whichever of its texts a remote names a zone with, the messages of every page bring the name', async () => {
  const texts = (await catalogues()).flatMap(({ source }) => [...source.matchAll(/'([\w-]+\.zone_([abc]))'/g)]);
  expect(texts.length).toBeGreaterThan(0);
  const page = v.parse(PageData, await (await shop.browser().get('/api/page/front')).json());
  for (const [, text = '', zone = ''] of texts) expect(page.publication.messages).toHaveProperty([text], ZONES[zone]);
});

test('a publication whose receipts and invoices cannot be told apart is refused, and one whose country lacks its states', async () => {
  const parts = { identity: undefined, prices: undefined, donation_tiers: [], products: [], issues: [], coupons: [], articles: [] };
  const { zones } = shop.deps.publication.cached();
  expect(checkPublication({ ...parts, zones })).toEqual([]);
  expect(checkPublication({ ...parts, zones: { ...zones, states: {} } })).toEqual([
    'zones.json: states.AU must be there: an address in AU needs a state',
  ]);
  const { zones: _zones, prices: _prices, coupons: _coupons, ...identity } = shop.deps.publication.cached();
  const settings = { ...identity.settings, receipt_prefix: 'KIN' };
  expect(checkPublication({ ...parts, zones, identity: { ...identity, settings } })).toEqual([
    'publication.json: settings.receipt_prefix must differ from invoice_prefix',
  ]);
});
