import { Prisma, type Donation } from '../../../generated/prisma/client.ts';
import { UNDER_WAY } from '../../rules/charges/retry-rules.ts';

/** SQL: the charges of a donation that are still to be made. */
export function chargesOf({ publicationId, ownerId, id }: Pick<Donation, 'publicationId' | 'ownerId' | 'id'>): Prisma.Sql {
  return Prisma.sql`c.publication_id = ${publicationId} and c.owner_id = ${ownerId}::uuid and c.kind = 'donation' and c.subject = ${id}::uuid
    and c.state = 'open'`;
}

/**
 * Ends a monthly donation and what would be charged for it; an attempt that is under way is let be, and its outcome is
 * what happens (decision 010).
 */
export async function endDonation(tx: Prisma.TransactionClient, donation: Donation, now: Date): Promise<void> {
  await tx.donation.update({ where: { token: donation.token }, data: { ended: now, failing: false } });
  // A statement of its own for the lock, so that the next one sees the attempts that were waited for.
  await tx.$queryRaw`select 1 from charge c where ${chargesOf(donation)} for update`;
  await tx.$executeRaw`
    update charge c set state = 'stopped', why = 'not-wanted', next_attempt = null
    where ${chargesOf(donation)} and not exists (
      select from charge_attempt a
      where a.publication_id = c.publication_id and a.owner_id = c.owner_id and a.kind = c.kind and a.subject = c.subject and a.cycle = c.cycle
        and a.outcome = any(${UNDER_WAY}::text[])
    )`;
}
