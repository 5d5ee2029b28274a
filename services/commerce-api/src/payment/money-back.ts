import type { Prisma } from '../../generated/prisma/client.ts';
import { uuidv7 } from '../db/uuidv7.ts';
import type { Deps } from '../deps.ts';
import type { MoneyBackLetter } from '../mail/money-back-letter.ts';
import { mailboxOf } from './mailbox-of.ts';
import { settle } from './settle.ts';

export type MoneyBackDeps = Pick<Deps, 'db' | 'stripe' | 'config' | 'clock' | 'log' | 'metrics' | 'publication' | 'reached'>;
/** The order that an intent has paid. */
export type PaidOrder = { id: string; number: string | null };

/**
 * The order whose money is going back; null where the intent has paid none of ours. The word that it went back may overtake the word that it had
 * arrived: then that is settled first.
 */
export async function paidOrder(deps: MoneyBackDeps, intentId: string): Promise<PaidOrder | null> {
  const paid = await findPaid(deps, intentId);
  if (paid) return paid;
  await settle(deps, intentId);
  return findPaid(deps, intentId);
}

function findPaid({ db }: MoneyBackDeps, intentId: string): Promise<PaidOrder | null> {
  return db.order.findFirst({ where: { intentId, state: { in: ['paid', 'fulfilled'] } }, select: { id: true, number: true } });
}

type News = { order: string; how: MoneyBackLetter['how']; amount: number; subject: string; now: Date };

/** Tells whoever paid, once for each `subject`. Call it in the transaction that notes it. */
export async function postMoneyBack(tx: Prisma.TransactionClient, { order, how, amount, subject, now }: News): Promise<void> {
  await tx.$queryRaw`
    insert into outbox (id, publication_id, kind, subject, recipient, payload, created)
    select ${uuidv7(now.getTime())}::uuid, o.publication_id, 'money-back', ${subject}, ${mailboxOf},
      jsonb_build_object('how', ${how}::text, 'name', o.name, 'amount', ${amount}::int, 'number', o.number, 'receipt', o.receipt_token,
                         'debit', coalesce(o.card ->> 'type' = 'bank_account', false)), ${now}
    from "order" o left join invoice i on i.order_id = o.id
    where o.id = ${order}::uuid
    on conflict (kind, subject) do nothing`;
}
