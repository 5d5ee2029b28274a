import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { home, startPay, writeInvoice } from '../../test/invoice.ts';
import { ADDRESS, newcomer, openShop, stock, type Shop } from '../../test/shop.ts';
import type { InvoiceInput } from '../payments/invoices/invoice-file.ts';
import { settle } from '../payments/settle/settle.ts';
import { readReceipt } from './read-receipt.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

let tins = 0;
const GOOD = 'basic-product';
const DIGITAL = { medium: 'digital', level: 'low', term: '1year' } as const;
const PRINT = { ...DIGITAL, medium: 'print' } as const;

/** The receipt of an invoice that was paid by card. */
async function paid(parts: Partial<InvoiceInput>) {
  const { password } = newcomer();
  const begun = await startPay(shop.reader(), await writeInvoice(shop, parts), parts.membership ? { account: true, password } : {});
  await shop.reader().pay(begun);
  await settle(shop.deps, begun.intent);
  const { receiptToken } = await shop.deps.db.order.findUniqueOrThrow({ where: { intentId: begun.intent } });
  return readReceipt(shop.deps, receiptToken);
}

describe('the receipt of an invoice for others', () => {
  test('says where the goods and the gift of each go, and does not say that they are posted to who is billed', async () => {
    const ref = await stock(shop.deps.db, 'prd:parcel-mug', 5, 1800);
    const mug = { item: GOOD, ref, quantity: 2 } as const;
    const receipt = await paid({
      address: home(8),
      giftees: [
        { name: 'Bo Holm', address: home(1), gift: PRINT, goods: [mug] },
        { name: 'Cai Reyes', gift: DIGITAL },
      ],
    });
    expect(receipt).toMatchObject({
      posted: false,
      parcels: [{ name: 'Bo Holm', address: { line1: '2 Harbour Street' }, goods: [{ name: 'The parcel-mug', quantity: 2 }] }],
    });
    expect(receipt?.gifts).toHaveLength(2);
    expect(receipt?.gifts).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ sent_to: 'Bo Holm', sent_address: expect.objectContaining({ line1: '2 Harbour Street' }) }),
        expect.objectContaining({ meant_for: 'Cai Reyes' }),
      ]),
    );
  });

  test.each([
    ['is posted what of the goods the others do not get', true, { own: 3 }],
    ['is posted nothing of goods that are all for others', false, {}],
    ['is posted a print subscription of their own', true, { membership: { ...PRINT, copies: 2 } }],
    ['is posted nothing of a digital subscription', false, { membership: DIGITAL }],
  ])('who is billed %s', async (_, posted, { own = 0, ...parts }: Pick<InvoiceInput, 'membership'> & { own?: number }) => {
    const ref = await stock(shop.deps.db, `prd:tin-${++tins}`, 9);
    const tin = (quantity: number) => [{ item: GOOD, ref, quantity }] as const;
    const receipt = await paid({
      ...parts,
      email: `billed-${tins}@example.org`,
      address: home(8),
      goods: own > 0 ? [...tin(own)] : [],
      giftees: [{ name: 'Bo Holm', address: home(1), goods: [...tin(1)] }],
    });
    expect(receipt?.posted).toBe(posted);
    expect(receipt?.parcels).toHaveLength(1);
  });
});

test('goods of one’s own are posted to the buyer, and a gift beside them to its recipient', async () => {
  const reader = shop.reader();
  await reader.add(await stock(shop.deps.db, 'prd:own-mug', 5));
  const giftsubs = [{ deliverable: 'print-a', level: 'low', term: '1year', coupon: null }];
  await reader.browser.post('/api/cart', { type: 'membership', item: { giftsubs } });
  const recipient = { recipient_name: 'Nana Okoro', recipient_address: { ...ADDRESS, line1: '3 Lamp Lane' } };
  const started = await reader.start(recipient);
  await reader.pay(started);
  const status = await reader.status(started.intent);
  if (status.status !== 'completed') return expect.unreachable();
  expect(await readReceipt(shop.deps, status.receipt)).toMatchObject({
    posted: true,
    address: { line1: '1 Pier Road' },
    gifts: [{ sent_to: 'Nana Okoro', sent_address: { line1: '3 Lamp Lane', city: 'Portland' } }],
  });
});
