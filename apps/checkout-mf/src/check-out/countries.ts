import { SHIPCODES } from '@newsstand/contracts/shipcode';
import type { FormSelectOption, ShippingConfig } from '@newsstand/contracts/shipping-config';

const nameOf = (option: FormSelectOption): string => option.names[0] ?? option.code;

/** Every country that the publication ships to, each once, by name. */
export const countriesOf = (shipping: ShippingConfig): FormSelectOption[] => {
  const countries = new Map(SHIPCODES.flatMap((shipcode) => shipping[shipcode].countries).map((option) => [option.code, option]));
  return [...countries.values()].toSorted((a, b) => nameOf(a).localeCompare(nameOf(b), 'en'));
};

/** The states of a country; none where an address there needs none. */
export const statesOf = (shipping: ShippingConfig, country: string): FormSelectOption[] =>
  SHIPCODES.map((shipcode) => shipping[shipcode].states[country]).find((states) => states !== undefined) ?? [];

/** A country's name, null for one that is not on the list. */
export const countryName = (shipping: ShippingConfig | undefined, country: string): string | null => {
  const option = shipping && countriesOf(shipping).find(({ code }) => code === country);
  return option ? nameOf(option) : null;
};
