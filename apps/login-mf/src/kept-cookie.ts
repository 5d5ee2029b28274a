import type { Sent } from './use-send.ts';
import type { Login } from './use-login.ts';

/**
 * What a login was answered, once the browser has shown that it keeps the session's cookie: where cookies are blocked
 * the login is accepted all the same, and the page that it leads to would ask for one again. Where that cannot be asked
 * the answer stays as it is.
 */
export const keptCookie = async <Data>({ api, t }: Pick<Login, 'api' | 't'>, sent: Sent<Data>): Promise<Sent<Data>> => {
  if (!sent.ok) return sent;
  const now = await api('session');
  return now.ok && now.data.account === null ? { ok: false, refusal: { errors: t('login.no_cookie') } } : sent;
};
