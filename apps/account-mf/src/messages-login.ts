/** Texts for a form that is refused because the reader is no longer logged in. Otherwise the same as messages.ts. */
export const loginMessages = {
  'account.logged_out_text': 'It opens in another tab. What you have chosen and typed here is kept: come back, and send it again.',
  'account.logged_in_again': 'You are logged in again. Send it once more.',
} as const;
