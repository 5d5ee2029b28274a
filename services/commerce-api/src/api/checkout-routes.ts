import { endpoints } from '@newsstand/contracts/endpoints';
import { Hono } from 'hono';
import { requireHuman } from '../platform/bot-check/require-human.ts';
import type { AppEnv, Routes } from '../platform/http/app-env.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { serveEndpoint } from '../platform/http/serve-endpoint.ts';
import { sessionHash, touchSession } from '../platform/sessions/session.ts';
import { clientAddress, networkOf } from '../platform/http/client-address.ts';
import { takeCheckoutPoint } from '../payments/intents/take-checkout-point.ts';
import type { Deps } from '../publication/deps.ts';
import { checkoutText } from '../publication/texts/checkout-texts.ts';
import { readPurchaser } from '../readers/purchaser.ts';
import { readSessionCart } from '../shop/cart/read-cart.ts';
import { checkOrder } from '../shop/check-out/check-order.ts';
import { checkOut } from '../shop/check-out/check-out.ts';
import { readStatus } from '../shop/check-out/read-status.ts';

export function checkoutRoutes(deps: Deps): Routes {
  const routes = new Hono<AppEnv>();

  serveEndpoint(routes, endpoints.checkout, async (c, { query, body }) => {
    const network = networkOf(clientAddress(c, deps.config.trustedProxies));
    await takeCheckoutPoint(deps, c);
    await requireHuman(deps, c, { token: query.captcha, action: 'checkout' });
    const { cart, seen, accountId, reader, ...whose } = await readSessionCart(deps, sessionHash(c, deps.config.cookie));
    if (seen) await touchSession(deps, c, seen);
    const visitor = { ownerId: whose.ownerId, isAccount: accountId !== null, email: reader.account?.email ?? null };
    const { ownerId, email } = await readPurchaser(deps, c, visitor, body, {
      read: () => Promise.resolve(cart),
      check: (read, problems) => checkOrder(deps, read, body, problems),
    });
    // Without a session there is no cart either.
    if (ownerId === null) throw new Refusal(422, { general: checkoutText('empty_cart') });
    // An account that was made for the order has taken the guest's cart over.
    const known = ownerId === whose.ownerId ? cart : null;
    const checkedOut = await checkOut(deps, { ownerId, network }, { ...body, email: email ?? body.email }, { known });
    if (checkedOut.type === 'result') return checkedOut.result;
    return c.json({ checkout_errors: checkedOut.checkout_errors }, checkedOut.status);
  });

  serveEndpoint(routes, endpoints.checkoutStatus, async (c, { params, query }) => {
    c.header('Cache-Control', 'no-store');
    const asked = { hash: sessionHash(c, deps.config.cookie), reset: query.reset !== undefined, invoice: query.invoice };
    const { status, seen } = await readStatus(deps, params.intent_id, asked);
    if (seen) await touchSession(deps, c, seen);
    return status;
  });

  return routes;
}
