import { SignInMethod, type SessionEntry } from '@newsstand/contracts/access';
import * as v from 'valibot';
import { Prisma } from '../../generated/prisma/client.ts';
import { ADMIN_VIEW } from '../account/subscriber-of.ts';
import type { Deps } from '../deps.ts';
import { isLive } from '../http/session.ts';
import { Refusal } from '../refusal.ts';
import type { LiveReader } from './read-reader.ts';
import { requireFreshLogin } from './require-fresh-login.ts';

type SessionDeps = Pick<Deps, 'db' | 'clock'>;
type Row = { id: string; method: string; agent: string; created: Date; seen: Date };

/** The sessions in which this reader is logged in to the account, which are not those in which staff looks at it; refuses (401) whoever is not logged in. */
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

/** Ends one of the reader's own sessions; another's is not there (404). Refuses (403) where the login is not fresh. */
export async function endSession(deps: SessionDeps, reader: LiveReader | null, id: string): Promise<SessionEntry[]> {
  const { accountId, since } = loggedIn(reader);
  await requireFreshLogin(deps, { accountId, since });
  const ended = await deps.db.session.deleteMany({ where: { id, accountId } });
  if (ended.count === 0) throw new Refusal(404, 'Not found.');
  return listSessions(deps, reader);
}

/** Ends all of the reader's sessions but this one. Refuses (403) where the login is not fresh. */
export async function endOtherSessions(deps: SessionDeps, reader: LiveReader | null): Promise<SessionEntry[]> {
  const { accountId, session, since } = loggedIn(reader);
  await requireFreshLogin(deps, { accountId, since });
  await deps.db.session.deleteMany({ where: { accountId, id: { not: session } } });
  return listSessions(deps, reader);
}

function loggedIn(reader: LiveReader | null): { accountId: string; session: string; since: Date } {
  if (reader === null || reader.accountId === null) throw new Refusal(401, 'Please log in.');
  return { accountId: reader.accountId, session: reader.session, since: reader.since };
}
