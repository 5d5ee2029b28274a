import type { Subscription } from '../../rules/subscriptions/subscription-rules.ts';

/** How a subscription is delivered and renews, so that a page that has read it another way can be told (409). */
export function subscriptionVersion({ deliverables, level, settings }: Pick<Subscription, 'deliverables' | 'level' | 'settings'>): string {
  return [deliverables.set, deliverables.active, level, settings.level].join(' ');
}
