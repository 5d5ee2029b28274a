import { makeReceipt, membershipReceipt } from '@newsstand/contracts/fixtures/receipt';
import { expect, test } from 'vitest';
import { feetOfPdf, wordsOfPdf } from '../../test/words-of-pdf.ts';
import { drawReceipt } from './receipt-pdf.ts';

const publisher = { name: 'Exclave', business: { name: 'Exclave Society', address: ['1 Pier Road', 'Portland'] } };

const wordsOf = async (receipt: Parameters<typeof drawReceipt>[0]): Promise<string> => wordsOfPdf(await drawReceipt(receipt, publisher));

test('a receipt to keep names who sold what to whom, for how much, and how it was paid', async () => {
  const receipt = makeReceipt();
  const words = await wordsOf(receipt);
  for (const part of ['Exclave Society', `Receipt ${receipt.number}`, '11.21.2026', 'Ada Merrow', '2 Slipway', 'Last Boat Tee', 'Total'])
    expect(words).toContain(part);
  expect(words).toContain('Paid with Visa ending in 4242.');
});

test('a receipt to keep names the coupon of a line, and the bank account that paid', async () => {
  const words = await wordsOf({ ...membershipReceipt, card: { type: 'bank_account', last_four: '6789' } });
  expect(words).toContain('2 years (8 issues), coupon LANDFALL');
  expect(words).toContain('Paid with Bank Account ending in 6789.');
});

test('a receipt to keep says what went back, on which day, and what that stopped', async () => {
  const words = await wordsOf(
    makeReceipt({
      money_back: [
        { state: 'refunded', amount: 300, created: '2026-11-24T10:00:00.000Z', updated: '2026-11-25T10:00:00.000Z' },
        { state: 'pending', amount: 1250, created: '2026-11-26T10:00:00.000Z', updated: '2026-11-26T10:00:00.000Z' },
      ],
      stopped: ['autorenew', 'donation'],
    }),
  );
  for (const part of [
    'Refunded on 11.25.2026',
    '$3.00',
    'Refund under way since 11.26.2026',
    '$12.50',
    'autorenew is off',
    'donation has ended',
  ])
    expect(words).toContain(part);
});

test('a receipt to keep says on which day a subscription ended', async () => {
  const [line, ...lines] = membershipReceipt.lines;
  if (!line) throw new Error('the sample has no line');
  expect(await wordsOf(membershipReceipt)).not.toContain('Ended');
  const words = await wordsOf({ ...membershipReceipt, lines: [{ ...line, ended: '2026-11-27T10:00:00.000Z' }, ...lines] });
  expect(words).toContain('2 years (8 issues), coupon LANDFALL. Ended 11.27.2026');
});

test('a free order says so, and a name is written in its own letters', async () => {
  const totals = { goods: 0, shipping: 0, discount: 0, waived: 0, total: 0 };
  const words = await wordsOf(makeReceipt({ name: 'Łukasz Żółw', card: null, totals }));
  expect(words).toContain('Łukasz Żółw');
  expect(words).toContain('FREE');
  expect(words).toContain('Nothing was charged.');
});

test('a name in letters of its own stands in line with the words around it, and as far from the next line as any other', async () => {
  const feet = await feetOfPdf(await drawReceipt(makeReceipt({ name: 'Łukasz Żółw' }), publisher));
  const gap = (above: string, below: string) => (feet.get(above) ?? Number.NaN) - (feet.get(below) ?? Number.NaN);
  expect(gap('Łukasz Żółw', 'ada@example.org')).toBeCloseTo(gap('ada@example.org', '2 Slipway'), 0);
});

test('a receipt of many lines goes on over pages and loses none', async () => {
  const [line] = makeReceipt().lines;
  if (!line) throw new Error('the sample has no line');
  const lines = Array.from({ length: 120 }, (_, index) => ({ ...line, name: `Thing ${index + 1}.` }));
  const words = await wordsOf(makeReceipt({ lines }));
  for (const { name } of lines) expect(words).toContain(name);
});
