import { pageUrl } from '@newsstand/contracts/paths';
import { endpoints } from '@newsstand/contracts/endpoints';
import { Hono } from 'hono';
import { toString as drawCode } from 'qrcode';
import { requireHuman } from '../platform/bot-check/require-human.ts';
import { MINUTE } from '../platform/duration.ts';
import type { AppEnv, Routes } from '../platform/http/app-env.ts';
import { clientAddress, networkOf } from '../platform/http/client-address.ts';
import { serveEndpoint } from '../platform/http/serve-endpoint.ts';
import { takeCheckoutPoint } from '../payments/intents/take-checkout-point.ts';
import { takePoint } from '../platform/limits/take-point.ts';
import type { Deps } from '../publication/deps.ts';
import { signUpProblems } from '../readers/login/sign-up-rules.ts';
import { makeAccount, readOwnerOf } from '../readers/purchaser.ts';
import { payUpgrade } from '../shop/redeem/pay-upgrade.ts';
import { redeem } from '../shop/redeem/redeem.ts';
import { ownEndpoints } from './own-endpoints.ts';
import { words } from '../publication/texts/words.ts';
import { siteOf } from '../publication/site-of.ts';

/**
 * Nobody guesses a token of a gift; this keeps down what trying costs, and how many accounts one network makes with it.
 */
const REDEMPTIONS = { points: 60, window: 10 * MINUTE };

export function giftRoutes(deps: Deps): Routes {
  const routes = new Hono<AppEnv>();
  const { config } = deps;

  serveEndpoint(routes, endpoints.redeem, async (c, { query, body: { form: typed, shipcode, subscription } }) => {
    await takePoint(deps, `redeem:${networkOf(clientAddress(c, config.trustedProxies))}`, REDEMPTIONS);
    const token = query.token ?? subscription.token;
    // Section 6: a visitor redeems a gift by making an account, which comes last, when it is known that the gift can be
    // had.
    const { ownerId, isAccount, email: known } = await readOwnerOf(deps, c);
    // Whoever is logged in redeems for their account, and is told so in its mailbox.
    const form = { ...typed, email: known ?? typed.email };
    const { name, email, address } = form;
    const account = isAccount ? ownerId : null;
    const problems = account === null ? signUpProblems(form, deps.publication.cached()) : {};
    const redemption = { token, deliverable: subscription.deliverable, name, email, address, shipcode, total: form.total, problems };
    const redeemed = await redeem(deps, redemption, {
      account,
      makeAccount: (owner) => makeAccount(deps, c, form, owner),
    });
    if (redeemed.type === 'payable') {
      await takeCheckoutPoint(deps, c);
      await requireHuman(deps, c, { token: query.captcha, action: 'checkout' });
      const paying = await payUpgrade(deps, account ?? (await makeAccount(deps, c, form)), redeemed, form);
      if (paying.type === 'refused') return c.json({ checkout_errors: paying.checkout_errors }, paying.status);
      return { type: 'upgrade-checkout', checkout: paying.result };
    }
    if (redeemed.type === 'failed')
      return c.json({ type: 'redeem-failed', message: words(redeemed.message, deps.publication.cached()) }, redeemed.status);
    return { type: 'redeem-succeeded' };
  });

  serveEndpoint(routes, ownEndpoints.giftCode, async (c, { params }) => {
    const code = await drawCode(pageUrl(siteOf(deps), 'redeem', params.token), { type: 'svg', margin: 1 });
    return c.body(code, 200, { 'Content-Type': 'image/svg+xml', 'Cache-Control': 'private, max-age=86400' });
  });
  return routes;
}
