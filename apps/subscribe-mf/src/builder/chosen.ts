import type { Level, Medium, Term } from '@newsstand/contracts/cart';
import type { CouponTrial } from '@newsstand/contracts/coupon';
import { deliverableOf } from '@newsstand/contracts/deliverable';
import type { Choice } from '@newsstand/contracts/pricing';
import type { Shipcode } from '@newsstand/contracts/shipcode';
import type { SubscribeQuery } from '@newsstand/contracts/subscribe';

/** One product taken along; `size` is the ref of a size, null where there is none to choose. */
export type Taken = { quantity: number; size: string | null };

/**
 * Everything that the builder's page asks (section 2). `swag` is by the product's ref; `donation` in dollars as typed,
 * NaN where it is not understood.
 */
export type Chosen = {
  /** Whether it renews a subscription: coupons make a difference. */
  renewal: boolean;
  purpose: 'personal' | 'gift';
  medium: Medium;
  level: Level;
  term: Term;
  shipcode: Shipcode;
  gifts: number;
  swag: Readonly<Record<string, Taken>>;
  donation: number;
  when: 'now' | 'later';
};

/** What a link chose beforehand (section 2); who is a subscriber already begins with a gift. */
export const chosenByLink = ({ purpose, category, term, shipcode }: SubscribeQuery, subscriber: boolean): Chosen => {
  const [medium, level] = splitCategory(category);
  return {
    renewal: false,
    purpose: subscriber ? 'gift' : purpose,
    medium,
    level,
    term,
    shipcode,
    gifts: 1,
    swag: {},
    donation: 0,
    when: 'now',
  };
};

/**
 * A link's query with what is chosen now (section 2), as `chosenByLink` reads it: whoever reloads or comes back from
 * the check-out finds it again.
 */
export const linkOf = (link: URL, { purpose, medium, level, term, shipcode }: Chosen): URL => {
  const url = new URL(link);
  const query = url.searchParams;
  if (purpose === 'gift') query.set('type', 'gift');
  else query.delete('type');
  query.set('level', `${medium}-${level}`);
  query.set('years', term === 'lifetime' ? term : `${term}s`);
  query.set('shipping', `ship-${shipcode}`);
  return url;
};

export const choiceOf = ({ medium, shipcode, level, term }: Chosen): Choice => ({
  deliverable: deliverableOf(medium, shipcode),
  level,
  term,
});

export const trialOf = (chosen: Chosen): CouponTrial => ({
  ...choiceOf(chosen),
  purpose: chosen.purpose,
  renewal: chosen.renewal,
  copies: copiesOf(chosen),
});

/** How many subscriptions are bought at once: only gifts come in numbers. */
export const copiesOf = ({ purpose, gifts }: Chosen): number => (purpose === 'gift' ? gifts : 1);

const CATEGORIES = {
  'print-low': ['print', 'low'],
  'print-high': ['print', 'high'],
  'digital-low': ['digital', 'low'],
  'digital-high': ['digital', 'high'],
} as const;

const splitCategory = (category: SubscribeQuery['category']) => CATEGORIES[category];
