import type { Cart } from '@newsstand/contracts/cart';
import type { CheckoutBody, CheckoutStatus, Keys } from '@newsstand/contracts/checkout';
import type { PaymentOutcome } from '@newsstand/ui/payment-element';
import type { CheckoutOutcome } from './checkout-calls.ts';
import type { CheckoutEvent } from './checkout-flow.ts';
import type { PendingPayment } from './pending-payment.ts';

/** What a check-out needs of the world outside the page's state. */
export type CheckoutPorts = {
  dispatch(event: CheckoutEvent): void;
  captcha(): Promise<string>;
  checkout(body: CheckoutBody, captcha: string): Promise<CheckoutOutcome>;
  /** Null when the request failed. */
  status(intent: string, reset: boolean): Promise<CheckoutStatus | null>;
  /** Reads the cart again and gives it to the page; null when that failed. */
  readCart(): Promise<Cart | null>;
  /** Checks what was entered into the payment element; it opens a wallet, so it must come first in the reader's click. */
  check(): Promise<PaymentOutcome>;
  /** Tells the payment element that the amount has changed. */
  refresh(): Promise<PaymentOutcome>;
  /** Pays with what was entered in the payment element that is on the page. */
  confirm(): Promise<PaymentOutcome>;
  /** Lets the reader's bank authenticate the payment (section 4, authorize-card). */
  authorize(keys: Keys, method: string | null): Promise<PaymentOutcome>;
  /** What the payment provider says of the intent; null when it could not be asked. */
  intentStatus(keys: Keys): Promise<IntentStatus | null>;
  /** Keeps the payment over a reload; null forgets it. */
  remember(pending: PendingPayment | null): void;
  /** Rejects when the page has gone. */
  wait(milliseconds: number): Promise<void>;
  /** Leaves for the page that a finished order leads to. */
  go(path: string): void;
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
