import { type RefObject, useEffect, useState } from 'react';
import type { PaymentChoice } from '@newsstand/contracts/checkout';
import { meansOnRecord } from '@newsstand/contracts/payment-info';
import { bringWhatIsWrongIntoView } from '@newsstand/ui/form-errors';
import type { OrderAnswer } from '@newsstand/ui/send-order';
import { usePayment } from '@newsstand/ui/use-payment';
import { invoicePath, receiptPath } from '../routes.ts';
import type { Widget } from '../widget.ts';
import type { Places } from '../places.ts';
import { keptPayment } from './kept-payment.ts';
import { orderRefused, type OwnProblem } from './order-refused.ts';

/** Section 9: form messages, and a card form that comes, stand this far below the top, in px. */
export const SCROLL_OFFSET = 136;

/** How an order is sent: the intent that was started before, and which card pays. */
export type How = { captcha: string | undefined; invoice: string | null; customer: PaymentChoice };

type Options = {
  widget: Widget;
  form: RefObject<HTMLFormElement | null>;
  places: Places;
  /** What is paid, by which a started payment is remembered over a reload. */
  paid: string;
  /** The page says itself that it is completed; otherwise the receipt does. */
  stays?: boolean;
};

/** The payment flow of section 4 on a page of this remote: where its errors stand, and where it leads. */
export const usePaying = ({ widget: { api, context, page }, form, places, paid, stays = false }: Options) => {
  const [kept] = useState(() => keptPayment(paid));
  /** On a page that stays: it is done, and the receipt of what was paid. */
  const [ended, setEnded] = useState<{ receipt: string | null } | null>(null);
  const means = page.payment_info ? meansOnRecord(page.payment_info) : null;
  const leave = (path: string) => {
    context.setState('completed');
    // In place of this page: who goes back from the receipt must not meet a card that has paid.
    location.replace(path);
  };
  const end = (receipt: string | null) => {
    context.setState('completed');
    setEnded({ receipt });
  };
  const payment = usePayment<OwnProblem>({
    api,
    botCheck: page.bot_check,
    stripe: page.stripe,
    kept,
    saved: means !== null,
    completed: (receipt) => (stays ? end(receipt) : leave(receiptPath(receipt))),
    done: () => end(null),
    processing: (invoice) => leave(invoicePath(invoice)),
  });
  const { state, dispatch } = payment;
  const { problem } = state;
  useEffect(() => {
    if (problem !== null && form.current) bringWhatIsWrongIntoView(form.current, SCROLL_OFFSET);
  }, [problem, form]);

  return {
    ...state,
    /** What is on record, until it turns out to be of no use (section 4, replace-card). */
    means: state.saved ? means : null,
    ended,
    element: payment.element,
    busy: state.status !== 'ready',
    choose: (choice: PaymentChoice) => {
      dispatch({ type: 'changed' });
      dispatch({ type: 'choose', choice });
    },
    /** What is changed afterwards is a new choice: messages about the old one go. */
    changed: () => dispatch({ type: 'changed' }),
    /** What the page itself finds wrong, by field. */
    refuse: (errors: Readonly<Record<string, string>>) => {
      if (state.status === 'ready') dispatch({ type: 'failed', problem: { type: 'unfilled' }, errors });
    },
    /** What was said of a field goes when it is typed in. */
    edited: (field: string) => dispatch({ type: 'edited', field }),
    errorOf: (field: string): string | undefined => state.errors[field],
    loading: () => dispatch({ type: 'loading' }),
    loaded: () => dispatch({ type: 'loaded' }),
    unloaded: () => dispatch({ type: 'unloaded' }),
    submit: (send: (how: How) => Promise<OrderAnswer>, total: number) => {
      if (state.status !== 'ready') return;
      payment.submit({
        send: (captcha) => send({ captcha, invoice: payment.intent(), customer: state.choice }),
        refused: (answer) => orderRefused(answer, places),
        total,
        choice: state.choice,
      });
    },
    lookAgain: payment.lookAgain,
  };
};
export type Paying = ReturnType<typeof usePaying>;
