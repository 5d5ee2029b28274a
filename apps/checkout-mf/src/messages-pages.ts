import { messages } from './messages.ts';

/**
 * The texts of the widgets that fill a page of their own and are chunks of their own: a reader who only looks into the cart does not fetch them.
 * Otherwise the same as messages.ts.
 */
export const pageMessages = {
  ...messages,

  // Lines that can no longer be had
  'checkout.cart_blocked': 'Something in your order can no longer be had. Change that line first, then go on.',

  // Check-out page
  'checkout.title': 'Check Out',
  'checkout.empty_cart': 'Your cart is empty.',
  'checkout.about_you': 'About you',
  'checkout.about_you_note': 'Your receipt goes to this address, and nothing else unless you ask for it.',
  'checkout.signed_in_as': 'Ordering as {name}, {email}.',
  'checkout.name': 'Full name',
  'checkout.email': 'Email',
  'checkout.address': 'Mailing address',
  'checkout.address_subscription': 'Every issue of your subscription is posted here. The country decides what posting it costs.',
  'checkout.line1': 'Address',
  'checkout.line2': 'Apartment, building, care of',
  'checkout.city': 'City',
  'checkout.state': 'State or province',
  'checkout.postcode': 'Postal code',
  'checkout.country': 'Country',
  'checkout.optional': 'optional',
  'checkout.no_matches': '0 matches',
  'checkout.matches': '{n} matches',
  'checkout.choose_from_list': 'Choose one from the list.',
  'checkout.show_options': 'Show options',
  'checkout.review': 'Your order',
  'checkout.change': 'Change',
  'checkout.shipping_to': 'Shipping, {country}',
  'checkout.free': 'FREE',
  'checkout.donor_support': 'This order costs you nothing, thanks to the support of our donors.',
  'checkout.donate': 'You could be one.',
  'checkout.payment': 'Payment',
  'checkout.payment_later': 'You enter your card in the next step. Nothing is charged until you submit the payment.',
  'checkout.payment_secure': 'Your card goes straight to the payment provider; we never see its number.',
  'checkout.pay_with': 'Pay with',
  'checkout.use_card': 'Use {card} ending in {last_four}',
  'checkout.use_card_expires': 'expires {month}/{year}',
  'checkout.add_card': 'Use another card',
  'checkout.save_card': 'Save this card on my account',
  'checkout.payment_failed_load': 'The card form could not be loaded. Nothing you typed is lost.',
  'checkout.try_again': 'Try again',

  // The button (section 4)
  'checkout.loading': 'Loading',
  'checkout.processing': 'Processing Order',
  'checkout.completing': 'Completing Order',
  'checkout.successful': 'Order Successful',
  'checkout.submit': 'Submit',
  'checkout.proceed_to_payment': 'Proceed to Payment',
  'checkout.submit_payment': 'Submit Payment',

  // Failures (section 8)
  'checkout.generic_failure': 'There was a problem processing your order. Please try again at another time or contact {support_address}',
  'checkout.timed_out': 'Sorry your order timed out.',
  'checkout.timed_out_truth':
    'Your order is kept. If the payment went through, the receipt is on its way to {email}; you will not be charged twice.',
  'checkout.check_again': 'Look again',
  'checkout.unexpected': 'Unexpected Error',
  'checkout.replace_card': '{message} To proceed, please update your payment information.',
  'checkout.price_changed': 'The price of your order has changed from {before} to {now}. Please look at it again and confirm.',
  'checkout.review_again': 'Your order has changed. Please look at it again and confirm.',
  'checkout.payment_interrupted': 'Your payment was not finished, and nothing was charged. Please enter your card again.',
  'checkout.card_again': 'Your order has changed. Please enter your card again.',
  'checkout.fields_wrong': 'Please look at the marked fields again.',

  // Receipt
  'checkout.receipt_title': 'Receipt',
  'checkout.receipt_thanks': 'Thank you for your order.',
  'checkout.receipt_sent': 'A copy is on its way to {email}.',
  'checkout.receipt_number': 'Number',
  'checkout.receipt_date': 'Date',
  'checkout.receipt_paid_with': 'Paid with',
  'checkout.receipt_card': '{card} ending in {last_four}',
  'checkout.receipt_free': 'Nothing to pay',
  'checkout.receipt_address': 'Posted to',
  'checkout.receipt_billed_to': 'For',
  'checkout.receipt_gifts': 'Your gifts',
  'checkout.receipt_gifts_note': 'Send each person a link of their own. It can be redeemed once.',
  'checkout.receipt_gift': 'Gift {n}',
  'checkout.receipt_gift_redeemed': 'redeemed',
  'checkout.receipt_print': 'Print this receipt',
  'checkout.receipt_missing_title': 'No receipt here',
  'checkout.receipt_missing':
    'We could not find a receipt behind this link. Check the link in your email, or write to {support_address} and we will find it together.',
} as const;
