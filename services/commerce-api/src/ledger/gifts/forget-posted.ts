import type { Sql } from '../../platform/db/sql.ts';
import { isPostedOfGift } from '../terms/source-parts.ts';

/**
 * Forgets to whom and where the gifts of an account were posted, with the account itself: its link opens it no more,
 * and nobody gets what was the reader's with it. A recipient who is still posted something keeps their address. Call it
 * inside a transaction.
 */
export async function forgetPosted(tx: Sql, publicationId: string, accountId: string): Promise<void> {
  await tx.$queryRaw`
    update gift set recipient_name = null, recipient_address = null
    where publication_id = ${publicationId} and redeemed_by = ${accountId}::uuid and recipient_name is not null`;
  await tx.$queryRaw`
    with recipient as (
      select s.owner_id from gift g join subscription s on s.publication_id = g.publication_id and ${isPostedOfGift}
      where g.publication_id = ${publicationId} and g.redeemed_by = ${accountId}::uuid and not exists (
        select from subscription live where live.publication_id = g.publication_id and live.owner_id = s.owner_id and live.cancelled is null
      )
    ),
    lines as (
      delete from post_line l using recipient r where l.publication_id = ${publicationId} and l.owner_id = r.owner_id
    ),
    again as (
      delete from post_copy c using recipient r where c.publication_id = ${publicationId} and c.owner_id = r.owner_id
    ),
    returned as (
      delete from post_return p using recipient r where p.publication_id = ${publicationId} and p.owner_id = r.owner_id
    )
    delete from owner_address a using recipient r where a.publication_id = ${publicationId} and a.owner_id = r.owner_id`;
}
