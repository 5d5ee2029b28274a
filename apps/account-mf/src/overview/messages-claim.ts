/**
 * The form that brings a subscription by post to the account, which only who asks for it fetches. Otherwise the same as
 * messages.ts.
 */
export const claimMessages = {
  'account.claim_title': 'A subscription that comes by post and is not here',
  'account.claim_text':
    'Copy both from the label of your newest copy. If you subscribed before we moved here, your old customer number is right, too.',
  'account.claim_number': 'Number on the label, or your customer number',
  'account.claim_number_hint': 'Such as 16-A1-000412, or 00020113.',
  'account.claim_postcode': 'Postal code that it goes to',
  'account.claim_postcode_hint': 'The town, where addresses have no postal code.',
  'account.claim_send': 'Add it',
  'account.claim_same': 'That subscription is in your account already.',
} as const;
