/**
 * Every text of this remote that its first wave needs: counter, panel, 'Add to Cart' and what stands in a product's
 * box. The pages' own are in messages-pages.ts, those of the store and the table beside these.
 * `publication.messages` overrides them by key; {names} are filled in. Texts that the specification quotes are exact.
 */
export const messages = {
  // Cart counter
  'checkout.counter': 'Cart',
  'checkout.counter_item': 'item',
  'checkout.counter_items': 'items',

  // Add to cart, store and product box
  'checkout.add': 'Add to Cart',
  'checkout.adding': 'Adding',
  'checkout.print-issue': '{name}, in print',
  'checkout.digital-issue': '{name}, as a file',
  'checkout.choose': 'Choose size',
  'checkout.choose_size': 'Choose a size.',
  'checkout.size': 'Size',
  'checkout.quantity_of': 'Quantity of {name}',
  'checkout.fewer': 'One less of {name}',
  'checkout.more': 'One more of {name}',
  'checkout.low_stock': 'LOW STOCK (ONLY {count} LEFT)',
  'checkout.size_low': 'ONLY {count} LEFT',
  'checkout.out_of_stock': 'OUT OF STOCK',
  'checkout.held': 'IN SOMEBODY’S CART',
  'checkout.full': 'Your cart already holds {count}, all that can be had.',
  'checkout.free_price': 'Free',
  'checkout.not_released': 'Not out yet',

  // Cart panel and table
  'checkout.cart': 'Your Cart',
  'checkout.close': 'Close',
  'checkout.panel_empty_title': 'Your cart is empty',
  'checkout.panel_empty': 'Try adding a product from our store to your cart first and then return to this page to complete your checkout.',
  'checkout.browse_store': 'Browse Store',
  'checkout.proceed_to_checkout': 'Proceed to Checkout',
  'checkout.subtotal': 'Subtotal',
  'checkout.subtotal_note': 'Shipping is worked out from your address.',
  'checkout.remove': 'Remove',
  'checkout.remove_line': 'Remove {name}',
  'checkout.remove_all': 'Remove all',
  'checkout.remove_confirm': 'Are you sure?',
  'checkout.ok': 'Ok',
  'checkout.cancel': 'Cancel',
  'checkout.coupon': 'Coupon code',
  'checkout.coupon_apply': 'Apply',
  'checkout.coupon_applied': 'Coupon Applied',
  'checkout.coupon_remove': 'Remove coupon {code}',
  'checkout.coupon_stays': 'Unable to remove coupon {code}. Please try again.',
  'checkout.coupon_failed': 'Unable to apply coupon {code}',
  'checkout.coupon_builder': 'Change your subscription settings',

  // Subscriptions and gifts
  'checkout.line_shipping': '+ {price} shipping, for all issues',

  // Lines that can no longer be had
  'checkout.line_sold_out': 'Sold out since you put it into your cart.',
  'checkout.line_held': 'In somebody’s cart. It may come free in a few minutes.',
  'checkout.line_more_held': 'More may come free in a few minutes.',
  'checkout.line_again': 'Try again',
  'checkout.line_withdrawn': 'No longer sold.',
  'checkout.line_short': 'Only {left} left. The total counts {left}.',
  'checkout.line_left_out': 'At most {most} of a kind: {left_out} of yours were left out.',
  'checkout.line_in_place_of': 'Chosen last, it took the place of what your account’s cart held: {other}.',
  'checkout.no_amount': '–',
  'checkout.line_lower': 'Take {left} instead',

  // Sums
  'checkout.discount': 'Discount',
} as const;
