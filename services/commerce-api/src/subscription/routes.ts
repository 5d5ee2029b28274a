import { endpoints } from '@newsstand/contracts/endpoints';
import { Hono } from 'hono';
import { requireHuman } from '../bot-check/bot-check.ts';
import { readAddresses } from '../account/read-addresses.ts';
import { requireAccount } from '../card/require-account.ts';
import type { Deps } from '../deps.ts';
import { MINUTE } from '../duration.ts';
import type { AppEnv, Routes } from '../http/app-env.ts';
import { clientAddress, networkOf } from '../http/client-address.ts';
import { serveEndpoint } from '../http/serve-endpoint.ts';
import { findUpgradeInvoices } from '../invoice/upgrade-of-invoice.ts';
import { takePoint } from '../limits/take-point.ts';
import { upgradeOptions } from '../pricing/upgrade-rules.ts';
import { Refusal } from '../refusal.ts';
import { findOwn } from './find-own.ts';
import { findUpgradeOnItsWay } from './find-upgrade-on-its-way.ts';
import { subscriptionVersion } from './subscription-version.ts';
import { subscriptionInfo } from './timetable-rules.ts';
import { updateSubscription } from './update-subscription.ts';

/** As at the check-out, which counts with it. */
const CHECKOUTS = { points: 60, window: 10 * MINUTE };

export function subscriptionRoutes(deps: Deps): Routes {
  const routes = new Hono<AppEnv>();

  serveEndpoint(routes, endpoints.subscriptionSettings, async (c, { params }) => {
    c.header('Cache-Control', 'no-store');
    const ownerId = await requireAccount(deps, c);
    const subscription = await findOwn(deps, ownerId, params.subscription_token);
    const options = upgradeOptions(deps.publication.cached().prices, subscription);
    const info = { ...subscriptionInfo(subscription), token: params.subscription_token };
    const subscriber = await readAddresses(deps.db, deps.config.publicationId, ownerId);
    const processing = await findUpgradeOnItsWay(deps, ownerId, subscription.id);
    const invoices = await findUpgradeInvoices(deps, ownerId, subscription.id);
    return { upgrade: { subscription: info, options, version: subscriptionVersion(subscription), processing, invoices }, subscriber };
  });

  serveEndpoint(routes, endpoints.updateSubscription, async (c, { query, body: { form, subscription, versions } }) => {
    const ownerId = await requireAccount(deps, c);
    await takePoint(deps, `checkout:${networkOf(clientAddress(c, deps.config.trustedProxies))}`, CHECKOUTS);
    const beforePaying = () => requireHuman(deps, c, { token: query.captcha, action: 'checkout' });
    try {
      const updated = await updateSubscription(deps, ownerId, { ...subscription, versions }, form, beforePaying);
      if (updated.type === 'succeeded') return { type: 'update-succeeded' };
      if (updated.type === 'failed') return c.json({ type: 'updated-failed', message: updated.message }, 409);
      const { checkedOut } = updated;
      if (checkedOut.type === 'result') return { type: 'upgrade-checkout', checkout: checkedOut.result };
      return c.json({ checkout_errors: checkedOut.checkout_errors }, checkedOut.status);
    } catch (error) {
      // Section 4: upgrade-failed uses errors.
      const isOurs = error instanceof Refusal && (error.status === 409 || error.status === 422);
      if (!isOurs) throw error;
      return c.json({ type: 'upgrade-failed', errors: error.errors }, error.status);
    }
  });

  return routes;
}
