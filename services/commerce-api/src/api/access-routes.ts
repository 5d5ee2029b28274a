import type { SignedIn } from '@newsstand/contracts/access';
import { endpoints } from '@newsstand/contracts/endpoints';
import { Hono } from 'hono';
import type { AppContext, AppEnv, Routes } from '../platform/http/app-env.ts';
import { clientAddress, networkOf } from '../platform/http/client-address.ts';
import { serveEndpoint } from '../platform/http/serve-endpoint.ts';
import { dropSessionCookie, sayWhetherReader, sessionHash, touchSession } from '../platform/sessions/session.ts';
import { hashOf } from '../platform/secrets.ts';
import type { Deps } from '../publication/deps.ts';
import { holdsArticle } from '../files/holds-article.ts';
import { entitle } from '../readers/login/entitle.ts';
import type { LoggedIn } from '../readers/login/log-in-account.ts';
import { logIn } from '../readers/login/log-in.ts';
import { logOut } from '../readers/login/log-out.ts';
import { NOBODY, readReader, type LiveReader } from '../readers/login/read-reader.ts';
import { requestCode, requestReset } from '../readers/login/request-letter.ts';
import { endOtherSessions, endSession, listSessions } from '../readers/login/sessions.ts';
import { setPassword } from '../readers/login/set-password.ts';
import type { Visitor } from '../readers/login/start-session.ts';
import { verifyCode } from '../readers/login/verify-code.ts';
import { readVisitor, sendLoggedIn } from '../readers/visitor.ts';
import { safePath } from '../rules/access/redirect-rules.ts';
import { words } from '../publication/texts/words.ts';
import { apiText } from '../platform/http/api-text.ts';

export function accessRoutes(deps: Deps): Routes {
  const routes = new Hono<AppEnv>();
  const { cookie, publicUrl, trustedProxies } = deps.config;
  const network = (c: AppContext) => networkOf(clientAddress(c, trustedProxies));
  const askedBy = (c: AppContext) => ({ network: network(c), device: readVisitor(c, cookie).device });
  const readerOf = (c: AppContext) => readReader(deps, sessionHash(c, cookie));

  routes.use('/api/access/*', async (c, next) => {
    await next();
    c.header('Cache-Control', 'no-store');
  });

  async function enter(
    c: AppContext,
    path: string | null | undefined,
    prove: (visitor: Visitor) => Promise<LoggedIn & { path?: string | null; password_gone?: boolean }>,
  ): Promise<SignedIn> {
    const visitor = readVisitor(c, cookie);
    const loggedIn = await prove(visitor);
    sendLoggedIn(c, cookie, visitor, loggedIn.token);
    const target = path ?? loggedIn.path ?? null;
    const { institution } = (await readReader(deps, hashOf(loggedIn.token))) ?? NOBODY;
    const redirect = target === null ? null : safePath(target, publicUrl);
    return { account: loggedIn.account, institution, redirect, ...(loggedIn.password_gone && { password_gone: true }) };
  }

  serveEndpoint(routes, endpoints.login, (c, { body: { email, password, path } }) =>
    enter(c, path, (visitor) => logIn(deps, visitor, { email, password, network: network(c) })),
  );

  serveEndpoint(routes, endpoints.signin, async (c, { body: { email, path } }) => ({
    token: await requestCode(deps, { email, path, ...askedBy(c) }),
  }));

  serveEndpoint(routes, endpoints.signinVerify, (c, { body: { token, password } }) =>
    enter(c, null, (visitor) => verifyCode(deps, visitor, { token, code: password, network: network(c) })),
  );

  serveEndpoint(routes, endpoints.resetPassword, async (c, { body: { email, path } }) => {
    await requestReset(deps, { email, path, ...askedBy(c) });
    return { message: words(apiText('reset_sent'), deps.publication.cached()) };
  });

  serveEndpoint(routes, endpoints.resetConfirm, (c, { body: { token, password } }) =>
    enter(c, null, (visitor) => setPassword(deps, visitor, { token, password, network: network(c) })),
  );

  serveEndpoint(routes, endpoints.session, async (c) => {
    const reader = await readerOf(c);
    const { account, institution } = reader ?? NOBODY;
    sayWhetherReader(c, cookie, Boolean(account ?? institution));
    if (!reader) return NOBODY;
    await touchSession(deps, c, reader.seen);
    return { account, institution, ...(c.get('viewOnly') && { view_only: true }) };
  });

  serveEndpoint(routes, endpoints.entitlement, async (c, { query }) => {
    const { pathname } = new URL(safePath(query.path, publicUrl), publicUrl);
    return entitle(deps, await readerOf(c), pathname, () => holdsArticle(deps, sessionHash(c, cookie), pathname));
  });

  const ownSessions = async (c: AppContext, answer: (reader: LiveReader | null) => Promise<SessionList>) => ({
    sessions: await answer(await readerOf(c)),
  });
  serveEndpoint(routes, endpoints.sessions, (c) => ownSessions(c, (reader) => listSessions(deps, reader)));
  serveEndpoint(routes, endpoints.endSessions, (c) => ownSessions(c, (reader) => endOtherSessions(deps, reader)));
  serveEndpoint(routes, endpoints.endSession, (c, { params: { id } }) => ownSessions(c, (reader) => endSession(deps, reader, id)));

  serveEndpoint(routes, endpoints.logout, async (c, { query }) => {
    c.header('Cache-Control', 'no-store');
    const path = query.path ?? pathOf(c.req.header('referer'));
    const redirect = await logOut(deps, sessionHash(c, cookie), path);
    dropSessionCookie(c, cookie);
    // A form without a script gets a page, not our answer.
    if (c.req.header('accept')?.includes('text/html'))
      return c.redirect(new URL(redirect ?? safePath(path, publicUrl), publicUrl).href, 303);
    return { redirect };
  });

  serveEndpoint(routes, endpoints.identityProviders, async (c) => {
    c.header('Cache-Control', 'public, max-age=300');
    const { institutions } = await deps.publication.now();
    return institutions.map(({ entity_id, name }) => ({ entity_id, name })).toSorted((one, other) => one.name.localeCompare(other.name));
  });

  return routes;
}

type SessionList = Awaited<ReturnType<typeof listSessions>>;

/**
 * The query is a part of it: a publication may tell its pages apart by that alone. Pages whose query holds a key send
 * no referer.
 */
function pathOf(referer: string | undefined): string | null {
  const here = URL.parse(referer ?? '');
  return here && here.pathname + here.search;
}
