import type { PaymentFailure } from '@newsstand/contracts/checkout';
import type { Errors } from '@newsstand/contracts/refusal';
import { type Payment, readCheckoutErrors } from '@newsstand/ui/payment-flow';
import type { Failed } from './checkout-flow.ts';

/** What an answer of 400 or more asks the page to do (sections 4 and 8). */
export type Failure = { type: 'authorize-card'; payment: Payment } | Changed | Failed;

/** The order is no longer what the reader was shown: read the cart again. `total` is what the server says of another total, `message` of anything else. */
export type Changed = { type: 'changed'; message: string | null; total: string | null };

/** The status by which the server says that a charge was refused; at others the card is not to blame. */
const PAYMENT_REQUIRED = 402;

export const readFailure = (status: number, failure: PaymentFailure): Failure => {
  if ('checkout_errors' in failure) return refused(status, readCheckoutErrors(failure.checkout_errors));
  if (status >= 500) return { type: 'failed', problem: { type: 'generic' } };
  if ('message' in failure) return { type: 'failed', problem: { type: 'message', message: failure.message } };
  if (status === 409) return changed(failure.errors);
  const failed = readErrors(failure.errors);
  return 'require' in failure && failure.require === 'login' ? { ...failed, login: true } : failed;
};

function refused(status: number, refusal: ReturnType<typeof readCheckoutErrors>): Failure {
  if (refusal.type === 'authorize-card') return refusal;
  const { payment, ...problem } = refusal;
  return { type: 'failed', problem, ...(payment && { payment }), ...(status === PAYMENT_REQUIRED && { unpaid: true }) };
}

function readErrors(errors: Errors): Failed {
  if (typeof errors === 'string') return { type: 'failed', problem: { type: 'message', message: errors } };
  const { general, ...fields } = errors;
  return { type: 'failed', problem: general === undefined ? { type: 'fields' } : { type: 'message', message: general }, errors: fields };
}

function changed(errors: Errors): Changed {
  if (typeof errors === 'string') return { type: 'changed', message: errors, total: null };
  return { type: 'changed', message: errors['general'] ?? null, total: errors['total'] ?? null };
}
