import { readReader } from '../access/read-reader.ts';
import type { Deps } from '../deps.ts';
import type { AppContext } from '../http/app-env.ts';
import { sessionHash, touchSession } from '../http/session.ts';
import { Refusal } from '../refusal.ts';

/** The account whose reader asks; refuses (401) whoever is not logged in. */
export async function requireAccount(deps: Deps, c: AppContext): Promise<string> {
  const reader = await readReader(deps, sessionHash(c, deps.config.cookie));
  if (reader === null || reader.accountId === null) throw new Refusal(401, 'Please log in.');
  await touchSession(deps, c, reader.seen);
  return reader.accountId;
}
