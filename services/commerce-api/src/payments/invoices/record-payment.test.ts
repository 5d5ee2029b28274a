import { displayDate } from '@newsstand/contracts/display-date';
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startPay, writeInvoice } from '../../../test/invoice.ts';
import { programEnv } from '../../../test/program-env.ts';
import { openShop, type Shop } from '../../../test/shop.ts';
import { DAY, HOUR } from '../../platform/duration.ts';
import { settle } from '../settle/settle.ts';
import { cancelInvoice } from './cancel-invoice.ts';
import { correctPayment } from './correct-payment.ts';
import type { Created } from './create-invoice.ts';
import { readInvoice } from './read-invoice.ts';
import { recordPayment } from './record-payment.ts';

let shop: Shop;
// Tomorrow afternoon: a question that was asked then is not too old for its answer yet.
const now = new Date(Math.ceil(Date.now() / DAY) * DAY + 13 * HOUR);
/** An ISO date, so many days from the test's. */
const day = (days: number): string => new Date(now.getTime() + days * DAY).toISOString().slice(0, 10);
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
  const env = programEnv({ DATABASE_URL: shop.databaseUrl, STRIPE_API_BASE: shop.emulator.url });
  const child = spawn(process.execPath, [join(import.meta.dirname, '../../main/invoice-main.ts'), ...args], { env });
  const [[code], out, err] = await Promise.all([once(child, 'close'), text(child.stdout), text(child.stderr)]);
  return { code, out, err };
}

test.each([
  [363, `--received ${displayDate(day(363))} has not come yet: today is ${displayDate(day(0))}`],
  [2, `has not come yet: today is ${displayDate(day(0))}`],
  [-367, 'more than half a year before'],
])('a payment received %i days from now is refused, and nothing is recorded', async (days, why) => {
  const invoice = await writeInvoice(shop);
  await expect(check(invoice, day(days))).rejects.toMatchObject({ message: expect.stringContaining(why) });
  expect(await paymentOf(invoice)).toBe(null);
});

// Somewhere it is the next day already, and a check may have come before its invoice was written.
test.each([1, 0, -113])(
  'a payment received %i days from now is recorded, and the invoice says that it was paid on that day',
  async (days) => {
    const invoice = await writeInvoice(shop);
    await check(invoice, day(days));
    expect((await readInvoice(shop.deps, invoice.token))?.paid).toBe(day(days));
  },
);

test('the answer to who records a payment names the invoice, however it was asked for', { tags: ['ci'] }, async () => {
  const invoice = await writeInvoice(shop);
  const amount = (invoice.total / 100).toFixed(2);
  const today = new Date().toISOString().slice(0, 10);
  const args = ['--by', 'check', '--amount', amount, '--received', today];
  expect(await runInvoice('paid', String(numberOf(invoice)), ...args)).toEqual({
    code: 0,
    out: `${invoice.invoice_no}: $${amount} received by check on ${displayDate(today)}.\n`,
    err: '',
  });
});

test('staff list what is not paid, and which of it is past due, and whose money went back', { tags: ['ci'] }, async () => {
  const { db } = shop.deps;
  const written: Created[] = [];
  for (const _each of Array.from({ length: 7 })) written.push(await writeInvoice(shop));
  const [open, late, givenUp, paid, refunded, taken, won] = written;
  if (!open || !late || !givenUp || !paid || !refunded || !taken || !won) return expect.unreachable();
  await db.invoice.update({ where: { token: late.token }, data: { dueDate: new Date(day(-40)) } });
  await cancelInvoice(shop.deps, numberOf(givenUp));
  for (const one of [paid, refunded, taken, won]) await check(one, day(0));
  for (const [one, state] of [
    [refunded, 'refunded'],
    [taken, 'refunded'],
    [taken, 'lost'],
    [won, 'won'],
  ] as const) {
    const { orderId } = await db.invoice.findUniqueOrThrow({ where: { token: one.token } });
    await db.moneyBack.create({ data: { id: randomUUID(), orderId, state, amount: 100, created: now, updated: now } });
  }
  const { out } = await runInvoice('open');
  const marks = written.map(({ invoice_no }) => new RegExp(`^${invoice_no} .*due [\\d.]+(.*)  Library of`, 'm').exec(out)?.[1]?.trim());
  expect(marks).toEqual(['', 'Past Due', undefined, undefined, 'Refunded', 'Taken back by the bank', undefined]);
});

test('what was recorded wrongly of a payment is put right, and nothing else changes', async () => {
  const invoice = await writeInvoice(shop);
  await check(invoice, day(-20));
  const before = await paymentOf(invoice);
  const number = numberOf(invoice);
  await correctPayment(shop.deps, { number, method: 'wire', received: day(-2), reference: 'W-7', recordedBy: 'Lou' });
  expect(await paymentOf(invoice)).toEqual({
    ...before,
    method: 'wire',
    received: new Date(day(-2)),
    reference: 'W-7',
    recordedBy: 'Lou',
  });
  expect((await readInvoice(shop.deps, invoice.token))?.paid).toBe(day(-2));
  await expect(
    correctPayment(shop.deps, { number, method: 'wire', received: day(363), reference: null, recordedBy: null }),
  ).rejects.toThrow('has not come yet');
});

test('what is not paid, or was paid by card, is not put right', async () => {
  const invoice = await writeInvoice(shop);
  const put = { number: numberOf(invoice), method: 'check', received: day(-2), reference: null, recordedBy: null } as const;
  await expect(correctPayment(shop.deps, put)).rejects.toThrow('No check or wire was recorded');
  await expect(correctPayment(shop.deps, { ...put, number: 99_999 })).rejects.toThrow('There is no invoice');
  const payer = shop.reader();
  const started = await startPay(payer, invoice);
  await payer.pay(started);
  await settle(shop.deps, started.intent);
  await expect(correctPayment(shop.deps, put)).rejects.toThrow('No check or wire was recorded');
  expect(await paymentOf(invoice)).toMatchObject({ method: 'card' });
});
