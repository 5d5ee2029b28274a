import type { OrderLine } from '../../ledger/orders/order-row.ts';
import type { CodedText } from '../../platform/http/coded-text.ts';
import { checkoutText } from '../../publication/texts/checkout-texts.ts';

/** What an order is refused with whose coupon somebody else used up a moment ago. */
export function couponUsedUp(lines: readonly OrderLine[]): Record<string, CodedText> {
  const codes = lines.flatMap(({ choice, discount }) => (choice && 'coupon' in choice && discount > 0 ? (choice.coupon ?? []) : []));
  return { general: checkoutText('coupon_used_up', { code: [...new Set(codes)].join(', ') }) };
}
