import type { Deliverable, Level, Term } from '@newsstand/contracts/cart';
import type { RedeemOptions } from '@newsstand/contracts/gift';
import type { Pricing } from '@newsstand/contracts/pricing';
import { issuesOf } from '@newsstand/contracts/term';
import { upgradeAmount } from '../pricing/upgrade-rules.ts';
import { isLifetime, isRunning, type Subscriptions } from '../subscriptions/subscription-rules.ts';
import { currentSubscription } from '../subscriptions/timetable-rules.ts';
import { termSource } from '../subscriptions/term-source.ts';

/** A gift that was paid for. `redeemed` names the owner who had it, null while nobody has. */
export type PaidGift = { token: string; deliverable: Deliverable; level: Level; term: Term; redeemed: string | null };

/**
 * What redeeming a gift can be for this reader (section 4, redeem): their own choice first, at a price where the gift
 * does not cover it.
 */
export function redeemOptions(pricing: Pricing, gift: PaidGift, subscriptions: Subscriptions): RedeemOptions {
  const price = (deliverable: Deliverable) => giftUpgrade(pricing, gift, deliverable);
  const current = currentSubscription(subscriptions);
  const active = current && isRunning(current) ? current.deliverables.active : null;
  const misaligned = active !== null && active !== gift.deliverable;
  const needs_upgrade = misaligned && price(active) > 0;
  return {
    renewal: subscriptions.length > 0,
    misaligned,
    needs_upgrade,
    ...(subscriptions.some((each) => isRunning(each) && isLifetime(each)) && { lifetime: true }),
    preselected: needs_upgrade ? active : gift.deliverable,
    prices: { digital: price('digital'), 'print-a': price('print-a'), 'print-b': price('print-b'), 'print-c': price('print-c') },
  };
}

/** What it costs, in cents, to have a gift's issues delivered in another way. */
export function giftUpgrade(pricing: Pricing, { deliverable, level, term }: PaidGift, target: Deliverable): number {
  return upgradeAmount(pricing, { deliverable, level, term, issues: issuesOf(term) }, { deliverable: target, level });
}

/** What a redeemed subscription names as its source. */
export function giftSource({ token }: Pick<PaidGift, 'token'>): string {
  return termSource('gift', token);
}
