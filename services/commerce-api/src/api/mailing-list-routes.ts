import { endpoints } from '@newsstand/contracts/endpoints';
import { pageUrl } from '@newsstand/contracts/paths';
import { Hono } from 'hono';
import { html } from 'hono/html';
import { listNames } from '../letters/list-names.ts';
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
import { askToJoin, joinLists, leaveList, parseTags, readJoining, readMembership, type Membership } from '../readers/join-list.ts';
import { letterPage, type Say } from './letter-page.ts';
import { ownEndpoints } from './own-endpoints.ts';

/** For each network: an office signs up in a morning, a flood does not get through. */
const SIGNUPS = { points: 30, window: HOUR };

export function mailingListRoutes(deps: Deps): Routes {
  const routes = new Hono<AppEnv>();
  serveEndpoint(routes, endpoints.listSignup, async (c, { query, body: { email } }) => {
    const tags = parseTags(deps.publication.cached(), query['list-tag']);
    const network = networkOf(clientAddress(c, deps.config.trustedProxies));
    await takePoint(deps, `list-signup:${network}`, SIGNUPS);
    // The form shows its messages beside its only field (section 7).
    await requireHuman(deps, c, { token: query.captcha, action: 'list-signup', field: 'email' });
    await askToJoin(deps, { email, tags, network });
    return { email };
  });

  /** Which lists it is about, where the publication has named one of them. */
  const which = (
    say: Say,
    key: 'list_join_which' | 'list_join_done_which' | 'list_leave_which' | 'list_leave_done_which',
    tags: readonly string[],
  ) => {
    const lists = listNames(tags, deps.publication.cached().lists, say);
    return lists === null ? [] : [html`<p>${say(key, { lists })}</p>`];
  };

  serveEndpoint(routes, ownEndpoints.askToJoinLists, async (c, { query }) => {
    const joining = await readJoining(deps, query.join);
    if (joining === null) return tooLate(c, query.join);
    return letterPage(c, deps, 'list_title', (say) => [
      html`<p>${say('list_join_ask')}</p>`,
      ...which(say, 'list_join_which', joining.tags),
      html`<form method="post"><button>${say('list_join_button')}</button></form>`,
    ]);
  });
  serveEndpoint(routes, ownEndpoints.joinLists, async (c, { query }) => {
    const joined = await joinLists(deps, query.join);
    if (joined === null) return tooLate(c, query.join);
    return letterPage(c, deps, 'list_title', (say) => [
      html`<p role="status">${say('list_join_done')}</p>`,
      ...which(say, 'list_join_done_which', joined.tags),
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

  const membershipOf = async (to: string): Promise<Membership> => {
    const id = leavingList(deps.config.access.secret, to);
    const membership = id === null ? null : await readMembership(deps.db, deps, id);
    if (membership === null) throw new Refusal(404, apiText('not_found'));
    return membership;
  };
  serveEndpoint(routes, ownEndpoints.askToLeaveList, async (c, { query }) => {
    const { tag } = await membershipOf(query.to);
    return letterPage(c, deps, 'list_title', (say) => [
      html`<p>${say('list_leave_ask')}</p>`,
      ...which(say, 'list_leave_which', [tag]),
      html`<form method="post"><button>${say('list_leave_button')}</button></form>`,
    ]);
  });
  serveEndpoint(routes, ownEndpoints.leaveList, async (c, { query }) => {
    const { id, tag } = await membershipOf(query.to);
    await leaveList(deps, id);
    return letterPage(c, deps, 'list_title', (say) => [
      html`<p role="status">${say('list_leave_done')}</p>`,
      ...which(say, 'list_leave_done_which', [tag]),
      html`<p><a href="${pageUrl(siteOf(deps), 'mailing-list')}">${say('list_leave_again')}</a></p>`,
    ]);
  });
  return routes;
}
