import type { Issue } from '@newsstand/contracts/issue';
import { Prisma } from '../../../generated/prisma/client.ts';
import { heldUnpaid, withHeld } from '../../ledger/orders/held-unpaid.ts';
import type { Deps } from '../../publication/deps.ts';
import { isOutBy, todayOf } from '../../publication/publication-day.ts';
import { notWithdrawn } from '../../publication/withdrawn.ts';

/**
 * The issues, newest first, with prices and stock as they are now; a medium that is not sold has no price, and one that
 * is not out no day. One statement.
 */
export async function readIssues(deps: Pick<Deps, 'db' | 'config' | 'clock' | 'publication'>): Promise<Issue[]> {
  const { db, config } = deps;
  const rows = await db.$queryRaw<(Omit<Issue, 'held'> & { held: boolean | null })[]>`
    select i.ref, i.number, i.title, i.slug, i.summary, i.cover, case when ${isOutBy(todayOf(deps))} then to_char(i.released, 'YYYY-MM-DD') end as released,
      print.price as print_price, digital.price as digital_price, coalesce(print.stock, 0) as print_quantity,
      case when print.stock <= 0 then ${heldUnpaid(Prisma.sql`print`)} end as held
    from issue i
      left join good print
        on print.publication_id = i.publication_id and print.type = 'print-issue' and print.ref = i.ref and print.on_sale
      left join good digital
        on digital.publication_id = i.publication_id and digital.type = 'digital-issue' and digital.ref = i.ref and digital.on_sale
    where i.publication_id = ${config.publicationId} and ${notWithdrawn}
    order by i.number desc`;
  return rows.map(withHeld);
}
