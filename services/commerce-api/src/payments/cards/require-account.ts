import type { Login } from '../../readers/login/require-session.ts';
import type { AppContext } from '../../platform/http/app-env.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { sessionHash, touchSession } from '../../platform/sessions/session.ts';
import type { Deps } from '../../publication/deps.ts';
import { apiText } from '../../platform/http/api-text.ts';
import { readReader } from '../../readers/login/read-reader.ts';

/** Who asks, of an account; refuses (401) whoever is not logged in. */
export async function requireAccount(deps: Deps, c: AppContext): Promise<Login> {
  const reader = await readReader(deps, sessionHash(c, deps.config.cookie));
  if (reader === null || reader.accountId === null) throw new Refusal(401, apiText('log_in'));
  await touchSession(deps, c, reader.seen);
  return { accountId: reader.accountId, session: reader.session };
}
