import type { DeskInvoice, InvoiceWritten } from '@newsstand/contracts/desk-invoices';
import { OWNER } from './stubs.ts';

const AT = '2026-11-02T15:00:00.000Z';
export const INVOICE: DeskInvoice = {
  number: 'EXC-104',
  billed_to: 'Kowalska Library',
  name: 'Anna Kowalska',
  state: 'past-due',
  total: 12_000,
  back: 0,
  created: AT,
  due: '2026-11-10',
  version: 'open',
  owner: OWNER,
  email: 'anna@example.org',
  email_to: 'accounts@library.example',
  address: ['14 Elm St', 'Dayton, OH 45402'],
  goes_to: [],
  reference: 'PO-7',
  order: null,
  lines: [{ name: 'Subscription', detail: 'Print, 1 year', quantity: 2, price: 6000, discount: 0 }],
  goods: 12_000,
  shipping: 0,
  discount: 0,
  paid: null,
  history: [],
};
const { number, billed_to, name, state, total, back, created, due } = INVOICE;
export const LISTED = { invoices: [{ number, billed_to, name, state, total, back, created, due }], next: null };
export const WRITTEN: InvoiceWritten = {
  number: null,
  lines: [{ name: 'Subscription', detail: 'Print, 1 year', quantity: 2, price: 6000 }],
  shipping: 0,
  discount: 0,
  total: 12_000,
  due: '2026-12-02',
  letter: 'anna@example.org',
};
const ZONE = { countries: [{ code: 'US', names: ['United States'] }], states: { US: [{ code: 'OH', names: ['Ohio'] }] } };
export const INVOICE_ANSWERS = {
  '/invoices': LISTED,
  '/invoices/EXC-104': INVOICE,
  '/invoice-goods': { goods: [{ item: 'product', ref: 'prd:mug', name: 'Harbour Mug', detail: null, price: 1800 }] },
  '/zones': { a: ZONE, b: { countries: [], states: {} }, c: { countries: [], states: {} } },
};
