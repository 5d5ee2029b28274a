import { useEffect, useEffectEvent, useMemo, useReducer, useRef } from 'react';
import type { CheckoutBody, Keys, PaymentChoice } from '@newsstand/contracts/checkout';
import type { MountContext } from '@newsstand/contracts/widget';
import { createTableApi } from '@newsstand/ui/call-table';
import { botTokens, type BotTokens } from '@newsstand/ui/captcha';
import { confirmMethod, handleNextAction, type PaymentHandle } from '@newsstand/ui/payment-element';
import { sayPaymentFailed } from '@newsstand/ui/payment-failed';
import { tellOfAccount } from '@newsstand/ui/reader-tabs';
import { loadStripeClient } from '@newsstand/ui/stripe-client';
import { type CheckoutApi, checkoutCalls } from './checkout-calls.ts';
import { keptChoices } from './choices.ts';
import { type CheckoutEvent, type CheckoutFlow, nextFlow, startFlow } from './checkout-flow.ts';
import { draft } from './checkout-form.ts';
import type { CheckoutPorts } from './checkout-ports.ts';
import { resume } from './follow-order.ts';
import { pendingInvoice, pendingPayment as pendingCart, type PendingPayment, returnedPayment, withoutReturn } from './pending-payment.ts';
import type { CheckoutPage } from './read-checkout-page.ts';
import { submitOrder } from './submit-order.ts';

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
  const pendingPayment = useMemo(() => (invoice === null ? pendingCart : pendingInvoice(invoice)), [invoice]);
  const api = useMemo(() => createTableApi(context.api, checkoutCalls), [context.api]);
  const tokens = useMemo(() => botTokens(page.bot_check, api), [page.bot_check, api]);
  const [flow, dispatch] = useReducer(nextFlow, startFlow(Boolean(page.payment_info?.card ?? page.payment_info?.ach), choice));
  const element = useRef<PaymentHandle>(null);
  const gone = useRef(new AbortController());

  const run = async (task: (ports: CheckoutPorts) => Promise<void>) => {
    const { signal } = gone.current;
    try {
      await task(makePorts({ api, page, context, tokens, invoice, pendingPayment, onAccount }, element, signal, dispatch));
    } catch (error) {
      if (signal.aborted) return;
      reportError(error);
      dispatch({ type: 'failed', problem: { type: 'generic' } });
    }
  };

  const comeBack = useEffectEvent(() => {
    const pending = takePending(pendingPayment, page.stripe.pubkey);
    if (pending?.confirming) void run((ports) => resume(ports, pending));
  });
  useEffect(() => {
    const controller = new AbortController();
    gone.current = controller;
    comeBack();
    return () => controller.abort();
  }, []);

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
    invoice: () => flow.payment?.intent ?? pendingPayment.read()?.intent ?? null,
    submit: (body) => void run((ports) => submitOrder(ports, body, flow.payment)),
    lookAgain: () => {
      const pending = pendingPayment.read();
      if (pending) void run((ports) => resume(ports, pending));
    },
  };
};

type Pending = typeof pendingCart;

/** A bank's page tells in the address which payment it was; a reload finds it in the tab. */
const takePending = (pendingPayment: Pending, pubkey: string): PendingPayment | null => {
  const url = new URL(location.href);
  const returned = returnedPayment(url, pubkey);
  if (returned) history.replaceState(history.state, '', withoutReturn(url));
  return returned ?? pendingPayment.read();
};

const makePorts = (
  {
    api,
    page,
    context,
    tokens,
    invoice,
    pendingPayment,
    onAccount,
  }: {
    api: CheckoutApi;
    page: Page;
    context: MountContext;
    tokens: BotTokens;
    invoice: string | null;
    pendingPayment: Pending;
    onAccount: Subject['onAccount'];
  },
  element: React.RefObject<PaymentHandle | null>,
  signal: AbortSignal,
  dispatch: CheckoutPorts['dispatch'],
): CheckoutPorts => {
  const inElement = (): PaymentHandle => {
    if (!element.current) throw new Error('There is no payment element to pay with.');
    return element.current;
  };
  const stripe = ({ pubkey }: Keys) => loadStripeClient({ pubkey, script: page.stripe.script });
  return {
    dispatch: (event) => {
      signal.throwIfAborted();
      if (event.type === 'failed' && event.unpaid && 'message' in event.problem) sayPaymentFailed(event.problem.message);
      dispatch(event);
    },
    captcha: tokens.take,
    checkout: async (body, captcha) => {
      const outcome = await (invoice === null
        ? api('checkout', { query: { captcha }, body })
        : api('invoiceCheckout', { params: { invoice }, query: { captcha }, body }));
      if (body.account) void tellOfAccount(api).then((account) => account && !signal.aborted && onAccount?.(account));
      return outcome;
    },
    status: async (intent_id, reset) => {
      const outcome = await api(
        'checkoutStatus',
        { params: { intent_id }, query: { ...(reset && { reset: '1' }), ...(invoice !== null && { invoice }) } },
        { signal },
      );
      return outcome.ok ? outcome.data : null;
    },
    readCart: async () => {
      const outcome = await api('getCart');
      if (outcome.ok) context.updateCart(outcome.data);
      return outcome.ok ? outcome.data : null;
    },
    check: () => inElement().check(),
    refresh: () => inElement().refresh(),
    confirm: () => inElement().confirm(location.href),
    authorize: async (keys, method) => {
      const client = await stripe(keys);
      return method === null ? handleNextAction(client, keys.secret) : confirmMethod(client, keys.secret, method, location.href);
    },
    intentStatus: async (keys) => {
      try {
        const { paymentIntent } = await (await stripe(keys)).retrievePaymentIntent(keys.secret);
        return paymentIntent?.status ?? null;
      } catch {
        // The provider cannot be reached: our own server is asked instead (see `resume`).
        return null;
      }
    },
    remember: (pending) => {
      if (pending) return pendingPayment.write(pending);
      pendingPayment.clear();
    },
    wait: (milliseconds) =>
      new Promise((resolve, reject) => {
        const stop = () => reject(signal.reason);
        signal.addEventListener('abort', stop, { once: true });
        setTimeout(() => {
          signal.removeEventListener('abort', stop);
          resolve();
        }, milliseconds);
      }),
    // The order is done: what was typed and chosen for it goes too.
    go: (path) => {
      signal.throwIfAborted();
      if (invoice === null) {
        draft.clear();
        keptChoices.clear();
      }
      location.assign(path);
    },
  };
};
