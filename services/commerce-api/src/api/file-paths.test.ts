import { creditNotePdfPath, giftCodePath, invoicePdfPath, receiptPdfPath } from '@newsstand/contracts/file-paths';
import { creditNotePdf, receiptPdf } from '@newsstand/contracts/receipt-endpoints';
import { expect, test } from 'vitest';
import { ownEndpoints } from './own-endpoints.ts';

test.each([
  [receiptPdfPath('{token}'), receiptPdf.path],
  [creditNotePdfPath('{token}', '{number}'), creditNotePdf.path],
  [invoicePdfPath('{invoice}'), ownEndpoints.invoicePdf.path],
  [giftCodePath('{token}'), ownEndpoints.giftCode.path],
])('a page that links to %s leads to what the API has there', (linked, path) => {
  expect(decodeURIComponent(linked)).toBe(path);
});
