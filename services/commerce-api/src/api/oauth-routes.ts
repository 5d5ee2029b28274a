import type { LoginFailure, SignedIn } from '@newsstand/contracts/access';
import { endpoints } from '@newsstand/contracts/endpoints';
import { oauthRedirects } from '@newsstand/contracts/oauth';
import { Hono } from 'hono';
import { isUnavailable } from '../platform/db/is-unavailable.ts';
import type { AppContext, AppEnv, Routes } from '../platform/http/app-env.ts';
import { clientAddress, networkOf } from '../platform/http/client-address.ts';
import { readCookie, sendCookie } from '../platform/http/cookies.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { serveEndpoint, serveRedirect } from '../platform/http/serve-endpoint.ts';
import { hashOf, newToken } from '../platform/secrets.ts';
import type { Deps } from '../publication/deps.ts';
import { NOBODY, readReader } from '../readers/login/read-reader.ts';
import { LIFETIME } from '../readers/login/tickets.ts';
import { beginOauth, type ProviderName } from '../readers/oauth/begin-oauth.ts';
import { finishOauth, loginPage } from '../readers/oauth/finish-oauth.ts';
import { takeHandoff } from '../readers/oauth/take-handoff.ts';
import { readVisitor, sendLoggedIn } from '../readers/visitor.ts';
import { apiText } from '../platform/http/api-text.ts';
import { safePath } from '../rules/access/redirect-rules.ts';

/**
 * Sign-in at Google and through OpenAthens: redirects that a browser follows (section 2), and the hand-over to a page
 * on another site.
 */
export function oauthRoutes(deps: Deps): Routes {
  const routes = new Hono<AppEnv>();
  const { cookie, access, publicUrl, trustedProxies } = deps.config;

  /**
   * Who followed a link in a browser is led to the login page with its other ways, and goes on from there, also where
   * our database is away; the rest get the answer as it is.
   */
  const orLoginPage = async (
    c: AppContext,
    target: string | undefined,
    failure: LoginFailure,
    go: () => Promise<string>,
  ): Promise<string> => {
    try {
      return await go();
    } catch (error) {
      if (!(error instanceof Refusal || isUnavailable(error)) || !c.req.header('accept')?.includes('text/html')) throw error;
      if (!(error instanceof Refusal)) deps.log.warn({ err: error }, 'the database could not be asked about a sign-in');
      return loginPage(deps, failure, safePath(target, publicUrl));
    }
  };

  for (const name of ['google', 'openathens'] as const satisfies ProviderName[]) {
    serveRedirect(routes, oauthRedirects[name], (c, { url, challenge }) =>
      orLoginPage(c, url, 'provider', async () => {
        const client = configured(access[name]);
        // One for all rounds of this browser, so that two tabs can be on their way at once.
        const bind = readCookie(c, cookie, 'oauth') ?? newToken();
        sendCookie(c, cookie, 'oauth', bind, LIFETIME.oidc);
        const start = { url, challenge: /^[\w-]{43}$/.test(challenge ?? '') ? (challenge ?? null) : null, bind };
        return (await beginOauth(deps, name, client, start)) ?? loginPage(deps, 'provider', safePath(url, publicUrl));
      }),
    );

    serveRedirect(routes, oauthRedirects[`${name}Callback`], (c) =>
      orLoginPage(c, undefined, 'provider', async () => {
        const client = configured(access[name]);
        const visitor = readVisitor(c, cookie);
        const { search } = new URL(c.req.url);
        const finished = await finishOauth(deps, { name, client, search, bind: readCookie(c, cookie, 'oauth'), visitor });
        if (finished.type === 'logged-in') sendLoggedIn(c, cookie, visitor, finished.token);
        return finished.to;
      }),
    );
  }

  serveRedirect(routes, oauthRedirects.openathensDeeplink, (c, { entity, target, challenge }) =>
    orLoginPage(c, target, access.openathens === null ? 'provider' : 'institution', async () => {
      const { connect } = configured(access.openathens);
      const { institutions } = await deps.publication.now();
      if (!institutions.some(({ entity_id }) => entity_id === entity)) throw new Refusal(404, apiText('no_institution'));
      const back = new URL('/oauth/openathens', access.apiUrl);
      // A page on another site asks for a hand-over: whether it may is looked at when the reader comes by again.
      back.searchParams.set('url', challenge === undefined ? safePath(target, publicUrl) : (target ?? ''));
      if (challenge !== undefined) back.searchParams.set('challenge', challenge);
      const address = new URL(connect);
      address.searchParams.set('entity', entity ?? '');
      address.searchParams.set('target', back.href);
      return address.href;
    }),
  );

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
  if (client === null) throw new Refusal(404, apiText('not_found'));
  return client;
}
