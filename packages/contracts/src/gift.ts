import * as v from 'valibot';
import { Bearer } from './bearer.ts';
import { Deliverable, Level, Term } from './cart.ts';
import { MAX_GIFTS, clampQuantity } from './quantity.ts';

/** A gift as its page knows it (section 3). `order.name` is who gave it. */
export const Gift = v.object({
  token: Bearer,
  order: v.object({ name: v.string() }),
  term: Term,
  level: Level,
  deliverables: v.object({ set: Deliverable }),
  redeemed: v.boolean(),
  /** It was taken back before anybody redeemed it, with or without its money: it cannot be redeemed any more. */
  refunded: v.optional(v.boolean()),
  /** Who it is posted to directly; whoever has its link opens their account. */
  sent_to: v.optional(v.nullable(v.string())),
  /**
   * Of one that is posted directly, as long as nobody has an account for it: how many issues were given out, and how
   * many are left; null for a lifetime.
   */
  issues: v.optional(v.object({ delivered: v.number(), left: v.nullable(v.number()) })),
  /** Of one that is posted directly: whether the reader, who is logged in, can have what is left of it as a renewal. */
  can_claim: v.optional(v.boolean()),
  /** The reader's own payment for a better way is on its way, at a bank for days: the token of its invoice page. */
  payment: v.optional(v.nullable(Bearer)),
});
export type Gift = v.InferOutput<typeof Gift>;

/**
 * What redeeming a gift can be for this reader (section 4, redeem). `misaligned`: the gift is delivered otherwise than
 * the subscription that runs. `needs_upgrade`: that is dearer than the gift, too, so that `preselected`, the
 * deliverable to begin with, is what runs; no page of ours reads it any more, and those that were released want it.
 * `prices` is what each deliverable costs beyond the gift, in cents.
 */
export const RedeemOptions = v.object({
  renewal: v.boolean(),
  misaligned: v.boolean(),
  needs_upgrade: v.boolean(),
  preselected: Deliverable,
  /** The reader has every issue to come already: the gift would be used up for nothing. */
  lifetime: v.optional(v.boolean()),
  prices: v.object({
    digital: v.number(),
    'print-a': v.number(),
    'print-b': v.number(),
    'print-c': v.number(),
  }),
});
export type RedeemOptions = v.InferOutput<typeof RedeemOptions>;

/** Sections 5 and 9: 1 to 20 gifts of a kind, floored to a whole number. */
export const clampGifts = (value: unknown): number => clampQuantity(value, 1, MAX_GIFTS);
