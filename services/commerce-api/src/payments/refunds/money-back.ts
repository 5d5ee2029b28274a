import type { Stopped } from '@newsstand/contracts/money-back';
import * as v from 'valibot';
import { Prisma } from '../../../generated/prisma/client.ts';
import { isGiftGone } from '../../ledger/orders/gift-states.ts';
import { isGone } from '../../ledger/orders/money-gone.ts';
import { PAID } from '../../ledger/orders/order-states.ts';
import { Ended, type MoneyBackLetter } from '../../letters/money-back-letter.ts';
import { INTO_OUTBOX, postLetter, postLetters } from '../../letters/post-letter.ts';
import type { Sql } from '../../platform/db/sql.ts';
import { uuidv7 } from '../../platform/db/uuidv7.ts';
import type { Deps } from '../../publication/deps.ts';
import { mailboxOf } from '../settle/mailbox-of.ts';
import { creditNote } from './read-money-back.ts';
import { settle } from '../settle/settle.ts';

export type MoneyBackDeps = Pick<Deps, 'db' | 'stripe' | 'config' | 'clock' | 'log' | 'metrics' | 'publication' | 'reached'>;
/** The order that an intent has paid. */
export type PaidOrder = { id: string; number: string | null };

/**
 * The order whose money is going back; null where the intent has paid none of ours. The word that it went back may
 * overtake the word that it had arrived: then that is settled first. What a cancelled order was paid we gave back
 * ourselves.
 */
export async function paidOrder(deps: MoneyBackDeps, intentId: string): Promise<PaidOrder | null> {
  const paid = await findPaid(deps, intentId);
  if (paid) return paid;
  if ((await deps.db.order.count({ where: { intentId, state: 'cancelled' } })) > 0) return null;
  await settle(deps, intentId);
  return findPaid(deps, intentId);
}

/** Two that note what went back of one order have their turn. */
export async function lockOrder(tx: Prisma.TransactionClient, id: string): Promise<{ ownerId: string }> {
  await tx.$queryRaw`select 1 from "order" where id = ${id}::uuid for update`;
  return tx.order.findUniqueOrThrow({ where: { id }, select: { ownerId: true } });
}

/** How much of an order's money is gone, in cents. */
export async function moneyBackOf(tx: Sql, order: string): Promise<number> {
  const [row] = await tx.$queryRaw<{ amount: number }[]>`
    select coalesce(sum(m.amount), 0)::int as amount from money_back m where m.order_id = ${order}::uuid and ${isGone}`;
  return row?.amount ?? 0;
}

function findPaid({ db }: MoneyBackDeps, intentId: string): Promise<PaidOrder | null> {
  return db.order.findFirst({ where: { intentId, state: { in: PAID } }, select: { id: true, number: true } });
}

/**
 * `by`: how it was paid out, where that was not to what had paid; `refund`: the desk's own that it is, whose credit
 * note is named.
 */
type News = {
  order: string;
  how: MoneyBackLetter['how'];
  by?: 'check' | 'wire';
  amount: number;
  subject: string;
  stopped: Stopped[];
  refund?: string;
  /** What ended with it, where its action is not written yet: else it is read from there. */
  ended?: Ended | null;
  now: Date;
};

/**
 * SQL: what a refund of the desk's ended, which the letter about its money tells; null where another letter has told
 * it.
 */
const endedWith = (refund: string | undefined): Prisma.Sql =>
  Prisma.sql`(select a."to" -> 'tells' from staff_action a where a.id = ${refund ?? null}::uuid)`;

/**
 * Tells whoever was to read it in the letter about money that does not go, that their subscription has ended, what is
 * not sent and what else was taken away: of the refund alone nothing is told. Answers whether anybody was told.
 */
export async function postEnded(
  tx: Prisma.TransactionClient,
  deps: Pick<MoneyBackDeps, 'clock' | 'config'>,
  refund: string,
): Promise<boolean> {
  const [row] = await tx.$queryRaw<{ name: string; number: string; email: string; tells: unknown }[]>`
    select o.name, coalesce(o.number, '') as number, ${mailboxOf} as email, ${endedWith(refund)} as tells
    from refund r join "order" o on o.id = r.order_id left join invoice i on i.order_id = o.id where r.id = ${refund}::uuid`;
  const tells = v.safeParse(Ended, row?.tells);
  if (!row || !tells.success) return false;
  const { details, charging, renews, unsent, taken } = tells.output;
  const { email: recipient, name, number } = row;
  const order = { number, goods: unsent };
  const letters = details.map((detail, index) => ({
    kind: 'subscription-cancelled' as const,
    subject: `${refund}:${index}`,
    recipient,
    payload: { name, detail, charging, renews, ...(index === 0 && unsent.length > 0 && { order }) },
  }));
  await postLetters(tx, deps, letters);
  if (taken) {
    const payload = { name, guest: true, number, ...taken };
    await postLetter(tx, deps, { kind: 'order-taken-back', subject: `${refund}:taken`, recipient, payload });
  }
  if (details.length === 0 && unsent.length > 0) {
    const payload = { name, guest: true, ...order };
    await postLetter(tx, deps, { kind: 'goods-dropped', subject: `${refund}:goods`, recipient, payload });
  }
  return true;
}

/** Tells whoever paid, once for each `subject`. Call it in the transaction that notes it. */
export async function postMoneyBack(
  tx: Prisma.TransactionClient,
  { order, how, by, amount, subject, stopped, refund, ended, now }: News,
): Promise<void> {
  await tx.$queryRaw`
    ${INTO_OUTBOX}
    select ${uuidv7(now.getTime())}::uuid, o.publication_id, 'money-back', ${subject}, ${mailboxOf},
      jsonb_build_object('how', ${how}::text, 'name', o.name, 'amount', ${amount}::int, 'number', o.number, 'receipt', o.receipt_token,
                         'debit', coalesce(o.card ->> 'type' = 'bank_account', false), 'stopped', ${JSON.stringify(stopped)}::jsonb) || jsonb_strip_nulls(jsonb_build_object('by', ${by ?? null}::text, 'at', ${how === 'refund' ? now.toISOString() : null}::text, 'card', case when ${how === 'refund' && by === undefined} then o.card end,
                         'gifts', (select nullif(count(*), 0) from gift g where g.order_id = o.id and ${how === 'refund'}
                           and ${isGiftGone}),
                         'ended', coalesce(${ended ? JSON.stringify(ended) : null}::jsonb, ${endedWith(refund)}),
                         'credit_note', (select ${creditNote} from refund r where r.id = ${refund ?? null}::uuid))), ${now}
    from "order" o left join invoice i on i.order_id = o.id
    where o.id = ${order}::uuid
    on conflict (kind, subject) do nothing`;
}
