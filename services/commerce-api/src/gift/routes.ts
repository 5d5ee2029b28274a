import { Hono } from 'hono';
import { toString as drawCode } from 'qrcode';
import type { Deps } from '../deps.ts';
import type { AppEnv, Routes } from '../http/app-env.ts';
import { redeemUrl } from './redeem-url.ts';

/** The QR code of a gift's link, for the card that its purchaser prints. It says no more than its address does: whether there is such a gift, the page says. */
export function giftRoutes({ config }: Deps): Routes {
  const routes = new Hono<AppEnv>();
  routes.get('/api/gifts/:token{[\\w-]{8,64}}/qr.svg', async (c) => {
    const code = await drawCode(redeemUrl(config.publicUrl, c.req.param('token')), { type: 'svg', margin: 1 });
    return c.body(code, 200, { 'Content-Type': 'image/svg+xml', 'Cache-Control': 'private, max-age=86400' });
  });
  return routes;
}
