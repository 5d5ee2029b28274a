import type { HeldIssue } from '@newsstand/contracts/download';
import { Prisma } from '../../generated/prisma/client.ts';
import { liveSession } from '../platform/sessions/session.ts';
import type { Deps } from '../publication/deps.ts';
import { receiptDownloadsOf } from './download-link.ts';
import { stillPaid } from './still-paid.ts';
import { isOutBy, todayOf } from '../publication/publication-day.ts';

/**
 * An issue that was bought as a file in this browser, by who is logged in or as the guest that it was before, with the
 * links of its receipt: of several orders those of the newest. One statement, and none without a session.
 */
export async function readHeldIssues(
  deps: Pick<Deps, 'db' | 'config' | 'clock' | 'publication'>,
  session: string | null,
  slug: string,
): Promise<HeldIssue[]> {
  if (session === null) return [];
  const { db, config, clock } = deps;
  const now = clock();
  const rows = await db.$queryRaw<{ token: string }[]>(Prisma.sql`
    with session as (${liveSession(session, now)})
    select o.receipt_token as token
    from session
      join "order" o on o.owner_id in (session.owner_id, session.guest_id) and o.publication_id = ${config.publicationId}
      join order_line l on l.order_id = o.id and l.type = 'digital-issue'
      join issue i on i.publication_id = o.publication_id and i.ref = l.ref and i.slug = ${slug} and ${isOutBy(todayOf(deps))}
    where ${stillPaid}
    order by o.created desc limit 1`);
  return rows.map(({ token }) => ({ slug, downloads: receiptDownloadsOf(slug, token, { now, secret: config.access.secret }) }));
}
