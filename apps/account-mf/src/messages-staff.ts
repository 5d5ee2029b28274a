/** What staff reads above a reader's page. */
export const staffMessages = {
  'account.view_only': 'View only.',
  'account.view_only_text': 'You see what this reader sees. Nothing can be changed here, and your visit is on record.',
  'account.end_look': 'End the look',
  'account.ending_look': 'Ending',
  'account.look_goes_on': 'The look could not be ended. Try again; it ends by itself after half an hour.',
} as const;
