import type { ClosedRefund } from '@newsstand/contracts/desk-refund';
import type { Prisma } from '../../../generated/prisma/client.ts';
import { MISSED_STATES } from '../../ledger/orders/refund-states.ts';
import type { Deps } from '../../publication/deps.ts';
import { creditNoteNumber } from '../../rules/pricing/credit-note-rules.ts';
import { mostOfLine, mostOfOrder } from '../../rules/pricing/refund-rules.ts';
import type { Planned } from './plan-refund.ts';
import { lockRefundable, type Refundable } from './refundable.ts';

type Tx = Prisma.TransactionClient;
type CloseDeps = Pick<Deps, 'config' | 'clock'>;
const didNotArrive = { state: { in: MISSED_STATES }, settled: null };

/**
 * A refund that did not arrive, of the very sums that are paid now: what is paid takes its place, as where somebody
 * pays it otherwise on its own row, and has its credit note and its pieces. Null where there is none.
 */
export async function findReplaced(
  tx: Tx,
  order: Refundable,
  { lines, shipping, amount }: Planned,
): Promise<{ id: string; amount: number; pieces: ReadonlyMap<number, number> } | null> {
  const failed = await tx.refund.findMany({
    where: { orderId: order.id, amount, shipping, ...didNotArrive },
    orderBy: { created: 'asc' },
    include: { lines: true },
  });
  const pays = new Map(lines.map((line) => [line.ordinal, line.pays]));
  // What is left of the order once this is paid is not enough for that one as well, so that it is the same money.
  const isSame = failed.find(
    (one) => mostOfOrder(order.total, order.gone + amount) < amount && one.lines.every((line) => pays.get(line.ordinal) === line.amount),
  );
  return isSame ? { id: isSame.id, amount, pieces: new Map(isSame.lines.map((line) => [line.ordinal, line.quantity])) } : null;
}

/**
 * Refunds that did not arrive and cannot be paid any more, since their money has gone another way, are closed, the
 * oldest first; so are those that somebody left as they were. A credit note of theirs holds no more: what was paid
 * (`by`) has its own. So notes that hold never credit more than came in. `before`: the order before it was paid.
 * Answers which.
 */
export async function closeFailedRefunds(tx: Tx, deps: CloseDeps, before: Refundable, by: string): Promise<ClosedRefund[]> {
  const closing = await findClosed(tx, deps, before);
  await closeRefunds(tx, deps, closing, by);
  return closing.closed;
}

type Closing = { ids: string[]; closed: ClosedRefund[] };

/** What `closeFailedRefunds` closes, before it does. */
export async function findClosed(tx: Tx, { config }: Pick<CloseDeps, 'config'>, before: Refundable): Promise<Closing> {
  if (!before.unsettled) return { ids: [], closed: [] };
  const order = await lockRefundable(tx, config.publicationId, before.id);
  const mostByLine = new Map(order.lines.map((line) => [line.ordinal, mostOfLine(line)]));
  const where = { orderId: order.id, voidedBy: null, OR: [didNotArrive, { givenUp: true }] };
  const failed = await tx.refund.findMany({ where, orderBy: [{ created: 'desc' }, { id: 'desc' }], include: { lines: true } });
  const most = mostOfOrder(order.total, order.gone);
  let credited = 0;
  const covered = failed.filter(({ amount, lines, creditNumber }) => {
    const isPayable = amount <= most && lines.every((line) => line.amount <= (mostByLine.get(line.ordinal) ?? 0));
    const isCredited = creditNumber === null || credited + amount <= most;
    if (isPayable && isCredited && creditNumber !== null) credited += amount;
    return !isPayable || !isCredited;
  });
  const closed = covered.map(({ amount, creditNumber }) => ({ amount, credit_note: creditNoteNumber(creditNumber) })).toReversed();
  return { ids: covered.map(({ id }) => id), closed };
}

export async function closeRefunds(tx: Tx, { clock }: Pick<CloseDeps, 'clock'>, { ids }: Closing, by: string): Promise<void> {
  if (ids.length === 0) return;
  await tx.refund.updateMany({ where: { id: { in: ids }, settled: null }, data: { settled: clock() } });
  await tx.refund.updateMany({ where: { id: { in: ids }, creditNumber: { not: null } }, data: { voidedBy: by } });
  await tx.moneyBack.updateMany({ where: { refundId: { in: ids }, decided: null }, data: { decided: clock() } });
}
