import type { CheckoutBody, CheckoutResult, PaymentFailure } from '@newsstand/contracts/checkout';
import { authorizePayment, finish, followPayment, type Payment, payWithElement } from '@newsstand/ui/payment-flow';
import { sayPaymentFailed } from '@newsstand/ui/payment-failed';
import { cartZone } from '../cart/cart-zone.ts';
import { type Problem, totalChange } from './checkout-flow.ts';
import type { CheckoutPorts } from './checkout-ports.ts';
import { type Changed, readFailure } from './failure.ts';

/** Sends the order (section 4, checkout flow). `payment` is the one whose element the reader has filled in, null before there is one. */
export const submitOrder = async (ports: CheckoutPorts, body: CheckoutBody, payment: Payment | null): Promise<void> => {
  ports.dispatch({ type: 'sending' });
  // Before anything is waited for: a wallet opens only in the reader's own click. A free order has no element, a saved card does not use it.
  if (payment && body.customer === 'add-card' && body.total > 0) {
    const checked = await ports.check();
    if (!checked.ok) return ports.dispatch({ type: 'failed', problem: { type: 'message', message: checked.message } });
  }
  const outcome = await ports.checkout(body, await ports.captcha());
  if (outcome.ok) return takeResult(ports, outcome.data, payment);
  return takeFailure(ports, outcome.status, outcome.refusal, body);
};

const takeResult = async (ports: CheckoutPorts, result: CheckoutResult, payment: Payment | null): Promise<void> => {
  switch (result.type) {
    case 'gratis':
      finish(ports);
      return ports.completed(result.receipt);
    case 'customer':
      return followPayment(ports, { intent: result.intent, keys: null, confirming: true, message: result.message });
    case 'started':
    case 'updated': {
      const next = { intent: result.intent, keys: result.keys, total: result.total };
      if (payment?.intent === next.intent) return payWithElement(ports, next, payment.total);
      // A new intent, or one that this page has no element for (after a reload): the card is entered first.
      ports.remember({ intent: next.intent, keys: next.keys, confirming: false });
      return ports.dispatch({
        type: 'started',
        payment: next,
        ...(payment && { problem: { type: 'card-again', total: totalChange(payment, next.total) } }),
      });
    }
  }
};

const takeFailure = async (ports: CheckoutPorts, status: number, refusal: PaymentFailure, body: CheckoutBody): Promise<void> => {
  const failure = readFailure(status, refusal);
  switch (failure.type) {
    case 'authorize-card':
      return authorizePayment(ports, { ...failure.payment, confirming: true });
    case 'changed':
      return ports.dispatch({ type: 'failed', problem: await whatChanged(ports, failure, body) });
    case 'failed':
      if (failure.unpaid && 'message' in failure.problem) sayPaymentFailed(failure.problem.message);
      if (failure.payment) ports.remember({ ...failure.payment, confirming: false });
      return ports.dispatch(failure);
  }
};

/** The order is not what the reader was shown: they see it anew, and confirm or not. Where it cannot be read again, the server's own words are what there is. */
const whatChanged = async (ports: CheckoutPorts, { message, total }: Changed, body: CheckoutBody): Promise<Problem> => {
  const cart = await ports.readCart();
  if (message !== null) return { type: 'message', message };
  if (cart === null) return total === null ? { type: 'order-changed' } : { type: 'message', message: total };
  const now = cart.totals[body.shipcode ?? cartZone(cart)].total;
  return now === body.total ? { type: 'order-changed' } : { type: 'price-changed', before: body.total, now };
};
