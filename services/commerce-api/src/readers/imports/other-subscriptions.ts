import { Address } from '@newsstand/contracts/address';
import * as v from 'valibot';
import { Prisma } from '../../../generated/prisma/client.ts';
import type { Job } from './import-job.ts';
import { isSameName, placeOf } from './whose-copy.ts';
import { owes } from '../../ledger/terms/owes.ts';

/**
 * SQL: whether an `owner_address` a came with rows of a system, or is one that counts no more since its mailbox was
 * proved (`login/void-unproved.ts`).
 */
export const isBrought = (source: string): Prisma.Sql => Prisma.sql`(a.updated = to_timestamp(0) or exists (
  select from legacy_term b where (b.publication_id, b.owner_id) = (a.publication_id, a.owner_id) and b.source = ${source}
    and 'print-' || a.shipcode = b.deliverable and coalesce(b.mended, b.applied) = a.updated))`;

const Recipient = v.object({ name: v.string(), address: Address });
const Changed = v.object({ row: v.number(), goes: Recipient, number: v.string(), other: Recipient });

/**
 * Of the changed rows of a file those whose reader has another subscription that runs, of the same system and zone, and
 * has it posted to another name or address: as that row of the file says, else as it is. A reader has one address in a
 * zone: the other's copies would go along. `number`: the other's.
 */
export async function changedAlone(
  tx: Prisma.TransactionClient,
  publicationId: string,
  { id, source }: Pick<Job, 'id' | 'source'>,
): Promise<{ row: number; number: string }[]> {
  const found = v.parse(
    v.array(Changed),
    await tx.$queryRaw`
      select r.row, jsonb_build_object('name', r.data -> 'name', 'address', r.data -> 'address') as goes, o.legacy_id as number,
        case when x.data is null then jsonb_build_object('name', a.name, 'address', a.address)
          else jsonb_build_object('name', x.data -> 'name', 'address', x.data -> 'address') end as other
      from import_row r
        join legacy_term t on (t.publication_id, t.source, t.legacy_id) = (${publicationId}, ${source}, r.legacy_id)
        join legacy_term o on (o.publication_id, o.owner_id, o.source, o.deliverable) = (t.publication_id, t.owner_id, t.source, t.deliverable)
          and o.legacy_id <> t.legacy_id
        join subscription s on (s.publication_id, s.owner_id, s.id) = (o.publication_id, o.owner_id, o.subscription_id) and ${owes()}
        join owner_address a on (a.publication_id, a.owner_id) = (t.publication_id, t.owner_id) and 'print-' || a.shipcode = t.deliverable
        left join import_row x on x.import_id = r.import_id and x.legacy_id = o.legacy_id and x.verdict = 'changed'
      where r.import_id = ${id}::uuid and r.verdict = 'changed' and jsonb_typeof(r.data -> 'address') = 'object' and ${isBrought(source)}
      order by r.row, o.legacy_id`,
  );
  const apart = found.filter(({ goes, other }) => placeOf(goes.address) !== placeOf(other.address) || !isSameName(goes.name, other.name));
  return [...new Map(apart.map(({ row, number }) => [row, { row, number }])).values()];
}
