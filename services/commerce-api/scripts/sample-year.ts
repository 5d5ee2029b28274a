// The year behind a sample of a magazine, and its last day: who does what, and when. Everything goes the way that
// readers and staff go.
import { Cart } from '@newsstand/contracts/cart';
import { CheckoutResult, CheckoutStatus } from '@newsstand/contracts/checkout';
import { DeskFound } from '@newsstand/contracts/desk-find';
import { DeskImport, ImportUploaded } from '@newsstand/contracts/desk-imports';
import { DeskInvoice, InvoiceWritten } from '@newsstand/contracts/desk-invoices';
import { SigninStarted } from '@newsstand/contracts/access';
import { BatchMade, DeskBatch, DeskParcelNow } from '@newsstand/contracts/desk-parcels';
import { DeskPost, labelCode, PostListsMade, PostReturned } from '@newsstand/contracts/desk-post';
import { DeskReader } from '@newsstand/contracts/desk-reader';
import { Refunded, type RefundOrder } from '@newsstand/contracts/desk-refund';
import { DeskClosing } from '@newsstand/contracts/desk-reports';
import { DeskGood } from '@newsstand/contracts/desk-stock';
import { PaymentSetup } from '@newsstand/contracts/payment-info';
import { SubscriptionSettings } from '@newsstand/contracts/upgrade-endpoints';
import { fromBrowser } from '@newsstand/dev-services/stripe/testing';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import * as v from 'valibot';
import { letterText } from '../src/letters/letter-text.ts';
import { runImports } from '../src/readers/imports/run-imports.ts';
import { uuidv7 } from '../src/platform/db/uuidv7.ts';
import { DAY } from '../src/platform/duration.ts';
import type { Browser } from '../test/browser.ts';
import { GIFTS, GIVERS, NOTES, ORDERS, REGULARS, SUBSCRIBERS, type Person } from './sample-people.ts';
import { ask, type World } from './sample-world.ts';

/** How many days the year has that is lived: 13 months. */
export const LIVED = 396;

const CARDS = { good: '4242424242424242', failsLater: '4000000000000341' };
const PASSWORD = { password: 'a ferry at dawn', confirm: 'a ferry at dawn' };

/** Something that happens so many days before the end. */
type Happening = { ago: number; happens: (world: World) => Promise<unknown> };

/** Lives the year, up to `end`, and says what it is about to do. */
export async function liveYear(world: World, end: Date, say: (line: string) => void): Promise<void> {
  const coming = [...readersOf(), ...staffOf(end)].sort((one, other) => other.ago - one.ago);
  let month = '';
  for (let next = coming.shift(); next !== undefined; next = coming.shift()) {
    const released = await world.until(new Date(end.getTime() - next.ago * DAY));
    const today = (end.getTime() - world.now().getTime()) / DAY;
    for (const issue of released) {
      coming.push({ ago: today - 1, happens: (world) => printLabels(world, issue) });
      coming.push({ ago: today - 19.2, happens: (world) => takeReturns(world, issue) });
    }
    coming.sort((one, other) => other.ago - one.ago);
    const now = world.now().toLocaleDateString('en-US', { month: 'long', year: 'numeric' });
    if (now !== month) say(`${(month = now)} …`);
    await next.happens(world);
  }
  await world.until(end);
}

function one(index: number): Person {
  const person = REGULARS[index];
  if (person === undefined) throw new Error(`nobody is the ${index}th of the readers`);
  return person;
}

/** What readers do. */
function readersOf(): Happening[] {
  const subscribed = REGULARS.slice(0, 30).map((person, index): Happening => {
    const level = index % 4 === 2 ? 'high' : 'low';
    const term = index % 9 === 4 ? '2year' : '1year';
    const coupon = index % 5 === 3 && level === 'low' && term === '1year' ? 'FIRSTLANDING' : null;
    const subscription = { medium: index % 3 === 1 ? 'digital' : 'print', level, term, coupon };
    // A dozen in the first weeks, so that their year is over.
    const ago = index < 12 ? 392.3 - index * 3.9 : 345.4 - (index - 11) * 14.6;
    return { ago, happens: (world) => subscribe(world, person, subscription, index % 3 === 0) };
  });
  const recent = SUBSCRIBERS.map(({ person, ...choice }, index): Happening => {
    return { ago: 62.2 - index * 3.6, happens: (world) => subscribe(world, person, { coupon: null, ...choice }, index % 2 === 0) };
  });
  const bought = Array.from({ length: 24 }, (_, index): Happening => {
    const [item = '', ref = ''] = (SHELF[index % SHELF.length] ?? '').split(' ');
    return {
      ago: 381.6 - index * 15.9,
      happens: (world) => buy(world, one(30 + (index % 10)), { type: 'add', item: { item, ref, quantity: 1 + (index % 4 === 1 ? 1 : 0) } }),
    };
  });
  const gifts = [352.4, 346.2, 341.5, 201.3, 190.4, 20.2].map((ago, index): Happening => {
    const gift = { deliverable: index % 2 === 0 ? 'print-a' : 'digital', level: 'low', term: '1year', quantity: 1 };
    return { ago, happens: (world) => give(world, one(40 + index), { ...gift, coupon: index === 2 ? 'POSTCARD' : null }) };
  });
  const sampleGifts = GIFTS.map(({ person, recipient, ...gift }, index): Happening => {
    return { ago: 15.3 - index * 5.1, happens: (world) => give(world, person, { coupon: null, ...gift }, recipient) };
  });
  const donations = [
    ...[379.2, 250.3].map((ago, index) => ({ ago, person: one(46 + index), process: 'monthly-init', dollars: 15 - index * 5 })),
    ...[347.5, 300.2, 163.4, 121.1].map((ago, index) => {
      return { ago, person: one(48 + index), process: 'onetime', dollars: [300, 25, 60, 500][index] ?? 0 };
    }),
    ...GIVERS.map((giver, index) => ({ ago: 41.2 - index * 29, ...giver })),
  ].map(({ ago, person, ...donation }): Happening => {
    return { ago, happens: (world) => buy(world, person, { type: 'membership', item: { donation } }) };
  });
  const lists = Array.from({ length: 9 }, (_, index): Happening => {
    return { ago: 362.7 - index * 43.3, happens: (world) => joinList(world, one(20 + index * 4), index % 4 !== 3) };
  });
  return [
    ...subscribed,
    ...recent,
    ...bought,
    ...gifts,
    ...sampleGifts,
    ...donations,
    ...lists,
    { ago: 330.3, happens: (world) => redeem(world, one(40), one(52), 'print-a') },
    { ago: 319.6, happens: (world) => redeem(world, one(41), one(53), 'digital') },
    { ago: 184.5, happens: (world) => redeem(world, one(43), one(54), 'digital') },
    { ago: 300.4, happens: (world) => upgrade(world, one(1)) },
    { ago: 100.6, happens: (world) => putCard(world, one(6), CARDS.failsLater) },
    ...[8, 16, 22, 24].map((index, place) => ({
      ago: [262.6, 171.3, 77.4, 60.2][place] ?? 1,
      happens: (world: World) => renewTakenOver(world, index),
    })),
    ...[2, 5, 8].map((index) => ({ ago: 70.5 - index * 6.2, happens: (world: World) => renew(world, one(index), index) })),
  ];
}

/** Of what is in the store all year. */
const SHELF = [
  'basic-product prd:tide-table-print',
  'basic-product prd:nothing-to-declare-tote',
  'print-issue iss:8',
  'basic-product prd:harbour-mug',
  'sized-product sze:last-boat-tee-m',
  'digital-issue iss:7',
  'basic-product prd:field-guide-to-edges',
  'basic-product prd:chart-bandana',
];

/** What staff do, beside what follows an issue. */
function staffOf(end: Date): Happening[] {
  const parcels = Array.from({ length: 64 }, (_, index): Happening => ({ ago: 388.1 - index * 6.03, happens: sendParcels }));
  const closings = Array.from({ length: 12 }, (_, index): Happening => {
    const [year, month] = [end.getUTCFullYear(), end.getUTCMonth() - 13 + index];
    const closed = new Date(Date.UTC(year, month + 1, 4, 15));
    const named = new Date(Date.UTC(year, month, 1)).toISOString().slice(0, 7);
    return { ago: (end.getTime() - closed.getTime()) / DAY, happens: (world) => close(world, named) };
  });
  return [
    ...parcels,
    ...closings.filter(({ ago }) => ago < LIVED),
    { ago: 394.4, happens: takeOverOldList },
    { ago: 310.5, happens: (world) => moveStock(world, 'restock', 12) },
    { ago: 205.1, happens: (world) => moveStock(world, 'loss', 1) },
    { ago: 365.5, happens: (world) => payBack(world, one(31), 'card') },
    { ago: 200.5, happens: (world) => payBack(world, one(13), 'card') },
    { ago: 170.6, happens: (world) => payBack(world, one(44), 'check') },
    { ago: 160.4, happens: (world) => dispute(world, one(20)) },
    { ago: 262.3, happens: (world) => invoice(world, LIBRARIES.lakeside) },
    { ago: 240.2, happens: (world) => recordCheck(world, LIBRARIES.lakeside) },
    { ago: 55.3, happens: (world) => invoice(world, LIBRARIES.northSound) },
    { ago: 210.2, happens: comp },
  ];
}

/** Adds to a cart, checks it out and pays it; answers the intent. */
async function buy(world: World, person: Person, add: object, more: object = {}, reader = world.reader()): Promise<string> {
  const { totals } = v.parse(Cart, await ask(reader, '/api/cart', add));
  const form = { name: person.name, email: person.email, address: person.address, total: totals[person.shipcode].total, ...more };
  const result = v.parse(CheckoutResult, await ask(reader, `/api/cart/checkout?captcha=none`, form));
  if (result.type !== 'started' && result.type !== 'updated') throw new Error(`the check-out of ${person.name} answered ${result.type}`);
  await pay(world, reader, result);
  return result.intent;
}

async function pay({ emulator }: World, reader: Browser, { intent, keys }: { intent: string; keys: { secret: string } }): Promise<void> {
  await fromBrowser(emulator, `/v1/payment_intents/${intent}/confirm`, { client_secret: keys.secret, ...card(CARDS.good) });
  const { status } = v.parse(CheckoutStatus, await ask(reader, `/api/checkout/${intent}`));
  if (status !== 'completed') throw new Error(`an order is ${status}`);
}

const card = (number: string) => ({
  'payment_method_data[type]': 'card',
  'payment_method_data[card][number]': number,
  'payment_method_data[card][exp_month]': '12',
  'payment_method_data[card][exp_year]': '2034',
  'payment_method_data[card][cvc]': '123',
});

function subscribe(world: World, person: Person, choice: object, autorenew: boolean): Promise<string> {
  const subscription = { renewal: false, shipcode: person.shipcode, ...choice };
  const isForLife = 'term' in choice && choice.term === 'lifetime';
  const more = { password: PASSWORD, ...(!isForLife && { autorenew }) };
  return buy(world, person, { type: 'membership', item: { subscription } }, more);
}

function give(world: World, person: Person, gift: object, recipient?: Pick<Person, 'name' | 'address'>): Promise<string> {
  const sent = recipient && { recipient_name: recipient.name, recipient_address: recipient.address };
  return buy(world, person, { type: 'membership', item: { giftsubs: [gift] } }, { ...sent });
}

async function logIn(world: World, { email }: Person): Promise<Browser> {
  const reader = world.reader();
  await ask(reader, '/api/access/login', { email, password: PASSWORD.password });
  return reader;
}

async function renew(world: World, person: Person, index: number): Promise<void> {
  const { shipcode } = person;
  const coupon = index === 5 ? 'STAYLONGER' : null;
  const subscription = { renewal: true, medium: index === 5 ? 'print' : 'digital', level: 'low', term: '1year', coupon, shipcode };
  await buy(world, person, { type: 'membership', item: { subscription } }, {}, await logIn(world, person));
}

/** By the link that stands on the giver's receipt. */
async function redeem(world: World, giver: Person, { name, email, address, shipcode }: Person, deliverable: string): Promise<void> {
  const { token } = await world.deps.db.gift.findFirstOrThrow({ where: { orderId: (await orderOf(world, giver)).id } });
  const form = { name, email, address, total: 0, password: PASSWORD };
  const reader = world.reader();
  const asked = { form, shipcode, subscription: { token, deliverable } };
  await ask(reader, `/api/subscribe/redeem?token=${token}&captcha=none`, asked);
}

/** What is read online comes in print from now on. */
async function upgrade(world: World, person: Person): Promise<void> {
  const { db } = world.deps;
  const reader = await logIn(world, person);
  const { id } = await db.account.findFirstOrThrow({ where: { email: person.email } });
  const { token } = await db.subscription.findFirstOrThrow({ where: { ownerId: id } });
  const settings = v.parse(SubscriptionSettings, await ask(reader, `/api/account/subscriptions/${token}`));
  const { name, email, address, shipcode } = person;
  const total = settings.upgrade.options.low_prices.a.amount;
  const asked = {
    form: { name, email, address, total },
    shipcode,
    subscription: { token, deliverable: 'print-a', level: 'low' },
    versions: {},
  };
  const answer = await ask(reader, `/api/account/subscriptions/update?captcha=none`, asked);
  await pay(world, reader, v.parse(UpgradePayable, answer).checkout);
}
const UpgradePayable = v.object({ checkout: v.object({ intent: v.string(), keys: v.object({ secret: v.string() }) }) });

/** A card that was fine when it was put on record. */
async function putCard(world: World, person: Person, number: string): Promise<void> {
  const reader = await logIn(world, person);
  const { secret } = v.parse(PaymentSetup, await ask(reader, '/api/account/card')).keys;
  const [intent = ''] = secret.split('_secret_');
  await fromBrowser(world.emulator, `/v1/setup_intents/${intent}/confirm`, { client_secret: secret, ...card(number) });
  await ask(reader, '/api/account/card', { setup_intent: intent });
}

/** Somebody asks to be on the list, and presses the button of the letter that comes, or does not. */
async function joinList(world: World, { email }: Person, follows: boolean): Promise<void> {
  const reader = world.reader();
  await ask(reader, `/api/list/signup?captcha=none`, { email });
  await world.postNothing();
  const button = world.letterTo(email)?.blocks.find((block) => block.type === 'button');
  if (button === undefined) throw new Error(`${email} was not asked whether they want to be on the list`);
  const { pathname, search } = new URL(button.url);
  if (follows) await reader.postForm(`${pathname}${search}`, {});
}

/** The best of the readers that the desk finds by a scrap. */
async function find(staff: Browser, scrap: string): Promise<string> {
  const [found] = v.parse(DeskFound, await ask(staff, `/api/desk/find?q=${encodeURIComponent(scrap)}`)).readers;
  if (found === undefined) throw new Error(`the desk does not find ${scrap}`);
  return found.owner;
}

/** All that is to be sent is packed and sent, one slip after the other. */
async function sendParcels(world: World): Promise<void> {
  const shop = await world.staff('shop');
  const made = await shop.post('/api/desk/parcels/batches', { action: uuidv7(), most: 100 });
  if (made.status === 409) return;
  const { number } = v.parse(BatchMade, await made.json());
  const { parcels } = v.parse(DeskBatch, await ask(shop, `/api/desk/parcels/batches/${number}`));
  for (const [index, { code }] of parcels.entries()) {
    const { parcel } = v.parse(DeskParcelNow, await ask(shop, `/api/desk/parcels/${code}`));
    const tracking = `9400 1000 ${String(1000 + (number ?? 0))} ${String(1000 + index)}`;
    await ask(shop, `/api/desk/parcels/${code}/sent`, { action: uuidv7(), version: parcel.version, carrier: 'USPS', tracking });
  }
}

/** The issue's lists are made, and their labels printed. */
async function printLabels(world: World, issue: number): Promise<void> {
  const circulation = await world.staff('circulation');
  const { lists } = v.parse(DeskPost, await ask(circulation, `/api/desk/issues/${issue}/post`));
  const route = `/api/desk/issues/${issue}/lists`;
  const made = v.parse(PostListsMade, await ask(circulation, route, { action: uuidv7(), lists: lists.length }));
  for (const { shipcode, part, last, labels } of made.lists) {
    const sheet = { action: uuidv7(), shipcode, part, as: '5160', from: 1, to: last, skip: 0, dx: 0, dy: 0 };
    if (labels > 0) await ask(circulation, `${route}/export`, sheet);
  }
}

/** Two copies come back; where one reader has moved to is found out, and it is sent again. */
async function takeReturns(world: World, issue: number): Promise<void> {
  const circulation = await world.staff('circulation');
  const owners: string[] = [];
  for (const number of [2, 5]) {
    const label = labelCode({ issue, shipcode: 'a', part: 1, number });
    const answer = await circulation.post('/api/desk/post/returned', { action: uuidv7(), label });
    // So few were posted.
    if (answer.status === 404) return;
    owners.push(v.parse(PostReturned, await answer.json()).owner);
  }
  const [moved = ''] = owners;
  const { addresses } = v.parse(DeskReader, await ask(circulation, `/api/desk/readers/${moved}`));
  const address = { line1: `${issue * 12} Oak Avenue`, line2: '', city: 'Akron', state: 'OH', postcode: '44301', country: 'US' };
  const change = { action: uuidv7(), reason: 'came-back', version: addresses[0]?.version ?? '', address };
  await ask(circulation, `/api/desk/readers/${moved}/address/a`, change);
  await printLabels(world, issue);
}

async function moveStock(world: World, kind: 'restock' | 'loss', pieces: number): Promise<void> {
  const shop = await world.staff('shop');
  const route = `/api/desk/stock/basic-product/${encodeURIComponent('prd:harbour-mug')}`;
  const { good } = v.parse(DeskGood, await ask(shop, route));
  await ask(shop, `${route}/moves`, { action: uuidv7(), kind, pieces, stock: good.stock, held: good.held, note: '' });
}

const orderOf = (world: World, { email }: Person) =>
  world.deps.db.order.findFirstOrThrow({ where: { email, state: { in: ['paid', 'fulfilled'] } }, orderBy: { created: 'desc' } });

/** All of the first line of what somebody bought last; where it is more than one may, another one allows it. */
async function payBack(world: World, person: Person, method: RefundOrder['method']): Promise<void> {
  const { id } = await orderOf(world, person);
  const service = await world.staff('service');
  const lines = [{ ordinal: 0, quantity: 1, amount: null, came_back: false }];
  const asked = { reason: 'asked', note: '', method, reference: method === 'check' ? 'C-1042' : '', lines, shipping: 0, redeemed: 'keep' };
  const route = `/api/desk/orders/${id}/refunds`;
  const { plan } = v.parse(Refunded, await ask(service, `${route}?dry`, { action: uuidv7(), version: '', ...asked }));
  const { refund } = v.parse(Refunded, await ask(service, route, { action: uuidv7(), version: plan.version, ...asked }));
  if (refund?.state !== 'to-approve') return;
  await ask(await world.staff('accountant'), `/api/desk/refunds/${refund.id}/approve`, { action: uuidv7(), approved: true });
}

/** A bank takes back what was paid for a subscription, and keeps it: the desk ends what it was for. */
async function dispute(world: World, person: Person): Promise<void> {
  const { intentId } = await orderOf(world, person);
  const { control } = world.emulator;
  const taken = control.dispute(intentId ?? '');
  await world.until(new Date(world.now().getTime() + DAY));
  control.closeDispute(taken, 'lost');
  await world.until(new Date(world.now().getTime() + DAY));
  const service = await world.staff('service');
  const asked = { reason: 'asked', lines: [{ ordinal: 0, quantity: 1 }] };
  const route = `/api/desk/money-back/${taken}/decide`;
  const { plan } = v.parse(Refunded, await ask(service, `${route}?dry`, { action: uuidv7(), version: '', ...asked }));
  await ask(service, route, { action: uuidv7(), version: plan.version, ...asked });
}

const comp = async (world: World) =>
  ask(await world.staff('circulation'), '/api/desk/comps', {
    action: uuidv7(),
    reason: 'courtesy',
    deliverable: 'digital',
    level: 'low',
    term: '1year',
    issues: null,
    name: 'Nils Aaberg',
    email: 'nils.aaberg@example.org',
    address: null,
  });

const library = (billed_to: string, name: string, email: string, city: string, state: string, postcode: string, reference: string) => ({
  billed_to,
  name,
  email,
  address: { line1: '400 College Avenue', line2: 'Serials', city, state, postcode, country: 'US' },
  term: 30,
  accepted_payments: 'any',
  reference,
  membership: { medium: 'print', level: 'low', term: '1year', copies: 2 },
  goods: [],
});
const LIBRARIES = {
  lakeside: library('Lakeside Public Library', 'June Okafor', 'serials@lakeside.example.org', 'Erie', 'PA', '16501', 'PO 4471'),
  northSound: library('North Sound Academy', 'Pell Hargrove', 'library@northsound.example.org', 'Everett', 'WA', '98201', 'PO 88-12'),
  harbour: library('Harbour College Library', 'Wren Aldous', 'serials@harbour-college.example.org', 'Ithaca', 'NY', '14850', 'PO 2026-118'),
};
type Library = ReturnType<typeof library>;

const invoice = async (world: World, to: Library) =>
  v.parse(InvoiceWritten, await ask(await world.staff('accountant'), '/api/desk/invoices', { action: uuidv7(), ...to }));

async function recordCheck(world: World, { billed_to }: Library): Promise<void> {
  const { number } = await world.deps.db.invoice.findFirstOrThrow({ where: { billedTo: billed_to } });
  const accountant = await world.staff('accountant');
  const route = `/api/desk/invoices/${number}`;
  const { version, total } = v.parse(DeskInvoice, await ask(accountant, route));
  const received = world.now().toISOString().slice(0, 10);
  await ask(accountant, `${route}/payment`, { action: uuidv7(), version, method: 'check', amount: total, received, reference: '20417' });
}

async function close(world: World, month: string): Promise<void> {
  const accountant = await world.staff('accountant');
  const { version } = v.parse(DeskClosing, await ask(accountant, `/api/desk/closings/${month}`));
  await ask(accountant, `/api/desk/closings/${month}`, { action: uuidv7(), version });
}

/** The subscribers of the system before, with which the magazine began: each is owed some issues. */
const BEFORE = REGULARS.slice(0, 26).map(({ name, address }, index) => {
  const [first] = name.split(' ');
  const [, last = ''] = one((index + 23) % REGULARS.length).name.split(' ');
  const line1 = `${20 + index * 9} ${address.line1.replace(/^\d+ /, '')}`;
  const email = `${first}.${last}@example.org`.toLowerCase();
  return { name: `${first} ${last}`, email, shipcode: 'a' as const, address: { ...address, line1 }, left: 1 + (index % 7) };
});

async function takeOverOldList(world: World): Promise<void> {
  const head = 'legacy_id,name,email,line1,city,state,postcode,country,medium,issues_left,value_left';
  const rows = BEFORE.map(({ name, email, address: { line1, city, state, postcode, country }, left }, index) =>
    [4100 + index, name, index % 2 === 0 ? email : '', line1, city, state, postcode, country, 'print', left, `${13 * left}.00`].join(','),
  );
  await takeOver(world, 'subscribers-of-before', new TextEncoder().encode([head, ...rows].join('\n')));
}

/** Who was taken over comes by a mailed code, finds their subscription, and renews it. */
async function renewTakenOver(world: World, index: number): Promise<void> {
  const person = BEFORE[index];
  if (person === undefined) throw new Error(`nobody was the ${index}th of the old list`);
  const reader = world.reader();
  const { token } = v.parse(SigninStarted, await ask(reader, '/api/access/signin', { email: person.email }));
  await world.postNothing();
  const letter = world.letterTo(person.email);
  const [code = ''] = /\b\d{6}\b/.exec(letter ? letterText(letter) : '') ?? [];
  await ask(reader, '/api/access/signin/verify', { token, password: code });
  const subscription = { renewal: true, medium: 'print', level: 'low', term: '1year', coupon: null, shipcode: person.shipcode };
  await buy(world, person, { type: 'membership', item: { subscription } }, {}, reader);
}

/** A file of another system's readers: read, checked with what is guessed of its columns, and applied. */
async function takeOver(world: World, name: string, body: Uint8Array<ArrayBuffer>): Promise<void> {
  const circulation = await world.staff('circulation');
  const query = new URLSearchParams({ action: uuidv7(), name: `${name}.csv`, source: name });
  const sent = await circulation.send('POST', `/api/desk/imports?${query.toString()}`, body, { 'Content-Type': 'text/csv' });
  const { id } = v.parse(ImportUploaded, await sent.json());
  const read = async () => {
    await runImports(world.deps);
    return v.parse(DeskImport, await ask(circulation, `/api/desk/imports/${id}`));
  };
  const { columns } = await read();
  await ask(circulation, `/api/desk/imports/${id}/check`, { action: uuidv7(), columns });
  const { counts } = await read();
  await ask(circulation, `/api/desk/imports/${id}/apply`, { action: uuidv7(), rows: (counts?.new ?? 0) + (counts?.changed ?? 0) });
  const { state, failure } = await read();
  if (state !== 'applied') throw new Error(`${name} is ${state}: ${failure}`);
}

/** What waits for somebody at the desk today. */
export async function liveToday(world: World): Promise<void> {
  const intents: string[] = [];
  for (const { person, ...item } of ORDERS) intents.push(await buy(world, person, { type: 'add', item }));
  // As somebody does in the provider's dashboard, who does not know the desk.
  world.emulator.control.refund(intents[0] ?? '');
  const house = await readFile(path.join(import.meta.dirname, '../samples/fulfilment-house.csv'));
  await takeOver(world, 'fulfilment-house', new Uint8Array(house));
  await invoice(world, LIBRARIES.harbour);
  const service = await world.staff('service');
  for (const { name, text } of NOTES) {
    await ask(service, `/api/desk/readers/${await find(service, name)}/notes`, { action: uuidv7(), text });
  }
}
