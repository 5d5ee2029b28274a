import type { HttpBindings } from '@hono/node-server';
import { Hono } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import { secureHeaders } from 'hono/secure-headers';
import { Provider, errors } from 'oidc-provider';
import { pageFiles } from '../page/layout.ts';
import { chooser } from './chooser.ts';
import { choose, type Flavour } from './flavours.ts';
import type { Claims, Institution } from './people.ts';

type Parts = {
  institutions: Institution[];
  people: Map<string, Claims>;
  /** Where a deep link may lead. */
  origins: string[];
  issuer: (flavour: Flavour) => Provider;
};

/**
 * No `form-action`: after the choice the browser is sent on to the magazine, and Chromium holds redirects to that rule
 * too.
 */
const headers = secureHeaders({
  contentSecurityPolicy: { defaultSrc: ["'none'"], connectSrc: ["'self'"], imgSrc: ['data:'], scriptSrc: ["'self'"], styleSrc: ["'self'"] },
});

/** The pages around the two issuers: who are you, and OpenAthens's deep links. */
export function createOpenidPages({ institutions, people, origins, issuer }: Parts) {
  const app = new Hono<{ Bindings: HttpBindings }>();
  app.use(headers);
  app.onError((error, c) => {
    if (error instanceof errors.SessionNotFound)
      return c.text('This took too long, or was done already. Please start again from the magazine.', 400);
    throw error;
  });
  app.route('/', pageFiles());
  app.get('/', (c) => c.text('The OpenID provider of this machine: /google and /keystone.'));

  // https://connect.openathens.net/{domain}/{appId}/login?entity=…&target=…
  app.get('/keystone/login', (c) => {
    const { entity = '', target = '' } = c.req.query();
    if (!origins.includes(URL.parse(target)?.origin ?? '')) return c.text('The target is not an address of the application.', 400);
    setCookie(c, 'entity', entity, { path: '/keystone', httpOnly: true, sameSite: 'Lax', maxAge: 600 });
    return c.redirect(target, 302);
  });

  for (const flavour of ['google', 'keystone'] as const) {
    const path = `/${flavour}/interaction/:uid`;
    app.get(path, async (c) => {
      await issuer(flavour).interactionDetails(c.env.incoming, c.env.outgoing);
      return c.html(chooser({ flavour, institutions, entity: getCookie(c, 'entity') ?? null, problem: null }));
    });
    app.post(path, async (c) => {
      const chosen = choose(flavour, await c.req.parseBody(), institutions);
      if (!chosen) {
        const entity = getCookie(c, 'entity') ?? null;
        return c.html(chooser({ flavour, institutions, entity, problem: 'Please choose somebody, with an email address.' }), 422);
      }
      people.set(chosen.subject, chosen.claims);
      deleteCookie(c, 'entity', { path: '/keystone' });
      const result = { login: { accountId: chosen.subject, remember: false } };
      return c.redirect(await issuer(flavour).interactionResult(c.env.incoming, c.env.outgoing, result), 303);
    });
  }
  return app;
}
