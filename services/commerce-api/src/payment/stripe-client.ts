import { Stripe } from 'stripe';
import { SECOND } from '../duration.ts';

/** The provider's client. `apiBase` is where the emulator is; null: Stripe itself. Retries carry an idempotency key, so they charge nothing twice. */
export function createStripe({ secretKey, apiBase }: { secretKey: string; apiBase: string | null }): Stripe {
  const options = { maxNetworkRetries: 2, timeout: 15 * SECOND };
  if (apiBase === null) return new Stripe(secretKey, options);
  const { protocol, hostname, port } = new URL(apiBase);
  return new Stripe(secretKey, {
    ...options,
    telemetry: false,
    protocol: protocol === 'https:' ? 'https' : 'http',
    host: hostname,
    port: port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port),
  });
}
