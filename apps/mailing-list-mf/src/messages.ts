/**
 * The texts of the form, on a page and in the popup. `publication.messages` overrides them by key; {names} are filled
 * in.
 */
export const messages = {
  'mailing-list.title': 'Letters from the editors',
  'mailing-list.email': 'Email',
  'mailing-list.join': 'Sign up',
  'mailing-list.joining': 'Signing up',
  'mailing-list.success': 'Thank you. We have written to you: follow the link in the letter, and you are on the list.',
  'mailing-list.bot_check_failed': 'We could not check that you are human. Please try again.',
} as const;
