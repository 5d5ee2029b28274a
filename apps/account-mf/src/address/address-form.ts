import { type Address, type TypedAddress, blankAddress, toAddressForm } from '@newsstand/contracts/address';
import type { Shipcode } from '@newsstand/contracts/shipcode';
import type { ShippingConfig } from '@newsstand/contracts/shipping-config';

/**
 * What a form begins with: the address on record in that zone, or nothing but the country, where the zone has only one.
 */
export const startAddress = (saved: Address | null, shipping: ShippingConfig, zone: Shipcode): TypedAddress => {
  if (saved) return toAddressForm(saved);
  const { countries } = shipping[zone];
  const [only] = countries;
  return { ...blankAddress, country: countries.length === 1 && only ? only.code : '' };
};
