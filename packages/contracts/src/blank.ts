import { says } from './schema-message.ts';

/** Section 8. In a module of its own: whoever needs no more than these words brings no address along. */
export const MUST_NOT_BE_BLANK = 'Must not be blank.';
export const mustNotBeBlank = says('blank', MUST_NOT_BE_BLANK);
