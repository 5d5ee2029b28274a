import { checkoutMessages } from '../checkout/messages.ts';
import type { OrderLine } from '../checkout/insert-order.ts';
import type { Deps } from '../deps.ts';

/** What an order is refused with whose coupon somebody else used up a moment ago. */
export function couponUsedUp({ publication }: Pick<Deps, 'publication'>, lines: readonly OrderLine[]): Record<string, string> {
  const codes = lines.flatMap(({ choice, discount }) => (choice && 'coupon' in choice && discount > 0 ? (choice.coupon ?? []) : []));
  return { general: checkoutMessages(publication.cached().messages)('coupon_used_up', { code: [...new Set(codes)].join(', ') }) };
}
