import type { Cart } from '@newsstand/contracts/cart';
import type { CheckoutBody } from '@newsstand/contracts/checkout';
import type { checkout } from '@newsstand/contracts/checkout-endpoints';
import type { ResultOf } from '@newsstand/ui/call-table';
import type { PaymentPorts } from '@newsstand/ui/payment-flow';
import type { CheckoutEvent } from './checkout-flow.ts';

/** What a check-out needs of the world outside the page's state. */
export type CheckoutPorts = Omit<PaymentPorts, 'dispatch'> & {
  dispatch(event: CheckoutEvent): void;
  captcha(): Promise<string>;
  checkout(body: CheckoutBody, captcha: string): Promise<ResultOf<typeof checkout>>;
  /** Reads the cart again and gives it to the page; null when that failed. */
  readCart(): Promise<Cart | null>;
};
