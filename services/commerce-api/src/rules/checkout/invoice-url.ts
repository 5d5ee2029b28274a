/** Section 2: where an invoice is read and paid, by its token. */
export function invoiceUrl(site: string, token: string): string {
  return new URL(`/invoice/${encodeURIComponent(token)}`, site).href;
}
