import type { Code, Codes, Refusal } from '@newsstand/contracts/refusal';
import type { API_TEXTS } from '@newsstand/contracts/texts';

/**
 * Whether all of it, or this field, was refused for this. A service that was deployed before there were codes does not
 * say: then it is a refusal like any other.
 */
export const refusedFor = ({ codes = {} }: Refusal, key: keyof typeof API_TEXTS, field = ''): boolean =>
  (isOne(codes) ? codes : codes[field])?.code === `api.${key}`;

const isOne = (codes: Codes): codes is Code => typeof codes.code === 'string';
