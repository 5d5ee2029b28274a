import * as v from 'valibot';
import { IssueToken, Subscription } from './subscription.ts';

const ByZone = v.object({ a: v.boolean(), b: v.boolean(), c: v.boolean() });
/** `active` is true for the one subscription that the next issue comes from. */
const Scheduled = v.object({ info: Subscription, active: v.boolean() });

/**
 * What a reader gets and when (section 3), worked out from issue tokens.
 * `current_subscription` is the one that runs, or the last one when none does. A lifetime that waits for paid issues to
 * run out is only `lifetime_subscription`.
 */
export const Timetable = v.object({
  current_subscription: v.nullable(Scheduled),
  future_subscriptions: v.array(Scheduled),
  lifetime_subscription: v.nullable(Scheduled),
  issues_expected: v.array(IssueToken),
  issues_delivered: v.array(IssueToken),
  /** An issue in between was missed: the reader was not subscribed when it came out. */
  discontinuous: v.boolean(),
  /**
   * Section 5: print is owed to this zone, or will be when the subscription renews by itself, so it needs an address,
   * which cannot be deleted.
   */
  address_required: ByZone,
  address_removable: ByZone,
});
export type Timetable = v.InferOutput<typeof Timetable>;
