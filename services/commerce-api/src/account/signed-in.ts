import { readReader, type LiveReader } from '../access/read-reader.ts';
import type { Deps } from '../deps.ts';
import type { AppContext } from '../http/app-env.ts';
import { sessionHash } from '../http/session.ts';
import { Refusal } from '../refusal.ts';

/** Who is logged in with an account. `session` is the id that the reader may know of it, `since` when they logged in. */
export type SignedIn = { accountId: string; session: string; since: Date; name: string; email: string };

/** Refuses (401) whoever is not logged in with an account. */
export async function signedIn(deps: Pick<Deps, 'db' | 'clock' | 'config' | 'publication'>, c: AppContext): Promise<SignedIn> {
  return asSignedIn(await readReader(deps, sessionHash(c, deps.config.cookie)));
}

function asSignedIn(reader: LiveReader | null): SignedIn {
  if (reader === null || reader.accountId === null || reader.account === null) throw new Refusal(401, 'Please log in.');
  return { accountId: reader.accountId, session: reader.session, since: reader.since, ...reader.account };
}
