/** What the popup alone says, which comes when it opens. */
export const popupMessages = {
  'mailing-list.intro': 'Now and then we write to say what is new. Leave your address and we will write to you too.',
  'mailing-list.close': 'Close',
} as const;
