import type { Address } from '@newsstand/contracts/address';
import type { Receipt } from '@newsstand/contracts/receipt';
import { describe, expect, test } from 'vitest';
import { wording } from '../publication/texts/letter-texts.ts';
import { letterHtml } from './letter-html.ts';
import { letterText } from './letter-text.ts';
import { receiptLetter } from './receipt-letter.ts';

const sender = { name: 'Exclave', support: 'help@example.org', url: 'https://magazine.example', paths: {} };

function makeReceipt(changes: Partial<Receipt> = {}): Receipt {
  return {
    token: 'tok_12345678',
    number: 'EXC-17',
    created: '2026-11-21T10:00:00.000Z',
    name: 'Ada <b>Reader</b>',
    email: 'ada@example.org',
    address: {
      line1: '1 Pier Road',
      line2: '',
      city: 'Portland',
      state: 'ME',
      state_name: 'Maine',
      postcode: '04101',
      country_code: 'US',
      country_name: 'United States',
    },
    shipcode: 'a',
    lines: [
      { type: 'sized-product', ref: 'sze:jersey-m', name: 'Harbour jersey', detail: 'M', quantity: 2, price: 4200, discount: 0 },
      { type: 'digital-issue', ref: 'iss:3', name: 'Issue 3: “Last Stops”', detail: 'digital', quantity: 1, price: 600, discount: 0 },
    ],
    totals: { goods: 9000, shipping: 900, discount: 0, waived: 0, total: 9900 },
    card: { type: 'american_express', last_four: '4242' },
    ...changes,
  };
}

function addressOf({ address }: Receipt): Address {
  if (!address) throw new Error('this receipt has an address');
  return address;
}

const letter = (receipt: Receipt, messages: Record<string, string> = {}) => receiptLetter(receipt, sender, wording(messages));

describe("the receipt's letter", () => {
  test('names the number, the lines, the sums and where it goes, in text', () => {
    const text = letterText(letter(makeReceipt()));
    for (const part of [
      'EXC-17',
      'Harbour jersey',
      'M, 2 × $42.00',
      '$84.00',
      '$9.00',
      '$99.00',
      '1 Pier Road',
      'Portland, ME 04101',
      '11.21.2026',
      'Subtotal',
    ]) {
      expect(text).toContain(part);
    }
    expect(text).toContain('American Express ending in 4242');
    expect(text).toContain('https://magazine.example/receipts?token=tok_12345678');
  });

  test('carries the same in HTML, and what a reader typed stays text', () => {
    const html = letterHtml(letter(makeReceipt()));
    expect(html).toContain('href="https://magazine.example/receipts?token=tok_12345678"');
    expect(html).toContain('Ada &lt;b&gt;Reader&lt;/b&gt;');
    expect(html).not.toContain('<b>Reader');
    expect(html).not.toMatch(/\b(src|background)=|url\(/);
  });

  test('of a free order says FREE and names no card and no shipping', () => {
    const totals = { goods: 30, shipping: 0, discount: 0, waived: 30, total: 0 };
    const text = letterText(letter(makeReceipt({ totals, card: null, address: null })));
    expect(text).toContain('FREE');
    expect(text).toContain('-$0.30');
    expect(text).not.toContain('Paid with');
    expect(text).not.toContain('Shipping');
    expect(text).not.toContain('Posted to');
  });

  test('says to whom else something of it is posted, and where', () => {
    const lampLane = { ...addressOf(makeReceipt()), line1: '3 Lamp Lane' };
    const gift = { token: 'g1', detail: 'Print', url: 'https://magazine.example/g1', redeemed: true };
    const text = letterText(
      letter(
        makeReceipt({
          posted: false,
          parcels: [{ name: 'Bo Holm', address: lampLane, goods: [{ name: 'Harbour jersey: M', quantity: 2 }] }],
          gifts: [{ ...gift, sent_to: 'Nana Okoro', sent_address: { ...lampLane, line1: '4 Lamp Lane' } }],
        }),
      ),
    );
    expect(text).toContain('2 × Harbour jersey: M, posted to:\nBo Holm\n3 Lamp Lane\nPortland, ME 04101');
    expect(text).toContain('Gift, posted to:\nNana Okoro\n4 Lamp Lane\nPortland, ME 04101');
    // Nothing goes to who paid.
    expect(text).not.toContain('1 Pier Road');
  });

  test('names the coupon and the discount of each line', () => {
    const [line] = makeReceipt().lines;
    if (!line) throw new Error('a receipt has lines');
    const lines = [
      { ...line, discount: 1200, coupon: 'PAPERTRAIL' },
      { ...line, name: 'Print', discount: 300 },
    ];
    const text = letterText(letter(makeReceipt({ lines })));
    expect(text).toContain('M · Coupon PAPERTRAIL, -$12.00');
    expect(text).toContain('M · Discount, -$3.00');
  });

  test('that is sent again says on which day a subscription ended', () => {
    const [line] = makeReceipt().lines;
    if (!line) throw new Error('a receipt has lines');
    const text = letterText(letter(makeReceipt({ lines: [{ ...line, ended: '2026-11-27T10:00:00.000Z' }] })));
    expect(text).toContain('M · Ended 11.27.2026');
  });

  test("is worded by the publication's messages where it has some", () => {
    expect(letter(makeReceipt(), { 'mail.receipt_subject': 'Papers for {number}' }).subject).toBe('Papers for EXC-17');
  });

  test('leaves no placeholder unfilled', () => {
    expect(letterText(letter(makeReceipt()))).not.toMatch(/\{\w+\}/);
  });
});
