import { Hono } from 'hono';
import { noteBounced } from '../letters/note-delivery.ts';
import type { AppEnv, Routes } from '../platform/http/app-env.ts';
import type { Deps } from '../publication/deps.ts';
import { ownEndpoints } from './own-endpoints.ts';

/**
 * For the mail server, which posts what comes back to a return address (README, Configuration). The address is signed;
 * the answer says nothing.
 */
export function mailRoutes(deps: Deps): Routes {
  return new Hono<AppEnv>().post(ownEndpoints.bounceWebhook.path, async (c) => {
    await noteBounced(deps, c.req.query('to') ?? '', await c.req.text());
    return c.body(null, 204);
  });
}
