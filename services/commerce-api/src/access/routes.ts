import type { SignedIn } from '@newsstand/contracts/access';
import { endpoints } from '@newsstand/contracts/endpoints';
import { inOwnWords } from '@newsstand/contracts/own-words';
import { API_TEXTS, ownWords } from '@newsstand/contracts/texts';
import { Hono } from 'hono';
import type { Deps } from '../deps.ts';
import type { AppContext, AppEnv, Routes } from '../http/app-env.ts';
import { clientAddress, networkOf } from '../http/client-address.ts';
import { readCookie } from '../http/cookies.ts';
import { serveEndpoint } from '../http/serve-endpoint.ts';
import { dropSessionCookie, sessionHash, touchSession } from '../http/session.ts';
import { isViewOnly } from '../http/view-only.ts';
import { readVisitor, sendLoggedIn } from '../http/visitor.ts';
import { entitle } from './entitle.ts';
import { logIn } from './log-in.ts';
import type { LoggedIn } from './log-in-account.ts';
import { logOut } from './log-out.ts';
import { NOBODY, readReader, type LiveReader } from './read-reader.ts';
import { safePath } from './redirect-rules.ts';
import { requestCode, requestReset } from './request-letter.ts';
import { hashOf } from './secrets.ts';
import { endOtherSessions, endSession, listSessions } from './sessions.ts';
import { setPassword } from './set-password.ts';
import type { Visitor } from './start-session.ts';
import { verifyCode } from './verify-code.ts';

export function accessRoutes(deps: Deps): Routes {
  const routes = new Hono<AppEnv>();
  const { cookie, publicUrl, trustedProxies } = deps.config;
  const network = (c: AppContext) => networkOf(clientAddress(c, trustedProxies));
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
    token: await requestCode(deps, { email, path, network: network(c) }),
  }));

  serveEndpoint(routes, endpoints.signinVerify, (c, { body: { token, password } }) =>
    enter(c, null, (visitor) => verifyCode(deps, visitor, { token, code: password, network: network(c) })),
  );

  serveEndpoint(routes, endpoints.resetPassword, async (c, { body: { email, path } }) => {
    await requestReset(deps, { email, path, network: network(c) });
    return { message: inOwnWords(ownWords(deps.publication.cached().messages), API_TEXTS.reset_sent) };
  });

  serveEndpoint(routes, endpoints.resetConfirm, (c, { body: { token, password } }) =>
    enter(c, null, (visitor) => setPassword(deps, visitor, { token, password, network: network(c) })),
  );

  serveEndpoint(routes, endpoints.session, async (c) => {
    const reader = await readerOf(c);
    if (!reader) return NOBODY;
    await touchSession(deps, c, reader.seen);
    const { account, institution } = reader;
    return { account, institution, ...(isViewOnly(readCookie(c, cookie, 'sid')) && { view_only: true }) };
  });

  serveEndpoint(routes, endpoints.entitlement, async (c, { query }) => {
    const { pathname } = new URL(safePath(query.path, publicUrl), publicUrl);
    return entitle(deps, await readerOf(c), pathname);
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

function pathOf(referer: string | undefined): string | null {
  return URL.parse(referer ?? '')?.pathname ?? null;
}
