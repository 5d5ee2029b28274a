import { Hono } from 'hono';
import { receiveWebhook } from '../payments/webhooks/receive-webhook.ts';
import type { AppEnv, Routes } from '../platform/http/app-env.ts';
import type { Deps } from '../publication/deps.ts';
import { ownEndpoints } from './own-endpoints.ts';

/** The provider's side of the house; no page calls it. */
export function paymentRoutes(deps: Deps): Routes {
  return new Hono<AppEnv>().post(ownEndpoints.stripeWebhook.path, async (c) => {
    await receiveWebhook(deps, await c.req.text(), c.req.header('stripe-signature') ?? '');
    return c.json({ received: true });
  });
}
