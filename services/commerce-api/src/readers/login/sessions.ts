import { SignInMethod, type SessionEntry } from '@newsstand/contracts/access';
import * as v from 'valibot';
import { Prisma } from '../../../generated/prisma/client.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { isLive } from '../../platform/sessions/session.ts';
import { ADMIN_VIEW } from '../../platform/http/view-only.ts';
import type { Deps } from '../../publication/deps.ts';
import type { LiveReader } from './read-reader.ts';
import { requireFreshLogin } from './require-fresh-login.ts';
import { apiText } from '../../platform/http/api-text.ts';
import { voidPrepared } from './void-unproved.ts';

type SessionDeps = Pick<Deps, 'db' | 'clock' | 'config'>;
type Row = { id: string; method: string; agent: string; created: Date; seen: Date };

/**
 * The sessions in which this reader is logged in to the account, which are not those in which staff looks at it;
 * refuses (401) whoever is not logged in.
 */
export async function listSessions({ db, clock }: SessionDeps, reader: LiveReader | null): Promise<SessionEntry[]> {
  const { accountId, session } = loggedIn(reader);
  const rows = await db.$queryRaw<Row[]>(Prisma.sql`
    select id, method, agent, created, seen from session where account_id = ${accountId}::uuid and method <> ${ADMIN_VIEW} and ${isLive(clock())} order by seen desc`);
  return rows.map(({ id, method, agent, created, seen }) => ({
    id,
    method: v.parse(SignInMethod, method),
    agent,
    created: created.toISOString(),
    seen: seen.toISOString(),
    current: id === session,
  }));
}

/**
 * Ends one of the reader's own sessions, and what may have been prepared in it; another's is not there (404). Refuses
 * (403) where the login is not fresh.
 */
export async function endSession(deps: SessionDeps, reader: LiveReader | null, id: string): Promise<SessionEntry[]> {
  const { accountId, since } = loggedIn(reader);
  await requireFreshLogin(deps, { accountId, since });
  await deps.db.$transaction(async (tx) => {
    if ((await tx.session.count({ where: { id, accountId } })) === 0) throw new Refusal(404, apiText('not_found'));
    await voidPrepared(tx, deps, accountId, { id });
  });
  return listSessions(deps, reader);
}

/**
 * Ends all of the reader's sessions but this one, and what may have been prepared in them. Refuses (403) where the
 * login is not fresh.
 */
export async function endOtherSessions(deps: SessionDeps, reader: LiveReader | null): Promise<SessionEntry[]> {
  const { accountId, session, since } = loggedIn(reader);
  await requireFreshLogin(deps, { accountId, since });
  await deps.db.$transaction((tx) => voidPrepared(tx, deps, accountId, { id: { not: session } }));
  return listSessions(deps, reader);
}

function loggedIn(reader: LiveReader | null): { accountId: string; session: string; since: Date } {
  if (reader === null || reader.accountId === null) throw new Refusal(401, apiText('log_in'));
  return { accountId: reader.accountId, session: reader.session, since: reader.since };
}
