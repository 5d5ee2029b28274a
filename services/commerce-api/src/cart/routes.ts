import { endpoints } from '@newsstand/contracts/endpoints';
import { Hono } from 'hono';
import type { Deps } from '../deps.ts';
import type { AppEnv, Routes } from '../http/app-env.ts';
import { serveEndpoint } from '../http/serve-endpoint.ts';
import { sendSessionCookie, sessionHash, touchSession } from '../http/session.ts';
import { addItem } from './add-item.ts';
import { addMembership } from './add-membership.ts';
import { changeQuantity } from './change-quantity.ts';
import { putCoupon } from './put-coupon.ts';
import { readCart, readSessionCart } from './read-cart.ts';
import { removeLine } from './remove-line.ts';

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
    const hash = sessionHash(c, cookie);
    if (body.type === 'coupon') {
      const changed = await putCoupon(deps, hash, body.code);
      await touchSession(deps, c, changed.seen);
      return readCart(deps, changed.ownerId);
    }
    const { ownerId, seen, token } = await (body.type === 'add' ? addItem(deps, hash, body.item) : addMembership(deps, hash, body.item));
    if (token !== null) sendSessionCookie(c, cookie, token);
    if (seen) await touchSession(deps, c, seen);
    return readCart(deps, ownerId);
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
