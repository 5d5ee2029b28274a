import { ADDRESS_PARTS, toAddressForm, type Address } from '@newsstand/contracts/address';
import { csvOf } from '@newsstand/contracts/csv';
import type { DeskParcel } from '@newsstand/contracts/desk-parcels';
import { writtenPostcode } from '../../rules/checkout/postcode-rules.ts';

const HEAD = [
  'reference',
  'name',
  ...ADDRESS_PARTS.map((part) => (part === 'country' ? 'country_code' : part)),
  'country',
  'pieces',
  'contents',
];

/** A parcel with its address in parts. */
export type Addressed = { parcel: DeskParcel; address: Address };

/** Parcels for a carrier's own program, a row each: CSV in UTF-8 with a mark that spreadsheets ask for. */
export function carrierCsv(parcels: readonly Addressed[]): string {
  const rows = parcels.map(({ parcel, address }) => {
    const typed = toAddressForm(address);
    const parts = { ...typed, postcode: writtenPostcode(typed) };
    const lines = parcel.lines.filter(({ quantity }) => quantity > 0);
    const pieces = lines.reduce((sum, { quantity }) => sum + quantity, 0);
    const contents = lines.map(({ name, detail, quantity }) => `${quantity} x ${name}${detail === null ? '' : `, ${detail}`}`).join('; ');
    return [parcel.code, parcel.name, ...ADDRESS_PARTS.map((part) => parts[part]), address.country_name, String(pieces), contents];
  });
  return `\uFEFF${csvOf([HEAD, ...rows])}`;
}
