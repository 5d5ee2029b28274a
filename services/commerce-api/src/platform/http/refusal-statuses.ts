import type { Endpoint } from '@newsstand/contracts/endpoints';

/** What each status means here, for the OpenAPI document. */
export const REFUSED: Record<number, string> = {
  400: 'The request could not be read',
  401: 'Not logged in, or the login is wrong',
  402: 'The card was refused, or needs its owner',
  403: 'From a page that may not do that, the bot check failed, or a login of the last minutes is needed',
  404: 'Not there',
  409: 'The price, the stock or what is to be changed is not as it was shown',
  410: 'It was there, and has expired or ended',
  413: 'The request is too large',
  415: 'Neither JSON nor a form',
  422: 'Something in it is wrong: one message for each field',
  429: 'Too many attempts: Retry-After says when to come back',
};

/** What a call may be refused with: by its own rules, and by what it is made of. */
export function refusalsOf({ method, params, query, body, raw, refuses = [] }: Endpoint): number[] {
  const all = [
    ...refuses,
    ...(method === 'GET' ? [] : [403, 413]),
    ...(params ? [404] : []),
    ...(params || query || body || raw ? [400] : []),
    ...(query && !raw ? [422] : []),
    ...(body && !raw ? [415, 422] : []),
  ];
  return [...new Set(all)].toSorted((one, other) => one - other);
}
