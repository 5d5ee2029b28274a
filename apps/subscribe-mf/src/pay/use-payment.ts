import { type RefObject, useEffect, useRef, useState } from 'react';
import type { PaymentChoice, PaymentFailure, PaymentResult } from '@newsstand/contracts/checkout';
import { meansOnRecord } from '@newsstand/contracts/payment-info';
import type { Refusal } from '@newsstand/contracts/refusal';
import { botToken } from '@newsstand/ui/captcha';
import { bringWhatIsWrongIntoView } from '@newsstand/ui/form-errors';
import type { PaymentHandle } from '@newsstand/ui/payment-element';
import { sayPaymentFailed } from '@newsstand/ui/payment-failed';
import {
  authorizePayment,
  followPayment,
  type Payment,
  type PaymentEvent,
  type PaymentPorts,
  type PaymentProblem,
  payWithElement,
} from '@newsstand/ui/payment-flow';
import { usePaymentFlow } from '@newsstand/ui/use-payment-flow';
import type { Shown } from '../field-errors.ts';
import { invoicePath, receiptPath } from '../routes.ts';
import type { Widget } from '../widget.ts';
import { keptPayment } from './kept-payment.ts';
import { type Next, readFailure, readResult, type Started } from './read-answer.ts';

/** Section 9: form messages, and a card form that comes, stand this far below the top, in px. */
export const SCROLL_OFFSET = 136;

/** What went wrong: the server's or provider's words, or what the page itself must say (section 8). `unfilled`: nothing was sent, so nobody has refused it. */
export type Problem = { type: 'shown' | 'unfilled'; shown: Shown } | { type: 'timed-out' } | { type: 'unexpected' };
type Status = 'ready' | 'loading' | 'sending' | 'completing' | 'completed';
type State = {
  status: Status;
  payment: Payment | null;
  /** What is on record, until it turns out to be of no use (section 4, replace-card). */
  means: ReturnType<typeof meansOnRecord>;
  choice: PaymentChoice;
  problem: Problem | null;
  ended: 'succeeded' | 'not-found' | null;
  /** Of what was paid, on a page that stays. */
  receipt: string | null;
};

/** How an order is sent: the intent that was started before, and which card pays. */
export type How = { captcha: string; invoice: string | null; customer: PaymentChoice };
type Answer = { ok: true; data: PaymentResult } | { ok: false; status: number; refusal: PaymentFailure | Refusal };
export type SendOrder = (how: How) => Promise<Answer>;

type Options = {
  widget: Widget;
  form: RefObject<HTMLFormElement | null>;
  places: Readonly<Record<string, readonly string[]>>;
  /** The text of section 8 for what nobody foresaw. */
  failed: string;
  /** What is paid, by which a started payment is remembered over a reload. */
  paid: string;
  /** The page says itself that it is completed; otherwise the receipt does. */
  stays?: boolean;
};

/** The check-out flow of section 4 on a page of this remote: order, payment element, confirmation, poll. */
export const usePayment = ({ widget: { api, context, page, t }, form, places, failed, paid, stays = false }: Options) => {
  const [state, setState] = useState<State>(() => {
    const means = page.payment_info ? meansOnRecord(page.payment_info) : null;
    return { status: 'ready', payment: null, means, choice: means ? 'use-card' : 'add-card', problem: null, ended: null, receipt: null };
  });
  const [mended, setMended] = useState<{ of: Problem | null; fields: readonly string[] }>({ of: null, fields: [] });
  const element = useRef<PaymentHandle>(null);
  const [kept] = useState(() => keptPayment(paid));
  const set = (change: Partial<State>) => setState((before) => ({ ...before, ...change }));
  const show = (message: string, change: Partial<State> = {}) => set({ status: 'ready', problem: told(message), ...change });

  const leave = (path: string) => {
    forget();
    set({ status: 'completed' });
    context.setState('completed');
    location.assign(path);
  };

  const succeed = (receipt: string | null) => {
    forget();
    context.setState('completed');
    set({ status: 'completed', ended: 'succeeded', receipt });
  };
  const complete = (receipt: string) => (stays ? succeed(receipt) : leave(receiptPath(receipt)));

  const take = (event: PaymentEvent) => {
    switch (event.type) {
      case 'sending':
      case 'completing':
        return set({ status: event.type, problem: null });
      case 'refreshed':
        return setState((before) => ({ ...before, payment: before.payment && { ...before.payment, total: event.total } }));
      case 'completed':
        return set({ status: 'completed' });
      case 'failed': {
        const { payment, unpaid } = event;
        const problem = problemOf(event.problem);
        // The same intent waits for another card (section 4): in the element that is there, or in a new one.
        if (payment && !element.current) return set({ status: 'loading', problem, payment, choice: 'add-card' });
        return set({ status: 'ready', problem, ...(unpaid && { choice: 'add-card' }) });
      }
    }
  };
  const problemOf = (problem: PaymentProblem): Problem => {
    switch (problem.type) {
      case 'timed-out':
      case 'unexpected':
        return problem;
      case 'interrupted':
        return told(t('subscribe.payment_interrupted'));
      case 'message':
        return told(problem.message);
    }
  };

  const { run, pending, forget, lookAgain } = usePaymentFlow(
    {
      api,
      stripe: page.stripe,
      kept,
      hear: take,
      completed: complete,
      processing: (invoice) => leave(invoicePath(invoice)),
      failed: () => show(failed),
    },
    element,
  );

  /** A new intent, or one that this page has no element for: the card is entered first. Otherwise what was entered is confirmed at once. */
  const pay = async (ports: PaymentPorts, next: Started, known: Payment | null) => {
    if (element.current && known?.keys.secret === next.keys.secret) return payWithElement(ports, next, known.total);
    ports.remember({ ...next, confirming: false });
    set({ status: 'loading', payment: next, choice: 'add-card' });
  };

  const go = (ports: PaymentPorts, next: Next, total: number): Promise<void> | void => {
    switch (next.type) {
      case 'leave':
        return complete(next.receipt);
      case 'pay':
        return pay(ports, next.payment, state.payment);
      case 'follow':
        return followPayment(ports, { intent: next.intent, keys: null, confirming: true, message: next.message });
      case 'authorize':
        return authorizePayment(ports, { ...next.payment, total, confirming: true });
      case 'replace-card': {
        const payment = next.payment && { ...next.payment, total };
        ports.remember(payment && { ...payment, confirming: false });
        sayPaymentFailed(next.message);
        const message = t('subscribe.replace_card', { message: next.message });
        return show(message, { means: null, choice: 'add-card', ...(payment && { payment, status: 'loading' }) });
      }
      case 'succeeded':
        return succeed(null);
      case 'not-found':
        return set({ status: 'ready', ended: 'not-found' });
      case 'refused':
        return set({ status: 'ready', problem: { type: 'shown', shown: next.shown } });
    }
  };

  const submit = async (ports: PaymentPorts, send: SendOrder, total: number) => {
    const { payment, choice } = state;
    set({ status: 'sending', problem: null });
    // Before anything is waited for: a wallet opens only in the reader's own click.
    if (payment && element.current && choice === 'add-card' && total > 0) {
      const checked = await element.current.check();
      if (!checked.ok) return show(checked.message);
    }
    const captcha = await botToken(page.bot_check, api).catch((error: unknown) => {
      reportError(error);
      return null;
    });
    if (captcha === null) return show(t('subscribe.bot_check_failed'));
    const answer = await send({ captcha, invoice: payment?.intent ?? pending()?.intent ?? null, customer: choice });
    await go(ports, answer.ok ? readResult(answer.data) : readFailure(answer.status, answer.refusal, { places, failed }), total);
  };
  const { problem, status } = state;
  useEffect(() => {
    if (problem !== null && form.current) bringWhatIsWrongIntoView(form.current, SCROLL_OFFSET);
  }, [problem, form]);

  return {
    ...state,
    element,
    busy: status !== 'ready',
    choose: (choice: PaymentChoice) => set({ choice, problem: null }),
    /** What is changed afterwards is a new choice: messages about the old one go. */
    changed: () => set({ problem: null }),
    /** What the page itself finds wrong, by field. */
    refuse: (fields: Readonly<Record<string, string>>) => {
      if (status === 'ready') set({ problem: { type: 'unfilled', shown: { fields, general: null } } });
    },
    /** What was said of a field goes when it is typed in. */
    mended: (field: string) =>
      setMended((before) =>
        before.of === problem && before.fields.includes(field)
          ? before
          : { of: problem, fields: [...(before.of === problem ? before.fields : []), field] },
      ),
    errorOf: (field: string) => {
      if (problem === null || !('shown' in problem) || (mended.of === problem && mended.fields.includes(field))) return undefined;
      return problem.shown.fields[field];
    },
    loading: () => set({ status: 'loading' }),
    loaded: () => set({ status: 'ready' }),
    submit: (send: SendOrder, total: number) => {
      if (status === 'ready') void run((ports) => submit(ports, send, total));
    },
    lookAgain,
  };
};
export type Paying = ReturnType<typeof usePayment>;

const told = (message: string): Problem => ({ type: 'shown', shown: { fields: {}, general: message } });
