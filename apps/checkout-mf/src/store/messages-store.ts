/** What the store says besides what stands in a product's box. */
export const storeMessages = {
  'checkout.store': 'Store',
  'checkout.store_empty': 'There is nothing here at the moment.',
} as const;
