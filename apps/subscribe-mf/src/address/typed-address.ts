import type { Address, AddressForm } from '@newsstand/contracts/address';

/** An address as it is typed. */
export type TypedAddress = { line1: string; line2: string; city: string; state: string; postcode: string; country: string };
export type AddressField = keyof TypedAddress;

export const blankAddress: TypedAddress = { line1: '', line2: '', city: '', state: '', postcode: '', country: '' };

/** Words of the server's field names, by the field that shows them. */
export const ADDRESS_PLACES = {
  line1: ['line1'],
  line2: ['line2'],
  city: ['city'],
  state: ['state'],
  postcode: ['postcode'],
  country: ['country'],
};

/** A stored address, to be sent or corrected. */
export const toForm = ({ line1, line2, city, state, postcode, country_code }: Address): AddressForm => ({
  line1,
  line2,
  city,
  state,
  postcode,
  country: country_code,
});
