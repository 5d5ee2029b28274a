import type { PaymentInfo } from '@newsstand/contracts/payment-info';
import { DAY } from '../../platform/duration.ts';

type Card = Pick<NonNullable<PaymentInfo['card']>, 'exp_month' | 'exp_year'>;

/** A reader is told this long before a card runs out, in ms. */
export const EXPIRY_NOTICE = 30 * DAY;

/** A card is good until its month is over: the first instant (UTC) at which it is not. */
export function expiryOf({ exp_month, exp_year }: Card): Date {
  // Date.UTC counts months from 0, so the card's own month is the one after it.
  return new Date(Date.UTC(exp_year, exp_month));
}

/**
 * When to warn that a card runs out before its next charge; null when it does not. Once for each card and expiry: see
 * `expiryWarningKey`.
 */
export function expiryWarning(card: Card, nextCharge: Date | null): Date | null {
  const expiry = expiryOf(card);
  return nextCharge && nextCharge >= expiry ? new Date(expiry.getTime() - EXPIRY_NOTICE) : null;
}

/** What makes the warning's letter one of its kind. */
export function expiryWarningKey(method: string, { exp_month, exp_year }: Card): string {
  return `${method}:${exp_year}-${String(exp_month).padStart(2, '0')}`;
}
