import type { Stripe } from 'stripe';
import type { Objects } from './surface.ts';

export type StripeObject = Objects[keyof Objects];
export type EventType = Stripe.Event.Type;
/** One type for all events: stripe-node's own is a union with a member per event type. */
export type StripeEvent = Omit<Stripe.EventBase, 'type' | 'data'> & { type: EventType; data: { object: StripeObject } };

/** What was answered to an idempotency key. */
export type SavedAnswer = { id: string; fingerprint: string; status: number; body: string; at: number };

/**
 * What the emulator alone knows of a payment method: its full test number, whether the reader authenticated it for
 * later use, and whether it was used up (paid with, or detached, without belonging to a customer).
 */
export type Instrument = { id: string; type: 'card' | 'us_bank_account'; number: string; isSetUp: boolean; isSpent: boolean };

/**
 * One event on its way. It is kept, so that what was under way when the emulator was killed is sent after its next
 * start.
 */
export type Delivery = {
  id: string;
  event: string;
  type: string;
  status: 'pending' | 'held' | 'dropped' | 'delivered' | 'failed';
  attempts: number;
  /** The receiver's last HTTP status; 0 when it did not answer. */
  answered: number | null;
};
