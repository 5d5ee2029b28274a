import type { Stripe } from 'stripe';
import { SECOND } from '../../platform/duration.ts';
import { writeEffect } from '../provider/webhook-inbox.ts';
import { lockOrder, type MoneyBackDeps } from './money-back.ts';

type Inquiry = { dispute: Stripe.Dispute; order: string; told: object };

/**
 * A bank asks about a payment, and takes nothing: staff see on their list of disputes until when it wants an answer,
 * and nothing of what the order gave stops. It is noted once, however often and in whatever order its events come; one
 * that is closed, or became a dispute, is not opened by what is told late.
 */
export async function recordInquiry(deps: MoneyBackDeps, { dispute, order, told }: Inquiry, event: string | null): Promise<void> {
  const { id, amount, reason, status, evidence_details: evidence } = dispute;
  const isOpen = status === 'warning_needs_response' || status === 'warning_under_review';
  const due = evidence.due_by === null ? null : new Date(evidence.due_by * SECOND);
  const now = deps.clock();
  const isNew = await writeEffect(deps, event, async (tx) => {
    await lockOrder(tx, order);
    const [written] = await tx.$queryRaw<{ is_new: boolean }[]>`
      insert into bank_inquiry as i (id, order_id, amount, reason, due, answered, created, closed)
      select ${id}, ${order}::uuid, ${amount}::int, ${reason}, ${due}::timestamptz, ${status === 'warning_under_review'}::boolean, ${now}::timestamptz, ${isOpen ? null : now}::timestamptz
      where not exists (select from money_back where id = ${id})
      on conflict (id) do update set due = excluded.due, answered = i.answered or excluded.answered, closed = excluded.closed where i.closed is null
      returning created = ${now} as is_new`;
    return written?.is_new === true;
  });
  if (isOpen && isNew) deps.log.error(told, 'a bank asks about a payment; answer it in the dashboard');
  else deps.log.info(told, 'news of what a bank asks about a payment');
}
