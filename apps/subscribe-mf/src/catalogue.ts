import { redeemMessages } from './redeem/messages.ts';
import { renewMessages } from './renew/messages.ts';

/** Every text of this remote, for who translates: no page imports it, since each fetches its own part. */
export const catalogue = { ...redeemMessages, ...renewMessages };
