import { refusedWith } from '@newsstand/contracts/fixtures/refusal';
import type { State } from './states.ts';

const INSTITUTIONS = ['Harbour Library', 'Harbour University', 'Northern Academy', 'University of the Isles'];

const SIGNIN = '/api/access/signin';
const SESSION = '/api/access/session';
const VERIFY = '/api/access/signin/verify';
const ENTITLEMENT = '/api/access/entitlement';
const NOT_ENTITLED = { entitled: false, by: null, path: '/', expires: '2026-11-21T10:00:00Z', token: 'none' };

const ANSWERS: Record<string, unknown> = {
  '/api/access/login': { account: { name: 'Ada Lovelace', email: 'ada@example.org' }, institution: null, redirect: null },
  [VERIFY]: { account: { name: 'Ada Lovelace', email: 'ada@example.org' }, institution: null, redirect: null },
  '/api/access/reset-password': { message: 'If there is an account with this address, a link to set its password is on its way.' },
  '/api/access/reset-password/confirm': { account: { name: 'Ada Lovelace', email: 'ada@example.org' }, institution: null, redirect: null },
  '/api/identity-providers': INSTITUTIONS.map((name, index) => ({ entity_id: `https://idp-${index}.example`, name })),
  '/api/access/handoff': { account: { name: 'Ada Lovelace', email: 'ada@example.org' }, institution: null, redirect: null },
  [SESSION]: { account: { name: 'Ada Lovelace', email: 'ada@example.org' }, institution: null },
  [ENTITLEMENT]: NOT_ENTITLED,
  '/logout': { redirect: null },
};

const FIELDS = {
  email: 'Enter an email address such as name@example.org.',
  password: 'Must not be blank.',
  confirm: 'The passwords do not match.',
};

/** Stands in for the API on this page alone, so that each state can be seen with no server. */
export const fakeFetch = ({ server, expired, stranger }: State): typeof fetch => {
  // The stranger has given the right code.
  let isIn = false;
  return async (input) => {
    const { pathname } = new URL(input instanceof Request ? input.url : String(input), location.href);
    switch (server) {
      case 'never':
        return new Promise(() => undefined);
      case 'down':
        throw new TypeError('Failed to fetch');
      case 'refuse':
        return pathname === '/api/identity-providers' ? json(200, ANSWERS[pathname]) : json(401, { errors: refusal(pathname) });
      case 'fields':
        return json(422, { errors: FIELDS });
      case 'too-many':
        // A code is sent, so that the second stage can be seen; what is checked has been tried too often.
        return pathname === SIGNIN ? json(200, started()) : json(429, refusedWith('too_many_codes'));
      case 'accept':
        if (expired && pathname === ENTITLEMENT) return json(200, { ...NOT_ENTITLED, renewable: true });
        if (pathname === VERIFY) isIn = true;
        if (stranger && !isIn && pathname === SESSION) return json(200, { account: null, institution: null });
        return json(200, pathname === SIGNIN ? started() : ANSWERS[pathname]);
    }
  };
};

/** Each code has a token of its own. */
let codes = 0;
const started = () => ({ token: String(++codes).padStart(43, 't') });

const refusal = (pathname: string) =>
  pathname === '/api/access/login' ? 'The email or password is not correct.' : 'That link is too old. Please request a new one.';

const json = (status: number, body: unknown) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });
