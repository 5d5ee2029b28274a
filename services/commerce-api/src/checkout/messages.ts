/** What the check-out says to a reader whom it refuses. A publication's `messages` override them by key: `checkout-api.no_country`. */
export const CHECKOUT_TEXTS = {
  /** Section 8, empty cart: the publication's own message is `checkout.empty_cart`, and this key where the two are to differ. */
  empty_cart: 'Try adding a product from our store to your cart first and then return to this page to complete your checkout.',
  /** Section 8, generic checkout failure. */
  failed: 'There was a problem processing your order. Please try again at another time or contact {support}',
  choose_country: 'Choose a country from the list.',
  choose_state: 'Choose a state from the list.',
  unavailable: 'Some of what is in your cart can no longer be had. Please change your cart and try again.',
  short: 'There is less of something in your cart than you asked for. Please take what there is, or remove it, and try again.',
  line_short: 'Only {left} of {name} left.',
  line_sold_out: '{name} is sold out.',
  line_withdrawn: '{name} is no longer sold.',
  total_changed: 'The price of your order is now {total}. Please check it and confirm.',
  coupon_used_up: 'The coupon {code} has been used as often as it can be. Please choose another one, or take it out of your cart.',
  already_paid: 'Your earlier order was already paid, so this is its receipt. What you have added since is still in your cart.',
  authorize_card: 'Your bank asks you to confirm this payment.',
  /** The page adds: To proceed, please update your payment information. */
  no_saved_card: 'There is no payment card on record.',
  order_cancelled: 'This order was not paid in time and was cancelled. Nothing was charged. Please check out again.',
} as const;

type CheckoutMessage = keyof typeof CHECKOUT_TEXTS;
export type Say = (key: CheckoutMessage, values?: Record<string, string | number>) => string;

/** The texts with a publication's own wording laid over them. */
export function checkoutMessages(overrides: Record<string, string>): Say {
  return (key, values = {}) => {
    const own = overrides[`checkout-api.${key}`] ?? (key === 'empty_cart' ? overrides['checkout.empty_cart'] : undefined);
    return (own ?? CHECKOUT_TEXTS[key]).replaceAll(/\{(\w+)\}/g, (placeholder, name: string) => String(values[name] ?? placeholder));
  };
}
