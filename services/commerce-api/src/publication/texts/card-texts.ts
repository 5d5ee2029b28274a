import { catalogue } from '../../platform/http/coded-text.ts';

/**
 * What the account's and the donation's payment pages are told. A publication's `messages` override them by key:
 * `card-api.not_saved`.
 */
export const CARD_TEXTS = {
  /** Section 8, generic failure on account pages. */
  failed: 'We encountered an error. Please try again at another time or contact {support} if you need help.',
  not_saved: 'Your card was not saved. Please enter it again.',
  processing: 'Your bank is still checking this account. Please come back in a while.',
  /** The page shows it. */
  newer: 'What is on record was changed meanwhile, in another tab or browser. Enter your card again, and it takes its place.',
  no_card: 'There is no payment card on record. Please add one first.',
  nothing_renews: 'There is no subscription that could renew by itself: there was none, or it was ended. Please subscribe first.',
  renews_for_life: 'A lifetime subscription needs no renewal.',
  declined: 'Your card was declined. To proceed, please update your payment information.',
  asks: 'Your bank asks you to confirm this payment. Please follow the link in the letter that we have just sent you.',
  /** What the card's issuer or the payment provider says, in its own words. */
  provider: '{message}',
  /** Before an account is deleted. */
  owed: 'Invoices for your subscription are not paid: {invoices}. Please pay them, or ask {support} to withdraw them, and then delete your account.',
} as const;

export const cardText = catalogue('card-api', CARD_TEXTS);
