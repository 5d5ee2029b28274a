/**
 * Beside the sections of the account, which are the account's own (ui, `messages-account-sections.ts`): what the
 * header's drawer says of the subscription.
 */
export const accountMessages = {
  'login.issues_left': '{left} issues remaining',
  'login.issue_left': 'One issue remaining',
  'login.issues_forever': 'Indefinite issues',
  'login.run_out': 'Your subscription has run out.',
  'login.no_subscription': 'You have no subscription.',
} as const;
