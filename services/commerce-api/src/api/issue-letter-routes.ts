import { endpoints } from '@newsstand/contracts/endpoints';
import { pageUrl } from '@newsstand/contracts/paths';
import { Hono } from 'hono';
import { html } from 'hono/html';
import { endIssueLetters, switchIssueLetters } from '../account/switch-issue-letters.ts';
import { unsubscribing } from '../letters/unsubscribe.ts';
import { requireAccount } from '../payments/cards/require-account.ts';
import { apiText } from '../platform/http/api-text.ts';
import type { AppEnv, Routes } from '../platform/http/app-env.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { serveEndpoint } from '../platform/http/serve-endpoint.ts';
import type { Deps } from '../publication/deps.ts';
import { siteOf } from '../publication/site-of.ts';
import { ownEndpoints } from './own-endpoints.ts';
import { letterPage } from './letter-page.ts';

/**
 * Whether a reader is written to when an issue is out: switched in the account, and by the link of each such letter,
 * from any browser and by mail programs.
 */
export function issueLetterRoutes(deps: Deps): Routes {
  const routes = new Hono<AppEnv>();

  serveEndpoint(routes, endpoints.issueLetters, async (c, { body }) => ({
    issue_letters: await switchIssueLetters(deps, await requireAccount(deps, c), body.issue_letters),
  }));

  const accountOf = (to: string): string => {
    const account = unsubscribing(deps.config.access.secret, to);
    if (account === null) throw new Refusal(404, apiText('not_found'));
    return account;
  };

  serveEndpoint(routes, ownEndpoints.askIssueLetters, async (c, { query }) => {
    accountOf(query.to);
    return letterPage(c, deps, 'issue_out_off_title', (say) => [
      html`<p>${say('issue_out_off_ask')}</p>`,
      html`<form method="post"><button>${say('issue_out_off_button')}</button></form>`,
    ]);
  });

  serveEndpoint(routes, ownEndpoints.endIssueLetters, async (c, { query }) => {
    if (!(await endIssueLetters(deps, accountOf(query.to)))) throw new Refusal(404, apiText('not_found'));
    return letterPage(c, deps, 'issue_out_off_title', (say) => [
      html`<p role="status">${say('issue_out_off_done')}</p>`,
      html`<p><a href="${pageUrl(siteOf(deps), 'account')}">${say('issue_out_off_account')}</a></p>`,
    ]);
  });

  return routes;
}
