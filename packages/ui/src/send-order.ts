import type { CheckoutErrors, PaymentChoice, PaymentFailure, PaymentResult } from '@newsstand/contracts/checkout';
import type { Refusal } from '@newsstand/contracts/refusal';
import {
  authorizePayment,
  finish,
  followPayment,
  type Payment,
  type PaymentFailed,
  type PaymentPorts,
  payWithElement,
  type Typed,
} from './payment-flow.ts';
import type { PaymentEvent } from './payment-flow.ts';
import { sayPaymentFailed } from './payment-failed.ts';

// The payment flow of section 4 up to the started payment, for every page that pays: the order is sent, and what the
// server answers is done.

/** The server's answer to an order, whichever page has sent it. */
export type OrderAnswer = { ok: true; data: PaymentResult } | { ok: false; status: number; refusal: PaymentFailure | Refusal; raw?: true };
/** A refusal of which the page itself has something to say: it knows its fields, and what it has shown. */
export type OrderRefused = { status: number; refusal: Refusal & { require?: 'login' | undefined }; raw?: true };

export type Order<Own extends Typed = never> = {
  /** The page's own call. */
  send(captcha: string | undefined): Promise<OrderAnswer>;
  /** What the page says of a refusal that is none of a payment, and has errors. */
  refused(answer: OrderRefused): Promise<PaymentFailed<Own>> | PaymentFailed<Own>;
  /** In cents, as the reader was shown it. */
  total: number;
  choice: PaymentChoice;
  /** What is paid, in the page's own words: a payment that takes the place of another is told from it by them. */
  subject?: string;
  /** False where nobody needs to know that it is a human who sends it. */
  checked?: boolean;
};

export type OrderPorts<Own extends Typed = never> = Omit<PaymentPorts, 'dispatch'> & {
  dispatch(event: PaymentEvent<Own>): void;
  captcha(): Promise<string>;
  /** An order for nothing: its receipt, by its token. */
  gratis(receipt: string): void;
  /** What was sent is done, and nothing was to be paid. */
  done(): void;
};

/**
 * Sends the order (section 4, checkout flow). `payment` is the one whose element is on the page, null before there is
 * one.
 */
export const sendOrder = async <Own extends Typed>(ports: OrderPorts<Own>, order: Order<Own>, payment: Payment | null): Promise<void> => {
  ports.dispatch({ type: 'sending' });
  // Before anything is waited for: a wallet opens only in the reader's own click. A free order has no element, what is
  // on record does not use it.
  if (payment && order.choice === 'add-card' && order.total > 0) {
    const checked = await ports.check();
    if (!checked.ok) return ports.dispatch({ type: 'failed', problem: { type: 'message', message: checked.message } });
  }
  const captcha = order.checked === false ? undefined : await ports.captcha().catch(reported);
  if (captcha === null) return ports.dispatch({ type: 'failed', problem: { type: 'unchecked' } });
  const answer = await order.send(captcha);
  if (answer.ok) return takeResult(ports, answer.data, order, payment);
  const { status, refusal } = answer;
  if ('checkout_errors' in refusal) return takeCheckoutErrors(ports, refusal.checkout_errors, status, order);
  if (status >= 500) return ports.dispatch({ type: 'failed', problem: { type: 'generic' } });
  if ('message' in refusal) return ports.dispatch({ type: 'failed', problem: { type: 'message', message: refusal.message } });
  return ports.dispatch(await order.refused({ ...answer, refusal }));
};

const takeResult = async <Own extends Typed>(
  ports: OrderPorts<Own>,
  result: PaymentResult,
  order: Order<Own>,
  payment: Payment | null,
): Promise<void> => {
  switch (result.type) {
    case 'gratis':
      finish(ports);
      return ports.gratis(result.receipt);
    case 'update-succeeded':
    case 'redeem-succeeded':
      finish(ports);
      return ports.done();
    case 'upgrade-checkout':
      return takeResult(ports, result.checkout, order, payment);
    case 'customer':
      return followPayment(ports, { intent: result.intent, keys: null, confirming: true, message: result.message });
    case 'started':
    case 'updated': {
      const { intent, keys, total } = result;
      const now = { intent, keys, total };
      if (payment?.intent === intent) return payWithElement(ports, now, payment.total);
      // A new intent, or one that this page has no element for (after a reload): the card is entered first.
      ports.remember({ ...now, confirming: false });
      const started = { ...now, subject: order.subject };
      return ports.dispatch({
        type: 'started',
        payment: started,
        ...(payment && { problem: { type: 'card-again', before: payment, now: started } }),
      });
    }
  }
};

/** The status by which the server says that a charge was refused; at others the card is not to blame. */
const PAYMENT_REQUIRED = 402;

/** What a refused charge asks the page to do (section 4, failure types). */
const takeCheckoutErrors = async <Own extends Typed>(
  ports: OrderPorts<Own>,
  { require, message, intent, keys }: CheckoutErrors,
  status: number,
  { total, subject }: Order<Own>,
): Promise<void> => {
  const payment = intent !== undefined && keys !== undefined ? { intent, keys, total } : null;
  if (require === 'authorize-card' && payment) return authorizePayment(ports, { ...payment, confirming: true });
  const unpaid = status === PAYMENT_REQUIRED;
  if (unpaid) sayPaymentFailed(message);
  if (payment) ports.remember({ ...payment, confirming: false });
  return ports.dispatch({
    type: 'failed',
    problem: { type: require === 'replace-card' ? 'replace-card' : 'message', message },
    ...(payment && { payment: { ...payment, subject } }),
    ...(unpaid && { unpaid }),
  });
};

const reported = (error: unknown): null => {
  reportError(error);
  return null;
};
