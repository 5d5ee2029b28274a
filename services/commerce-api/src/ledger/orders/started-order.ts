import { isDeepStrictEqual } from 'node:util';
import type { Deps } from '../../publication/deps.ts';
import type { Draft } from './insert-order.ts';
import type { OrderLine } from './order-row.ts';

/**
 * What a payment needs to know of an order. `saveCard`: its card becomes the account's; `isMonthly`: it will be charged
 * each month; `isUpgrade`: another order may be for the same.
 */
export type StartedOrder = {
  id: string;
  ownerId: string;
  name: string;
  email: string;
  total: number;
  currency: string;
  attempt: number;
  intentId: string | null;
  receiptToken: string;
  saveCard: boolean;
  isMonthly: boolean;
  isUpgrade: boolean;
};

/** The one order of this owner that waits for its payment, with its lines, or null. */
export function readStartedOrder({ db, config }: Pick<Deps, 'db' | 'config'>, ownerId: string) {
  return db.order.findFirst({
    where: { publicationId: config.publicationId, ownerId, state: 'started' },
    include: { lines: { orderBy: { ordinal: 'asc' } } },
    relationLoadStrategy: 'join',
  });
}

export type Started = NonNullable<Awaited<ReturnType<typeof readStartedOrder>>>;

/**
 * Whether an order holds just what would be ordered now, at just these prices: then paying for it is paying for the
 * cart.
 */
export function isSameOrder(order: Started, { cartVersion, totals, lines }: Pick<Draft, 'cartVersion' | 'totals' | 'lines'>): boolean {
  const amounts = ['goods', 'shipping', 'discount', 'waived', 'total'] as const;
  return (
    order.cartVersion === cartVersion &&
    amounts.every((amount) => order[amount] === totals[amount]) &&
    order.lines.length === lines.length &&
    order.lines.every((line, index) => isSameLine(line, lines[index]))
  );
}

function isSameLine(line: Started['lines'][number], other: OrderLine | undefined): boolean {
  const parts = ['type', 'ref', 'quantity', 'price', 'discount'] as const;
  if (other === undefined || line.shipping !== (other.shipping ?? 0)) return false;
  return parts.every((part) => line[part] === other[part]) && isDeepStrictEqual(line.choice, other.choice ?? null);
}
