import { accountEndpoints } from '@newsstand/contracts/account-endpoints';
import { Hono } from 'hono';
import { asking } from '../card/refuse-payment.ts';
import type { Deps } from '../deps.ts';
import { readReader } from '../access/read-reader.ts';
import type { AppContext, AppEnv, Routes } from '../http/app-env.ts';
import { clientAddress, networkOf } from '../http/client-address.ts';
import { serveEndpoint } from '../http/serve-endpoint.ts';
import { dropSessionCookie, sessionHash, touchSession } from '../http/session.ts';
import { Refusal } from '../refusal.ts';
import { askForEmail } from './ask-for-email.ts';
import { changeDonation, stopDonation } from './change-donation.ts';
import { changeName } from './change-name.ts';
import { confirmEmail } from './confirm-email.ts';
import { deleteAccount } from './delete-account.ts';
import { exportAccount } from './export-account.ts';
import { previewDeletion } from './preview-deletion.ts';
import { sendDeleteCode } from './prove-reader.ts';
import { readSubscriber } from './read-subscriber.ts';
import { deleteAddress, saveAddress } from './save-address.ts';
import { signedIn } from './signed-in.ts';

export function accountRoutes(deps: Deps): Routes {
  const routes = new Hono<AppEnv>();
  const { cookie, trustedProxies } = deps.config;
  const network = (c: AppContext) => networkOf(clientAddress(c, trustedProxies));

  routes.use('/api/account/*', async (c, next) => {
    await next();
    c.header('Cache-Control', 'private, no-store');
  });

  serveEndpoint(routes, accountEndpoints.subscriber, async (c) => {
    const reading = await readSubscriber(deps, sessionHash(c, cookie));
    if (!reading) throw new Refusal(401, 'Please log in.');
    await touchSession(deps, c, reading.seen);
    return { subscriber: reading.subscriber, timetable: reading.subscriber.timetable };
  });

  serveEndpoint(routes, accountEndpoints.changeName, async (c, { query, body }) => {
    const { accountId } = await signedIn(deps, c);
    return changeName(deps, { accountId, name: body.name, version: query.version });
  });

  serveEndpoint(routes, accountEndpoints.resetEmail, async (c, { body }) =>
    askForEmail(deps, await signedIn(deps, c), { email: body.email, network: network(c) }),
  );

  serveEndpoint(routes, accountEndpoints.confirmEmail, async (c, { body }) => {
    const reader = await readReader(deps, sessionHash(c, cookie));
    const own = reader !== null && reader.accountId !== null ? { accountId: reader.accountId, session: reader.session } : null;
    return confirmEmail(deps, { token: body.token, network: network(c), reader: own });
  });

  serveEndpoint(routes, accountEndpoints.saveAddress, async (c, { params, query, body }) =>
    saveAddress(deps, await signedIn(deps, c), { shipcode: params.shipcode, form: body, version: query.version, token: undefined }),
  );

  serveEndpoint(routes, accountEndpoints.changeAddress, async (c, { params, query, body }) =>
    saveAddress(deps, await signedIn(deps, c), { ...query, shipcode: params.shipcode, form: body }),
  );

  serveEndpoint(routes, accountEndpoints.deleteAddress, async (c, { params, query }) =>
    deleteAddress(deps, await signedIn(deps, c), { shipcode: params.shipcode, version: query.version }),
  );

  serveEndpoint(routes, accountEndpoints.changeDonation, async (c, { params, query, body }) => ({
    donations: await changeDonation(deps, await signedIn(deps, c), { ...params, amount: body.dollars * 100, version: query.version }),
  }));

  serveEndpoint(routes, accountEndpoints.stopDonation, async (c, { params }) => ({
    donations: await stopDonation(deps, await signedIn(deps, c), params.token),
  }));

  serveEndpoint(routes, accountEndpoints.exportAccount, async (c) => {
    const exported = await exportAccount(deps, sessionHash(c, cookie));
    c.header('Content-Disposition', 'attachment; filename="account.json"');
    return exported;
  });

  serveEndpoint(routes, accountEndpoints.deletePreview, (c) => previewDeletion(deps, sessionHash(c, cookie)));

  serveEndpoint(routes, accountEndpoints.deleteCode, async (c) => ({
    token: await sendDeleteCode(deps, await signedIn(deps, c), network(c)),
  }));

  serveEndpoint(routes, accountEndpoints.deleteAccount, async (c, { query, body: proof }) => {
    const reader = await signedIn(deps, c);
    const wish = { proof, network: network(c), version: query.version, session: sessionHash(c, cookie) };
    await asking(deps, () => deleteAccount(deps, reader, wish));
    dropSessionCookie(c, cookie);
    return { redirect: '/account/data?deleted' };
  });

  return routes;
}
