import type { CookieMode } from '../platform/config/config.ts';
import { browserName } from '../platform/http/browser-name-rules.ts';
import type { AppContext } from '../platform/http/app-env.ts';
import { readCookie, sendCookie } from '../platform/http/cookies.ts';
import { OLD_DEVICE, sayWhetherReader, sendSessionCookie, sessionHash } from '../platform/sessions/session.ts';
import { newToken } from '../platform/secrets.ts';
import type { Visitor } from './login/start-session.ts';

/** The browser as it comes to log in. */
export function readVisitor(c: AppContext, cookie: CookieMode): Visitor {
  return {
    session: sessionHash(c, cookie),
    device: readCookie(c, cookie, 'did') ?? newToken(),
    agent: browserName(c.req.header('user-agent')),
  };
}

/** The browser as it goes, logged in: with its session, and known again next time. */
export function sendLoggedIn(c: AppContext, cookie: CookieMode, { device }: Visitor, token: string): void {
  sendSessionCookie(c, cookie, token);
  sendCookie(c, cookie, 'did', device, OLD_DEVICE);
  sayWhetherReader(c, cookie, true, token);
}
