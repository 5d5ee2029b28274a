import { type Address, ADDRESS_PARTS, toAddressForm } from '@newsstand/contracts/address';
import { csvOf } from '@newsstand/contracts/csv';

/** Copies of an issue that must be posted to somebody. */
export type PostLine = { name: string; address: Address; copies: number };

const HEAD = ['name', ...ADDRESS_PARTS, 'copies'];

/** The list of what must be posted, as CSV (RFC 4180) for whoever prints the labels. */
export function postCsv(lines: readonly PostLine[]): string {
  const rows = lines.map(({ name, address, copies }) => {
    const parts = { ...toAddressForm(address), country: address.country_name };
    return [name, ...ADDRESS_PARTS.map((part) => parts[part]), String(copies)];
  });
  return csvOf([HEAD, ...rows]);
}
