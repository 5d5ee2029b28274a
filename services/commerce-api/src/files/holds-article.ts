import { liveSession } from '../platform/sessions/session.ts';
import type { Deps } from '../publication/deps.ts';
import { issueOfArticle } from '../publication/issue-of-article.ts';
import { stillPaid } from './still-paid.ts';
import { isOutBy, todayOf } from '../publication/publication-day.ts';

/**
 * Whether this browser's reader holds the issue that an article appeared in, and so has its words in a file: by a
 * subscription that brought it, or bought as a file, by the account or as the guest that the browser was before.
 * Nothing is asked without a session.
 */
export async function holdsArticle(
  deps: Pick<Deps, 'db' | 'config' | 'clock' | 'publication'>,
  session: string | null,
  path: string,
): Promise<boolean> {
  if (session === null) return false;
  const { db, config, clock } = deps;
  const { publicationId } = config;
  const number = await issueOfArticle(config.publicationDir, path);
  if (number === null) return false;
  const rows = await db.$queryRaw<unknown[]>`
    with session as (${liveSession(session, clock())})
    select 1 from session join issue i on i.publication_id = ${publicationId} and i.number = ${number} and ${isOutBy(todayOf(deps))}
    where exists (
      select from issue_token t where t.publication_id = i.publication_id and t.owner_id = session.account_id and t.issue = i.number
    ) or exists (
      select from "order" o join order_line l on l.order_id = o.id and l.type = 'digital-issue' and l.ref = i.ref
      where o.publication_id = i.publication_id and o.owner_id in (session.owner_id, session.guest_id) and ${stillPaid}
    )
    limit 1`;
  return rows.length > 0;
}
