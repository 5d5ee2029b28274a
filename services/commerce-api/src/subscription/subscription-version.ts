import type { Subscription } from './subscription-rules.ts';

/** How a subscription is delivered, so that a page that has read it another way can be told (409). */
export function subscriptionVersion({ deliverables, level }: Pick<Subscription, 'deliverables' | 'level'>): string {
  return [deliverables.set, deliverables.active, level].join(' ');
}
