import { endpoints } from '@newsstand/contracts/endpoints';
import { pageUrl } from '@newsstand/contracts/paths';
import { Hono } from 'hono';
import { html } from 'hono/html';
import { leavingList } from '../letters/unsubscribe.ts';
import { requireHuman } from '../platform/bot-check/require-human.ts';
import { HOUR } from '../platform/duration.ts';
import type { AppContext, AppEnv, Routes } from '../platform/http/app-env.ts';
import { clientAddress, networkOf } from '../platform/http/client-address.ts';
import { serveEndpoint } from '../platform/http/serve-endpoint.ts';
import { takePoint } from '../platform/limits/take-point.ts';
import { isToken } from '../platform/secrets.ts';
import type { Deps } from '../publication/deps.ts';
import { apiText } from '../platform/http/api-text.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { siteOf } from '../publication/site-of.ts';
import { askToJoin, joinLists, leaveList, parseTags, readJoining, readMembership } from '../readers/join-list.ts';
import { letterPage } from './letter-page.ts';
import { ownEndpoints } from './own-endpoints.ts';

/** For each network: an office signs up in a morning, a flood does not get through. */
const SIGNUPS = { points: 30, window: HOUR };

export function mailingListRoutes(deps: Deps): Routes {
  const routes = new Hono<AppEnv>();
  serveEndpoint(routes, endpoints.listSignup, async (c, { query, body: { email } }) => {
    const tags = parseTags(query['list-tag']);
    const network = networkOf(clientAddress(c, deps.config.trustedProxies));
    await takePoint(deps, `list-signup:${network}`, SIGNUPS);
    // The form shows its messages beside its only field (section 7).
    await requireHuman(deps, c, { token: query.captcha, action: 'list-signup', field: 'email' });
    await askToJoin(deps, { email, tags, network });
    return { email };
  });

  serveEndpoint(routes, ownEndpoints.askToJoinLists, async (c, { query }) => {
    const joining = await readJoining(deps, query.join);
    if (joining === null) return tooLate(c, query.join);
    return letterPage(c, deps, 'list_title', (say) => [
      html`<p>${say('list_join_ask')}</p>`,
      html`<form method="post"><button>${say('list_join_button')}</button></form>`,
    ]);
  });
  serveEndpoint(routes, ownEndpoints.joinLists, async (c, { query }) => {
    if ((await joinLists(deps, query.join)) === null) return tooLate(c, query.join);
    return letterPage(c, deps, 'list_title', (say) => [
      html`<p role="status">${say('list_join_done')}</p>`,
      html`<p><a href="${siteOf(deps).url}">${say('list_on')}</a></p>`,
    ]);
  });
  // Links of letters are followed by people: one that is too old is answered in their words, and with the way on.
  const tooLate = (c: AppContext, token: string) => {
    if (!isToken(token)) throw new Refusal(404, apiText('not_found'));
    return letterPage(c, deps, 'list_title', (say) => [
      html`<p role="status">${say('list_join_late')}</p>`,
      html`<p><a href="${pageUrl(siteOf(deps), 'mailing-list')}">${say('list_leave_again')}</a></p>`,
    ]);
  };

  const membershipOf = async (to: string): Promise<string> => {
    const id = leavingList(deps.config.access.secret, to);
    const membership = id === null ? null : await readMembership(deps.db, deps, id);
    if (membership === null) throw new Refusal(404, apiText('not_found'));
    return membership.id;
  };
  serveEndpoint(routes, ownEndpoints.askToLeaveList, async (c, { query }) => {
    await membershipOf(query.to);
    return letterPage(c, deps, 'list_title', (say) => [
      html`<p>${say('list_leave_ask')}</p>`,
      html`<form method="post"><button>${say('list_leave_button')}</button></form>`,
    ]);
  });
  serveEndpoint(routes, ownEndpoints.leaveList, async (c, { query }) => {
    await leaveList(deps, await membershipOf(query.to));
    return letterPage(c, deps, 'list_title', (say) => [
      html`<p role="status">${say('list_leave_done')}</p>`,
      html`<p><a href="${pageUrl(siteOf(deps), 'mailing-list')}">${say('list_leave_again')}</a></p>`,
    ]);
  });
  return routes;
}
