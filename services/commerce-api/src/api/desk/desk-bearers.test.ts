import { DESK_LISTS } from '@newsstand/contracts/desk-lists';
import { deskEndpoints, type DeskEndpoint } from '@newsstand/contracts/desk-endpoints';
import { DESK_REPORTS } from '@newsstand/contracts/desk-reports';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser } from '../../../test/browser.ts';
import { bought, LINE, openDeskMoney, payBack, put, readRefunded, SUBSCRIPTION, type DeskMoney } from '../../../test/desk-money.ts';
import { writeInvoice } from '../../../test/invoice.ts';
import { donate } from '../../../test/subscriber.ts';
import { settled } from '../../../test/timed-magazine.ts';
import { tokensOf } from '../../../test/tokens-of.ts';
import { writeMonth } from '../../ledger/planned-charges/write-month.ts';
import { wordsOfPdf } from '../../../test/words-of-pdf.ts';

let shop: DeskMoney;
beforeAll(async () => {
  shop = await openDeskMoney();
});
afterAll(() => shop.close());

/** A reader with a gift that nobody has redeemed, a donation and its month, an invoice, and a credit note. */
async function makeRich() {
  const gift = { deliverable: 'digital', level: 'low', term: '1year', coupon: null };
  const ana = await bought(shop, (who) => put(who, { subscription: SUBSCRIPTION, giftsubs: [gift] }), { autorenew: true });
  const token = await donate(shop, ana.id);
  const { id: subject } = await shop.deps.db.donation.findUniqueOrThrow({ where: { token } });
  await writeMonth(shop.deps.db, { publicationId: 'main', ownerId: ana.id, subject }, { period: 1, due: shop.deps.clock(), amount: 2500 });
  const { invoice_no } = await writeInvoice(shop, { email: ana.email });
  const { refund } = await readRefunded(await payBack(await shop.as('service'), ana.order, { lines: LINE }));
  await settled(shop);
  return { ...ana, invoice_no, note: refund?.credit_note ?? '' };
}

/** Every page of the desk, with whatever of the database its address may name. */
function addressesOf(named: Record<string, readonly string[]>): string[] {
  const reads = Object.values<DeskEndpoint>(deskEndpoints).filter(({ method }) => method === 'GET');
  return reads.flatMap(({ path }) =>
    [...path.matchAll(/\{(\w+)\}/g)].reduce(
      (paths, [part, name = '']) => paths.flatMap((one) => (named[name] ?? []).map((value) => one.replace(part, value))),
      [path],
    ),
  );
}

/** What opened, and which of the tokens was found in it. */
async function handedOut(browser: Browser, addresses: readonly string[], tokens: Awaited<ReturnType<typeof tokensOf>>) {
  const opened: string[] = [];
  const found: string[] = [];
  for (const address of addresses) {
    const answer = await browser.get(address);
    if (answer.status !== 200) continue;
    opened.push(address);
    const text = `${await answer.text()} ${JSON.stringify([...answer.headers])}`;
    for (const { place, value } of tokens) if (text.includes(value)) found.push(`${address}: ${place}`);
  }
  return { opened, found };
}

test('the desk hands nobody a token of a reader’s: neither links of gifts, nor receipts, invoices, donations or charges', async () => {
  const ana = await makeRich();
  const addresses = addressesOf({
    number: [ana.number, ana.invoice_no, ana.note, '15'],
    order: [ana.order],
    owner: [ana.id],
    list: Object.keys(DESK_LISTS),
    report: Object.keys(DESK_REPORTS),
    year: ['2026'],
  });
  const tokens = await tokensOf(shop.deps);
  const places = new Set(tokens.map(({ place }) => place));
  for (const place of ['gift.token', 'invoice.token', 'order.receipt_token', 'donation.token', 'charge.token'])
    expect(places).toContain(place);
  // Whoever may see all that can be seen is handed none, so that nobody is.
  const { opened, found } = await handedOut(await shop.as('publisher'), addresses, tokens);
  for (const path of [
    `/api/desk/readers/${ana.id}`,
    `/api/desk/orders/${ana.number}`,
    `/api/desk/orders/${ana.order}/money`,
    `/api/desk/invoices/${ana.invoice_no}`,
    `/api/desk/credit-notes/${ana.note}/pdf`,
  ])
    expect(opened).toContain(path);
  expect(found).toEqual([]);
});

test('a credit note is read at the desk itself, with the payer’s mailbox where a role sees readers', async () => {
  const ana = await makeRich();
  const words = async (who: Browser) => {
    const answer = await who.get(`/api/desk/credit-notes/${ana.note}/pdf`);
    expect([answer.status, answer.headers.get('content-type'), answer.headers.get('cache-control')]).toEqual([
      200,
      'application/pdf',
      'no-store',
    ]);
    return wordsOfPdf(new Uint8Array(await answer.arrayBuffer()));
  };
  const [service, packer] = [await words(await shop.as('service')), await words(await shop.as('shop'))];
  for (const text of [ana.note, ana.number]) for (const page of [service, packer]) expect(page).toContain(text);
  expect([service.includes(ana.email), packer.includes(ana.email)]).toEqual([true, false]);
  // Each has looked at whoever was paid back.
  expect(await shop.deps.db.staffLook.count({ where: { ownerId: ana.id } })).toBe(2);
  for (const number of ['CN-999999', 'CN-0'])
    expect((await (await shop.as('service')).get(`/api/desk/credit-notes/${number}/pdf`)).status).toBe(404);
  expect((await (await shop.as('editor')).get(`/api/desk/credit-notes/${ana.note}/pdf`)).status).toBe(403);
});
