/**
 * Where the API has files and pictures that a page links to without calling them, from its base on. Apart from their
 * endpoints, so that a page brings no more along; `api/file-paths.test.ts` of the service compares the two.
 */
const to = (folder: string, token: string): string => `/api/${folder}/${encodeURIComponent(token)}`;

export const receiptPdfPath = (token: string): string => `${to('receipts', token)}/pdf`;
/** `token`: of the receipt or the invoice. */
export const creditNotePdfPath = (token: string, number: string): string =>
  `${to('receipts', token)}/credit-notes/${encodeURIComponent(number)}/pdf`;
export const invoicePdfPath = (token: string): string => `${to('invoice', token)}/pdf`;
export const giftCodePath = (token: string): string => `${to('gifts', token)}/qr.svg`;
