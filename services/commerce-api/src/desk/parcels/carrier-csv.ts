import { toAddressForm, type Address } from '@newsstand/contracts/address';
import { csvOf } from '@newsstand/contracts/csv';
import type { DeskParcel } from '@newsstand/contracts/desk-parcels';
import { writtenPostcode } from '../../rules/checkout/postcode-rules.ts';

const HEAD = ['reference', 'name', 'line1', 'line2', 'city', 'state', 'postcode', 'country_code', 'country', 'pieces', 'contents'];

/** A parcel with its address in parts. */
export type Addressed = { parcel: DeskParcel; address: Address };

/** Parcels for a carrier's own program, a row each: CSV in UTF-8 with a mark that spreadsheets ask for. */
export function carrierCsv(parcels: readonly Addressed[]): string {
  const rows = parcels.map(({ parcel, address }) => {
    const { line1, line2, city, state, postcode, country } = toAddressForm(address);
    const lines = parcel.lines.filter(({ quantity }) => quantity > 0);
    const pieces = lines.reduce((sum, { quantity }) => sum + quantity, 0);
    const contents = lines.map(({ name, detail, quantity }) => `${quantity} x ${name}${detail === null ? '' : `, ${detail}`}`).join('; ');
    return [
      parcel.code,
      parcel.name,
      line1,
      line2,
      city,
      state,
      writtenPostcode({ postcode, country }),
      country,
      address.country_name,
      String(pieces),
      contents,
    ];
  });
  return `\uFEFF${csvOf([HEAD, ...rows])}`;
}
