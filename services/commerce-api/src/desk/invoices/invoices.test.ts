import {
  DeskInvoice,
  DeskInvoices,
  InvoiceActed,
  InvoiceGoods,
  InvoiceWritten,
  type ListedInvoice,
} from '@newsstand/contracts/desk-invoices';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser } from '../../../test/browser.ts';
import { createDeskTestApp, type DeskApp } from '../../../test/desk.ts';
import { compose } from '../../../test/letter.ts';
import { lettersTo } from '../../../test/reader.ts';
import { HOME } from '../../../test/subscriber.ts';
import { letterText } from '../../letters/letter-text.ts';
import { uuidv7 } from '../../platform/db/uuidv7.ts';

let service: DeskApp;
let felix: Browser;
beforeAll(async () => {
  service = await createDeskTestApp();
  felix = await service.as('accountant');
});
afterAll(() => service.close());

const { state_name: _state, country_name: _name, country_code: country, ...street } = HOME;
let written = 0;
const wish = (own: object = {}) => ({
  action: uuidv7(),
  billed_to: `Kowalska Library ${(written += 1)}`,
  name: 'Anna Kowalska',
  email: `library-${written}@example.org`,
  address: { ...street, country },
  term: 30,
  accepted_payments: 'any',
  membership: { medium: 'print', level: 'high', term: '1year', copies: 2 },
  goods: [],
  ...own,
});
const post = (path: string, body: object, who = felix) => who.post(`/api/desk/invoices${path}`, body);
async function write(own: object = {}) {
  const body = wish(own);
  const response = await post('', body);
  expect(response.status).toBe(200);
  const { number, total } = v.parse(InvoiceWritten, await response.json());
  return { number: number ?? '', total, email: body.email };
}
const page = async (number: string) => v.parse(DeskInvoice, await (await felix.get(`/api/desk/invoices/${number}`)).json());
const record = async (number: string, own: object = {}) => {
  const { version, total } = await page(number);
  return {
    action: uuidv7(),
    version,
    method: 'check',
    amount: total,
    received: new Date().toISOString().slice(0, 10),
    reference: '4711',
    ...own,
  };
};
const count = () => service.deps.db.invoice.count();

test('an invoice is tried, which writes nothing, and then written once and mailed, however often it is sent', async () => {
  const body = wish();
  const before = [await count(), (await service.deps.db.publication.findFirstOrThrow({ where: { id: 'main' } })).invoiceNumber];
  const tried = v.parse(InvoiceWritten, await (await post('?dry', body)).json());
  expect([tried.number, tried.total > 0, tried.letter]).toEqual([null, true, body.email]);
  expect([await count(), (await service.deps.db.publication.findFirstOrThrow({ where: { id: 'main' } })).invoiceNumber]).toEqual(before);
  expect(await lettersTo(service, body.email)).toEqual([]);
  const answers = await Promise.all(Array.from({ length: 5 }, () => post('', body)));
  const numbers = await Promise.all(answers.map(async (answer) => v.parse(InvoiceWritten, await answer.json()).number));
  expect([new Set(numbers).size, await count()]).toEqual([1, Number(before[0]) + 1]);
  expect(await lettersTo(service, body.email)).toEqual(['invoice']);
  const shown = await page(numbers[0] ?? '');
  expect(shown).toMatchObject({
    billed_to: body.billed_to,
    state: 'open',
    total: tried.total,
    lines: tried.lines,
    paid: null,
    order: null,
  });
});

test('what is wrong with an invoice is said by its field, and nothing is written', async () => {
  const before = await count();
  const wrong = wish({ address: null, goods: [{ item: 'print-issue', ref: 'iss:9999', quantity: 1 }] });
  const answer = await post('', wrong);
  expect(answer.status).toBe(422);
  const { errors } = v.parse(v.object({ errors: v.record(v.string(), v.string()) }), await answer.json());
  expect(Object.keys(errors)).toEqual(expect.arrayContaining(['goods[0].ref']));
  const toldOf = async (own: object) => {
    const refused = await post('?dry', wish(own));
    return v.parse(v.object({ errors: v.record(v.string(), v.string()) }), await refused.json()).errors;
  };
  // In a clerk's words, not in those of a file.
  expect(await toldOf({ membership: null })).toEqual({
    membership: 'Choose a subscription or add a good: there is nothing to pay for yet.',
  });
  const bad = { billed_to: '', email: 'anna', term: 1.5, membership: { medium: 'print', level: 'high', term: '1year', copies: 0 } };
  expect(await toldOf(bad)).toEqual({
    billed_to: 'Type this.',
    email: 'Type an e-mail address, such as anna@example.org.',
    term: 'Type a whole number of days, from 0 to 365.',
    'membership.copies': 'Type a whole number, 1 or more.',
  });
  // All of an address that is not there is one thing that is missing.
  expect(await toldOf({ address: null })).toEqual({ address: 'Print, and goods that are posted, need an address: type where they go.' });
  expect(await toldOf({ address: { ...street, country, line1: '' } })).toEqual({ 'address.line1': 'Must not be blank.' });
  expect(await count()).toBe(before);
  const goods = v.parse(InvoiceGoods, await (await felix.get('/api/desk/invoice-goods')).json());
  expect(goods.goods.length).toBeGreaterThan(0);
});

test('a check is recorded once: who sends it twice is answered alike, who was shown the invoice before is told', async () => {
  const { number, email } = await write();
  const body = await record(number);
  expect((await post(`/${number}/payment?dry`, body)).status).toBe(200);
  expect((await page(number)).state).toBe('open');
  const answers = await Promise.all(Array.from({ length: 5 }, () => post(`/${number}/payment`, body)));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  expect((await post(`/${number}/payment`, { ...body, action: uuidv7() })).status).toBe(409);
  const paid = await page(number);
  expect(paid).toMatchObject({ state: 'paid', paid: { method: 'check', reference: '4711', by: 'Felix' } });
  expect(paid.order).not.toBeNull();
  expect(paid.history.map(({ verb, who }) => [verb, who])).toEqual([
    ['recordPayment', 'Felix'],
    ['writeInvoice', 'Felix'],
  ]);
  expect(await lettersTo(service, email)).toContain('receipt');
});

test('who tries to record a check is told whether a card payment was begun, which it would cancel', async () => {
  const { number } = await write();
  const tried = async () => v.parse(InvoiceActed, await (await post(`/${number}/payment?dry`, await record(number))).json()).card;
  expect(await tried()).toBe(false);
  const order = { invoice: { number: Number(number.split('-').at(-1)) } };
  expect(await service.deps.db.order.updateMany({ where: order, data: { intentId: `pi_${uuidv7()}` } })).toEqual({ count: 1 });
  expect(await tried()).toBe(true);
});

test('another sum, and a day that has not come, are refused beside their field, before and when it is done; nothing is written down', async () => {
  const { number } = await write();
  for (const wrong of [{ amount: 1 }, { received: '2099-01-01' }]) {
    const body = await record(number, wrong);
    for (const how of ['?dry', '']) expect([wrong, (await post(`/${number}/payment${how}`, body)).status]).toEqual([wrong, 422]);
  }
  // In the words of the program, less the name of its option.
  expect(await (await post(`/${number}/payment`, await record(number, { received: '2099-01-01' }))).json()).toMatchObject({
    errors: { received: expect.stringMatching(/^1\.1\.2099 has not come yet: /) },
    codes: { received: { code: 'desk.received_later', values: { day: '1.1.2099' } } },
  });
  expect(await page(number)).toMatchObject({ state: 'open', history: [{ verb: 'writeInvoice' }] });
});

test('a check is recorded, and put right, by its number; a wire may have none', async () => {
  const { number } = await write();
  const without = [422, { errors: { reference: 'Type the number of the check.' } }];
  const answered = async (path: string, body: object) => {
    const answer = await post(`/${number}/${path}`, body);
    return [answer.status, await answer.json()];
  };
  const blank = await record(number, { reference: ' ' });
  for (const path of ['payment?dry', 'payment']) expect(await answered(path, blank)).toMatchObject(without);
  expect(await page(number)).toMatchObject({ state: 'open', paid: null });
  expect((await answered('payment', await record(number, { method: 'wire', reference: '' })))[0]).toBe(200);
  const { amount: _amount, ...correction } = await record(number, { reference: '' });
  expect(await answered('correction', correction)).toMatchObject(without);
  expect(await page(number)).toMatchObject({ paid: { method: 'wire', reference: null } });
});

test('how a payment came is corrected by who was shown it as it is; a second person is told', { tags: ['ci'] }, async () => {
  const { number } = await write();
  await post(`/${number}/payment`, await record(number));
  const { version } = await page(number);
  const body = { version, method: 'wire', received: new Date().toISOString().slice(0, 10), reference: 'W-1' };
  const answers = [
    await post(`/${number}/correction`, { action: uuidv7(), ...body }),
    await post(`/${number}/correction`, { action: uuidv7(), ...body }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([200, 409]);
  expect(await page(number)).toMatchObject({ paid: { method: 'wire', reference: 'W-1' } });
});

test('an invoice is cancelled where it is not paid; of two at once who cancel and record, one is told', async () => {
  const { number } = await write();
  const { version } = await page(number);
  const cancel = () => post(`/${number}/cancel`, { action: uuidv7(), version });
  expect((await post(`/${number}/cancel?dry`, { action: uuidv7(), version })).status).toBe(200);
  expect((await page(number)).state).toBe('open');
  const both = await Promise.all([cancel(), post(`/${number}/payment`, await record(number))]);
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  const { state, history } = await page(number);
  expect([
    ['paid', 'recordPayment'],
    ['cancelled', 'cancelInvoice'],
  ]).toContainEqual([state, history[0]?.verb]);
  expect(history).toHaveLength(2);
  expect((await cancel()).status).toBe(409);
});

test('whoever has an invoice by mail is told that it is cancelled, once; one whose letter has not gone out goes to nobody', async () => {
  const { db } = service.deps;
  const told = (of: string) => db.outbox.findMany({ where: { kind: 'invoice-cancelled', payload: { path: ['number'], equals: of } } });
  for (const hasGone of [true, false]) {
    const { number } = await write();
    const { id } = await db.invoice.findFirstOrThrow({ where: { number: Number(number.split('-')[1]) } });
    await db.outbox.updateMany({ where: { kind: 'invoice', subject: id }, data: { sent: hasGone ? new Date() : null } });
    const { version, email, email_to } = await page(number);
    const cancel = (dry = '') => post(`/${number}/cancel${dry}`, { action: uuidv7(), version });
    const to = hasGone ? (email_to ?? email) : null;
    expect(await (await cancel('?dry')).json()).toMatchObject({ letter: to });
    expect(await told(number)).toEqual([]);
    const [done, again] = [await cancel(), await cancel()];
    expect([done.status, again.status, await again.json()]).toMatchObject([
      200,
      409,
      { errors: `${number} is cancelled: nothing was changed.`, codes: { code: 'desk.invoice_is_cancelled' } },
    ]);
    const letters = await told(number);
    expect(letters.map(({ recipient }) => recipient)).toEqual(to === null ? [] : [to]);
    const [row] = letters;
    const letter = row && (await compose(service.deps, row));
    if (letter)
      expect(letterText(letter).replaceAll(/\s+/g, ' ')).toMatch(/Invoice \S+ over \$[\d.,]+ is cancelled: please do not pay it\./);
  }
});

test('why an invoice is cancelled is kept, and its letter says it; for some reasons its reader is not written to', async () => {
  const { db } = service.deps;
  const cancelled = async (reason: 'unpaid' | 'deceased', own: object = {}) => {
    const { number } = await write(own);
    const { id } = await db.invoice.findFirstOrThrow({ where: { number: Number(number.split('-')[1]) } });
    await db.outbox.updateMany({ where: { kind: 'invoice', subject: id }, data: { sent: new Date() } });
    const { version, email } = await page(number);
    const tried = await post(`/${number}/cancel?dry`, { action: uuidv7(), version, reason });
    const { letter } = v.parse(InvoiceActed, await tried.json());
    expect((await post(`/${number}/cancel`, { action: uuidv7(), version, reason })).status).toBe(200);
    expect((await page(number)).history[0]).toMatchObject({ verb: 'cancelInvoice', reason });
    const rows = await db.outbox.findMany({ where: { kind: 'invoice-cancelled', subject: id } });
    expect(rows.map(({ recipient }) => recipient)).toEqual(letter === null ? [] : [letter]);
    const written = rows[0] && (await compose(service.deps, rows[0]));
    return { letter, email, text: written ? letterText(written).replaceAll(/\s+/g, ' ') : null };
  };
  const unpaid = await cancelled('unpaid');
  expect([unpaid.letter, unpaid.text]).toEqual([
    unpaid.email,
    expect.stringContaining('Nobody has paid it, and what it was for is not kept'),
  ]);
  expect(await cancelled('deceased')).toMatchObject({ letter: null, text: null });
  // An accounts department has to know all the same, and not why.
  const { letter, text } = await cancelled('deceased', { email_to: 'accounts@library.example' });
  expect([letter, text]).toEqual(['accounts@library.example', expect.stringMatching(/comes in a letter of its own. If you have paid it/)]);
});

test('invoices are listed by how they stand, the newest first, and who may not change them does not', { tags: ['ci'] }, async () => {
  const { db } = service.deps;
  const [open, late, paid] = [await write(), await write(), await write()];
  await db.invoice.updateMany({ where: { number: Number(late.number.split('-')[1]) }, data: { dueDate: new Date('2020-01-01') } });
  await post(`/${paid.number}/payment`, await record(paid.number));
  const list = async (state: string) => {
    const all: ListedInvoice[] = [];
    for (let after: string | null = ''; after !== null;) {
      const answer = await felix.get(`/api/desk/invoices?state=${state}${after === '' ? '' : `&after=${after}`}`);
      const read: DeskInvoices = v.parse(DeskInvoices, await answer.json());
      all.push(...read.invoices);
      after = read.next;
    }
    return all.map(({ number }) => number);
  };
  expect(await list('past-due')).toEqual([late.number]);
  const opened = await list('open');
  expect([opened.includes(open.number), opened.includes(late.number), opened.includes(paid.number)]).toEqual([true, true, false]);
  expect((await list('paid'))[0]).toBe(paid.number);
  const cleo = await service.as('service');
  expect((await cleo.post(`/api/desk/invoices/${open.number}/cancel`, { action: uuidv7(), version: 'open' })).status).toBe(403);
  expect((await felix.get('/api/desk/invoices/EXC-99999')).status).toBe(404);
});

test('an invoice of which money went back names its credit note, with its PDF', { tags: ['ci'] }, async () => {
  const { number } = await write();
  expect((await post(`/${number}/payment`, await record(number))).status).toBe(200);
  const { order, total } = await page(number);
  const paid = await service.deps.db.order.findFirstOrThrow({ where: { number: order } });
  expect((await page(number)).credit_notes).toEqual([]);
  const now = service.deps.clock();
  const refund = {
    id: uuidv7(),
    publicationId: 'main',
    orderId: paid.id,
    method: 'check',
    amount: total,
    state: 'sent',
    creditNumber: 31,
    credited: now,
  };
  await service.deps.db.refund.create({ data: { ...refund, shipping: 0, untold: false, created: now, updated: now } });
  const pdf = '/api/desk/credit-notes/CN-31/pdf';
  expect((await page(number)).credit_notes).toEqual([{ number: 'CN-31', pdf }]);
  // Whoever holds the page that it was paid on reads it as well, and by no token of another invoice.
  const tokenOf = async (name: string) => {
    const { token } = await service.deps.db.invoice.findFirstOrThrow({ where: { number: Number(name.split('-')[1]) } });
    return token;
  };
  const { number: other } = await write();
  const noteBehind = (token: string) => service.browser().get(`/api/receipts/${token}/credit-notes/CN-31/pdf`);
  const note = await noteBehind(await tokenOf(number));
  expect([note.status, note.headers.get('content-type')]).toEqual([200, 'application/pdf']);
  expect((await noteBehind(await tokenOf(other))).status).toBe(404);
});
