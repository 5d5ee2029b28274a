import type { T } from '../widget.ts';

/** What the cart icon says to those who do not see it. */
export const countLabel = (count: number, t: T): string => {
  if (count === 0) return t('checkout.counter_label_empty');
  return count === 1 ? t('checkout.counter_label_one') : t('checkout.counter_label', { count });
};
