/** Every text of this remote. `publication.messages` overrides them by key; {names} are filled in. */
export const messages = {
  'mailing-list.title': 'Letters from the editors',
  'mailing-list.intro': 'Now and then we write to say what is new. Leave your address and we will write to you too.',
  'mailing-list.email': 'Email',
  'mailing-list.join': 'Sign up',
  'mailing-list.joining': 'Signing up',
  'mailing-list.success': 'Thank you. We have written to you: follow the link in the letter, and you are on the list.',
  'mailing-list.close': 'Close',
  'mailing-list.bot_check_failed': 'We could not check that you are human. Please try again.',
} as const;
