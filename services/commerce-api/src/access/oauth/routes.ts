import type { SignedIn } from '@newsstand/contracts/access';
import { endpoints } from '@newsstand/contracts/endpoints';
import { Hono } from 'hono';
import type { Deps } from '../../deps.ts';
import type { AppContext, AppEnv, Routes } from '../../http/app-env.ts';
import { clientAddress, networkOf } from '../../http/client-address.ts';
import { readCookie, sendCookie } from '../../http/cookies.ts';
import { serveEndpoint } from '../../http/serve-endpoint.ts';
import { readVisitor, sendLoggedIn } from '../../http/visitor.ts';
import { Refusal } from '../../refusal.ts';
import { NOBODY, readReader } from '../read-reader.ts';
import { safePath } from '../redirect-rules.ts';
import { hashOf, newToken } from '../secrets.ts';
import { LIFETIME } from '../tickets.ts';
import { beginOauth, type ProviderName } from './begin.ts';
import { finishOauth } from './finish.ts';
import { takeHandoff } from './take-handoff.ts';

/** Sign-in at Google and through OpenAthens: redirects that a browser follows (section 2), and the hand-over to a page on another site. */
export function oauthRoutes(deps: Deps): Routes {
  const routes = new Hono<AppEnv>();
  const { cookie, access, publicUrl, trustedProxies } = deps.config;

  for (const name of ['google', 'openathens'] as const satisfies ProviderName[]) {
    routes.get(`/oauth/${name}`, async (c) => {
      const client = configured(access[name]);
      const { url, challenge } = c.req.query();
      // One for all rounds of this browser, so that two tabs can be on their way at once.
      const bind = readCookie(c, cookie, 'oauth') ?? newToken();
      sendCookie(c, cookie, 'oauth', bind, LIFETIME.oidc);
      const start = { url, challenge: /^[\w-]{43}$/.test(challenge ?? '') ? (challenge ?? null) : null, bind };
      return goTo(c, await beginOauth(deps, name, client, start));
    });

    routes.get(`/oauth/${name}/callback`, async (c) => {
      const client = configured(access[name]);
      const visitor = readVisitor(c, cookie);
      const { search } = new URL(c.req.url);
      const finished = await finishOauth(deps, { name, client, search, bind: readCookie(c, cookie, 'oauth'), visitor });
      if (finished.type === 'logged-in') sendLoggedIn(c, cookie, visitor, finished.token);
      return goTo(c, finished.to);
    });
  }

  routes.get('/oauth/openathens/deeplink', async (c) => {
    const { connect } = configured(access.openathens);
    const { entity, target, challenge } = c.req.query();
    const { institutions } = await deps.publication.now();
    if (!institutions.some(({ entity_id }) => entity_id === entity)) throw new Refusal(404, 'There is no such institution.');
    const back = new URL('/oauth/openathens', access.apiUrl);
    // A page on another site asks for a hand-over: whether it may is looked at when the reader comes by again.
    back.searchParams.set('url', challenge === undefined ? safePath(target, publicUrl) : (target ?? ''));
    if (challenge !== undefined) back.searchParams.set('challenge', challenge);
    const address = new URL(connect);
    address.searchParams.set('entity', entity ?? '');
    address.searchParams.set('target', back.href);
    return goTo(c, address.href);
  });

  serveEndpoint(routes, endpoints.handoff, async (c, { body: { token, verifier } }): Promise<SignedIn> => {
    const visitor = readVisitor(c, cookie);
    const network = networkOf(clientAddress(c, trustedProxies));
    const session = await takeHandoff(deps, visitor, { token, verifier, network });
    sendLoggedIn(c, cookie, visitor, session);
    const { account, institution } = (await readReader(deps, hashOf(session))) ?? NOBODY;
    return { account, institution, redirect: null };
  });

  return routes;
}

function configured<Client>(client: Client | null): Client {
  if (client === null) throw new Refusal(404, 'Not found.');
  return client;
}

function goTo(c: AppContext, address: string): Response {
  c.header('Cache-Control', 'no-store');
  return c.redirect(address, 302);
}
