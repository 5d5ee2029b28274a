// What the tests of invoices share: an invoice as staff write it, and a payer in front of its page.
import { randomUUID } from 'node:crypto';
import type { CheckoutInput } from '@newsstand/contracts/checkout';
import type { AddressForm } from '@newsstand/contracts/address';
import * as v from 'valibot';
import { expect } from 'vitest';
import { createInvoice, type Created } from '../src/payments/invoices/create-invoice.ts';
import { InvoiceFile, type InvoiceInput } from '../src/payments/invoices/invoice-file.ts';
import { ADDRESS, type Reader, type Shop } from './shop.ts';

export const NAMES = ['Bo Holm', 'Cai Reyes', 'Dag Lund', 'Eva Sund', 'Finn Ness'];
const GIFT = { medium: 'print', level: 'low', term: '1year' } as const;

/** An address of its own for each giftee. */
export const home = (index: number): AddressForm => ({ ...ADDRESS, line1: `${index + 1} Harbour Street` });

/** An institution's invoice for gifts of print to people, each at their own address. */
export function makeInvoiceInput(parts: Partial<InvoiceInput> = {}): InvoiceInput {
  return {
    billed_to: 'Library of the Harbour Board',
    name: 'Ada Merrow',
    email: 'ada@example.org',
    term: 30,
    giftees: NAMES.map((name, index) => ({ name, address: home(index), gift: GIFT })),
    ...parts,
  };
}

/** Each is another one, unless `parts` holds a reference. */
export function writeInvoice({ deps }: Pick<Shop, 'deps'>, parts: Partial<InvoiceInput> = {}): Promise<Created> {
  return createInvoice(deps, v.parse(InvoiceFile, makeInvoiceInput({ reference: randomUUID(), ...parts })), 'invoice.json');
}

/**
 * One for the same upgrade as another that is not paid, as two of them stand where they were written before that was
 * refused.
 */
export async function writeBeside({ deps }: Pick<Shop, 'deps'>, { token }: Created, parts: Partial<InvoiceInput>): Promise<Created> {
  const where = { invoice: { token } };
  await deps.db.order.updateMany({ where, data: { state: 'cancelled' } });
  const written = await writeInvoice({ deps }, parts);
  await deps.db.order.updateMany({ where, data: { state: 'started' } });
  return written;
}

const Started = v.object({ type: v.picklist(['started', 'updated']), intent: v.string(), keys: v.object({ secret: v.string() }) });

export async function pressPay(reader: Reader, { token, total }: Created, changes: Partial<CheckoutInput> = {}): Promise<Response> {
  const body: CheckoutInput = { name: 'Ada Merrow', email: 'ada@example.org', total, ...changes };
  return reader.browser.post(`/api/invoice/${token}/checkout?captcha=${await reader.browser.captcha()}`, body);
}

/** The invoice's page up to the payment element. */
export async function startPay(
  reader: Reader,
  invoice: Created,
  changes: Partial<CheckoutInput> = {},
): Promise<{ intent: string; secret: string }> {
  const response = await pressPay(reader, invoice, changes);
  const body: unknown = await response.json();
  expect(response.status, JSON.stringify(body)).toBe(200);
  const { intent, keys } = v.parse(Started, body);
  return { intent, secret: keys.secret };
}
