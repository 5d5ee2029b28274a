import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Keys, PaymentChoice, PaymentFailure, PaymentResult } from '@newsstand/contracts/checkout';
import type { Refusal } from '@newsstand/contracts/refusal';
import { botToken } from '@newsstand/ui/captcha';
import { scrollToFirstError } from '@newsstand/ui/form-errors';
import { handleNextAction, type PaymentHandle } from '@newsstand/ui/payment-element';
import { loadStripeClient } from '@newsstand/ui/stripe-client';
import type { Shown } from '../field-errors.ts';
import { invoicePath, receiptPath } from '../routes.ts';
import type { Widget } from '../widget.ts';
import { pollOrder } from './poll-order.ts';
import { type Next, type Payment, readFailure, readResult } from './read-answer.ts';

/** Section 9: form messages stand this far below the top. */
const SCROLL_OFFSET = 136;

/** What went wrong: the server's or provider's words, or what the page itself must say (section 8). */
export type Problem = { type: 'shown'; shown: Shown } | { type: 'timed-out' } | { type: 'unexpected' };
type Status = 'ready' | 'loading' | 'sending' | 'completing' | 'completed';
type State = {
  status: Status;
  payment: Payment | null;
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
  /** The page says itself that it is completed; otherwise the receipt does. */
  stays?: boolean;
};

/** The check-out flow of section 4 on a page of this remote: order, payment element, confirmation, poll. */
export const usePayment = ({ widget: { api, context, page, t }, form, places, failed, stays = false }: Options) => {
  const hasCard = Boolean(page.payment_info?.card);
  const [state, setState] = useState<State>({
    status: 'ready',
    payment: null,
    choice: hasCard ? 'use-card' : 'add-card',
    problem: null,
    ended: null,
    receipt: null,
  });
  const element = useRef<PaymentHandle>(null);
  const gone = useRef(new AbortController());
  const set = (change: Partial<State>) => setState((before) => ({ ...before, ...change }));
  const show = (message: string, change: Partial<State> = {}) =>
    set({ status: 'ready', problem: { type: 'shown', shown: { fields: {}, general: message } }, ...change });

  const leave = (path: string) => {
    set({ status: 'completed' });
    context.setState('completed');
    location.assign(path);
  };

  const succeed = (receipt: string | null) => {
    context.setState('completed');
    set({ status: 'completed', ended: 'succeeded', receipt });
  };
  const complete = (receipt: string) => (stays ? succeed(receipt) : leave(receiptPath(receipt)));

  const follow = async (intent: string) => {
    const { signal } = gone.current;
    set({ status: 'completing', problem: null });
    const ask = async (reset: boolean) => {
      const answer = await api('checkoutStatus', { params: { intent_id: intent }, query: reset ? { reset: '1' } : {} }, { signal });
      return answer.ok ? answer.data : null;
    };
    const end = await pollOrder({ ask, wait: (ms) => waitFor(ms, signal) });
    if (signal.aborted) return;
    if (end.type === 'completed') return complete(end.receipt);
    if (end.type === 'processing') return leave(invoicePath(end.invoice));
    // A failed payment returns to add-card (section 4).
    if (end.type === 'refused') return show(end.message, { choice: 'add-card' });
    set({ status: 'ready', problem: { type: end.type } });
  };

  const pay = async (next: Payment, known: Payment | null) => {
    const handle = element.current;
    // A new intent, or one that this page has no element for: the card is entered first. Otherwise what was entered is confirmed at once.
    if (!handle || known?.keys.secret !== next.keys.secret) return set({ status: 'loading', payment: next, choice: 'add-card' });
    const refreshed = known.total === next.total ? ({ ok: true } as const) : await handle.refresh();
    if (!refreshed.ok) return show(refreshed.message);
    set({ status: 'completing', payment: next });
    const outcome = await handle.confirm(location.href);
    return outcome.ok ? follow(next.intent) : show(outcome.message, { choice: 'add-card' });
  };

  const authorize = async ({ intent, keys }: { intent: string; keys: Keys }) => {
    set({ status: 'completing' });
    const stripe = await loadStripeClient({ pubkey: keys.pubkey, script: page.stripe.script });
    const outcome = await handleNextAction(stripe, keys.secret);
    return outcome.ok ? follow(intent) : show(outcome.message, { choice: 'add-card' });
  };

  const go = (next: Next, total: number): Promise<void> | void => {
    switch (next.type) {
      case 'leave':
        return complete(next.receipt);
      case 'pay':
        return pay(next.payment, state.payment);
      case 'follow':
        return follow(next.intent);
      case 'authorize':
        return authorize(next);
      case 'replace-card': {
        const payment = next.payment && { ...next.payment, total };
        const message = t('subscribe.replace_card', { message: next.message });
        return show(message, { choice: 'add-card', ...(payment && { payment, status: 'loading' }) });
      }
      case 'succeeded':
        return succeed(null);
      case 'not-found':
        return set({ status: 'ready', ended: 'not-found' });
      case 'refused':
        return set({ status: 'ready', problem: { type: 'shown', shown: next.shown } });
    }
  };

  const submit = async (send: SendOrder, total: number) => {
    const { payment, choice } = state;
    set({ status: 'sending', problem: null });
    try {
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
      const answer = await send({ captcha, invoice: payment?.intent ?? null, customer: choice });
      await go(answer.ok ? readResult(answer.data) : readFailure(answer.status, answer.refusal, { places, failed }), total);
    } catch (error) {
      if (gone.current.signal.aborted) return;
      reportError(error);
      show(failed);
    }
  };

  // A bank that took the reader away sends them back here, with the payment in the address.
  const comeBack = useEffectEvent(async () => {
    const url = new URL(location.href);
    const intent = url.searchParams.get('payment_intent');
    if (intent === null) return;
    for (const name of ['payment_intent', 'payment_intent_client_secret', 'redirect_status']) url.searchParams.delete(name);
    history.replaceState(history.state, '', url);
    await follow(intent);
  });
  useEffect(() => {
    const controller = new AbortController();
    gone.current = controller;
    const timer = setTimeout(() => comeBack().catch((error: unknown) => controller.signal.aborted || reportError(error)));
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, []);
  const { problem, status } = state;
  useEffect(() => {
    if (problem !== null && form.current) scrollToFirstError(form.current, SCROLL_OFFSET);
  }, [problem, form]);

  return {
    ...state,
    element,
    busy: status !== 'ready',
    choose: (choice: PaymentChoice) => set({ choice, problem: null }),
    /** What is changed afterwards is a new choice: messages about the old one go. */
    changed: () => set({ problem: null }),
    errorOf: (field: string) => (problem?.type === 'shown' ? problem.shown.fields[field] : undefined),
    loading: () => set({ status: 'loading' }),
    loaded: () => set({ status: 'ready' }),
    submit: (send: SendOrder, total: number) => {
      if (status === 'ready') void submit(send, total);
    },
    lookAgain: () => {
      if (state.payment) void follow(state.payment.intent);
    },
  };
};
export type Paying = ReturnType<typeof usePayment>;

const waitFor = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
