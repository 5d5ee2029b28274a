import type { Sql } from '../checkout/sql.ts';

/**
 * Forgets where the gifts that an account added to its subscription were posted before, with the account itself. A recipient who is still posted
 * something keeps their address. Call it inside a transaction.
 */
export async function forgetPosted(tx: Sql, publicationId: string, accountId: string): Promise<void> {
  await tx.$queryRaw`
    with recipient as (
      select s.owner_id from gift g join subscription s on s.publication_id = g.publication_id and s.source = 'posted-gift:' || g.token
      where g.publication_id = ${publicationId} and g.redeemed_by = ${accountId}::uuid and not exists (
        select from subscription live where live.publication_id = g.publication_id and live.owner_id = s.owner_id and live.cancelled is null
      )
    ),
    lines as (
      delete from post_line l using recipient r where l.publication_id = ${publicationId} and l.owner_id = r.owner_id
    )
    delete from owner_address a using recipient r where a.publication_id = ${publicationId} and a.owner_id = r.owner_id`;
}
