import { endpoints } from '@newsstand/contracts/endpoints';
import { Hono } from 'hono';
import type { AppEnv, Routes } from '../platform/http/app-env.ts';
import { serveEndpoint } from '../platform/http/serve-endpoint.ts';
import { readVisit, sendSessionCookie, sessionHash, touchSession } from '../platform/sessions/session.ts';
import type { Deps } from '../publication/deps.ts';
import { mergeCarts } from '../readers/login/merge-carts.ts';
import { addItem } from '../shop/cart/add-item.ts';
import { addMembership } from '../shop/cart/add-membership.ts';
import { changeQuantity } from '../shop/cart/change-quantity.ts';
import { putCoupon } from '../shop/cart/put-coupon.ts';
import { readCart, readSessionCart } from '../shop/cart/read-cart.ts';
import { removeLine } from '../shop/cart/remove-line.ts';

export function cartRoutes(deps: Deps): Routes {
  const routes = new Hono<AppEnv>();
  const { cookie } = deps.config;

  serveEndpoint(routes, endpoints.getCart, async (c) => {
    c.header('Cache-Control', 'no-store');
    const { cart, seen } = await readSessionCart(deps, sessionHash(c, cookie));
    if (seen) await touchSession(deps, c, seen);
    return cart;
  });

  serveEndpoint(routes, endpoints.addToCart, async (c, { body }) => {
    const visit = readVisit(c, deps.config);
    if (body.type === 'coupon') {
      const changed = await putCoupon(deps, visit, body.code);
      if (!changed) return (await readSessionCart(deps, null)).cart;
      await touchSession(deps, c, changed.seen);
      return readCart(deps, changed.ownerId);
    }
    const { ownerId, seen, token, loggedInAs } = await (body.type === 'add'
      ? addItem(deps, visit, body.item)
      : addMembership(deps, visit, body.item));
    if (token !== null) sendSessionCookie(c, cookie, token);
    if (seen) await touchSession(deps, c, seen);
    const cart = await readCart(deps, ownerId);
    // A tab of before the login is answered with the guest's cart: nobody is logged in with its session.
    if (loggedInAs !== null) await deps.db.$transaction((tx) => mergeCarts(tx, deps, ownerId, loggedInAs));
    return cart;
  });

  serveEndpoint(routes, endpoints.changeQuantity, async (c, { body }) => {
    const { ownerId, seen } = await changeQuantity(deps, sessionHash(c, cookie), body);
    await touchSession(deps, c, seen);
    return readCart(deps, ownerId);
  });

  serveEndpoint(routes, endpoints.removeFromCart, async (c, { body }) => {
    const changed = await removeLine(deps, sessionHash(c, cookie), body);
    if (!changed) return (await readSessionCart(deps, null)).cart;
    await touchSession(deps, c, changed.seen);
    return readCart(deps, changed.ownerId);
  });

  return routes;
}
