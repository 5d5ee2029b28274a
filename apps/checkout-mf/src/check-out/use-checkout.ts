import { useEffect, useMemo } from 'react';
import { session } from '@newsstand/contracts/access';
import { botChallenge } from '@newsstand/contracts/bot-check';
import type { CheckoutBody, PaymentChoice } from '@newsstand/contracts/checkout';
import { checkout, checkoutStatus, getCart, invoiceCheckout } from '@newsstand/contracts/checkout-endpoints';
import type { MountContext } from '@newsstand/contracts/widget';
import { createTableApi } from '@newsstand/ui/call-table';
import { pendingPayment, type PendingPayment } from '@newsstand/ui/pending-payment';
import { tellOfAccount } from '@newsstand/ui/reader-tabs';
import type { Stored } from '@newsstand/ui/stored';
import { usePayment, usePrepared } from '@newsstand/ui/use-payment';
import { keptChoices } from './choices.ts';
import type { OrderChanged } from './checkout-flow.ts';
import { draft } from './checkout-form.ts';
import { orderRefused } from './order-refused.ts';
import { invoicePath, receiptPath } from '../routes-after.ts';
import type { CheckoutPage } from './read-checkout-page.ts';

const checkoutCalls = { getCart, checkout, invoiceCheckout, checkoutStatus, session, botChallenge };

/** What of the page's data the flow needs. */
type Page = Pick<CheckoutPage, 'bot_check' | 'stripe' | 'payment_info'>;

/**
 * `invoice` is the token of the invoice that is paid; null where it is the cart. `choice` is how the reader wanted to
 * pay before a reload.
 * `onAccount` is called once the account that was asked for is there: from then on its owner orders, whatever becomes
 * of the payment.
 */
type Subject = {
  invoice?: string | null;
  choice?: PaymentChoice | undefined;
  onAccount?: ((account: Account) => void) | undefined;
};
type Account = NonNullable<CheckoutPage['account']>;

/** The payment flow on a page that pays a cart, or an invoice: its calls, and where its orders lead. */
export const useCheckout = (context: MountContext, page: Page, filled: boolean, { invoice = null, choice, onAccount }: Subject) => {
  const kept = useMemo(() => pendingOf(invoice), [invoice]);
  const api = useMemo(() => createTableApi(context.api, checkoutCalls), [context.api]);
  // The order is done: what was typed and chosen for it goes too.
  const go = (path: string) => {
    if (invoice === null) {
      draft.clear();
      keptChoices.clear();
    }
    // In place of this page: who goes back from the receipt must not meet a card that has paid.
    location.replace(path);
  };
  const readCart = async () => {
    const outcome = await api('getCart');
    if (outcome.ok) context.updateCart(outcome.data);
    return outcome.ok ? outcome.data : null;
  };
  const payment = usePayment<OrderChanged>({
    api,
    botCheck: page.bot_check,
    stripe: page.stripe,
    invoice,
    kept,
    saved: Boolean(page.payment_info?.card ?? page.payment_info?.ach),
    choice,
    completed: (receipt) => go(receiptPath(receipt)),
    processing: (token) => go(invoicePath(token)),
  });
  const { state: flow, dispatch, element, intent, lookAgain } = payment;
  usePrepared(payment, filled);

  const order = async (body: CheckoutBody, captcha: string | undefined) => {
    const query = { captcha };
    const outcome = await (invoice === null
      ? api('checkout', { query, body })
      : api('invoiceCheckout', { params: { invoice }, query, body }));
    if (body.account) void tellOfAccount(api).then((account) => account && onAccount?.(account));
    return outcome;
  };

  useEffect(() => {
    if (flow.status === 'completed') context.setState('completed');
  }, [flow.status, context]);

  return {
    api,
    flow,
    dispatch,
    /** Where the payment element is reached. */
    element,
    /** The payment that this tab has started before, so that the server goes on with it. */
    invoice: intent,
    /** Asks again how far the payment is that this tab remembers. */
    lookAgain,
    submit: (body: CheckoutBody) =>
      payment.submit({
        send: (captcha) => order(body, captcha),
        refused: (answer) => orderRefused(answer, { total: body.total, zone: body.shipcode, readCart }),
        total: body.total,
        choice: body.customer,
      }),
  };
};

/** What an invoice's payment is has nothing to do with what is in the cart. */
const pendingOf = (invoice: string | null): Stored<PendingPayment> =>
  pendingPayment(invoice === null ? 'checkout-payment' : `invoice-payment:${invoice}`);
