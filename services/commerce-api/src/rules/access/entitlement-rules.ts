import type { EntitledBy } from '@newsstand/contracts/access';

/** What a reader has that may open an article for subscribers. */
export type Standing = {
  /**
   * `active`: paid for and running now, or until the next issue comes out. `expired`: it ran out or was cancelled, and
   * can be renewed.
   */
  subscription: 'none' | 'expired' | 'active' | 'lifetime';
  /** Whether the session came through an institution that is a customer. */
  institution: boolean;
};

/**
 * Section 1 and 6: active subscribers, lifetime subscribers and readers of an institution read what is for subscribers;
 * nobody else does.
 */
export function entitledBy({ subscription, institution }: Standing): EntitledBy {
  switch (subscription) {
    case 'lifetime':
      return 'lifetime';
    case 'active':
      return 'subscription';
    case 'none':
    case 'expired':
      return institution ? 'institution' : null;
  }
}
