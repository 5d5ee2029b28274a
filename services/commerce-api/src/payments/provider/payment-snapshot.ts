import { PaymentInfo, type PaymentOnRecord } from '@newsstand/contracts/payment-info';
import type { Stripe } from 'stripe';
import * as v from 'valibot';
import { walletOf } from './card-of.ts';

/**
 * What is kept of a means of payment beside the provider's id: the name on it, and what may be shown. `agreed` is when
 * its holder agreed to it, as the provider counts (seconds since 1970): an answer that comes late does not replace a
 * newer one.
 */
export const PaymentSnapshot = v.object({ name: v.string(), ...PaymentInfo.entries, agreed: v.number() });
export type PaymentSnapshot = v.InferOutput<typeof PaymentSnapshot>;

const NOTHING: PaymentInfo = { card: null, ach: null };

export function readSnapshot(payment: unknown): PaymentSnapshot | null {
  return payment === null ? null : v.parse(PaymentSnapshot, payment);
}

export function infoOf(method: Stripe.PaymentMethod): PaymentInfo {
  const { card, us_bank_account: account } = method;
  if (card)
    return {
      card: { type: card.brand, last_four: card.last4, exp_month: card.exp_month, exp_year: card.exp_year, ...walletOf(card) },
      ach: null,
    };
  if (!account) return NOTHING;
  const { bank_name, last4, routing_number } = account;
  return { card: null, ach: { bank_name: bank_name ?? '', last_four: last4 ?? '', routing_number: routing_number ?? '' } };
}

/** As a page shows it; `name` is the reader's own, for who has nothing on record. */
export function onRecord(snapshot: PaymentSnapshot | null, name: string): PaymentOnRecord {
  const data = snapshot ? { card: snapshot.card, ach: snapshot.ach } : NOTHING;
  return { name: snapshot?.name ?? name, details: { type: 'details', data } };
}
