import type { Login } from '../readers/login/require-session.ts';
import { endpoints } from '@newsstand/contracts/endpoints';
import { Hono } from 'hono';
import { findDonation } from '../account/find-donation.ts';
import { readHeldCard, type CardHolder, type HeldCard } from '../payments/provider/card-holder.ts';
import { deleteCard, methodVersion } from '../payments/cards/delete-card.ts';
import { keepSetup } from '../payments/webhooks/keep-setup.ts';
import { onRecord } from '../payments/provider/payment-snapshot.ts';
import { asking } from '../payments/cards/refuse-payment.ts';
import { readRenewalByCard } from '../payments/cards/renewal-by-card.ts';
import { requireAccount } from '../payments/cards/require-account.ts';
import { startSetup } from '../payments/cards/start-setup.ts';
import { takeCardPoint } from '../payments/cards/take-card-point.ts';
import type { AppContext, AppEnv, Routes } from '../platform/http/app-env.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { serveEndpoint } from '../platform/http/serve-endpoint.ts';
import { apiText } from '../platform/http/api-text.ts';
import type { Deps } from '../publication/deps.ts';

export function cardRoutes(deps: Deps): Routes {
  const routes = new Hono<AppEnv>();

  routes.use('/api/account/card', async (c, next) => {
    await next();
    c.header('Cache-Control', 'no-store');
  });

  const holderOf = ({ accountId }: Login): CardHolder => ({ kind: 'account', id: accountId });
  const accountOf = async (c: AppContext): Promise<CardHolder> => holderOf(await requireAccount(deps, c));

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
    const login = await requireAccount(deps, c);
    await asking(deps, () => deleteCard(deps, login, query.version));
    const { payment, name } = await mustHold(deps, holderOf(login));
    return onRecord(payment, name);
  });

  return routes;
}

async function mustHold(deps: Deps, holder: CardHolder): Promise<HeldCard> {
  const held = await readHeldCard(deps.db, holder);
  if (!held) throw new Refusal(404, apiText('not_found'));
  return held;
}
