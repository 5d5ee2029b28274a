import * as v from 'valibot';
import { mustNotBeBlank } from './blank.ts';
import { says } from './schema-message.ts';

/** The shortest password that may be chosen, in characters. There are no rules of composition. */
export const MIN_PASSWORD = 8;
const MAX_PASSWORD = 256;

export const PASSWORD_SHORT = 'Use at least {n} characters.';
export const PASSWORD_LONG = 'Use at most {n} characters.';

/**
 * A password that is being chosen (section 5: password and confirm are required). The server refuses common ones
 * besides.
 */
export const NewPassword = v.pipe(
  v.string(mustNotBeBlank),
  v.nonEmpty(mustNotBeBlank),
  v.check((text) => Array.from(text).length >= MIN_PASSWORD, says('password_short', PASSWORD_SHORT, MIN_PASSWORD)),
  v.maxLength(MAX_PASSWORD, says('password_long', PASSWORD_LONG, MAX_PASSWORD)),
);
export const PASSWORDS_DIFFER = 'The passwords do not match.';
export const passwordsDiffer = says('passwords_differ', PASSWORDS_DIFFER);
