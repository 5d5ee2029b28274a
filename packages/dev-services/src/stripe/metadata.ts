import type { Stripe } from 'stripe';

/** A key sent empty is removed; metadata sent empty is cleared. */
export function mergeMetadata(current: Stripe.Metadata, sent: Stripe.Emptyable<Stripe.MetadataParam> | null | undefined): Stripe.Metadata {
  if (sent === undefined || sent === null) return current;
  if (sent === '') return {};
  const merged = { ...current };
  for (const [key, value] of Object.entries(sent)) {
    if (value === null || value === '') delete merged[key];
    else merged[key] = String(value);
  }
  return merged;
}
