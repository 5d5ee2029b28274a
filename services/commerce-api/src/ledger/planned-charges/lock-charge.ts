import type { Sql } from '../../platform/db/sql.ts';
import type { ChargeKey } from './charge.ts';
import { readCharge, type Charge } from './read-charge.ts';

/**
 * Reads a charge that this transaction is about to change; whoever comes second waits here, and reads what the first
 * has written. What it pays for is locked before it, as everywhere: the owner's row of terms (`lockTerms`), or the
 * donation.
 */
export async function lockCharge(tx: Sql, key: ChargeKey): Promise<Charge | null> {
  const { publicationId, ownerId, kind, subject, cycle } = key;
  if (kind === 'donation')
    await tx.$queryRaw`
      select 1 from donation where publication_id = ${publicationId} and owner_id = ${ownerId}::uuid and id = ${subject}::uuid for update`;
  // Rows are locked last of all in a statement, so the owner's terms come first here.
  await tx.$queryRaw`
    with terms as materialized (
      select case when ${kind} = 'renewal' then pg_advisory_xact_lock(hashtextextended(${`term:${publicationId}:${ownerId}`}, 0)) end
    )
    select 1 from terms, charge
    where publication_id = ${publicationId} and owner_id = ${ownerId}::uuid and kind = ${kind} and subject = ${subject}::uuid and cycle = ${cycle}::int
    for update of charge`;
  return readCharge(tx, key);
}
