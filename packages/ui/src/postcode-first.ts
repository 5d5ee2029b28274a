/**
 * Countries that write the postal code after the city though they have no states in our forms; most others write it
 * before.
 */
const CITY_FIRST = new Set([
  'AU',
  'CA',
  'GB',
  'IE',
  'IM',
  'IN',
  'JE',
  'GG',
  'NZ',
  'PK',
  'SG',
  'TH',
  'US',
  'ZA',
  'HK',
  'TW',
  'JM',
  'BM',
  'GI',
  'MT',
  'LK',
  'BD',
  'NP',
  'ID',
]);

/** Where readers of a country expect the postal code; before a country is chosen, after the city. */
export const postcodeFirst = (country: string): boolean => country !== '' && !CITY_FIRST.has(country);
