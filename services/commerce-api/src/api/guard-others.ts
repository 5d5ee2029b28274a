import { createMiddleware } from 'hono/factory';
import { Prisma } from '../../generated/prisma/client.ts';
import type { AppEnv } from '../platform/http/app-env.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { isLive, sessionHash } from '../platform/sessions/session.ts';
import { apiText } from '../platform/http/api-text.ts';
import type { Deps } from '../publication/deps.ts';

/**
 * Routes behind the tokens of our letters: an invoice, a donation, a charge. A receipt's page is for whoever holds its
 * link (section 2), and changes nothing.
 */
const BEHIND_TOKENS = /^\/api\/(?:invoice|charges|donation)\/|^\/api\/account\/card$/;

/**
 * Whoever has a letter may follow its link, without logging in and from any browser. Only a browser that is logged in
 * to one account is not shown what belongs to another: there it answers as if nothing were there (404).
 */
export function guardOthers(deps: Pick<Deps, 'db' | 'clock' | 'config'>) {
  return createMiddleware<AppEnv>(async (c, next) => {
    const { path } = c.req;
    if (BEHIND_TOKENS.test(path)) {
      // Every token that the address names: one in the query must not stand for one in the path.
      const tokens = [...path.split('/').slice(3), ...(c.req.queries('token') ?? [])];
      if (await isAnothers(deps, sessionHash(c, deps.config.cookie), tokens)) throw new Refusal(404, apiText('not_found'));
    }
    await next();
  });
}

/**
 * SQL: an unpaid invoice for a first subscription is for whoever pays it: it names who began to last, and they may
 * never finish.
 */
const isOpenToAll = Prisma.sql`(i.paid is null and exists (
  select from order_line l where l.order_id = i.order_id and l.choice->>'type' = 'subscription' and not (l.choice->>'renewal')::boolean
))`;

/**
 * Whether what is behind one of the tokens belongs to another account than the one that is logged in with the session.
 * One statement, and none for guests' first visits.
 */
export async function isAnothers(
  { db, clock, config }: Pick<Deps, 'db' | 'clock' | 'config'>,
  hash: string | null,
  tokens: readonly string[],
): Promise<boolean> {
  if (hash === null) return false;
  const publication = config.publicationId;
  const [row] = await db.$queryRaw<{ anothers: boolean }[]>(Prisma.sql`
    select exists (
      select from session join account on account.id <> session.account_id
      where session.token_hash = ${hash} and ${isLive(clock())} and account.id in (
        select coalesce(subscriber_id, owner_id) from invoice i where token = any(${tokens}) and publication_id = ${publication} and not ${isOpenToAll}
        union all select owner_id from donation where token = any(${tokens}) and publication_id = ${publication}
        union all select owner_id from charge where token = any(${tokens}) and publication_id = ${publication}
      )
    ) as anothers`);
  return row?.anothers === true;
}
