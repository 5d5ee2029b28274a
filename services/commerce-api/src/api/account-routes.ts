import { pathOf } from '@newsstand/contracts/paths';
import { endpoints } from '@newsstand/contracts/endpoints';
import { Hono } from 'hono';
import { askForEmail } from '../account/ask-for-email.ts';
import { changeDonation, stopDonation } from '../account/change-donation.ts';
import { changeName } from '../account/change-name.ts';
import { claimSubscription } from '../account/claim-subscription.ts';
import { confirmEmail } from '../account/confirm-email.ts';
import { deleteAccount } from '../account/delete-account.ts';
import { exportAccount } from '../account/export-account.ts';
import { previewDeletion } from '../account/preview-deletion.ts';
import { sendDeleteCode } from '../account/prove-reader.ts';
import { readSubscriber } from '../account/read-subscriber.ts';
import { deleteAddress, saveAddress } from '../account/save-address.ts';
import { signedIn } from '../account/signed-in.ts';
import { withdrawEmail } from '../account/withdraw-email.ts';
import { asking } from '../payments/cards/refuse-payment.ts';
import type { AppContext, AppEnv, Routes } from '../platform/http/app-env.ts';
import { clientAddress, networkOf } from '../platform/http/client-address.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { serveEndpoint } from '../platform/http/serve-endpoint.ts';
import { dropSessionCookie, sessionHash, touchSession } from '../platform/sessions/session.ts';
import type { Deps } from '../publication/deps.ts';
import { apiText } from '../platform/http/api-text.ts';
import { readReader } from '../readers/login/read-reader.ts';

export function accountRoutes(deps: Deps): Routes {
  const routes = new Hono<AppEnv>();
  const { cookie, trustedProxies } = deps.config;
  const network = (c: AppContext) => networkOf(clientAddress(c, trustedProxies));

  routes.use('/api/account/*', async (c, next) => {
    await next();
    c.header('Cache-Control', 'private, no-store');
  });

  serveEndpoint(routes, endpoints.subscriber, async (c) => {
    const reading = await readSubscriber(deps, sessionHash(c, cookie));
    if (!reading) throw new Refusal(401, apiText('log_in'));
    await touchSession(deps, c, reading.seen);
    return { subscriber: reading.subscriber, timetable: reading.subscriber.timetable };
  });

  serveEndpoint(routes, endpoints.changeName, async (c, { query, body }) => {
    return changeName(deps, await signedIn(deps, c), { name: body.name, version: query.version });
  });

  serveEndpoint(routes, endpoints.claimSubscription, async (c, { body }) =>
    claimSubscription(deps, await signedIn(deps, c), { ...body, network: network(c) }),
  );

  serveEndpoint(routes, endpoints.resetEmail, async (c, { body }) =>
    askForEmail(deps, await signedIn(deps, c), { email: body.email, network: network(c) }),
  );

  serveEndpoint(routes, endpoints.confirmEmail, async (c, { body }) => {
    const reader = await readReader(deps, sessionHash(c, cookie));
    const own = reader !== null && reader.accountId !== null ? { accountId: reader.accountId, session: reader.session } : null;
    return confirmEmail(deps, { token: body.token, network: network(c), reader: own });
  });

  serveEndpoint(routes, endpoints.withdrawEmail, async (c, { body }) => {
    const reader = await readReader(deps, sessionHash(c, cookie));
    return withdrawEmail(deps, { token: body.token, network: network(c), session: reader?.session ?? null });
  });

  serveEndpoint(routes, endpoints.saveAddress, async (c, { params, query, body }) =>
    saveAddress(deps, await signedIn(deps, c), { shipcode: params.shipcode, form: body, version: query.version, token: undefined }),
  );

  serveEndpoint(routes, endpoints.changeAddress, async (c, { params, query, body }) =>
    saveAddress(deps, await signedIn(deps, c), { ...query, shipcode: params.shipcode, form: body }),
  );

  serveEndpoint(routes, endpoints.deleteAddress, async (c, { params, query }) =>
    deleteAddress(deps, await signedIn(deps, c), { shipcode: params.shipcode, version: query.version }),
  );

  serveEndpoint(routes, endpoints.changeDonation, async (c, { params, query, body }) => ({
    donations: await changeDonation(deps, await signedIn(deps, c), { ...params, amount: body.dollars * 100, version: query.version }),
  }));

  serveEndpoint(routes, endpoints.stopDonation, async (c, { params }) => ({
    donations: await stopDonation(deps, await signedIn(deps, c), params.token),
  }));

  serveEndpoint(routes, endpoints.exportAccount, async (c) => {
    const exported = await exportAccount(deps, sessionHash(c, cookie));
    c.header('Content-Disposition', 'attachment; filename="account.json"');
    return exported;
  });

  serveEndpoint(routes, endpoints.deletePreview, (c) => previewDeletion(deps, sessionHash(c, cookie)));

  serveEndpoint(routes, endpoints.deleteCode, async (c) => ({
    token: await sendDeleteCode(deps, await signedIn(deps, c)),
  }));

  serveEndpoint(routes, endpoints.deleteAccount, async (c, { query, body: proof }) => {
    const reader = await signedIn(deps, c);
    const wish = { proof, network: network(c), version: query.version, session: sessionHash(c, cookie) };
    await asking(deps, () => deleteAccount(deps, reader, wish));
    dropSessionCookie(c, cookie);
    return { redirect: pathOf(deps.publication.cached().paths, 'account-data', null, { deleted: '' }) };
  });

  return routes;
}
