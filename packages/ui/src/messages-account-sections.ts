/** The names of what stands on /account (section 2), for the account's pages and for the header, which lead there. */
export const sectionMessages = {
  'account.sections': 'Sections of your account',
  'account.overview': 'Overview',
  'account.settings': 'Account Settings',
  'account.subscription_settings': 'Subscription Settings',
  'account.payment_settings': 'Payment Settings',
  'account.issues_received': 'Issues Received',
  'account.donations': 'Monthly Donations',
  'account.gifts': 'Gifts',
  'account.papers': 'Receipts and Invoices',
  'account.privacy': 'Logins and Data',
} as const;
