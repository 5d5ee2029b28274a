import * as v from 'valibot';
import { Cents } from './money.ts';

/** Which events a publisher's own systems can be told of (docs/guide-webhooks.md). */
export const WEBHOOK_EVENTS = [
  'order.paid',
  'subscription.begun',
  'subscription.changed',
  'subscription.ended',
  'gift.redeemed',
  'donation.given',
  'list.joined',
  'list.left',
  'stock.low',
] as const;

/** Whose it is: the account's address, or the order's; null for an account that is gone. */
const whose = { email: v.nullable(v.string()) };
const term = {
  ...whose,
  phase: v.string(),
  term: v.string(),
  cycle: v.number(),
  level: v.string(),
  /** How its issues come now. */
  deliverable: v.string(),
  /** What was paid for. */
  paid_deliverable: v.string(),
  copies: v.number(),
};
const Line = v.object({
  type: v.string(),
  ref: v.string(),
  name: v.string(),
  detail: v.nullable(v.string()),
  quantity: v.number(),
  /** Of one. */
  price: Cents,
});
/** `leave`: the link that ends it, for each letter to the list: its page asks, and a POST is RFC 8058's one click. */
const ListMember = v.object({ email: v.string(), list: v.string(), leave: v.optional(v.string()) });
const message = <const Type extends (typeof WEBHOOK_EVENTS)[number], Data extends v.GenericSchema>(type: Type, data: Data) =>
  /** `timestamp`: when it happened. */
  v.object({ type: v.literal(type), timestamp: v.pipe(v.string(), v.isoTimestamp()), data });

/**
 * What is posted to a publisher's address, signed by the rules of Standard Webhooks. New fields and new events may
 * come: ignore those that you do not know.
 */
export const WebhookMessage = v.variant('type', [
  message('order.paid', v.object({ ...whose, number: v.string(), total: Cents, currency: v.string(), lines: v.array(Line) })),
  message('subscription.begun', v.object(term)),
  message('subscription.changed', v.object(term)),
  /** Its last issue was delivered, or the account is gone and it was cancelled. */
  message('subscription.ended', v.object({ ...term, why: v.picklist(['delivered', 'cancelled']) })),
  /** `order`: the number of the order that paid for it; `email`: of whoever redeemed it. */
  message('gift.redeemed', v.object({ ...whose, order: v.string(), deliverable: v.string(), level: v.string(), term: v.string() })),
  /** `month`: which of a monthly one, from 1. */
  message('donation.given', v.object({ ...whose, amount: Cents, monthly: v.boolean(), month: v.number() })),
  message('list.joined', ListMember),
  message('list.left', ListMember),
  /** Told when the stock comes to be as low as `WEBHOOK_STOCK_LOW`; what unpaid orders hold is not in it. */
  message(
    'stock.low',
    v.object({ type: v.string(), ref: v.string(), name: v.string(), detail: v.nullable(v.string()), stock: v.number() }),
  ),
]);
export type WebhookMessage = v.InferOutput<typeof WebhookMessage>;
