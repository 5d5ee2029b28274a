import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import type { CookieOptions } from 'hono/utils/cookie';
import type { CookieMode } from '../config/config.ts';
import { SECOND } from '../duration.ts';
import { hashOf, isToken } from '../secrets.ts';
import type { AppContext } from './app-env.ts';

/**
 * `oauth` is for the way to an identity provider and back, which is walked at the top level: it is never shared and
 * never a third party's. `desk` is of the publisher's own people: it comes with no request that another site began.
 */
export type CookieName = 'sid' | 'did' | 'oauth' | 'desk';

/** A cookie of ours holds a token and nothing else; anything that cannot be one is taken for none. */
export function readCookie(c: AppContext, cookie: CookieMode, name: CookieName): string | null {
  const token = getCookie(c, fullName(cookie, name));
  return token !== undefined && isToken(token) ? token : null;
}

/** `maxAge` in milliseconds. */
export function sendCookie(c: AppContext, cookie: CookieMode, name: CookieName, token: string, maxAge: number): void {
  setCookie(c, fullName(cookie, name), token, { ...options(cookie, name), maxAge: Math.floor(maxAge / SECOND) });
}

export function dropCookie(c: AppContext, cookie: CookieMode, name: CookieName): void {
  deleteCookie(c, fullName(cookie, name), options(cookie, name));
}

/**
 * Says that somebody is logged in, and no more: for the page's own scripts and styles, so that a page that is cached
 * for all can say 'Account' instead of 'Log in'. Its value begins with 1 and is another with each login, so that a page
 * that the browser kept sees that its reader is another one.
 */
const READER = 'newsstand-reader';

export function readerCookie(c: AppContext): string | undefined {
  return getCookie(c, READER);
}

/** What the cookie says of the login with this token, from which nobody comes back to the token. */
export function loginMark(token: string | null): string {
  return token === null ? '1' : `1${hashOf(`reader\0${token}`).slice(0, 5)}`;
}

/**
 * `mark`: undefined where nobody is logged in. `maxAge` in milliseconds. On another site than the API's no page could
 * read it, and none gets it.
 */
export function sayReader(c: AppContext, cookie: CookieMode, mark: string | undefined, maxAge: number): void {
  if (cookie.mode === 'partitioned') return;
  const shared = { ...options(cookie, 'sid'), httpOnly: false };
  if (mark !== undefined) setCookie(c, READER, mark, { ...shared, maxAge: Math.floor(maxAge / SECOND) });
  else deleteCookie(c, READER, shared);
}

/** As a browser sends it. */
export function fullName({ mode }: CookieMode, name: CookieName): string {
  if (mode === 'plain') return name;
  return mode === 'domain' && name !== 'oauth' && name !== 'desk' ? `__Secure-${name}` : `__Host-${name}`;
}

function options(cookie: CookieMode, name: CookieName): CookieOptions {
  const own: CookieOptions = { path: '/', httpOnly: true, secure: cookie.mode !== 'plain', sameSite: 'Lax' };
  if (name === 'oauth') return own;
  if (name === 'desk') return { ...own, sameSite: 'Strict' };
  return {
    ...own,
    // A CMS on another site embeds the widgets: there the cookie is a third party's, kept apart for each site.
    ...(cookie.mode === 'partitioned' && { sameSite: 'None', partitioned: true }),
    ...(cookie.mode === 'domain' && { domain: cookie.domain }),
  };
}
