import type { Payment, PaymentFailed, PaymentProblem } from '@newsstand/ui/payment-flow';
import type { PaymentState } from '@newsstand/ui/payment-state';

/** A total in cents that is no longer what it was. */
export type TotalChange = { before: number; now: number };

/** What only a check-out has to say: the order is not what the reader was shown. */
export type OrderChanged = ({ type: 'price-changed' } & TotalChange) | { type: 'order-changed' };

/** What went wrong, as the page shows it near the button. Texts for all but `message` are in `messages`. */
export type Problem = PaymentProblem | OrderChanged;
export type Failed = PaymentFailed<OrderChanged>;
export type CheckoutFlow = PaymentState<OrderChanged>;

/**
 * What the page says near its button. Where the total that it shows is not the one that the payment was started for,
 * whatever the reason (another tab, another country, a new price), it says so before anybody pays.
 */
export const problemShown = ({ status, problem, payment }: CheckoutFlow, now: number): Problem | null => {
  if (problem || status !== 'ready') return problem;
  const change = totalChange(payment, now);
  return change && { type: 'price-changed', ...change };
};

/** What became of the total, in cents, that the payment element knows of; null where it is the same, or not known. */
export const totalChange = (payment: Payment | null, now: number | null | undefined): TotalChange | null => {
  const before = payment?.total ?? now;
  return before == null || now == null || before === now ? null : { before, now };
};
