/**
 * What the account's page says of the page that led here, which only who comes from there fetches. Otherwise the same
 * as messages.ts.
 */
export const outcomeMessages = {
  'account.subscription_claimed': 'Your subscription is in your account now, with the address that it goes to.',
  'account.card_saved': 'What you pay with is on record now.',
  'account.card_deleted': 'What you paid with was deleted.',
  'account.address_deleted': 'The address was deleted.',
  'account.autorenew_now_on': 'Autorenew is on now.',
  'account.autorenew_now_off': 'Autorenew is off now.',
  'account.card_kept': 'Your card was not deleted.',
  'account.card_changed':
    'What is on record was changed meanwhile, in another tab or browser. What it is now stands under Payment Settings.',
  'account.autorenew_kept': 'Autorenew was not switched.',
  'account.renewal_paid_title': 'Your subscription is renewed.',
  'account.renewal_paid_text': 'It was paid with what you have just put on record, and your receipt is on its way by email.',
  'account.renewal_processing_title': 'Your renewal is on its way.',
  'account.renewal_processing_text':
    'Your bank is working on it. That may take a few days; when it is paid, a receipt comes to you by email.',
  'account.renewal_refused_title': 'Your bank refused this, too.',
  'account.renewal_refused_text': 'It is on record now, and your subscription could not be renewed with it.',
  'account.renewal_refused_other': 'Use another card',
  'account.renewal_confirm_title': 'Your bank asks whether it is you.',
  'account.renewal_confirm_text': 'Your card is on record now. Confirm the payment, and your subscription renews.',
  'account.renewal_confirm': 'Confirm the payment',
} as const;
