import * as v from 'valibot';
import { mustNotBeBlank } from './blank.ts';
import { tooLong } from './bounded.ts';

/**
 * A coupon's code as a reader types it. Wherever a request names one it is this schema, so that no place forgets to
 * bound it or to count guesses.
 */
export const CouponCode = v.pipe(v.string(mustNotBeBlank), v.trim(), v.nonEmpty(mustNotBeBlank), v.maxLength(40, tooLong));
