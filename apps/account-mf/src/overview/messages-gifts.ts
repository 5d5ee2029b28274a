/** Texts about gifts, fetched only by readers who gave one. Otherwise the same as messages.ts. */
export const giftMessages = {
  'account.gift_open': 'Not redeemed yet',
  'account.gift_redeemed': 'Redeemed on {date}',
  'account.gift_sent': 'Posted to {name}',
  'account.gift_refunded': 'Taken back, and cannot be redeemed any more',
  'account.gift_bought': 'Bought on {date}',
  'account.gift_link': 'Whoever opens this link redeems it:',
  'account.gift_card': 'Print the card',
  'account.gift_receipt': 'See the receipt',
} as const;
