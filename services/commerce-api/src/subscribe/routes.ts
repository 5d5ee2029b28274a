import type { Cart } from '@newsstand/contracts/cart';
import { endpoints } from '@newsstand/contracts/endpoints';
import type { SubscribeBody } from '@newsstand/contracts/subscribe';
import { Hono } from 'hono';
import { requireHuman } from '../bot-check/bot-check.ts';
import { checkOrder } from '../checkout/check-order.ts';
import { checkOut } from '../checkout/check-out.ts';
import { findUsableCoupon } from '../coupon/find-usable-coupon.ts';
import type { Deps } from '../deps.ts';
import { MINUTE } from '../duration.ts';
import type { AppContext, AppEnv, Routes } from '../http/app-env.ts';
import { clientAddress, networkOf } from '../http/client-address.ts';
import { beginSession, type Purchaser, readOwnerOf, readPurchaser } from '../http/purchaser.ts';
import { serveEndpoint } from '../http/serve-endpoint.ts';
import { takePoint } from '../limits/take-point.ts';
import { Refusal } from '../refusal.ts';
import { readBuilderCart } from './read-builder-cart.ts';

/** Who tries stolen cards tries hundreds of them; a reader whose bank says no, a handful. The check-out counts with it. */
const CHECKOUTS = { points: 60, window: 10 * MINUTE };
/** Who guesses codes tries thousands. */
const COUPONS = { points: 60, window: 10 * MINUTE };

export function subscribeRoutes(deps: Deps): Routes {
  const routes = new Hono<AppEnv>();
  const network = (c: AppContext) => networkOf(clientAddress(c, deps.config.trustedProxies));

  type Asked = { captcha?: string | undefined; coupon?: string | undefined };
  type Orderer = Purchaser & { ownerId: string };
  type ReadOwner = (c: AppContext, body: SubscribeBody, read: (ownerId: string | null) => Promise<Cart>) => Promise<Orderer>;

  async function order(c: AppContext, { captcha, coupon }: Asked, body: SubscribeBody, readOwner: ReadOwner) {
    await takePoint(deps, `checkout:${network(c)}`, CHECKOUTS);
    await requireHuman(deps, c, { token: captcha, action: 'checkout' });
    const { cart, form, shipcode } = body;
    const read = (owner: string | null) => readBuilderCart(deps, owner, cart, coupon ?? null);
    const { ownerId, email } = await readOwner(c, body, read);
    const checkedOut = await checkOut(deps, ownerId, { ...form, email: email ?? form.email, shipcode }, () => read(ownerId));
    if (checkedOut.type === 'result') return checkedOut.result;
    return c.json({ checkout_errors: checkedOut.checkout_errors }, checkedOut.status);
  }

  const purchaser: ReadOwner = async (c, { form, shipcode }, read) => {
    const check = (cart: Cart, problems: Record<string, string>) => checkOrder(deps, cart, { ...form, shipcode }, problems);
    const { ownerId, email } = await readPurchaser(deps, c, form, { read, check });
    return { ownerId: ownerId ?? (await beginSession(deps, c)), email };
  };
  /** Only who has, or had, a subscription can renew it. */
  const subscriber: ReadOwner = async (c, { cart }) => {
    const { ownerId, isAccount, email } = await readOwnerOf(deps, c);
    if (ownerId === null || !isAccount) throw new Refusal(401, 'Please log in.');
    if (cart.subscription === null) throw new Refusal(422, { subscription: 'Choose what to renew.' });
    const where = { publicationId: deps.config.publicationId, ownerId };
    if ((await deps.db.subscription.count({ where })) > 0) return { ownerId, email };
    throw new Refusal(409, { general: 'There is no subscription to renew yet. Please subscribe first.' });
  };

  serveEndpoint(routes, endpoints.subscribe, (c, { query, body }) => order(c, query, body, purchaser));
  serveEndpoint(routes, endpoints.renew, (c, { query, body }) => order(c, query, body, subscriber));
  serveEndpoint(routes, endpoints.donate, (c, { query, body }) => order(c, query, body, purchaser));

  serveEndpoint(routes, endpoints.coupon, async (c, { query }) => {
    await takePoint(deps, `coupon:${network(c)}`, COUPONS);
    return findUsableCoupon(deps, (await deps.publication.now()).coupons, query.code);
  });

  return routes;
}
