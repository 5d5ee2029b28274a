/** What an issue's page says to who holds it, which nobody else fetches. */
export const heldMessages = {
  'checkout.held_issue': 'You have this issue.',
  'checkout.held_pdf': 'Read as PDF',
  'checkout.held_pdf_file': 'Download PDF',
  'checkout.held_epub': 'Download EPUB',
  'checkout.held_gift_digital-issue': 'Buy the file for somebody else',
  'checkout.held_gift_print-issue': 'Buy it in print for somebody else',
} as const;
