import { type Address, ADDRESS_PARTS, toAddressForm } from '@newsstand/contracts/address';

/** Copies of an issue that must be posted to somebody. */
export type PostLine = { name: string; address: Address; copies: number };

const HEAD = ['name', ...ADDRESS_PARTS, 'copies'];

/** The list of what must be posted, as CSV (RFC 4180) for whoever prints the labels. */
export function postCsv(lines: readonly PostLine[]): string {
  const rows = lines.map(({ name, address, copies }) => {
    const parts = { ...toAddressForm(address), country: address.country_name };
    return [name, ...ADDRESS_PARTS.map((part) => parts[part]), String(copies)];
  });
  return [HEAD, ...rows].map((row) => `${row.map(cell).join(',')}\r\n`).join('');
}

/** Readers write these names, and a spreadsheet runs what begins with =, +, - or @: such a cell is marked as text. */
function cell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
