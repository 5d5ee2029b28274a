import { Refusal } from '@newsstand/contracts/refusal';
import { Hono } from 'hono';
import { describeRoute, resolver } from 'hono-openapi';
import * as v from 'valibot';
import type { Deps } from '../deps.ts';
import type { AppEnv, Routes } from '../http/app-env.ts';
import { receiveWebhook } from './receive-webhook.ts';

const refusal = { 'application/json': { schema: resolver(Refusal) } };

/** Not of the endpoint table: no page calls it, and its body is the provider's, signed as text. */
const webhook = describeRoute({
  summary: "One event of the card provider's, with its signature",
  tags: ['webhooks'],
  parameters: [{ name: 'stripe-signature', in: 'header', required: true, schema: { type: 'string' } }],
  requestBody: { required: true, content: { 'application/json': { schema: { type: 'object' } } } },
  responses: {
    200: { description: 'Taken', content: { 'application/json': { schema: resolver(v.object({ received: v.boolean() })) } } },
    400: { description: 'The signature does not fit', content: refusal },
    403: { description: 'From a page that may not do that', content: refusal },
    413: { description: 'The request is too large', content: refusal },
    '5XX': { description: 'Our fault: a generic message', content: refusal },
  },
});

/** The provider's side of the house; no page calls it. */
export function paymentRoutes(deps: Deps): Routes {
  return new Hono<AppEnv>().post('/api/webhooks/stripe', webhook, async (c) => {
    await receiveWebhook(deps, await c.req.text(), c.req.header('stripe-signature') ?? '');
    return c.json({ received: true });
  });
}
