import * as v from 'valibot';
import { MUST_NOT_BE_BLANK } from './blank.ts';

/** A coupon's code as a reader types it. Wherever a request names one it is this schema, so that no place forgets to bound it or to count guesses. */
export const CouponCode = v.pipe(
  v.string(MUST_NOT_BE_BLANK),
  v.trim(),
  v.nonEmpty(MUST_NOT_BE_BLANK),
  v.maxLength(40, 'Must be at most 40 characters.'),
);
