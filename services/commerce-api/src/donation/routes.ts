import { endpoints } from '@newsstand/contracts/endpoints';
import { Hono } from 'hono';
import { readHeldCard } from '../card/card-holder.ts';
import { keepSetup } from '../card/keep-setup.ts';
import { onRecord } from '../card/payment-snapshot.ts';
import { asking } from '../card/refuse-payment.ts';
import { startSetup } from '../card/start-setup.ts';
import { takeCardPoint } from '../card/take-card-point.ts';
import type { Deps } from '../deps.ts';
import type { AppEnv, Routes } from '../http/app-env.ts';
import { serveEndpoint } from '../http/serve-endpoint.ts';
import { Refusal } from '../refusal.ts';
import { findDonation } from './find-donation.ts';
import { readMonth } from './read-month.ts';
import { restartDonation } from './restart-donation.ts';

/** The page behind the link of a donation's letters: whoever has its token may change the card, and sees no more than that. */
export function donationRoutes(deps: Deps): Routes {
  const routes = new Hono<AppEnv>();

  serveEndpoint(routes, endpoints.donationSetup, async (c, { query, body }) => {
    await takeCardPoint(deps, c);
    const { holder, failing } = await findDonation(deps, query.token);
    return asking(deps, async () => {
      const confirmed = body.cc_token;
      const held = confirmed === null ? await readHeldCard(deps.db, holder) : await keepSetup(deps, holder, confirmed, body.name ?? null);
      if (!held) throw new Refusal(404, 'Not found.');
      return { ...onRecord(held.payment, held.name), keys: await startSetup(deps, held), failing, ...(await readMonth(deps, holder.id)) };
    });
  });

  serveEndpoint(routes, endpoints.donationRestart, async (c, { query, body }) => {
    await takeCardPoint(deps, c);
    return asking(deps, () => restartDonation(deps, query.token, body['payment-method'], body.name ?? null));
  });

  return routes;
}
