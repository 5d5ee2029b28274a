import { makeInvoice } from '@newsstand/contracts/fixtures/invoice';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeInvoice } from '../../../test/invoice.ts';
import { sendLetter } from '../../../test/letter.ts';
import { pagesOf } from '../../../test/pdf.ts';
import { openShop, type Shop } from '../../../test/shop.ts';
import { letterText } from '../../letters/letter-text.ts';
import type { Letter } from '../../letters/letter.ts';
import { wording } from '../../publication/texts/letter-texts.ts';
import { invoiceLetter } from './invoice-letter.ts';
import { drawInvoice } from './invoice-pdf.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

const draw = (parts: Parameters<typeof makeInvoice>[0] = {}, today = '2026-11-22') =>
  drawInvoice(makeInvoice(parts), {
    publication: shop.deps.publication.cached(),
    now: new Date(`${today}T12:00:00Z`),
    site: { url: 'https://exclave.example.org', paths: {} },
  });

test('the PDF of an invoice says all that its page says', async () => {
  const [page = ''] = await pagesOf(await draw());
  for (const words of [
    'EXC-007',
    'NET 30',
    '12.21.2026',
    'Library of the Harbour Board',
    'Gift subscription',
    '$112.00',
    'Bo Holm',
    'Cai Reyes',
    'https://exclave.example.org/invoice/inv_5b20fixture',
    'Make checks payable to Exclave Editions',
    'Bank: Harbour Mutual',
  ]) {
    expect(page).toContain(words);
  }
  expect(page).not.toContain('Past Due');
});

test('who is billed in their own name is named once', async () => {
  const [page = ''] = await pagesOf(await draw({ billed_to: 'Ada Merrow' }));
  expect(page.split('Ada Merrow')).toHaveLength(2);
});

test.each([
  ['Past Due', {}, '2026-12-22'],
  ['Paid on 12.30.2026', { paid: '2026-12-30T10:00:00.000Z' }, '2027-01-05'],
  ['A payment is on its way.', { processing: '2026-12-30T10:00:00.000Z' }, '2026-12-30'],
] as const)('it says %s', async (words, parts, today) => {
  expect((await pagesOf(await draw(parts, today))).join()).toContain(words);
});

test('it says on its line that what was paid for was ended, and how many pieces are not sent any more', async () => {
  const [line] = makeInvoice().lines;
  if (!line) throw new Error('the sample has no line');
  const page = (
    await pagesOf(await draw({ paid: '2026-11-22', lines: [{ ...line, ended: '2026-11-27T10:00:00.000Z', not_sent: 1 }] }))
  ).join();
  expect(page).toContain('Print, Standard, 1 year (4 issues). Ended 11.27.2026. 1 of 2 not sent any more');
});

test('it says from what to what an upgrade changes a subscription', async () => {
  const item = { medium: 'print', phase: 'renewal', coupon: null } as const;
  const membership = { type: 'upgrades', item, detail: '', old_deliverable: 'digital', new_deliverable: 'print-a' } as const;
  expect((await pagesOf(await draw({ bill: { goods: [], membership, giftees: [] } }))).join()).toContain(
    'From Digital to Print, United States',
  );
});

test('it names no card where checks and wires only are taken', async () => {
  expect((await pagesOf(await draw({ accepted_payments: 'check-or-wire-only' }))).join()).not.toContain('By card');
});

test('sixty giftees go over several pages, none is lost, and each page says which it is', async () => {
  const giftees = Array.from({ length: 60 }, (_, index) => ({
    name: `Giftee ${index + 1} Łukasz`,
    address: makeInvoice().address,
    goods: [{ name: 'Gift subscription', medium: 'print' as const, qty: 1, price: 5600 }],
  }));
  const pages = await pagesOf(await draw({ bill: { goods: [], membership: null, giftees } }));
  expect(pages.length).toBeGreaterThan(3);
  for (const { name } of giftees) expect(pages.join()).toContain(name);
  pages.forEach((page, index) => expect(page).toContain(`${index + 1} of ${pages.length}`));
});

test.each([
  ['Chinese', '北京大学图书馆'],
  ['Arabic, from right to left', 'مكتبة الجامعة'],
  ['Hebrew with points', 'סִפְרִיָּה'],
  ['Devanagari, whose letters join', 'पुस्तकालय'],
  ['Korean', '국립중앙도서관'],
  ['an emoji of several', '👩‍👩‍👧‍👦 Library'],
  ['half of a pair', 'Library \ud83d of nothing'],
  ['what is not seen', 'Library\u0007\u200d\ufeff\u2028of silence'],
])('a name in other letters does not break the PDF: %s', async (_, name) => {
  const { address } = makeInvoice();
  const giftee = {
    name,
    address: address && { ...address, line1: name },
    goods: [{ name, medium: 'print' as const, qty: 1, price: 5600 }],
  };
  const pages = await pagesOf(await draw({ billed_to: name, name, bill: { goods: [], membership: null, giftees: [giftee] } }));
  // What is asked for stands there, whatever became of the name.
  for (const words of ['EXC-007', '$112.00', '12.21.2026', 'How to pay']) expect(pages.join()).toContain(words);
  expect(pages.length).toBeLessThanOrEqual(2);
});

test('the letter holds the sum, the due date, the link, and the PDF as a file of its number', async () => {
  const publication = shop.deps.publication.cached();
  const sender = { name: 'Exclave', support: 'help@example.org', url: 'https://exclave.example.org', paths: {} };
  const letter = invoiceLetter(makeInvoice(), await draw(), publication.business, sender, wording({}));
  expect(letter.subject).toBe('Invoice EXC-007 from Exclave');
  expect(letter.attachments?.map(({ name, content }) => [name, content.subarray(0, 5).toString()])).toEqual([['EXC-007.pdf', '%PDF-']]);
  const text = letterText(letter);
  for (const words of ['$112.00 is due by 12.21.2026', 'https://exclave.example.org/invoice/inv_5b20fixture', 'NET 30']) {
    expect(text).toContain(words);
  }
});

test('the PDF is downloaded by the invoice’s token, and its letter goes out with it', async () => {
  const { token, invoice_no } = await writeInvoice(shop, { email_to: 'pdf@example.org' });
  const response = await shop.reader().browser.get(`/api/invoice/${token}/pdf`);
  expect([response.status, response.headers.get('content-type'), response.headers.get('content-disposition')]).toEqual([
    200,
    'application/pdf',
    `attachment; filename="${invoice_no}.pdf"`,
  ]);
  expect((await pagesOf(Buffer.from(await response.arrayBuffer()))).join()).toContain(invoice_no);
  expect((await shop.reader().browser.get('/api/invoice/nothing-by-this-token/pdf')).status).toBe(404);

  const sent: { subject: string; files: number }[] = [];
  const { id } = await shop.deps.db.outbox.findFirstOrThrow({ where: { recipient: 'pdf@example.org' } });
  const mailer = {
    send: async (letter: Letter) => {
      sent.push({ subject: letter.subject, files: letter.attachments?.length ?? 0 });
    },
    close: () => undefined,
  };
  await sendLetter(shop.deps, mailer, id);
  expect(sent).toEqual([{ subject: `Invoice ${invoice_no} from Exclave`, files: 1 }]);
});
