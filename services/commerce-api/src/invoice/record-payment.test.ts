import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openShop, type Shop } from '../checkout/test-shop.ts';
import { correctPayment } from './correct-payment.ts';
import type { Created } from './create-invoice.ts';
import { readInvoice } from './read-invoice.ts';
import { recordPayment } from './record-payment.ts';
import { startPay, writeInvoice } from './test-invoice.ts';
import { settle } from '../payment/settle.ts';

let shop: Shop;
const now = new Date('2026-11-22T13:00:00Z');
beforeAll(async () => {
  shop = await openShop({ clock: () => now });
});
afterAll(() => shop.close());

const numberOf = ({ invoice_no }: Created) => Number(invoice_no.split('-')[1]);
const check = (invoice: Created, received: string) =>
  recordPayment(shop.deps, {
    number: numberOf(invoice),
    amount: invoice.total,
    method: 'check',
    received,
    reference: null,
    recordedBy: 'Kit',
  });
const paymentOf = async ({ token }: Created) => {
  const { id } = await shop.deps.db.invoice.findUniqueOrThrow({ where: { token } });
  return shop.deps.db.invoicePayment.findFirst({ where: { invoiceId: id } });
};

/** `npm run invoice`, on the test's database. */
async function runInvoice(...args: string[]): Promise<{ code: unknown; out: string; err: string }> {
  const env = { PATH: process.env['PATH'], NODE_NO_WARNINGS: '1', DATABASE_URL: shop.databaseUrl, STRIPE_API_BASE: shop.emulator.url };
  const child = spawn(process.execPath, [join(import.meta.dirname, 'invoice-main.ts'), ...args], { env });
  const [[code], out, err] = await Promise.all([once(child, 'close'), text(child.stdout), text(child.stderr)]);
  return { code, out, err };
}

test.each([
  ['2027-11-20', 'has not come yet: today is 2026-11-22'],
  ['2026-11-24', 'has not come yet: today is 2026-11-22'],
  ['2025-11-20', 'more than half a year before'],
])('a payment received on %s is refused, and nothing is recorded', async (received, why) => {
  const invoice = await writeInvoice(shop);
  await expect(check(invoice, received)).rejects.toMatchObject({ status: 422, errors: expect.stringContaining(why) });
  expect(await paymentOf(invoice)).toBe(null);
});

// Somewhere it is the 23rd already, and a check may have come before its invoice was written.
test.each(['2026-11-23', '2026-11-22', '2026-08-01'])(
  'a payment received on %s is recorded, and the invoice says that it was paid on that day',
  async (received) => {
    const invoice = await writeInvoice(shop);
    await check(invoice, received);
    expect((await readInvoice(shop.deps, invoice.token))?.paid).toBe(received);
  },
);

test('the answer to who records a payment names the invoice, however it was asked for', async () => {
  const invoice = await writeInvoice(shop);
  const amount = (invoice.total / 100).toFixed(2);
  const today = new Date().toISOString().slice(0, 10);
  const args = ['--by', 'check', '--amount', amount, '--received', today];
  expect(await runInvoice('paid', String(numberOf(invoice)), ...args)).toEqual({
    code: 0,
    out: `${invoice.invoice_no}: $${amount} received by check on ${today}.\n`,
    err: '',
  });
});

test('what was recorded wrongly of a payment is put right, and nothing else changes', async () => {
  const invoice = await writeInvoice(shop);
  await check(invoice, '2026-11-02');
  const before = await paymentOf(invoice);
  const number = numberOf(invoice);
  await correctPayment(shop.deps, { number, method: 'wire', received: '2026-11-20', reference: 'W-7', recordedBy: 'Lou' });
  expect(await paymentOf(invoice)).toEqual({
    ...before,
    method: 'wire',
    received: new Date('2026-11-20'),
    reference: 'W-7',
    recordedBy: 'Lou',
  });
  expect((await readInvoice(shop.deps, invoice.token))?.paid).toBe('2026-11-20');
  await expect(
    correctPayment(shop.deps, { number, method: 'wire', received: '2027-11-20', reference: null, recordedBy: null }),
  ).rejects.toMatchObject({ status: 422 });
});

test('what is not paid, or was paid by card, is not put right', async () => {
  const invoice = await writeInvoice(shop);
  const put = { number: numberOf(invoice), method: 'check', received: '2026-11-20', reference: null, recordedBy: null } as const;
  await expect(correctPayment(shop.deps, put)).rejects.toMatchObject({ status: 409 });
  await expect(correctPayment(shop.deps, { ...put, number: 99_999 })).rejects.toMatchObject({ status: 404 });
  const payer = shop.reader();
  const started = await startPay(payer, invoice);
  await payer.pay(started);
  await settle(shop.deps, started.intent);
  await expect(correctPayment(shop.deps, put)).rejects.toMatchObject({ status: 409 });
  expect(await paymentOf(invoice)).toMatchObject({ method: 'card' });
});
