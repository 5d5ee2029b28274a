/** The texts that only the page of one subscription has, beside those of messages.ts. */
export const subscriptionMessages = {
  'account.update_invoice_title': 'There is an invoice for this subscription.',
  'account.update_invoice': 'Invoice {number}, {total}, due {date}',
  'account.update_invoice_text':
    'It upgrades this subscription. Pay it, or update the subscription here: what is paid in one way cannot be paid in the other.',
  /** Section 8; `{page}` is the link that `update_unavailable_page` names. */
  'account.update_unavailable':
    "Unfortunately, options for updating this subscription are not available. If you're only trying to change your mailing address, please visit {page}.",
  'account.update_unavailable_page': 'this page',
  'account.update_over': 'This subscription does not run any more. When you renew, you choose anew how it comes.',
  'account.update_renew': 'Renewal options',
  'account.update_sure':
    'Are you sure? From the next issue on nothing is posted to you any more. It costs nothing, and nothing of what you have paid is paid back.',
} as const;
