import { couponText, unable } from '@newsstand/contracts/coupon';
import type { Errors } from '@newsstand/contracts/refusal';

/** Why a code was not looked up. */
export const refusalText = (errors: Errors, code: string): string =>
  typeof errors === 'string' ? errors : (Object.values(errors)[0] ?? couponText(unable(code)));
