/** Texts of money that went back, in the lists of receipts and invoices: with the part that says it. */
export const paidBackMessages = {
  'account.receipt_refunded': 'Refunded',
  'account.receipt_part_refunded': '{amount} refunded',
  'account.receipt_taken_back': 'Taken back by the bank',
  'account.receipt_part_taken_back': '{amount} taken back by the bank',
  'account.credit_note': 'Credit note {number}',
} as const;
