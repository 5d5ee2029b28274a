import { CHOOSE_COUNTRY } from '@newsstand/contracts/address';
import { catalogue } from '../../platform/http/coded-text.ts';

/**
 * What the check-out says to a reader whom it refuses. A publication's `messages` override them by key:
 * `checkout-api.no_country`.
 */
export const CHECKOUT_TEXTS = {
  /**
   * Section 8, empty cart: the publication's own message is `checkout.empty_cart`, and this key where the two are to
   * differ.
   */
  empty_cart: 'Try adding a product from our store to your cart first and then return to this page to complete your checkout.',
  /** Section 8, generic checkout failure. */
  failed: 'There was a problem processing your order. Please try again at another time or contact {support}',
  choose_country: CHOOSE_COUNTRY,
  choose_state: 'Choose a state from the list.',
  us_postcode: 'Enter a ZIP code of five digits, or of nine, such as 04101 or 04101-1234.',
  half_postcode: 'This is half a postal code. Enter all of it, such as {example}.',
  digits_postcode: 'A postal code of this country has {digits} digits, with any zeros in front.',
  unavailable: 'Some of what is in your cart cannot be had now. Please change your cart and try again.',
  short: 'There is less of something in your cart than you asked for. Please take what there is, or remove it, and try again.',
  line_short: 'Only {left} of {name} left.',
  line_short_held: 'Only {left} of {name} left; the rest is in somebody’s cart, and may come free in a few minutes.',
  line_sold_out: '{name} is sold out.',
  line_held: '{name} is in somebody’s cart. It may come free in a few minutes.',
  line_withdrawn: '{name} is no longer sold.',
  line_hoarded: 'Only {left} of {name} can be set aside for you at once.',
  line_hoarded_held: 'Only {left} of {name} can be set aside for you now: others on your network have some in their carts.',
  line_hoarded_all: '{name} cannot be set aside for you now: others on your network have as much of it in their carts as they can.',
  hoarded: 'Please take no more than that, or log in to an account whose email is proved.',
  hoarded_unproved: 'Please take no more than that, or show that your email is yours: log in once with a code that we mail there.',
  hoarded_wait: 'In a few minutes there may be more.',
  total_changed: 'The price of your order is now {total}. Please check it and confirm.',
  coupon_used_up: 'The coupon {code} has been used as often as it can be. Please choose another one, or take it out of your cart.',
  already_paid: 'Your earlier order was already paid, so this is its receipt. What you have added since is still in your cart.',
  authorize_card: 'Your bank asks you to confirm this payment.',
  /** The page adds: To proceed, please update your payment information. */
  no_saved_card: 'There is no payment card on record.',
  order_cancelled:
    'This order was not paid in time, or what it was for has changed, so it was cancelled. Nothing is charged for it. Please check out again.',
} as const;

export const checkoutText = catalogue('checkout-api', CHECKOUT_TEXTS);
