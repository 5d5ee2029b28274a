import type { CheckoutStatus, Keys } from '@newsstand/contracts/checkout';
import { pollOrder } from './fulfilment-poll.ts';
import { handleNextAction, type PaymentHandle, type PaymentOutcome } from './payment-element.tsx';
import { sayPaymentFailed } from './payment-failed.ts';
import type { PendingPayment } from './pending-payment.ts';
import { receiptNote } from './receipt-note.ts';
import { loadStripeClient } from './stripe-client.ts';

// The payment flow of section 4 from the started payment on (what comes before is in send-order.ts), for every page
// that pays: element, confirmation, authentication, poll, receipt, and the way back to it after a reload, a bank's page
// or a lost answer. What a page shows of it, and where it leads, is the page's.

/**
 * A started payment: the intent, the keys that its payment element needs, the amount in cents that the element shows,
 * where that is known, and what it was started for, in the page's own words.
 */
export type Payment = { intent: string; keys: Keys; total?: number | null | undefined; subject?: string | undefined };

/** What went wrong: the server's or the provider's words, or what the page itself must say (section 8). */
export type PaymentProblem =
  | { type: 'message'; message: string }
  /** What is on record is of no use (section 4, replace-card). */
  | { type: 'replace-card'; message: string }
  /** Each is told beside its field. */
  | { type: 'fields' }
  /** The card was entered for `before`, which is no more: another payment is in its place. */
  | { type: 'card-again'; before: Payment; now: Payment }
  /** Nothing was charged. */
  | { type: 'interrupted' }
  | { type: 'timed-out' }
  | { type: 'unexpected' }
  /** Nobody could check that it is a human who pays. */
  | { type: 'unchecked' }
  /** What nobody foresaw. */
  | { type: 'generic' };

/** The problems that only one page has are told apart as these are. */
export type Typed = { type: string };

/** What a page is told. */
export type PaymentEvent<Own extends Typed = never> =
  | { type: 'sending' }
  /** The card is entered now. */
  | { type: 'started'; payment: Payment; problem?: PaymentProblem }
  | { type: 'completing' }
  /** The payment element has read the payment's new amount. */
  | { type: 'refreshed'; total: number }
  | { type: 'completed' }
  | PaymentFailed<Own>;

/**
 * `unpaid`: a payment was tried and did not go through, so that the page returns to add-card; `payment` is the one that
 * waits for another card.
 * `login`: the address has an account.
 */
export type PaymentFailed<Own extends Typed = never> = {
  type: 'failed';
  problem: PaymentProblem | Own;
  errors?: Readonly<Record<string, string>>;
  payment?: Payment;
  unpaid?: boolean;
  login?: boolean;
};

/** The provider's own words for how far a payment is. */
export type IntentStatus =
  | 'succeeded'
  | 'processing'
  | 'requires_capture'
  | 'requires_action'
  | 'requires_confirmation'
  | 'requires_payment_method'
  | 'canceled';

/** What the flow needs of the world outside the page's state. */
export type PaymentPorts = {
  dispatch(event: PaymentEvent): void;
  /** Null when the request failed. */
  status(intent: string, reset: boolean): Promise<CheckoutStatus | null>;
  /**
   * Checks what was entered into the payment element; it opens a wallet, so it must come first in the reader's click.
   */
  check(): Promise<PaymentOutcome>;
  /** Tells the payment element that the amount has changed. */
  refresh(): Promise<PaymentOutcome>;
  /** Pays with what was entered in the payment element that is on the page. */
  confirm(): Promise<PaymentOutcome>;
  /** Lets the reader's bank authenticate the payment (section 4, authorize-card). */
  authorize(keys: Keys): Promise<PaymentOutcome>;
  /** What the payment provider says of the intent; null when it could not be asked. */
  intentStatus(keys: Keys): Promise<IntentStatus | null>;
  /** Keeps the payment over a reload; null forgets it. */
  remember(pending: PendingPayment | null): void;
  /** Rejects when the page has gone. */
  wait(milliseconds: number): Promise<void>;
  /** The order is paid: its receipt, by its token. */
  completed(receipt: string): void;
  /** A bank takes days: the invoice, by its token. */
  processing(invoice: string): void;
};

/** The ports to the payment element that is on the page. */
export const elementPorts = (element: { readonly current: PaymentHandle | null }): Pick<PaymentPorts, 'check' | 'refresh' | 'confirm'> => {
  const there = (): PaymentHandle => {
    if (!element.current) throw new Error('There is no payment element to pay with.');
    return element.current;
  };
  return { check: () => there().check(), refresh: () => there().refresh(), confirm: () => there().confirm(location.href) };
};

/** The ports to the provider, whose client is in `script`. */
export const providerPorts = (script: string): Pick<PaymentPorts, 'authorize' | 'intentStatus'> => {
  const client = ({ pubkey }: Keys) => loadStripeClient({ pubkey, script });
  return {
    authorize: async (keys) => handleNextAction(await client(keys), keys.secret),
    intentStatus: async (keys) => {
      try {
        const { paymentIntent } = await (await client(keys)).retrievePaymentIntent(keys.secret);
        return paymentIntent?.status ?? null;
      } catch {
        // The provider cannot be reached: our own server is asked instead.
        return null;
      }
    },
  };
};

/** Pays with the element that is on the page; `known` is the amount, in cents, that it shows so far. */
export const payWithElement = async (
  ports: PaymentPorts,
  { total, intent, keys }: Payment & { total: number },
  known: Payment['total'],
): Promise<void> => {
  if (total !== known) {
    const refreshed = await ports.refresh();
    if (!refreshed.ok) return ports.dispatch({ type: 'failed', problem: { type: 'message', message: refreshed.message } });
    ports.dispatch({ type: 'refreshed', total });
  }
  // From here on it may be paid, whatever becomes of this page.
  const pending = { intent, keys, total, confirming: true };
  ports.remember(pending);
  const outcome = await ports.confirm();
  return outcome.ok ? followPayment(ports, pending) : failPayment(ports, pending, { type: 'message', message: outcome.message });
};

/** Follows a payment that may have been made until the server knows (section 4, fulfilment poll). */
export const followPayment = async (ports: PaymentPorts, pending: PendingPayment, { fresh = true } = {}): Promise<void> => {
  ports.remember(pending);
  ports.dispatch({ type: 'completing' });
  const end = await pollOrder({ ask: (reset) => ports.status(pending.intent, reset), wait: ports.wait }, { fresh });
  switch (end.type) {
    case 'completed':
      if (pending.message !== undefined) receiptNote.write({ receipt: end.receipt, message: pending.message });
      finish(ports);
      return ports.completed(end.receipt);
    case 'processing':
      finish(ports);
      return ports.processing(end.invoice);
    case 'payment-failed':
      return failPayment(ports, pending, { type: 'message', message: end.message });
    // The order is kept, and so is the payment in this tab: the reader can look again.
    case 'timed-out':
    case 'unexpected':
      return ports.dispatch({ type: 'failed', problem: { type: end.type } });
  }
};

/**
 * Comes back to a payment after a reload, a bank's page, or another tab: asks the provider how far it is, and goes on
 * from there.
 */
export const resumePayment = async (ports: PaymentPorts, pending: PendingPayment): Promise<void> => {
  ports.dispatch({ type: 'sending' });
  const status = pending.keys && (await ports.intentStatus(pending.keys));
  switch (status) {
    // Where the provider cannot be asked, our own server can.
    case null:
    case 'succeeded':
    case 'processing':
    case 'requires_capture':
      return followPayment(ports, pending, { fresh: false });
    case 'requires_action':
      return authorizePayment(ports, pending);
    case 'requires_confirmation':
    case 'requires_payment_method': {
      const answer = await ports.status(pending.intent, false);
      if (answer && answer.status !== 'in-progress') return followPayment(ports, pending, { fresh: false });
      const failure = answer?.failure;
      return failPayment(ports, pending, failure === undefined ? { type: 'interrupted' } : { type: 'message', message: failure });
    }
    case 'canceled':
      ports.remember(null);
      return ports.dispatch({ type: 'failed', problem: { type: 'interrupted' } });
  }
};

/** Lets the reader's bank authenticate, then follows the payment. */
export const authorizePayment = async (ports: PaymentPorts, pending: PendingPayment): Promise<void> => {
  if (!pending.keys) return followPayment(ports, pending);
  ports.remember(pending);
  const outcome = await ports.authorize(pending.keys);
  return outcome.ok ? followPayment(ports, pending) : failPayment(ports, pending, { type: 'message', message: outcome.message });
};

/** The order needs no payment, or has it: its page is done. */
export const finish = (ports: Pick<PaymentPorts, 'remember' | 'dispatch'>): void => {
  ports.remember(null);
  ports.dispatch({ type: 'completed' });
};

/**
 * The payment did not go through: the same intent waits for another card (section 4: a failed payment returns to
 * add-card).
 */
const failPayment = (ports: PaymentPorts, { intent, keys, total }: PendingPayment, problem: PaymentProblem): void => {
  if ('message' in problem) sayPaymentFailed(problem.message);
  ports.remember({ intent, keys, total, confirming: false });
  ports.dispatch({ type: 'failed', problem, unpaid: true, ...(keys && { payment: { intent, keys, total } }) });
};
