import type { PaymentFailed } from '@newsstand/ui/payment-flow';
import type { OrderRefused } from '@newsstand/ui/send-order';
import { sortErrors } from '@newsstand/ui/sort-errors';
import { placeIn, type Places } from '../places.ts';

/** What only the pages of this remote have to say. `unfilled`: nothing was sent, so nobody has refused it. */
export type OwnProblem = { type: 'unfilled' } | { type: 'not-found' };

/** What a page of this remote says of an order that was refused. */
export const orderRefused = ({ status, refusal }: OrderRefused, places: Places): PaymentFailed<OwnProblem> => {
  if (status === 404) return { type: 'failed', problem: { type: 'not-found' } };
  const { fields, general } = sortErrors(refusal, placeIn(places));
  return { type: 'failed', problem: general === undefined ? { type: 'fields' } : { type: 'message', message: general }, errors: fields };
};
