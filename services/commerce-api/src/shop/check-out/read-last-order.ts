import type { LastOrder } from '@newsstand/contracts/checkout';
import { Prisma } from '../../../generated/prisma/client.ts';
import { isSentOnceMore } from '../../ledger/orders/sent-once-more.ts';
import { isPaid } from '../../ledger/orders/order-states.ts';
import { DAY } from '../../platform/duration.ts';
import { liveSession } from '../../platform/sessions/session.ts';
import type { Deps } from '../../publication/deps.ts';

type Row = { state: 'processing' | 'paid' | 'fulfilled'; receipt: string; invoice: string | null };

/**
 * The order that this session (by its hash) placed last, if its bank is still moving the money or it was paid within a
 * day: whose page did not hear of it, and whose cart is empty now, is shown the way to it. Null where there is none.
 * One statement, and none without a session.
 */
export async function readLastOrder(
  { db, clock, config }: Pick<Deps, 'db' | 'clock' | 'config'>,
  session: string | null,
): Promise<LastOrder | null> {
  if (session === null) return null;
  const now = clock();
  const [row] = await db.$queryRaw<Row[]>(Prisma.sql`
    with session as (${liveSession(session, now)})
    select o.state, o.receipt_token as receipt, i.token as invoice
    from session
      join "order" o on o.owner_id in (session.owner_id, session.guest_id) and o.publication_id = ${config.publicationId}
      left join invoice i on i.order_id = o.id
    where o.state = 'processing' or (${isPaid} and o.paid > ${new Date(now.getTime() - DAY)} and not ${isSentOnceMore})
    order by o.created desc limit 1`);
  if (!row) return null;
  const { state, receipt, invoice } = row;
  return state === 'processing' ? { status: 'processing', invoice: invoice ?? receipt } : { status: 'completed', receipt };
}
