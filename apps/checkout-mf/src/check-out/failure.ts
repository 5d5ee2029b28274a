import type { CheckoutErrors, PaymentFailure } from '@newsstand/contracts/checkout';
import type { Errors } from '@newsstand/contracts/refusal';
import type { Failed, Payment, Problem } from './checkout-flow.ts';

/** What an answer of 400 or more asks the page to do (sections 4 and 8). */
export type Failure = { type: 'authorize-card'; message: string; payment: Payment; method: string | null } | Changed | Failed;

/** The order is no longer what the reader was shown: read the cart again. `total` is what the server says of another total, `message` of anything else. */
export type Changed = { type: 'changed'; message: string | null; total: string | null };

/** The status by which the server says that a charge was refused; at others the card is not to blame. */
const PAYMENT_REQUIRED = 402;

export const readFailure = (status: number, failure: PaymentFailure): Failure => {
  if ('checkout_errors' in failure) return readCheckoutErrors(status, failure.checkout_errors);
  if (status >= 500) return { type: 'failed', problem: { type: 'generic' } };
  if ('message' in failure) return { type: 'failed', problem: { type: 'message', message: failure.message } };
  if (status === 409) return changed(failure.errors);
  const failed = readErrors(failure.errors);
  return 'require' in failure && failure.require === 'login' ? { ...failed, login: true } : failed;
};

function readCheckoutErrors(status: number, { require, message, intent, keys, method }: CheckoutErrors): Failure {
  const payment = intent !== undefined && keys !== undefined ? { intent, keys } : undefined;
  if (require === 'authorize-card' && payment) return { type: 'authorize-card', message, payment, method: method ?? null };
  const problem: Problem = require === 'replace-card' ? { type: 'replace-card', message } : { type: 'message', message };
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
