import type { Login } from '../readers/login/require-session.ts';
import type { AppContext } from '../platform/http/app-env.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { sessionHash } from '../platform/sessions/session.ts';
import type { Deps } from '../publication/deps.ts';
import { apiText } from '../platform/http/api-text.ts';
import { readReader, type LiveReader } from '../readers/login/read-reader.ts';

/** Who is logged in with an account, and since when. */
export type SignedIn = Login & { since: Date; name: string; email: string };

/** Refuses (401) whoever is not logged in with an account. */
export async function signedIn(deps: Pick<Deps, 'db' | 'clock' | 'config' | 'publication'>, c: AppContext): Promise<SignedIn> {
  return asSignedIn(await readReader(deps, sessionHash(c, deps.config.cookie)));
}

function asSignedIn(reader: LiveReader | null): SignedIn {
  if (reader === null || reader.accountId === null || reader.account === null) throw new Refusal(401, apiText('log_in'));
  return { accountId: reader.accountId, session: reader.session, since: reader.since, ...reader.account };
}
