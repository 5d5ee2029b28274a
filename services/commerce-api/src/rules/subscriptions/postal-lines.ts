import { streetLines, type Address } from '@newsstand/contracts/address';
import { postcodeFirst } from '@newsstand/contracts/postcode-first';
import { writtenPostcode } from '../checkout/postcode-rules.ts';

const codes = (all: string): ReadonlySet<string> => new Set(all.split(' '));
/** Where it has the line below the town. */
const POSTCODE_BELOW = codes('GB GG JE IM IE UA');
/** Where the state's code follows the town without a comma, and the postcode that. */
const STATE_BESIDE = codes('US CA AU');

/** The country that print and parcels are posted from: where zone a is one, that one. */
export const postedFrom = ([home, ...others]: readonly { code: string }[]): string | null =>
  home && others.length === 0 ? home.code : null;

/**
 * An address as it stands on a label, in the order of its country, with the country last in capitals: not where it is
 * posted `from`, since the post there reads it as abroad.
 */
export function postalLines(address: Address, from: string | null): string[] {
  const { country_code, country_name } = address;
  return [...streetLines(address), ...townLines(address), country_code === from ? '' : country_name.toUpperCase()].filter(Boolean);
}

function townLines({ city, state, state_name, postcode: typed, country_code }: Address): string[] {
  // Addresses of before it was written so as they were typed.
  const postcode = writtenPostcode({ postcode: typed, country: country_code });
  const words = (...parts: string[]) => parts.filter(Boolean).join(' ');
  if (STATE_BESIDE.has(country_code)) return [words(city, state, postcode)];
  const region = [city, state_name || state].filter(Boolean).join(', ');
  if (postcodeFirst(country_code)) return [words(postcode, region)];
  if (POSTCODE_BELOW.has(country_code)) return [region, postcode];
  return [words(region, postcode)];
}
