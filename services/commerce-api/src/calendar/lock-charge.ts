import type { Sql } from '../checkout/sql.ts';
import { lockTerms } from '../subscription/add-term.ts';
import type { ChargeKey } from './charge.ts';
import { readCharge, type Charge } from './read-charge.ts';

/**
 * Reads a charge that this transaction is about to change; whoever comes second waits here, and reads what the first has written. What it pays for
 * is locked before it, as everywhere: the owner's row of terms, or the donation.
 */
export async function lockCharge(tx: Sql, key: ChargeKey): Promise<Charge | null> {
  const { publicationId, ownerId, kind, subject, cycle } = key;
  if (kind === 'renewal') await lockTerms(tx, key);
  else
    await tx.$queryRaw`
      select 1 from donation where publication_id = ${publicationId} and owner_id = ${ownerId}::uuid and id = ${subject}::uuid for update`;
  await tx.$queryRaw`
    select 1 from charge where publication_id = ${publicationId} and owner_id = ${ownerId}::uuid and kind = ${kind} and subject = ${subject}::uuid
      and cycle = ${cycle}::int for update`;
  return readCharge(tx, key);
}
