import { useEffect, useMemo, useReducer, useRef } from 'react';
import { session } from '@newsstand/contracts/access';
import { botChallenge } from '@newsstand/contracts/bot-check';
import type { CheckoutBody, PaymentChoice } from '@newsstand/contracts/checkout';
import { checkout, checkoutStatus, getCart, invoiceCheckout } from '@newsstand/contracts/checkout-endpoints';
import type { MountContext } from '@newsstand/contracts/widget';
import { createTableApi, type TableApi } from '@newsstand/ui/call-table';
import { botTokens } from '@newsstand/ui/captcha';
import type { PaymentHandle } from '@newsstand/ui/payment-element';
import { pendingPayment, type PendingPayment } from '@newsstand/ui/pending-payment';
import { tellOfAccount } from '@newsstand/ui/reader-tabs';
import type { Stored } from '@newsstand/ui/stored';
import { usePaymentFlow } from '@newsstand/ui/use-payment-flow';
import { keptChoices } from './choices.ts';
import { type CheckoutEvent, type CheckoutFlow, nextFlow, startFlow } from './checkout-flow.ts';
import { draft } from './checkout-form.ts';
import type { CheckoutPorts } from './checkout-ports.ts';
import { invoicePath, receiptPath } from '../routes-after.ts';
import type { CheckoutPage } from './read-checkout-page.ts';
import { submitOrder } from './submit-order.ts';

const checkoutCalls = { getCart, checkout, invoiceCheckout, checkoutStatus, session, botChallenge };
type CheckoutApi = TableApi<typeof checkoutCalls>;

export type Checkout = {
  api: CheckoutApi;
  flow: CheckoutFlow;
  dispatch(event: CheckoutEvent): void;
  submit(body: CheckoutBody): void;
  /** Asks again how far the payment is that this tab remembers. */
  lookAgain(): void;
  /** The payment that this tab has started before, so that the server goes on with it. */
  invoice(): string | null;
  /** Where the payment element is reached. */
  element: React.RefObject<PaymentHandle | null>;
};

/** What of the page's data the flow needs. */
type Page = Pick<CheckoutPage, 'bot_check' | 'stripe' | 'payment_info'>;

/**
 * `invoice` is the token of the invoice that is paid; null where it is the cart. `choice` is how the reader wanted to pay before a reload.
 * `onAccount` is called once the account that was asked for is there: from then on its owner orders, whatever becomes of the payment.
 */
type Subject = {
  invoice?: string | null;
  choice?: PaymentChoice | undefined;
  onAccount?: ((account: Account) => void) | undefined;
};
type Account = NonNullable<CheckoutPage['account']>;

/** The check-out flow (section 4), tied to this page: its API, its payment element, its address and its tab. */
export const useCheckout = (
  context: MountContext,
  page: Page,
  filled: boolean,
  { invoice = null, choice, onAccount }: Subject,
): Checkout => {
  const kept = useMemo(() => pendingOf(invoice), [invoice]);
  const api = useMemo(() => createTableApi(context.api, checkoutCalls), [context.api]);
  const tokens = useMemo(() => botTokens(page.bot_check, api), [page.bot_check, api]);
  const [flow, dispatch] = useReducer(nextFlow, startFlow(Boolean(page.payment_info?.card ?? page.payment_info?.ach), choice));
  const element = useRef<PaymentHandle>(null);
  // The order is done: what was typed and chosen for it goes too.
  const go = (path: string) => {
    if (invoice === null) {
      draft.clear();
      keptChoices.clear();
    }
    location.assign(path);
  };
  const { run, pending, lookAgain } = usePaymentFlow(
    {
      api,
      stripe: page.stripe,
      invoice,
      kept,
      hear: dispatch,
      completed: (receipt) => go(receiptPath(receipt)),
      processing: (token) => go(invoicePath(token)),
      failed: () => dispatch({ type: 'failed', problem: { type: 'generic' } }),
    },
    element,
  );
  const order = (body: CheckoutBody) =>
    run((ports, signal) => {
      const send: CheckoutPorts['checkout'] = async (sent, captcha) => {
        const outcome = await (invoice === null
          ? api('checkout', { query: { captcha }, body: sent })
          : api('invoiceCheckout', { params: { invoice }, query: { captcha }, body: sent }));
        if (sent.account) void tellOfAccount(api).then((account) => account && !signal.aborted && onAccount?.(account));
        return outcome;
      };
      const readCart = async () => {
        const outcome = await api('getCart');
        if (outcome.ok) context.updateCart(outcome.data);
        return outcome.ok ? outcome.data : null;
      };
      const tell = (event: CheckoutEvent) => {
        signal.throwIfAborted();
        dispatch(event);
      };
      return submitOrder({ ...ports, dispatch: tell, captcha: tokens.take, checkout: send, readCart }, body, flow.payment);
    });

  // The next click will need one: the work is done while the reader looks the order over, or enters the card.
  const wanted = filled && flow.status === 'ready';
  useEffect(() => {
    if (wanted) tokens.prepare();
  }, [wanted, tokens]);

  useEffect(() => {
    if (flow.status === 'completed') context.setState('completed');
  }, [flow.status, context]);

  return {
    api,
    flow,
    dispatch,
    element,
    invoice: () => flow.payment?.intent ?? pending()?.intent ?? null,
    submit: (body) => void order(body),
    lookAgain,
  };
};

/** What an invoice's payment is has nothing to do with what is in the cart. */
const pendingOf = (invoice: string | null): Stored<PendingPayment> =>
  pendingPayment(invoice === null ? 'checkout-payment' : `invoice-payment:${invoice}`);
