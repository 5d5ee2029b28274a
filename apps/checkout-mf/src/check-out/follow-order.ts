import { receiptNote } from '@newsstand/ui/receipt-note';
import { invoicePath, receiptPath } from '../routes.ts';
import type { Problem } from './checkout-flow.ts';
import type { CheckoutPorts, IntentStatus } from './checkout-ports.ts';
import type { PendingPayment } from './pending-payment.ts';
import { pollOrder } from './poll-order.ts';

/** Follows a payment that may have been made until the server knows (section 4, fulfilment poll). */
export const follow = async (ports: CheckoutPorts, pending: PendingPayment, { fresh = true } = {}): Promise<void> => {
  ports.remember(pending);
  ports.dispatch({ type: 'completing' });
  const end = await pollOrder((reset) => ports.status(pending.intent, reset), ports.wait, { fresh });
  switch (end.type) {
    case 'completed':
      if (pending.message !== undefined) receiptNote.write({ receipt: end.receipt, message: pending.message });
      return finish(ports, receiptPath(end.receipt));
    case 'processing':
      return finish(ports, invoicePath(end.invoice));
    case 'payment-failed':
      return failPayment(ports, pending, { type: 'message', message: end.message });
    // The order is kept, and so is the payment in this tab: the reader can look again.
    case 'timed-out':
    case 'unexpected':
      return ports.dispatch({ type: 'failed', problem: { type: end.type } });
  }
};

/** Comes back to a payment after a reload, a bank's page, or another tab: asks the provider how far it is, and goes on from there. */
export const resume = async (ports: CheckoutPorts, pending: PendingPayment): Promise<void> => {
  ports.dispatch({ type: 'sending' });
  switch (nextStep(pending.keys ? await ports.intentStatus(pending.keys) : null)) {
    case 'poll':
      return follow(ports, pending, { fresh: false });
    case 'authenticate':
      return authorize(ports, pending);
    case 'pay-again': {
      const answer = await ports.status(pending.intent, false);
      if (answer && answer.status !== 'in-progress') return follow(ports, pending, { fresh: false });
      return failPayment(
        ports,
        pending,
        answer?.failure === undefined ? { type: 'interrupted' } : { type: 'message', message: answer.failure },
      );
    }
    case 'start-over':
      ports.remember(null);
      return ports.dispatch({ type: 'failed', problem: { type: 'interrupted' } });
  }
};

/** Lets the reader's bank authenticate, then follows the payment. `method` is the payment method that must be confirmed once more. */
export const authorize = async (ports: CheckoutPorts, pending: PendingPayment, method: string | null = null): Promise<void> => {
  if (!pending.keys) return follow(ports, pending);
  ports.remember(pending);
  const outcome = await ports.authorize(pending.keys, method);
  return outcome.ok ? follow(ports, pending) : failPayment(ports, pending, { type: 'message', message: outcome.message });
};

/** The payment did not go through: the same intent waits for another card (section 4: a failed payment returns to add-card). */
export const failPayment = (ports: CheckoutPorts, { intent, keys }: PendingPayment, problem: Problem): void => {
  ports.remember({ intent, keys, confirming: false });
  ports.dispatch({ type: 'failed', problem, unpaid: true, ...(keys && { payment: { intent, keys } }) });
};

export const finish = (ports: CheckoutPorts, path: string): void => {
  ports.remember(null);
  ports.dispatch({ type: 'completed' });
  ports.go(path);
};

const nextStep = (status: IntentStatus | null): 'poll' | 'authenticate' | 'pay-again' | 'start-over' => {
  switch (status) {
    // Where the provider cannot be asked, our own server can.
    case null:
    case 'succeeded':
    case 'processing':
    case 'requires_capture':
      return 'poll';
    case 'requires_action':
      return 'authenticate';
    case 'requires_confirmation':
    case 'requires_payment_method':
      return 'pay-again';
    case 'canceled':
      return 'start-over';
  }
};
