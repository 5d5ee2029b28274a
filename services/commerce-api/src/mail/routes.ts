import { Hono } from 'hono';
import { noteBounced } from '../access/note-delivery.ts';
import type { Deps } from '../deps.ts';
import type { AppEnv, Routes } from '../http/app-env.ts';

/** For the mail server, which posts what comes back to a return address (README, Configuration). The address is signed; the answer says nothing. */
export function mailRoutes(deps: Deps): Routes {
  return new Hono<AppEnv>().post('/api/webhooks/bounces', async (c) => {
    await noteBounced(deps, c.req.query('to') ?? '', await c.req.text());
    return c.body(null, 204);
  });
}
