/** Texts of the files on a receipt. */
export const fileMessages = {
  'checkout.receipt_files': 'Your files',
  'checkout.receipt_files_note': 'The links work for a day; open this page again for new ones.',
  'checkout.receipt_file': 'Download {title} as {format}',
  'checkout.receipt_product_file': 'Download {title}',
  'checkout.receipt_download': 'Download',
  'checkout.receipt_not_yet': '(Not Yet Available)',
} as const;

/** Texts of what is kept of an order, and charged later. */
export const agreedMessages = {
  'checkout.agreed': 'From now on',
  'checkout.agreed_card': 'Card',
  'checkout.agreed_kept': '{card} is on record in your account, as you chose. You can delete it there at any time.',
  'checkout.agreed_subscription': 'Subscription',
  'checkout.agreed_renews': 'As you chose, it renews by itself and goes on when its last issue has come.',
  'checkout.agreed_renews_card':
    'As you chose, it renews by itself and goes on when its last issue has come. {card} is kept in your account to pay for it.',
  'checkout.agreed_off':
    'As you chose, it does not renew by itself: nothing is charged for another term. You can switch that on in your account.',
  'checkout.agreed_next': 'Next charge: {charge}.',
  'checkout.agreed_on': 'on {date}',
  'checkout.agreed_about': 'about {date}',
  'checkout.agreed_after': 'after issue {issue}',
  'checkout.agreed_to': 'to {card}',
  'checkout.agreed_card_is': '{card} ending in {last_four}',
  'checkout.agreed_same': 'the same card or bank account',
  'checkout.agreed_notice':
    'We write to you 30 days before, with the amount and the day. You can switch this off at any time in your account.',
  'checkout.agreed_donation': 'Monthly donation',
  'checkout.agreed_monthly': 'Then each month.',
  'checkout.agreed_end': 'You can change or end it in your account; without one, write to {support}.',
  'checkout.agreed_account': 'Go to your account',
} as const;

/** Texts of what became of a line since. */
export const endedMessages = {
  'checkout.line_ended': 'Ended {date}',
  'checkout.line_not_sent': '{count} of {quantity} not sent any more',
} as const;

/** Texts of parcels that were sent. */
export const sentMessages = {
  'checkout.sent': 'What was sent',
  'checkout.sent_on': 'Sent on {date}',
  'checkout.sent_to': 'Sent on {date} to {name}',
  'checkout.sent_tracking': 'Tracking number {tracking}',
  'checkout.sent_piece': '{count} × {name}',
} as const;

/** Texts of money that went back, on a receipt and an invoice. */
export const moneyBackMessages = {
  'checkout.money_back': 'What went back',
  'checkout.money_back_pending': 'Refund under way since {date}',
  'checkout.money_back_refunded': 'Refunded on {date}',
  'checkout.money_back_failed': 'A refund that could not be paid out on {date}, and came back to us. Please write to {support}.',
  'checkout.money_back_open': 'Taken back by the bank on {date}, while a dispute lasts',
  'checkout.money_back_lost': 'Taken back by the bank on {date}',
  'checkout.money_back_won': 'Taken back by the bank, and returned to us on {date}',
  'checkout.credit_note': 'Credit note {number} as a PDF',
  'checkout.money_back_stopped_autorenew':
    'The subscription does not renew by itself any more: autorenew is off, and no renewal is planned.',
  'checkout.money_back_account': 'It can be switched on again in the account.',
  'checkout.money_back_stopped_donation': 'The monthly donation has ended: no further month is charged.',
} as const;
