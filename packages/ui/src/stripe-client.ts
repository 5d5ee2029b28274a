import type { Stripe, StripeConstructor } from '@stripe/stripe-js';
import { loadScript } from './load-script.ts';

const SECOND = 1000;
const LIMIT = 15 * SECOND;

type Source = { pubkey: string; script: string };
type Page = typeof globalThis & {
  Stripe?: StripeConstructor;
  newsstandStripe?: { script?: Promise<StripeConstructor>; clients: Map<string, Stripe> };
};

/**
 * Stripe.js for a publishable key; one for the whole page, also across remotes that were built apart (design: payments,
 * decision 5). Rejects when it has not come within 15 s; call again to try again. A page that brought window.Stripe
 * itself is taken at its word.
 */
export const loadStripeClient = async ({ pubkey, script }: Source): Promise<Stripe> => {
  const page: Page = globalThis;
  page.newsstandStripe ??= { clients: new Map() };
  const shared = page.newsstandStripe;
  const known = shared.clients.get(pubkey);
  if (known) return known;

  shared.script ??= loadConstructor(page, script).catch((error: unknown) => {
    delete shared.script;
    throw error;
  });
  const construct = await shared.script;
  // Another caller may have been quicker while this one waited.
  const client = shared.clients.get(pubkey) ?? construct(pubkey);
  shared.clients.set(pubkey, client);
  return client;
};

const loadConstructor = async (page: Page, script: string): Promise<StripeConstructor> => {
  if (!page.Stripe) await loadScript(script, LIMIT);
  if (!page.Stripe) throw new Error(`The script brought no Stripe: ${script}`);
  return page.Stripe;
};
