import type { Stripe } from 'stripe';
import { INTO_OUTBOX } from '../../letters/post-letter.ts';
import type { Sql } from '../../platform/db/sql.ts';
import { uuidv7 } from '../../platform/db/uuidv7.ts';
import { idOf } from '../provider/card-of.ts';
import { mailboxOf } from './mailbox-of.ts';

/**
 * Writes to whoever has left believing that their bank was paying, once for each debit: only an order whose payment was
 * under way has one. In the transaction that takes note of the failure, before it does.
 */
export async function postFailedDebit(
  tx: Sql,
  order: string,
  { id, latest_charge: debit }: Stripe.PaymentIntent,
  now: Date,
): Promise<void> {
  const subject = debit === null ? id : idOf(debit);
  await tx.$queryRaw`
    ${INTO_OUTBOX}
    select ${uuidv7(now.getTime())}::uuid, o.publication_id, 'payment-failed', ${subject}, ${mailboxOf},
      jsonb_build_object('name', o.name, 'amount', o.total, 'invoice', i.token, 'subscription', s.token, 'gift', l.choice ->> 'gift'), ${now}
    from "order" o left join invoice i on i.order_id = o.id
      left join order_line l on l.order_id = o.id and l.type = 'subscription-upgrade'
      left join subscription s on s.publication_id = o.publication_id and s.owner_id = o.owner_id and s.id = (l.choice ->> 'subscription')::uuid
    where o.id = ${order}::uuid and o.state = 'processing'
    on conflict (kind, subject) do nothing`;
}
