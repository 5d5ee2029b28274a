import * as v from 'valibot';
import { MUST_NOT_BE_BLANK } from './blank.ts';

/** The shortest password that may be chosen, in characters. There are no rules of composition. */
export const MIN_PASSWORD = 8;
const MAX_PASSWORD = 256;

/** A password that is being chosen (section 5: password and confirm are required). The server refuses common ones besides. */
export const NewPassword = v.pipe(
  v.string(MUST_NOT_BE_BLANK),
  v.nonEmpty(MUST_NOT_BE_BLANK),
  v.check((text) => Array.from(text).length >= MIN_PASSWORD, `Use at least ${MIN_PASSWORD} characters.`),
  v.maxLength(MAX_PASSWORD, `Use at most ${MAX_PASSWORD} characters.`),
);
export const PASSWORDS_DIFFER = 'The passwords do not match.';
