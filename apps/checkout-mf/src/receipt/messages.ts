/** Texts of the files on a receipt. */
export const fileMessages = {
  'checkout.receipt_files': 'Your files',
  'checkout.receipt_files_note': 'The links work for a day; open this page again for new ones.',
  'checkout.receipt_file': 'Download {title} as {format}',
  'checkout.receipt_product_file': 'Download {title}',
  'checkout.receipt_download': 'Download',
  'checkout.receipt_not_yet': '(Not Yet Available)',
} as const;
