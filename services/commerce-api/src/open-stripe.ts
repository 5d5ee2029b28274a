import { Stripe } from 'stripe';
import type { Config } from './config.ts';
import { SECOND } from './duration.ts';

/** The SDK, unmodified: it talks to Stripe, or to the emulator where the configuration says so. Retries carry an idempotency key and charge nothing twice. */
export function openStripe({ secretKey, apiBase }: Config['stripe']): Stripe {
  const options = { maxNetworkRetries: 2, timeout: 15 * SECOND, telemetry: false };
  if (apiBase === null) return new Stripe(secretKey, options);
  const { protocol, hostname, port } = new URL(apiBase);
  const scheme = protocol === 'https:' ? 'https' : 'http';
  return new Stripe(secretKey, { ...options, protocol: scheme, host: hostname, port: Number(port) || (scheme === 'https' ? 443 : 80) });
}
