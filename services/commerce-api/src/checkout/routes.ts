import type { Cart } from '@newsstand/contracts/cart';
import { endpoints } from '@newsstand/contracts/endpoints';
import { Hono } from 'hono';
import { requireHuman } from '../bot-check/bot-check.ts';
import type { Deps } from '../deps.ts';
import { MINUTE } from '../duration.ts';
import type { AppEnv, Routes } from '../http/app-env.ts';
import { clientAddress, networkOf } from '../http/client-address.ts';
import { readPurchaser } from '../http/purchaser.ts';
import { serveEndpoint } from '../http/serve-endpoint.ts';
import { readOwners } from '../http/session.ts';
import { takePoint } from '../limits/take-point.ts';
import { Refusal } from '../refusal.ts';
import { readCart } from '../cart/read-cart.ts';
import { checkOrder } from './check-order.ts';
import { checkOut } from './check-out.ts';
import { checkoutMessages } from './messages.ts';
import { readStatus } from './read-status.ts';

/** Who tries stolen cards tries hundreds of them; a reader whose bank says no, a handful. */
const CHECKOUTS = { points: 60, window: 10 * MINUTE };

export function checkoutRoutes(deps: Deps): Routes {
  const routes = new Hono<AppEnv>();

  serveEndpoint(routes, endpoints.checkout, async (c, { query, body }) => {
    await takePoint(deps, `checkout:${networkOf(clientAddress(c, deps.config.trustedProxies))}`, CHECKOUTS);
    await requireHuman(deps, c, { token: query.captcha, action: 'checkout' });
    let seen: { owner: string | null; cart: Cart } | null = null;
    const { ownerId, email } = await readPurchaser(deps, c, body, {
      read: async (owner) => {
        seen = { owner, cart: await readCart(deps, owner) };
        return seen.cart;
      },
      check: (cart, problems) => checkOrder(deps, cart, body, problems),
    });
    // Without a session there is no cart either.
    if (ownerId === null) throw new Refusal(422, { general: checkoutMessages(deps.publication.cached().messages)('empty_cart') });
    const checkedOut = await checkOut(deps, ownerId, { ...body, email: email ?? body.email }, () => {
      // A guest's cart was read a moment ago; only another look at it needs another reading.
      const known = seen?.owner === ownerId ? seen.cart : null;
      seen = null;
      return known ? Promise.resolve(known) : readCart(deps, ownerId);
    });
    if (checkedOut.type === 'result') return checkedOut.result;
    return c.json({ checkout_errors: checkedOut.checkout_errors }, checkedOut.status);
  });

  serveEndpoint(routes, endpoints.checkoutStatus, async (c, { params, query }) => {
    c.header('Cache-Control', 'no-store');
    return readStatus(deps, await readOwners(deps, c), params.intent_id, { reset: query.reset !== undefined, invoice: query.invoice });
  });

  return routes;
}
