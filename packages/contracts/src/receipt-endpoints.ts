import * as v from 'valibot';
import type { Endpoint } from './endpoint.ts';
import { Receipt, ReceiptToken } from './receipt.ts';

export const receipt = {
  method: 'GET',
  path: '/api/receipts/{token}',
  summary: 'The receipt behind a token',
  params: { token: ReceiptToken },
  answer: Receipt,
} as const satisfies Endpoint;

export const receiptPdf = {
  method: 'GET',
  path: '/api/receipts/{token}/pdf',
  summary: 'The receipt behind a token, as a PDF',
  params: { token: ReceiptToken },
  answer: v.unknown(),
  media: ['application/pdf'],
} as const satisfies Endpoint;

/** A credit note's number. */
export const CreditNoteNumber = v.pipe(v.string(), v.regex(/^CN-[1-9]\d{0,8}$/));

/** Behind the token of the invoice, too: who paid by that has no other. */
export const creditNotePdf = {
  method: 'GET',
  path: '/api/receipts/{token}/credit-notes/{number}/pdf',
  summary: 'The credit note of what went back of the order of a receipt or an invoice, as a PDF',
  params: { token: ReceiptToken, number: CreditNoteNumber },
  answer: v.unknown(),
  media: ['application/pdf'],
} as const satisfies Endpoint;

export const receiptFile = {
  method: 'GET',
  path: '/api/receipts/{token}/files/{slug}',
  summary: 'The file of a digital product that was bought with the order of a receipt',
  params: { token: ReceiptToken, slug: v.pipe(v.string(), v.regex(/^[\w-]{1,200}$/)) },
  answer: v.unknown(),
  media: ['application/pdf', 'application/epub+zip', 'application/zip', 'application/octet-stream'],
  answers: [200, 206, 304, 416],
} as const satisfies Endpoint;
