import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { home, makeInvoiceInput, NAMES, writeInvoice } from '../../../test/invoice.ts';
import { openShop, stock, stockOf, type Shop } from '../../../test/shop.ts';
import { DAY } from '../../platform/duration.ts';
import { cancelInvoice } from './cancel-invoice.ts';
import { createInvoice, priceInvoice } from './create-invoice.ts';
import { InvoiceFile, readInvoiceFile } from './invoice-file.ts';
import { readInvoice } from './read-invoice.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

describe('an invoice that staff write', () => {
  test('may be written as the sample is, which has the publication’s prices', async () => {
    const sample = await readFile(join(import.meta.dirname, '../../../samples/invoice.json'), 'utf8');
    const { bill } = await priceInvoice(shop.deps, readInvoiceFile('invoice.json', sample), 'invoice.json');
    expect(bill.lines.map(({ type, quantity }) => [type, quantity])).toEqual([
      ['personal-subscription', 3],
      ['gift-subscription', 1],
      ['gift-subscription', 1],
      ['basic-product', 2],
    ]);
    expect(bill.totals.total).toBeGreaterThan(0);
  });

  test(
    'is told back with its number, its terms and what each giftee gets',
    { tags: ['§3.good.1', '§3.invoice.1', '§3.invoice.2'] },
    async () => {
      const mug = await stock(shop.deps.db, 'prd:inv-mug', 20, 1800);
      const goods = [{ item: 'basic-product', ref: mug, quantity: 2 }] as const;
      const input = makeInvoiceInput({ goods: [...goods], address: home(9), email_to: 'accounts@example.org' });
      const first = { ...input.giftees?.[0], goods: [{ item: 'basic-product', ref: mug, quantity: 1 }] };
      const abroad = { ...home(4), city: 'Halifax', state: 'NS', postcode: 'B3H 1A1', country: 'CA' };
      const giftees = [first, ...(input.giftees ?? []).slice(1, 4), { ...input.giftees?.[4], address: abroad }].map((giftee) =>
        v.parse(v.looseObject({ name: v.string() }), giftee),
      );
      const created = await writeInvoice(shop, { ...input, giftees });
      const invoice = await readInvoice(shop.deps, created.token);
      expect(created.invoice_no).toMatch(/^EXC-\d{3}$/);
      expect(invoice).toMatchObject({
        invoice_no: created.invoice_no,
        term: 30,
        due_date: created.due_date,
        billed_to: 'Library of the Harbour Board',
        name: 'Ada Merrow',
        email: 'ada@example.org',
        email_to: 'accounts@example.org',
        address: { line1: '10 Harbour Street', state_name: 'Maine', country_code: 'US' },
        shipcode: 'a',
        token: created.token,
        accepted_payments: 'any',
        processing: null,
        failures: [],
        paid: null,
        bill: {
          goods: [
            { name: 'The inv-mug', medium: 'print', qty: 2, price: 1800, ref: mug, outlays: { amount: 3600, shipping: 0, discount: 0 } },
          ],
          membership: null,
        },
      });
      expect(invoice?.bill.giftees.map(({ name, address, goods: given }) => [name, address?.line1, given.map(({ qty }) => qty)])).toEqual(
        NAMES.map((name, index) => [name, `${index + 1} Harbour Street`, index === 0 ? [1, 1] : [1]]),
      );
      expect(invoice?.bill.giftees[0]?.goods).toMatchObject([
        { medium: 'print' },
        { name: 'The inv-mug', medium: 'print', qty: 1, ref: mug },
      ]);
      const { created: written = '', due_date = '' } = invoice ?? {};
      expect(written).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
      expect((Date.parse(due_date) - Date.parse(written.slice(0, 10))) / DAY).toBe(30);
      // One line for each thing that is charged, whoever gets it; each parcel has its own shipping.
      expect(invoice?.lines.map(({ type, quantity }) => [type, quantity])).toEqual([
        ['gift-subscription', 4],
        ['gift-subscription', 1],
        ['basic-product', 3],
      ]);
      expect(invoice?.totals.goods).toBe(5 * 5600 + 3 * 1800);
      expect(invoice?.total).toBe(created.total);
      // What each gets of a line has its share of the line's price, shipping and discount, and they add up to it.
      const everything = [...(invoice?.bill.goods ?? []), ...(invoice?.bill.giftees ?? []).flatMap(({ goods: given }) => given)];
      const sum = (of: 'amount' | 'shipping' | 'discount') =>
        everything.reduce((total, { outlays }) => total + (outlays?.[of] ?? Number.NaN), 0);
      const lines = invoice?.lines ?? [];
      expect(sum('shipping')).toBeGreaterThan(0);
      expect([sum('amount'), sum('shipping'), sum('discount')]).toEqual([
        invoice?.totals.goods,
        lines.reduce((total, { shipping = 0 }) => total + shipping, 0),
        lines.reduce((total, { discount }) => total + discount, 0),
      ]);
      expect(await stockOf(shop.deps.db, mug)).toBe(17);
    },
  );

  test('goes by mail to accounts, with its sum and its link', async () => {
    const { token } = await writeInvoice(shop, { email_to: 'bills@example.org' });
    const row = await shop.deps.db.outbox.findFirstOrThrow({ where: { recipient: 'bills@example.org' } });
    expect([row.kind, row.payload]).toEqual(['invoice', { token }]);
  });

  test('for a membership tells its phase, its medium and its coupon', { tags: ['§3.invoice.2'] }, async () => {
    const chosen = { medium: 'print', level: 'low', term: '1year', coupon: 'FIRSTLANDING' } as const;
    const { token } = await writeInvoice(shop, { giftees: [], address: home(1), email: 'member@example.org', membership: chosen });
    expect((await readInvoice(shop.deps, token))?.bill.membership).toEqual({
      type: 'subscription',
      item: {
        phase: 'introductory',
        medium: 'print',
        level: 'low',
        term: '1year',
        copies: 1,
        coupon: 'FIRSTLANDING',
        deliverable: 'print-a',
      },
      detail: 'Print, Standard, 1 year (4 issues)',
    });
  });

  test(
    'has a number of its own, without a gap, however many are written at the same moment, and a refused one takes none',
    { tags: ['§9.invoice.1'] },
    async () => {
      const { db } = shop.deps;
      const scarce = await stock(db, 'prd:inv-scarce', 3, 500);
      const before = (await db.publication.findFirstOrThrow()).invoiceNumber;
      const replica = await shop.replica();
      const write = ({ deps }: Pick<Shop, 'deps'>) =>
        writeInvoice({ deps }, { giftees: [], address: home(1), goods: [{ item: 'basic-product', ref: scarce, quantity: 1 }] });
      const outcomes = await Promise.allSettled(Array.from({ length: 6 }, () => [shop, replica].map(write)).flat());
      await replica.close();
      const written = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value.invoice_no] : []));
      expect(written.toSorted()).toEqual([1, 2, 3].map((more) => `EXC-${String(before + more).padStart(3, '0')}`));
      for (const outcome of outcomes) if (outcome.status === 'rejected') expect(String(outcome.reason)).toContain('not enough in stock');
      expect(await stockOf(db, scarce)).toBe(0);
      expect((await db.publication.findFirstOrThrow()).invoiceNumber).toBe(before + 3);
    },
  );

  test('for a subscriber whom we know is a renewal of theirs, and needs no password', async () => {
    const membership = { medium: 'digital', level: 'low', term: '1year' } as const;
    const { token } = await writeInvoice(shop, { giftees: [], membership, email: 'new@example.org' });
    expect((await readInvoice(shop.deps, token))?.bill.membership).toEqual({
      type: 'subscription',
      item: { phase: 'introductory', medium: 'digital', level: 'low', term: '1year', copies: 1, coupon: null, deliverable: 'digital' },
      detail: 'Digital, Standard, 1 year (4 issues)',
    });
  });
});

describe('the same file twice', () => {
  const count = () => shop.deps.db.invoice.count();

  test('is one invoice, however many write it at the same moment, and is told which one', async () => {
    const before = await count();
    const input = makeInvoiceInput({ email_to: 'twice@example.org' });
    const write = () => createInvoice(shop.deps, v.parse(InvoiceFile, input), 'invoice.json');
    const outcomes = await Promise.allSettled([write(), write(), write(), write()]);
    const written = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
    expect([written.length, await count()]).toEqual([1, before + 1]);
    const [first] = written;
    await expect(write()).rejects.toThrow(
      `invoice.json: is ${first?.invoice_no} already; for a second invoice of the same write a reference into the file`,
    );
    expect(await shop.deps.db.outbox.count({ where: { recipient: 'twice@example.org' } })).toBe(1);
    // A reference tells two alike invoices apart.
    await writeInvoice(shop, { ...input, reference: 'PO 2027' });
    expect(await count()).toBe(before + 2);
  });

  test('under one reference is refused whatever else it says, until the first is given up', async () => {
    const { invoice_no } = await writeInvoice(shop, { reference: 'PO 4711' });
    await expect(writeInvoice(shop, { reference: 'PO 4711', term: 60 })).rejects.toThrow(
      `invoice.json: reference is "PO 4711", as is that of ${invoice_no}, which stands`,
    );
    await cancelInvoice(shop.deps, Number(invoice_no.split('-')[1]));
    await writeInvoice(shop, { reference: 'PO 4711', term: 60 });
  });
});

describe('a file with mistakes', () => {
  test.each([
    ['{', 'is not valid JSON'],
    ['{}', 'invoice.json: billed_to is missing'],
    [{ term: 1.5 }, 'invoice.json: term must be a whole number of days, from 0 to 365'],
    [{ accepted_payments: 'cash' }, 'invoice.json: accepted_payments must be "any" or "check-or-wire-only"'],
    [{ giftees: [{ name: 'Bo' }, { name: '' }] }, 'invoice.json: giftees[1].name must not be empty'],
    [
      { goods: [{ item: 'basic-product', ref: 'prd:a', quantity: 0 }] },
      'invoice.json: goods[0].quantity must be a whole number of at least 1',
    ],
    [{ giftees: [] }, 'must hold goods, a membership, an upgrade, a move or giftees'],
    [
      { membership: { medium: 'print', level: 'low', term: '1year' }, upgrade: { medium: 'print', level: 'low' } },
      'must hold a membership or an upgrade, not both',
    ],
    [{ discount: 10 }, 'invoice.json: discount is not a field that is known here'],
    [{ address: { ...home(1), state: '' } }, 'invoice.json: address.state Must not be blank.'],
  ])('%j says what is wrong and where', (parts, problem) => {
    const text = typeof parts === 'string' ? parts : JSON.stringify({ ...makeInvoiceInput(), ...parts });
    expect(() => readInvoiceFile('invoice.json', text)).toThrow(problem);
  });

  test('names all that the publication does not have or does not allow, and writes nothing', async () => {
    const before = await shop.deps.db.invoice.count();
    const gift = { medium: 'print', level: 'low', term: '1year' } as const;
    const input = makeInvoiceInput({
      goods: [{ item: 'basic-product', ref: 'prd:none', quantity: 1 }],
      address: home(1),
      membership: { medium: 'digital', level: 'low', term: '1year', coupon: 'NOSUCH' },
      giftees: [
        { name: 'Bo', gift },
        { name: 'Cai', address: { ...home(1), country: 'XX' }, gift },
        { name: 'Dag', gift: null },
      ],
    });
    const refused = await createInvoice(shop.deps, v.parse(InvoiceFile, input), 'a.json').catch((error: unknown) => String(error));
    for (const problem of [
      'a.json: goods[0].ref is "prd:none", which is not sold as basic-product',
      'a.json: membership.coupon: Unable to apply coupon NOSUCH',
      'a.json: giftees[0].address: Print, and goods that are posted, need an address: type where they go.',
      'a.json: giftees[1].address.country: Choose a country from the list.',
      'a.json: giftees[2] must be given a gift or goods',
    ]) {
      expect(refused).toContain(problem);
    }
    expect(await shop.deps.db.invoice.count()).toBe(before);
  });
});
