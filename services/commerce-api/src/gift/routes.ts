import { endpoints } from '@newsstand/contracts/endpoints';
import { Hono } from 'hono';
import { toString as drawCode } from 'qrcode';
import { signUpProblems } from '../access/sign-up-rules.ts';
import { requireHuman } from '../bot-check/bot-check.ts';
import type { Deps } from '../deps.ts';
import { MINUTE } from '../duration.ts';
import type { AppEnv, Routes } from '../http/app-env.ts';
import { clientAddress, networkOf } from '../http/client-address.ts';
import { makeAccount, readOwnerOf } from '../http/purchaser.ts';
import { serveEndpoint } from '../http/serve-endpoint.ts';
import { takePoint } from '../limits/take-point.ts';
import { payUpgrade } from './pay-upgrade.ts';
import { redeem } from './redeem.ts';
import { redeemUrl } from './redeem-url.ts';

/** Nobody guesses a token of a gift; this keeps down what trying costs, and how many accounts one network makes with it. */
const REDEMPTIONS = { points: 60, window: 10 * MINUTE };

export function giftRoutes(deps: Deps): Routes {
  const routes = new Hono<AppEnv>();
  const { config } = deps;

  serveEndpoint(routes, endpoints.redeem, async (c, { query, body: { form: typed, shipcode, subscription } }) => {
    await takePoint(deps, `redeem:${networkOf(clientAddress(c, config.trustedProxies))}`, REDEMPTIONS);
    const token = query.token ?? subscription.token;
    // Section 6: a visitor redeems a gift by making an account, which comes last, when it is known that the gift can be had.
    const { ownerId, isAccount, email: known } = await readOwnerOf(deps, c);
    // Whoever is logged in redeems for their account, and is told so in its mailbox.
    const form = { ...typed, email: known ?? typed.email };
    const { name, email, address } = form;
    const account = isAccount ? ownerId : null;
    const problems = account === null ? signUpProblems(form) : {};
    const redemption = { token, deliverable: subscription.deliverable, name, email, address, shipcode, total: form.total, problems };
    const redeemed = await redeem(deps, redemption, {
      account,
      makeAccount: (owner) => makeAccount(deps, c, form, owner),
    });
    if (redeemed.type === 'payable') {
      await takePoint(deps, `checkout:${networkOf(clientAddress(c, config.trustedProxies))}`, REDEMPTIONS);
      await requireHuman(deps, c, { token: query.captcha, action: 'checkout' });
      const paying = await payUpgrade(deps, account ?? (await makeAccount(deps, c, form)), redeemed, form);
      if (paying.type === 'refused') return c.json({ checkout_errors: paying.checkout_errors }, paying.status);
      return { type: 'upgrade-checkout', checkout: paying.result };
    }
    if (redeemed.type === 'failed') return c.json({ type: 'redeem-failed', message: redeemed.message }, redeemed.status);
    return { type: 'redeem-succeeded' };
  });

  // For the card that the purchaser prints. It says no more than its address does: whether there is such a gift, the page says.
  routes.get('/api/gifts/:token{[\\w-]{8,64}}/qr.svg', async (c) => {
    const code = await drawCode(redeemUrl(config.publicUrl, c.req.param('token')), { type: 'svg', margin: 1 });
    return c.body(code, 200, { 'Content-Type': 'image/svg+xml', 'Cache-Control': 'private, max-age=86400' });
  });
  return routes;
}
