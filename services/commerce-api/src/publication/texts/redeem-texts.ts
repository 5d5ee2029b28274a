import { catalogue } from '../../platform/http/coded-text.ts';

/**
 * What the redemption says to a reader whom it refuses. A publication's `messages` override them by key:
 * `redeem-api.not_found`.
 */
export const REDEEM_TEXTS = {
  already_redeemed: 'This gift is already redeemed. If that was not you, please contact {support}.',
  refunded: 'This gift cannot be redeemed any more: it was taken back. If that surprises you, please contact {support}.',
  held: 'Somebody is redeeming this gift just now. Please try again in an hour, or contact {support}.',
  paying: 'Your payment for this gift is on its way. As soon as it has arrived, the gift is redeemed.',
  not_found: 'We could not find this gift. Please check the link, or contact {support}.',
  not_covered: 'This gift does not cover that way of delivery. Please choose another one, or contact {support}.',
  /** Print goes to the zone of its address. */
  other_zone: 'This gift is posted to another part of the world. Please choose a country there, or contact {support}.',
  one_print: 'Only one print gift at a time can be sent directly. Leave this empty to hand your gifts over yourself.',
  releasing: 'An issue is being sent out just now. Please try again in an hour, or contact {support}.',
  sent_directly: 'This gift is already on its way to {name}, by post. If that is not right, please contact {support}.',
} as const;

export const redeemText = catalogue('redeem-api', REDEEM_TEXTS);
