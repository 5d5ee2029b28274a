import { endpoints } from '@newsstand/contracts/endpoints';
import { Hono } from 'hono';
import { findDonation } from '../account/find-donation.ts';
import { readMonth } from '../account/read-month.ts';
import { restartDonation } from '../account/restart-donation.ts';
import { readHeldCard } from '../payments/provider/card-holder.ts';
import { keepSetup } from '../payments/webhooks/keep-setup.ts';
import { onRecord } from '../payments/provider/payment-snapshot.ts';
import { asking } from '../payments/cards/refuse-payment.ts';
import { startSetup } from '../payments/cards/start-setup.ts';
import { takeCardPoint } from '../payments/cards/take-card-point.ts';
import type { AppEnv, Routes } from '../platform/http/app-env.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { serveEndpoint } from '../platform/http/serve-endpoint.ts';
import { apiText } from '../platform/http/api-text.ts';
import type { Deps } from '../publication/deps.ts';

/**
 * The page behind the link of a donation's letters: whoever has its token may change the card, and sees no more than
 * that.
 */
export function donationRoutes(deps: Deps): Routes {
  const routes = new Hono<AppEnv>();

  serveEndpoint(routes, endpoints.donationSetup, async (c, { query, body }) => {
    await takeCardPoint(deps, c);
    const { holder, failing } = await findDonation(deps, query.token);
    return asking(deps, async () => {
      const confirmed = body.cc_token;
      const held = confirmed === null ? await readHeldCard(deps.db, holder) : await keepSetup(deps, holder, confirmed, body.name ?? null);
      if (!held) throw new Refusal(404, apiText('not_found'));
      return { ...onRecord(held.payment, held.name), keys: await startSetup(deps, held), failing, ...(await readMonth(deps, holder.id)) };
    });
  });

  serveEndpoint(routes, endpoints.donationRestart, async (c, { query, body }) => {
    await takeCardPoint(deps, c);
    return asking(deps, () => restartDonation(deps, query.token, body['payment-method'], body.name ?? null));
  });

  return routes;
}
