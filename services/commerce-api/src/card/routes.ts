import { endpoints } from '@newsstand/contracts/endpoints';
import { Hono } from 'hono';
import type { Deps } from '../deps.ts';
import { findDonation } from '../donation/find-donation.ts';
import type { AppContext, AppEnv, Routes } from '../http/app-env.ts';
import { serveEndpoint } from '../http/serve-endpoint.ts';
import { Refusal } from '../refusal.ts';
import { readHeldCard, type CardHolder, type HeldCard } from './card-holder.ts';
import { deleteCard, methodVersion } from './delete-card.ts';
import { keepSetup } from './keep-setup.ts';
import { onRecord } from './payment-snapshot.ts';
import { asking } from './refuse-payment.ts';
import { readRenewalByCard } from './renewal-by-card.ts';
import { requireAccount } from './require-account.ts';
import { startSetup } from './start-setup.ts';
import { takeCardPoint } from './take-card-point.ts';

export function cardRoutes(deps: Deps): Routes {
  const routes = new Hono<AppEnv>();

  routes.use('/api/account/card', async (c, next) => {
    await next();
    c.header('Cache-Control', 'no-store');
  });

  const accountOf = async (c: AppContext): Promise<CardHolder> => ({ kind: 'account', id: await requireAccount(deps, c) });

  serveEndpoint(routes, endpoints.paymentSetup, async (c) => {
    const held = await mustHold(deps, await accountOf(c));
    await takeCardPoint(deps, c);
    const keys = await asking(deps, () => startSetup(deps, held));
    return { ...onRecord(held.payment, held.name), keys, version: methodVersion(held.method) };
  });

  serveEndpoint(routes, endpoints.keepCard, async (c, { query, body }) => {
    await takeCardPoint(deps, c);
    const holder = query.token === undefined ? await accountOf(c) : (await findDonation(deps, query.token)).holder;
    const held = await asking(deps, () => keepSetup(deps, holder, body.setup_intent, body.name ?? null));
    const method = held.holder.kind === 'account' ? held.method : null;
    const renewal = method === null ? null : await readRenewalByCard(deps, held.ownerId, method);
    return { ...onRecord(held.payment, held.name), ...(renewal && { renewal }) };
  });

  serveEndpoint(routes, endpoints.deleteCard, async (c, { query }) => {
    const holder = await accountOf(c);
    await asking(deps, () => deleteCard(deps, holder.id, query.version));
    const held = await mustHold(deps, holder);
    return onRecord(held.payment, held.name);
  });

  return routes;
}

async function mustHold(deps: Deps, holder: CardHolder): Promise<HeldCard> {
  const held = await readHeldCard(deps.db, holder);
  if (!held) throw new Refusal(404, 'Not found.');
  return held;
}
