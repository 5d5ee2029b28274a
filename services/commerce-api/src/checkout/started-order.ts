import type { Totals } from '@newsstand/contracts/cart';
import type { ReceiptLine } from '@newsstand/contracts/receipt';
import type { Deps } from '../deps.ts';

/** What a payment needs to know of an order. */
export type StartedOrder = { id: string; total: number; currency: string; attempt: number; intentId: string | null; receiptToken: string };

/** The one order of this owner that waits for its payment, with its lines, or null. */
export function readStartedOrder({ db, config }: Pick<Deps, 'db' | 'config'>, ownerId: string) {
  return db.order.findFirst({
    where: { publicationId: config.publicationId, ownerId, state: 'started' },
    include: { lines: { orderBy: { ordinal: 'asc' } } },
    relationLoadStrategy: 'join',
  });
}

export type Started = NonNullable<Awaited<ReturnType<typeof readStartedOrder>>>;

/** Whether an order holds just these lines at just these prices: then paying for it is paying for the cart. */
export function isSameOrder(order: Started, cartVersion: number, totals: Totals, lines: ReceiptLine[]): boolean {
  const { goods, shipping, discount, waived, total } = order;
  return (
    order.cartVersion === cartVersion &&
    [goods - totals.goods, shipping - totals.shipping, discount - totals.discount, waived - totals.waived, total - totals.total].every(
      (difference) => difference === 0,
    ) &&
    order.lines.length === lines.length &&
    order.lines.every((line, index) => isSameLine(line, lines[index]))
  );
}

function isSameLine(line: Started['lines'][number], other: ReceiptLine | undefined): boolean {
  return (
    line.type === other?.type &&
    line.ref === other.ref &&
    line.quantity === other.quantity &&
    line.price === other.price &&
    line.discount === other.discount
  );
}
