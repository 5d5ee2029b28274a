import { Stripe } from 'stripe';
import type { Config } from '../../platform/config/config.ts';
import { SECOND } from '../../platform/duration.ts';

type Asking = Required<Pick<Stripe.StripeConfig, 'timeout' | 'maxNetworkRetries'>>;

const PATIENT: Asking = { timeout: 15 * SECOND, maxNetworkRetries: 2 };
/**
 * For work that comes around again and has many to ask for: what is not answered soon is asked for in the next round.
 */
export const ASKED_ONCE: Asking = { timeout: 10 * SECOND, maxNetworkRetries: 0 };

/**
 * The SDK, unmodified: it talks to Stripe, or to the emulator where the configuration says so. Retries carry an
 * idempotency key and charge nothing twice.
 */
export function openStripe({ secretKey, apiBase }: Config['stripe'], asking: Asking = PATIENT): Stripe {
  const options = { ...asking, telemetry: false };
  if (apiBase === null) return new Stripe(secretKey, options);
  const { protocol, hostname, port } = new URL(apiBase);
  const scheme = protocol === 'https:' ? 'https' : 'http';
  return new Stripe(secretKey, { ...options, protocol: scheme, host: hostname, port: Number(port) || (scheme === 'https' ? 443 : 80) });
}
