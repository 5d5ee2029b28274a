import { DeskMoneyBack, DeskRefund, type DeskOrderMoney } from '@newsstand/contracts/desk-refund';
import * as v from 'valibot';
import { Prisma } from '../../../generated/prisma/client.ts';
import { creditNoteNumber } from '../../rules/pricing/credit-note-rules.ts';
import type { Sql } from '../../platform/db/sql.ts';
import type { Deps } from '../../publication/deps.ts';
import { creditNoteUrl } from '../../letters/money-back-letter.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { deskText } from '../../publication/texts/desk-texts.ts';

const instant = v.pipe(
  v.date(),
  v.transform((at) => at.toISOString()),
);
const Row = v.object({
  ...v.omit(DeskRefund, ['credit_note', 'credit_note_pdf', 'created', 'updated']).entries,
  credit_number: v.nullable(v.number()),
  created: instant,
  updated: instant,
});
const Back = v.object({ ...v.omit(DeskMoneyBack, ['created', 'decided']).entries, created: instant, decided: v.nullable(instant) });

/**
 * SQL: whether the line `b` of a refund takes something away: pieces, or, with no money, what stayed with whom it was
 * given as its money went back.
 */
export const takesOf = Prisma.sql`(b.quantity > 0 or b.amount = 0)`;

/** The same of one that was read. */
export const isTaking = ({ quantity, amount }: { quantity: number; amount: number }): boolean => quantity > 0 || amount === 0;

/**
 * What of an order went back or is going, the oldest first: by the desk, and as the provider tells it. Two statements.
 */
export async function readOrderMoney(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  { id: order, receiptToken }: { id: string; receiptToken: string },
): Promise<DeskOrderMoney> {
  const refunds = (await readRefunds(db, Prisma.sql`r.order_id = ${order}::uuid`)).map((refund) => ({
    ...refund,
    ...(refund.credit_note !== null && { credit_note_pdf: creditNoteUrl(config.access.apiUrl, receiptToken, refund.credit_note) }),
  }));
  const back = await db.$queryRaw<unknown[]>`
    select id, state, amount, reason, created, refund_id is not null as here, decided from money_back where order_id = ${order}::uuid order by created, id`;
  return { refunds, back: v.parse(v.array(Back), back) };
}

/** One refund as it is now. Refuses (404) one that is not known. */
export async function readRefund(db: Sql, id: string): Promise<DeskRefund> {
  const [refund] = await readRefunds(db, Prisma.sql`r.id = ${id}::uuid`);
  if (!refund) throw new Refusal(404, deskText('no_such_refund'));
  return refund;
}

async function readRefunds(db: Sql, which: Prisma.Sql): Promise<DeskRefund[]> {
  const rows = await db.$queryRaw<unknown[]>`
    select r.id, r.method, r.amount, r.state, r.failure, r.reference, r.credit_number, r.created, r.updated, coalesce(p.name, a.program, '') as who, r.settled is not null as settled,
      coalesce(a.verb = 'decideMoneyBack', false) as elsewhere,
      r.voided_by is not null as void, t.takes, r.state = 'refused' and t.takes as undo
    from refund r left join staff_action a on a.id = r.id left join staff p on p.id = a.staff_id
      cross join lateral (select exists (select from refund_line b where b.refund_id = r.id and ${takesOf}) as takes) t where ${which} order by r.created, r.id`;
  return v.parse(v.array(Row), rows).map(({ credit_number, ...refund }) => ({ ...refund, credit_note: creditNoteNumber(credit_number) }));
}
