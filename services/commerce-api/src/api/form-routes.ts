import { Login } from '@newsstand/contracts/access';
import { ListSignup } from '@newsstand/contracts/mailing-list';
import { pageUrl } from '@newsstand/contracts/paths';
import { Hono } from 'hono';
import { html } from 'hono/html';
import type { AppContext, AppEnv, Routes } from '../platform/http/app-env.ts';
import { clientAddress, networkOf } from '../platform/http/client-address.ts';
import { HOUR } from '../platform/duration.ts';
import { readBody } from '../platform/http/read-body.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { serveEndpoint } from '../platform/http/serve-endpoint.ts';
import { takePoint } from '../platform/limits/take-point.ts';
import type { Deps } from '../publication/deps.ts';
import { siteOf } from '../publication/site-of.ts';
import { htmlTexts } from '../publication/texts/html-texts.ts';
import { wordRefusal } from '../publication/texts/words.ts';
import { askToJoin, parseTags } from '../readers/join-list.ts';
import { logIn } from '../readers/login/log-in.ts';
import { readVisitor, sendLoggedIn } from '../readers/visitor.ts';
import { safePath } from '../rules/access/redirect-rules.ts';
import { plainPage } from './letter-page.ts';
import { LIST_FORM, LOGIN_FORM, ownEndpoints } from './own-endpoints.ts';

/**
 * Letters that forms without a bot check ask for, which is a script: of one network, and of all of them, so that no
 * flood makes us write to strangers. Whom a letter goes to is limited as that of any other form (`askToJoin`).
 */
const OF_NETWORK = { points: 6, window: HOUR };
const OF_ALL = { points: 300, window: HOUR };

type Fields = { email: string; path: string; tags: string[] };
type Wrong = { status: number; words: string[]; retryAfter?: number | undefined };

/**
 * The forms of readers without scripts. Each is answered by a page: the next one, or the form again with what was
 * wrong.
 */
export function formRoutes(deps: Deps): Routes {
  const routes = new Hono<AppEnv>();
  const { cookie, publicUrl, publicationId, trustedProxies } = deps.config;
  const network = (c: AppContext) => networkOf(clientAddress(c, trustedProxies));

  serveEndpoint(routes, ownEndpoints.loginForm, (c, { query }) => loginPage(c, { ...NOTHING, path: query.path ?? cameFrom(c) }));
  serveEndpoint(routes, ownEndpoints.logInByForm, (c) =>
    orAgain(c, loginPage, async () => {
      const { email, password, path } = await readBody(c, Login);
      const visitor = readVisitor(c, cookie);
      const { token } = await logIn(deps, visitor, { email, password, network: network(c) });
      sendLoggedIn(c, cookie, visitor, token);
      c.header('Cache-Control', 'no-store');
      const to = path ?? cameFrom(c);
      return c.redirect(to ? new URL(safePath(to, publicUrl), publicUrl).href : pageUrl(siteOf(deps), 'home'), 303);
    }),
  );

  serveEndpoint(routes, ownEndpoints.listForm, (c, { query }) => listPage(c, { ...NOTHING, tags: [query['list-tag'] ?? []].flat() }));
  serveEndpoint(routes, ownEndpoints.joinByForm, (c) =>
    orAgain(c, listPage, async (sent) => {
      const { email } = await readBody(c, ListSignup);
      const tags = parseTags(deps.publication.cached(), sent.tags.length > 0 ? sent.tags : undefined);
      await takePoint(deps, `list-form:${network(c)}`, OF_NETWORK);
      await takePoint(deps, `list-form:${publicationId}`, OF_ALL);
      await askToJoin(deps, { email, tags, network: network(c) });
      const say = await texts();
      return plainPage(c, deps, say('form_list_title'), [
        html`<p role="status">${say('form_list_done', { email })}</p>`,
        html`<p><a href="${siteOf(deps).url}">${say('form_back')}</a></p>`,
      ]);
    }),
  );

  const texts = async () => htmlTexts((await deps.publication.now()).messages);

  /** What a form asks for, or the form again: its reader has no script that would show an error beside a field. */
  async function orAgain(
    c: AppContext,
    page: (c: AppContext, fields: Fields, wrong: Wrong) => Promise<Response>,
    perform: (sent: Fields) => Promise<Response>,
  ): Promise<Response> {
    const sent = fieldsOf(await c.req.text(), cameFrom(c));
    try {
      return await perform(sent);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const { errors } = wordRefusal(error.texts, deps.publication.cached());
      const words = typeof errors === 'string' ? [errors] : Object.values(errors);
      return page(c, sent, { status: error.status, words, retryAfter: error.retryAfter });
    }
  }

  async function loginPage(c: AppContext, { email, path }: Fields, wrong = NONE): Promise<Response> {
    const say = await texts();
    const name = path === '' ? '' : html`<input type="hidden" name="path" value="${path}" />`;
    return answered(
      c,
      wrong,
      await plainPage(c, deps, say('form_login_title'), [
        ...alerts(wrong),
        html`<form method="post" action="${LOGIN_FORM}">
          ${name}${emailField(say('form_email'), email, wrong)}
          <label>${say('form_password')} <input type="password" name="password" autocomplete="current-password" required /></label>
          <button>${say('form_login_button')}</button>
        </form>`,
      ]),
    );
  }

  async function listPage(c: AppContext, { email, tags }: Fields, wrong = NONE): Promise<Response> {
    const say = await texts();
    return answered(
      c,
      wrong,
      await plainPage(c, deps, say('form_list_title'), [
        ...alerts(wrong),
        html`<form method="post" action="${LIST_FORM}">
          ${tags.map((tag) => html`<input type="hidden" name="list-tag" value="${tag}" />`)}${emailField(say('form_email'), email, wrong)}
          <button>${say('form_list_button')}</button>
        </form>`,
      ]),
    );
  }
  return routes;
}

const NOTHING: Fields = { email: '', path: '', tags: [] };
const NONE: Wrong = { status: 200, words: [] };

const alerts = ({ words }: Wrong) => words.map((one, at) => html`<p role="alert" id="wrong-${at}">${one}</p>`);

const emailField = (label: string, email: string, { words }: Wrong) =>
  words.length > 0
    ? html`<label
        >${label} <input type="email" name="email" value="${email}" autocomplete="email" required autofocus aria-describedby="wrong-0"
      /></label>`
    : html`<label>${label} <input type="email" name="email" value="${email}" autocomplete="email" required /></label>`;

function answered(c: AppContext, { status, retryAfter }: Wrong, page: Response): Response {
  const response = new Response(page.body, { status, headers: page.headers });
  if (retryAfter !== undefined) response.headers.set('Retry-After', String(retryAfter));
  return response;
}

/**
 * Where a reader wants to be: the page of a login may be cached for all, so that only its own address says which page
 * led there.
 */
function cameFrom(c: AppContext): string {
  return URL.parse(c.req.header('referer') ?? '')?.searchParams.get('redirect') ?? '';
}

/** As they were typed, to be shown again. */
function fieldsOf(body: string, from: string): Fields {
  const sent = new URLSearchParams(body);
  return { email: sent.get('email') ?? '', path: sent.get('path') ?? from, tags: sent.getAll('list-tag').slice(0, 20) };
}
