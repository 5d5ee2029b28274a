import { Hono } from 'hono';
import type { Deps } from '../deps.ts';
import type { AppEnv, Routes } from '../http/app-env.ts';
import { receiveWebhook } from './receive-webhook.ts';

/** The provider's side of the house; no page calls it. */
export function paymentRoutes(deps: Deps): Routes {
  return new Hono<AppEnv>().post('/api/webhooks/stripe', async (c) => {
    await receiveWebhook(deps, await c.req.text(), c.req.header('stripe-signature') ?? '');
    return c.json({ received: true });
  });
}
