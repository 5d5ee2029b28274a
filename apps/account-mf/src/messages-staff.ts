/** What staff reads above a reader's page. */
export const staffMessages = {
  'account.view_only': 'View only.',
  'account.view_only_text': 'You see what this reader sees. Nothing can be changed here, and your visit is on record.',
  'account.end_look': 'End the look',
  'account.ending_look': 'Ending',
  'account.look_goes_on': 'The look could not be ended. Try again; it ends by itself after half an hour.',
} as const;

/** What staff reads before a reader's page is opened. */
export const lookMessages = {
  'account.admin_title': 'A reader’s account',
  'account.admin_text': 'You are about to look at it as staff. Nothing can be changed there, and your visit is on record.',
  'account.admin_open': 'Open, view only',
} as const;
