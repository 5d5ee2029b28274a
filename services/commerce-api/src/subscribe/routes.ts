import { endpoints } from '@newsstand/contracts/endpoints';
import type { SubscribeBody } from '@newsstand/contracts/subscribe';
import { Hono } from 'hono';
import { requireHuman } from '../bot-check/bot-check.ts';
import { checkOut } from '../checkout/check-out.ts';
import { findCoupon } from '../coupon/coupon-rules.ts';
import type { Deps } from '../deps.ts';
import { MINUTE } from '../duration.ts';
import type { AppContext, AppEnv, Routes } from '../http/app-env.ts';
import { clientAddress, networkOf } from '../http/client-address.ts';
import { readPurchaser } from '../http/purchaser.ts';
import { serveEndpoint } from '../http/serve-endpoint.ts';
import { takePoint } from '../limits/take-point.ts';
import { readBuilderCart } from './read-builder-cart.ts';

/** Who tries stolen cards tries hundreds of them; a reader whose bank says no, a handful. The check-out counts with it. */
const CHECKOUTS = { points: 60, window: 10 * MINUTE };
/** Who guesses codes tries thousands. */
const COUPONS = { points: 60, window: 10 * MINUTE };

export function subscribeRoutes(deps: Deps): Routes {
  const routes = new Hono<AppEnv>();
  const network = (c: AppContext) => networkOf(clientAddress(c, deps.config.trustedProxies));

  async function order(c: AppContext, token: string | undefined, { cart, form, shipcode }: SubscribeBody, coupon: string | null) {
    await takePoint(deps, `checkout:${network(c)}`, CHECKOUTS);
    await requireHuman(deps, c, { token, action: 'checkout' });
    const ownerId = await readPurchaser(deps, c, form);
    const read = () => readBuilderCart(deps, ownerId, cart, coupon);
    const checkedOut = await checkOut(deps, ownerId, { ...form, shipcode }, read);
    if (checkedOut.type === 'result') return checkedOut.result;
    return c.json({ checkout_errors: checkedOut.checkout_errors }, checkedOut.status);
  }

  serveEndpoint(routes, endpoints.subscribe, (c, { query, body }) => order(c, query.captcha, body, query.coupon ?? null));
  serveEndpoint(routes, endpoints.donate, (c, { query, body }) => order(c, query.captcha, body, null));

  serveEndpoint(routes, endpoints.coupon, async (c, { query }) => {
    await takePoint(deps, `coupon:${network(c)}`, COUPONS);
    return findCoupon((await deps.publication.now()).coupons, query.code);
  });

  return routes;
}
