import type { PaymentFailed } from '@newsstand/ui/payment-flow';
import type { OrderRefused } from '@newsstand/ui/send-order';
import { sortErrors } from '../field-errors.ts';

/** What only the pages of this remote have to say. `unfilled`: nothing was sent, so nobody has refused it. */
export type OwnProblem = { type: 'unfilled' } | { type: 'not-found' };

/**
 * What a page of this remote says of an order that was refused. `places` are its fields, by the words of the server's
 * names for them.
 */
export const orderRefused = (
  { status, refusal }: OrderRefused,
  places: Readonly<Record<string, readonly string[]>>,
): PaymentFailed<OwnProblem> => {
  if (status === 404) return { type: 'failed', problem: { type: 'not-found' } };
  const { fields, general } = sortErrors(refusal, places);
  return { type: 'failed', problem: general === null ? { type: 'fields' } : { type: 'message', message: general }, errors: fields };
};
