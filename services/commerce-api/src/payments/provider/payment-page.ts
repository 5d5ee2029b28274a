import type { Deps } from '../../publication/deps.ts';

/** Where the provider shows a payment to whoever is signed in there; of a stand-in all that it has is on one page. */
export function paymentPage({ stripe: { apiBase, secretKey } }: Pick<Deps['config'], 'stripe'>, intent: string): string {
  if (apiBase !== null) return new URL('/', apiBase).href;
  return `https://dashboard.stripe.com/${/^.k_test_/.test(secretKey) ? 'test/' : ''}payments/${encodeURIComponent(intent)}`;
}
