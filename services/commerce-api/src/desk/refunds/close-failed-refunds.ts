import type { Prisma } from '../../../generated/prisma/client.ts';
import type { Deps } from '../../publication/deps.ts';
import { mostOfLine, mostOfOrder } from '../../rules/pricing/refund-rules.ts';
import type { Planned } from './plan-refund.ts';
import type { Refundable } from './refundable.ts';

type Tx = Prisma.TransactionClient;
type CloseDeps = Pick<Deps, 'config' | 'clock'>;
const didNotArrive = { state: { in: ['refused', 'failed'] }, settled: null };

/**
 * A refund that did not arrive, of the very sums that are paid now: what is paid takes its place, as where somebody pays it otherwise on its own row, and has its credit
 * note and its pieces. Null where there is none.
 */
export async function findReplaced(
  tx: Tx,
  order: Refundable,
  { lines, shipping, amount }: Planned,
): Promise<{ id: string; pieces: ReadonlyMap<number, number> } | null> {
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
  return isSame ? { id: isSame.id, pieces: new Map(isSame.lines.map((line) => [line.ordinal, line.quantity])) } : null;
}

/** Refunds that did not arrive and cannot be paid any more, since their money has gone another way, are closed. `order`: as it is now. */
export async function closeFailedRefunds(tx: Tx, { clock }: CloseDeps, order: Refundable): Promise<void> {
  const left = new Map(order.lines.map((line) => [line.ordinal, mostOfLine(line)]));
  const failed = await tx.refund.findMany({ where: { orderId: order.id, ...didNotArrive }, include: { lines: true } });
  const covered = failed.filter(
    ({ amount, lines }) =>
      amount > mostOfOrder(order.total, order.gone) || lines.some((line) => line.amount > (left.get(line.ordinal) ?? 0)),
  );
  const ids = covered.map(({ id }) => id);
  await tx.refund.updateMany({ where: { id: { in: ids } }, data: { settled: clock() } });
  await tx.moneyBack.updateMany({ where: { refundId: { in: ids } }, data: { decided: clock() } });
}
