import * as v from 'valibot';
import { upTo } from './bounded.ts';
import type { Redirect } from './endpoint.ts';

// As much as an address can hold.
const Text = v.optional(upTo(8192));

/**
 * Section 2, outbound sign-in redirects: `url` or `target` is where the reader comes back to. `challenge` is S256 of
 * what a page on another site than the API keeps.
 */
const begin = { url: Text, challenge: Text };
/** What a provider brings; it may say more. */
const comeBack = { code: Text, state: Text, error: Text };

/**
 * The addresses of a sign-in that a browser is sent to (section 2). They answer with a redirect: to the provider, to
 * the page that was asked for, or to /login?error= where nobody was logged in. Only who does not take text/html is
 * refused with JSON.
 */
export const oauthRedirects = {
  google: {
    path: '/oauth/google',
    summary: 'Log in with Google: to the provider, or to the login page where it cannot be reached',
    query: begin,
    refuses: [404],
  },
  googleCallback: {
    path: '/oauth/google/callback',
    summary: 'Back from Google: to the page that was asked for, or to the login page with what went wrong',
    query: comeBack,
    refuses: [404],
  },
  openathens: {
    path: '/oauth/openathens',
    summary: 'Log in through an institution: to the provider, or to the login page where it cannot be reached',
    query: begin,
    refuses: [404],
  },
  openathensCallback: {
    path: '/oauth/openathens/callback',
    summary: 'Back from the institution: to the page that was asked for, or to the login page with what went wrong',
    query: comeBack,
    refuses: [404],
  },
  openathensDeeplink: {
    path: '/oauth/openathens/deeplink',
    summary: 'Log in through the institution whose entity is named',
    query: { entity: Text, target: Text, challenge: Text },
    refuses: [404],
  },
} as const satisfies Record<string, Redirect>;
