import { useEffect, useMemo, useReducer, useRef } from 'react';
import type { BotCheck, botChallenge } from '@newsstand/contracts/bot-check';
import type { PaymentChoice } from '@newsstand/contracts/checkout';
import type { checkoutStatus } from '@newsstand/contracts/checkout-endpoints';
import type { TableApi } from './call-table.ts';
import { botTokens } from './captcha.ts';
import type { PaymentHandle } from './payment-element.tsx';
import type { Typed } from './payment-flow.ts';
import { isBusy, nextState, type PaymentState, startState, type StateEvent } from './payment-state.ts';
import type { PendingPayment } from './pending-payment.ts';
import { type Order, sendOrder } from './send-order.ts';
import type { Stored } from './stored.ts';
import { usePaymentFlow } from './use-payment-flow.ts';

/** A page that pays, and where it leads. */
type Page = {
  api: TableApi<{ checkoutStatus: typeof checkoutStatus; botChallenge: typeof botChallenge }>;
  botCheck: BotCheck;
  /** Where the provider's script is, and whose payments are made here. */
  stripe: { script: string; pubkey: string };
  /** The token of the invoice that is paid, where it is one. */
  invoice?: string | null;
  /** Where the started payment is kept over a reload. */
  kept: Stored<PendingPayment>;
  /** There is something on record to pay with. */
  saved: boolean;
  /** How the reader wanted to pay before a reload. */
  choice?: PaymentChoice | undefined;
  /** The order is paid: its receipt, by its token. */
  completed(receipt: string): void;
  /** As it is where nothing was to be paid; left out, as where something was. */
  gratis?(receipt: string): void;
  /** What was sent is done, and there is no receipt of it. */
  done?(): void;
  /** A bank takes days: the invoice, by its token. */
  processing(invoice: string): void;
};

/**
 * The payment flow of section 4 on a page, from the form to the receipt. What is sent, how it is shown and where it
 * leads is the page's.
 */
export const usePayment = <Own extends Typed = never>(page: Page) => {
  const [state, dispatch] = useReducer(
    (before: PaymentState<Own>, event: StateEvent<Own>) => nextState(before, event),
    startState(page.saved, page.choice),
  );
  const { api, botCheck } = page;
  const tokens = useMemo(() => botTokens(botCheck, api), [botCheck, api]);
  const element = useRef<PaymentHandle>(null);
  const flow = usePaymentFlow(
    { ...page, hear: dispatch, failed: () => dispatch({ type: 'failed', problem: { type: 'generic' } }) },
    element,
  );

  return {
    state,
    dispatch,
    /** Where the payment element is reached. */
    element,
    /** The payment that this tab has started before, so that the server goes on with it. */
    intent: (): string | null => state.payment?.intent ?? flow.pending()?.intent ?? null,
    /** Sends the order, unless one is on its way. */
    submit: (order: Order<Own>) => {
      if (isBusy(state) && state.status !== 'loading') return;
      void flow.run((ports, signal) => {
        const here: typeof dispatch = (event) => {
          signal.throwIfAborted();
          dispatch(event);
        };
        const { gratis = page.completed, done = () => {} } = page;
        return sendOrder({ ...ports, dispatch: here, captcha: tokens.take, gratis, done }, order, state.payment);
      });
    },
    /** Nothing is paid here any more. */
    forget: flow.forget,
    /** Asks again how far it is. */
    lookAgain: flow.lookAgain,
    /**
     * The next click will need a bot check: its work is done while the reader looks the order over, or enters the card.
     */
    prepare: tokens.prepare,
  };
};

/** Prepares for the next click as long as one may come. */
export const usePrepared = (
  { state, prepare }: Pick<ReturnType<typeof usePayment>, 'prepare'> & { state: Pick<PaymentState, 'status'> },
  wanted: boolean,
) => {
  const isWanted = wanted && state.status === 'ready';
  useEffect(() => {
    if (isWanted) prepare();
  }, [isWanted, prepare]);
};
