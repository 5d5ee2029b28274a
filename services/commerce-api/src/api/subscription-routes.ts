import { endpoints } from '@newsstand/contracts/endpoints';
import { Hono } from 'hono';
import { readAddresses } from '../account/read-addresses.ts';
import { updateSubscription } from '../account/update-subscription.ts';
import { findSubscription } from '../ledger/terms/find-subscription.ts';
import { subscriptionVersion } from '../ledger/terms/subscription-version.ts';
import { requireAccount } from '../payments/cards/require-account.ts';
import { findUpgradeInvoices } from '../payments/invoices/upgrade-of-invoice.ts';
import { findUpgradeOnItsWay } from '../payments/upgrades/find-upgrade-on-its-way.ts';
import { requireHuman } from '../platform/bot-check/require-human.ts';
import type { AppEnv, Routes } from '../platform/http/app-env.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { serveEndpoint } from '../platform/http/serve-endpoint.ts';
import { takeCheckoutPoint } from '../payments/intents/take-checkout-point.ts';
import type { Deps } from '../publication/deps.ts';
import { upgradeOptions } from '../rules/pricing/upgrade-rules.ts';
import { subscriptionInfo } from '../rules/subscriptions/timetable-rules.ts';
import { wordRefusal, words } from '../publication/texts/words.ts';

export function subscriptionRoutes(deps: Deps): Routes {
  const routes = new Hono<AppEnv>();

  serveEndpoint(routes, endpoints.subscriptionSettings, async (c, { params }) => {
    c.header('Cache-Control', 'no-store');
    const { accountId: ownerId } = await requireAccount(deps, c);
    const subscription = await findSubscription(deps, ownerId, params.subscription_token);
    const options = upgradeOptions(deps.publication.cached().prices, subscription);
    const info = { ...subscriptionInfo(subscription), token: params.subscription_token };
    const { addresses, address_versions } = await readAddresses(deps.db, deps.config.publicationId, ownerId);
    const processing = await findUpgradeOnItsWay(deps, ownerId, subscription.id);
    const invoices = await findUpgradeInvoices(deps, ownerId, subscription.id);
    return {
      upgrade: { subscription: info, options, version: subscriptionVersion(subscription), processing, invoices },
      subscriber: { addresses, address_versions },
    };
  });

  serveEndpoint(routes, endpoints.updateSubscription, async (c, { query, body: { form, subscription, versions } }) => {
    const login = await requireAccount(deps, c);
    await takeCheckoutPoint(deps, c);
    const beforePaying = () => requireHuman(deps, c, { token: query.captcha, action: 'checkout' });
    try {
      const updated = await updateSubscription(deps, login, { ...subscription, versions }, form, beforePaying);
      if (updated.type === 'succeeded') return { type: 'update-succeeded' };
      if (updated.type === 'failed')
        return c.json({ type: 'updated-failed', message: words(updated.message, deps.publication.cached()) }, 409);
      const { checkedOut } = updated;
      if (checkedOut.type === 'result') return { type: 'upgrade-checkout', checkout: checkedOut.result };
      return c.json({ checkout_errors: checkedOut.checkout_errors }, checkedOut.status);
    } catch (error) {
      // Section 4: upgrade-failed uses errors.
      const isOurs = error instanceof Refusal && (error.status === 409 || error.status === 422);
      if (!isOurs) throw error;
      return c.json({ type: 'upgrade-failed', ...wordRefusal(error.texts, deps.publication.cached()) }, error.status);
    }
  });

  return routes;
}
