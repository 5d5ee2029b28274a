import { messages } from '../messages.ts';

/** What the cart says as a table, and pages that list what is bought. */
export const tableMessages = {
  ...messages,
  'checkout.quantity': 'Quantity',
  'checkout.item': 'Item',
  'checkout.price': 'Price',
  'checkout.total': 'Total',
  'checkout.times': '× {quantity}',
  'checkout.shipping_estimated': 'Shipping, estimated',
  'checkout.waived': 'Waived, too small to charge',
} as const;
