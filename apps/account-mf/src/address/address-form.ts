import type { Address, AddressForm } from '@newsstand/contracts/address';
import type { Shipcode } from '@newsstand/contracts/shipcode';
import type { ShippingConfig } from '@newsstand/contracts/shipping-config';

/** What a form begins with: the address on record in that zone, or nothing but the country, where the zone has only one. */
export const startAddress = (saved: Address | null, shipping: ShippingConfig, zone: Shipcode): AddressForm => {
  if (saved) {
    const { line1, line2, city, state, postcode, country_code } = saved;
    return { line1, line2, city, state, postcode, country: country_code };
  }
  const { countries } = shipping[zone];
  const [only] = countries;
  return { line1: '', line2: '', city: '', state: '', postcode: '', country: countries.length === 1 && only ? only.code : '' };
};
