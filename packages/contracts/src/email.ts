import * as v from 'valibot';
import { MUST_NOT_BE_BLANK } from './blank.ts';

/**
 * An address by which somebody logs in, in its one spelling: NFKC, trimmed, lower case. It is made so before it is looked at: a full-width ＠
 * checked first and folded later is a second address in the same field.
 */
export const AccountEmail = v.pipe(
  v.string(MUST_NOT_BE_BLANK),
  v.transform((typed) => typed.normalize('NFKC').trim().toLowerCase()),
  v.nonEmpty(MUST_NOT_BE_BLANK),
  v.maxLength(254, 'Must be at most 254 characters.'),
  v.regex(/^[^\s@<>()[\]",;:\\]+@[\p{L}\p{N}.-]+\.[\p{L}\p{N}-]{2,}$/u, 'Enter an email address such as name@example.org.'),
);
