import type { Cart } from '@newsstand/contracts/cart';
import { endpoints } from '@newsstand/contracts/endpoints';
import type { SubscribeBody } from '@newsstand/contracts/subscribe';
import { Hono } from 'hono';
import { requireHuman } from '../platform/bot-check/require-human.ts';
import type { AppContext, AppEnv, Routes } from '../platform/http/app-env.ts';
import { clientAddress, networkOf } from '../platform/http/client-address.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { serveEndpoint } from '../platform/http/serve-endpoint.ts';
import { takeCheckoutPoint } from '../payments/intents/take-checkout-point.ts';
import type { Deps } from '../publication/deps.ts';
import { beginSession, type Purchaser, readOwnerOf, readPurchaser } from '../readers/purchaser.ts';
import { readBuilderCart } from '../shop/builder/read-builder-cart.ts';
import { countCodes, lookUpCoupon } from '../shop/cart/look-up-coupon.ts';
import { checkOrder } from '../shop/check-out/check-order.ts';
import { apiText } from '../platform/http/api-text.ts';
import { checkOut } from '../shop/check-out/check-out.ts';

export function subscribeRoutes(deps: Deps): Routes {
  const routes = new Hono<AppEnv>();
  const network = (c: AppContext) => networkOf(clientAddress(c, deps.config.trustedProxies));

  type Asked = { captcha?: string | undefined; coupon?: string | undefined };
  type Orderer = Purchaser & { ownerId: string };
  type ReadOwner = (c: AppContext, body: SubscribeBody, read: (ownerId: string | null) => Promise<Cart>) => Promise<Orderer>;

  async function order(c: AppContext, { captcha, coupon }: Asked, body: SubscribeBody, readOwner: ReadOwner) {
    await takeCheckoutPoint(deps, c);
    const { cart, form, shipcode } = body;
    await countCodes(deps, network(c), cart, coupon);
    await requireHuman(deps, c, { token: captcha, action: 'checkout' });
    const read = (owner: string | null) => readBuilderCart(deps, owner, cart, coupon ?? null);
    const { ownerId, email } = await readOwner(c, body, read);
    const asked = { ...form, email: email ?? form.email, shipcode };
    const checkedOut = await checkOut(deps, { ownerId, network: network(c) }, asked, { read: () => read(ownerId) });
    if (checkedOut.type === 'result') return checkedOut.result;
    return c.json({ checkout_errors: checkedOut.checkout_errors }, checkedOut.status);
  }

  const purchaser: ReadOwner = async (c, { form, shipcode }, read) => {
    const visitor = await readOwnerOf(deps, c);
    const { ownerId, email } = await readPurchaser(deps, c, visitor, form, {
      read: () => read(visitor.ownerId),
      check: (cart, problems) => checkOrder(deps, cart, { ...form, shipcode }, problems),
    });
    return { ownerId: ownerId ?? (await beginSession(deps, c)), email };
  };
  /** Only who has, or had, a subscription can renew it. */
  const subscriber: ReadOwner = async (c, { cart }) => {
    const { ownerId, isAccount, email } = await readOwnerOf(deps, c);
    if (ownerId === null || !isAccount) throw new Refusal(401, apiText('log_in'));
    if (cart.subscription === null) throw new Refusal(422, { subscription: apiText('choose_renewal') });
    const where = { publicationId: deps.config.publicationId, ownerId };
    if ((await deps.db.subscription.count({ where })) > 0) return { ownerId, email };
    throw new Refusal(409, { general: apiText('nothing_to_renew') });
  };

  serveEndpoint(routes, endpoints.subscribe, (c, { query, body }) => order(c, query, body, purchaser));
  serveEndpoint(routes, endpoints.renew, (c, { query, body }) => order(c, query, body, subscriber));
  serveEndpoint(routes, endpoints.donate, (c, { query, body }) => order(c, query, body, purchaser));

  serveEndpoint(routes, endpoints.coupon, (c, { query }) => lookUpCoupon(deps, network(c), query.code));

  return routes;
}
