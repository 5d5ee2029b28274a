/** What an issue's page says to who holds it, which nobody else fetches. */
export const heldMessages = {
  'checkout.held': 'You have this issue.',
  'checkout.held_pdf': 'Read as PDF',
  'checkout.held_epub': 'Download EPUB',
  'checkout.held_gift': 'Buy it for somebody else',
} as const;
