import type { ReceivedIssue } from '@newsstand/contracts/account';
import type { Cart } from '@newsstand/contracts/cart';
import type { CheckoutErrors } from '@newsstand/contracts/checkout';
import type { PageData } from '@newsstand/contracts/page-data';
import type { WidgetName } from '@newsstand/contracts/widget';
import type { Subscriber } from '../check-out/membership.ts';

/** What the pretended server does at check-out, once the order itself is in order. */
export type CheckoutScript =
  | { type: 'pays' }
  /** A saved card: charged at once, or not. `message` is what the server says beside it. */
  | { type: 'customer'; message?: string }
  | { type: 'refuses'; errors: CheckoutErrors }
  | { type: 'field-errors'; errors: Record<string, string> }
  /** The address has an account; its password is `a ferry at dawn`. */
  | { type: 'has-account' }
  | { type: 'price-changes'; cart: Cart }
  | { type: 'falls-over' }
  /**
   * One after the other: the server falls over, no answer comes, the price changes to that of `cart`; then it goes
   * through.
   */
  | { type: 'stumbles'; over: readonly ('falling-over' | 'no-answer' | 'price')[]; cart: Cart };

/** How the poll for a paid order ends. */
export type StatusScript = 'completes' | 'never' | 'processing' | 'falls-over' | 'declines';

export type StandAloneState = {
  title: string;
  widgets: { widget: WidgetName; options?: Record<string, string>; intent?: boolean }[];
  /** `failed`: the page's data does not come; `pending`: it is on its way for ever. */
  page: PageData | 'failed' | 'pending';
  /** The cart that the tab holds already, where it is another than the page's. */
  held?: Cart;
  /** What is on record of the reader who is logged in. */
  subscriber?: Subscriber & { issues?: ReceivedIssue[] };
  /** What the cart holds once the reader has logged in, with what their account's held. */
  merged?: Cart;
  checkout?: CheckoutScript;
  status?: StatusScript;
  /** The payment provider's script does not come. */
  withoutStripe?: boolean;
};
