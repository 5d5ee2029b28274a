import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Keys, PaymentChoice, PaymentFailure, PaymentResult } from '@newsstand/contracts/checkout';
import { meansOnRecord } from '@newsstand/contracts/payment-info';
import type { Refusal } from '@newsstand/contracts/refusal';
import { botToken } from '@newsstand/ui/captcha';
import { scrollToFirstError } from '@newsstand/ui/form-errors';
import { handleNextAction, type PaymentHandle } from '@newsstand/ui/payment-element';
import { sayPaymentFailed } from '@newsstand/ui/payment-failed';
import { receiptNote } from '@newsstand/ui/receipt-note';
import { loadStripeClient } from '@newsstand/ui/stripe-client';
import type { Shown } from '../field-errors.ts';
import { invoicePath, receiptPath } from '../routes.ts';
import type { Widget } from '../widget.ts';
import { pendingPayment, type PendingPayment, returnedPayment, withoutReturn } from './pending-payment.ts';
import { pollOrder } from './poll-order.ts';
import { type Next, type Payment, readFailure, readResult } from './read-answer.ts';

/** Section 9: form messages stand this far below the top. */
const SCROLL_OFFSET = 136;

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
  const gone = useRef(new AbortController());
  const [kept] = useState(() => pendingPayment(paid));
  // Here too: where storage is blocked, a reader who stays on the page can look again all the same.
  const started = useRef<PendingPayment>(null);
  const pending = () => started.current ?? kept.read();
  const remember = (next: PendingPayment | null) => {
    started.current = next;
    if (next) kept.write(next);
    else kept.clear();
  };
  const set = (change: Partial<State>) => setState((before) => ({ ...before, ...change }));
  const show = (message: string, change: Partial<State> = {}) =>
    set({ status: 'ready', problem: { type: 'shown', shown: { fields: {}, general: message } }, ...change });

  const leave = (path: string) => {
    remember(null);
    set({ status: 'completed' });
    context.setState('completed');
    location.assign(path);
  };

  const succeed = (receipt: string | null) => {
    remember(null);
    context.setState('completed');
    set({ status: 'completed', ended: 'succeeded', receipt });
  };
  const complete = (receipt: string) => (stays ? succeed(receipt) : leave(receiptPath(receipt)));

  const poll = async (intent: string, fresh: boolean) => {
    const { signal } = gone.current;
    const ask = async (reset: boolean) => {
      const answer = await api('checkoutStatus', { params: { intent_id: intent }, query: reset ? { reset: '1' } : {} }, { signal });
      return answer.ok ? answer.data : null;
    };
    const end = await pollOrder({ ask, wait: (ms) => waitFor(ms, signal) }, fresh);
    signal.throwIfAborted();
    return end;
  };

  const follow = async (payment: PendingPayment, { fresh = true } = {}) => {
    remember({ ...payment, confirming: true });
    set({ status: 'completing', problem: null });
    const end = await poll(payment.intent, fresh);
    if (end.type === 'completed') {
      if (payment.message !== undefined) receiptNote.write({ receipt: end.receipt, message: payment.message });
      return complete(end.receipt);
    }
    if (end.type === 'processing') return leave(invoicePath(end.invoice));
    if (end.type === 'refused') return unpaid(payment, end.message);
    // The order is kept, and so is the payment: the reader can look again.
    set({ status: 'ready', problem: { type: end.type } });
  };

  /** A failed payment returns to add-card (section 4); the same intent waits for another one, in the element that is there or a new one. */
  const unpaid = (payment: PendingPayment, message: string) => {
    sayPaymentFailed(message);
    remember({ ...payment, confirming: false });
    const { intent, keys, total } = payment;
    if (!keys || element.current) return show(message, { choice: 'add-card' });
    show(message, { choice: 'add-card', status: 'loading', payment: { intent, keys, total } });
  };

  const pay = async (next: Payment, known: Payment | null) => {
    const handle = element.current;
    const begun = { ...next, confirming: false };
    remember(begun);
    // A new intent, or one that this page has no element for: the card is entered first. Otherwise what was entered is confirmed at once.
    if (!handle || known?.keys.secret !== next.keys.secret) return set({ status: 'loading', payment: next, choice: 'add-card' });
    const refreshed = known.total === next.total ? ({ ok: true } as const) : await handle.refresh();
    if (!refreshed.ok) return show(refreshed.message);
    set({ status: 'sending', payment: next });
    remember({ ...begun, confirming: true });
    const outcome = await handle.confirm(location.href);
    return outcome.ok ? follow(begun) : unpaid(begun, outcome.message);
  };

  const authorize = async (payment: PendingPayment, keys: Keys) => {
    remember({ ...payment, confirming: true });
    set({ status: 'sending', problem: null });
    const outcome = await handleNextAction(await clientOf(keys), keys.secret);
    gone.current.signal.throwIfAborted();
    return outcome.ok ? follow(payment) : unpaid(payment, outcome.message);
  };

  const clientOf = ({ pubkey }: Keys) => loadStripeClient({ pubkey, script: page.stripe.script });

  /** How far the provider is with it; null where it cannot be asked. */
  const askProvider = async (keys: Keys) => {
    try {
      const { paymentIntent } = await (await clientOf(keys)).retrievePaymentIntent(keys.secret);
      return paymentIntent?.status ?? null;
    } catch {
      return null;
    }
  };

  /** Comes back to a payment after a reload, a bank's page or a time-out: asks the provider how far it is, and goes on from there. */
  const resume = async (payment: PendingPayment) => {
    set({ status: 'sending', problem: null });
    const status = payment.keys && (await askProvider(payment.keys));
    gone.current.signal.throwIfAborted();
    switch (status) {
      case 'requires_action':
        return payment.keys && authorize(payment, payment.keys);
      case 'requires_confirmation':
      case 'requires_payment_method': {
        const answer = await api('checkoutStatus', { params: { intent_id: payment.intent }, query: {} }, { signal: gone.current.signal });
        if (!answer.ok || answer.data.status !== 'in-progress') return follow(payment, { fresh: false });
        return unpaid(payment, answer.data.failure ?? t('subscribe.payment_interrupted'));
      }
      case 'canceled':
        remember(null);
        return show(t('subscribe.payment_interrupted'));
      default:
        // Paid, on its way, or nobody can say: our own server knows.
        return follow(payment, { fresh: false });
    }
  };

  const go = (next: Next, total: number): Promise<void> | void => {
    switch (next.type) {
      case 'leave':
        return complete(next.receipt);
      case 'pay':
        return pay(next.payment, state.payment);
      case 'follow':
        return follow({ intent: next.intent, keys: null, total, confirming: true, message: next.message });
      case 'authorize':
        return authorize({ intent: next.intent, keys: next.keys, total, confirming: true }, next.keys);
      case 'replace-card': {
        const payment = next.payment && { ...next.payment, total };
        remember(payment && { ...payment, confirming: false });
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
      const answer = await send({ captcha, invoice: payment?.intent ?? pending()?.intent ?? null, customer: choice });
      await go(answer.ok ? readResult(answer.data) : readFailure(answer.status, answer.refusal, { places, failed }), total);
    } catch (error) {
      if (gone.current.signal.aborted) return;
      reportError(error);
      show(failed);
    }
  };

  const again = async (payment: PendingPayment) => {
    try {
      await resume(payment);
    } catch (error) {
      if (gone.current.signal.aborted) return;
      reportError(error);
      show(failed);
    }
  };
  // A bank that took the reader away sends them back here, with the payment in the address; a reload finds it in the tab.
  const comeBack = useEffectEvent(() => {
    const url = new URL(location.href);
    const returned = returnedPayment(url, page.stripe.pubkey);
    if (returned) history.replaceState(history.state, '', withoutReturn(url));
    const payment = returned ?? kept.read();
    if (payment?.confirming) void again(payment);
  });
  useEffect(() => {
    const controller = new AbortController();
    gone.current = controller;
    const timer = setTimeout(() => comeBack());
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
      if (status === 'ready') void submit(send, total);
    },
    lookAgain: () => {
      const payment = pending();
      if (payment) void again(payment);
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
