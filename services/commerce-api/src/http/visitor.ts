import { agentName } from '../access/agent-rules.ts';
import { newToken } from '../access/secrets.ts';
import type { Visitor } from '../access/start-session.ts';
import type { CookieMode } from '../config.ts';
import { OLD_DEVICE } from '../db/prune.ts';
import type { AppContext } from './app-env.ts';
import { readCookie, sendCookie } from './cookies.ts';
import { sendSessionCookie, sessionHash } from './session.ts';

/** The browser as it comes to log in. */
export function readVisitor(c: AppContext, cookie: CookieMode): Visitor {
  return {
    session: sessionHash(c, cookie),
    device: readCookie(c, cookie, 'did') ?? newToken(),
    agent: agentName(c.req.header('user-agent')),
  };
}

/** The browser as it goes, logged in: with its session, and known again next time. */
export function sendLoggedIn(c: AppContext, cookie: CookieMode, { device }: Visitor, token: string): void {
  sendSessionCookie(c, cookie, token);
  sendCookie(c, cookie, 'did', device, OLD_DEVICE);
}
