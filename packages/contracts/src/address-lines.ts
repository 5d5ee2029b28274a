import type { Address } from './address.ts';

/** An address as it stands on an envelope, without what is absent. */
export const addressLines = ({ line1, line2, city, state, postcode, country_name }: Address): string[] =>
  [line1, line2, [city, [state, postcode].filter(Boolean).join(' ')].filter(Boolean).join(', '), country_name].filter(Boolean);
