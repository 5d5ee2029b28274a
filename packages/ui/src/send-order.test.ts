import type { CheckoutStatus, PaymentFailure, PaymentResult } from '@newsstand/contracts/checkout';
import { checkoutErrors, checkoutResults, checkoutStatuses, INTENT, keys, RECEIPT_TOKEN } from '@newsstand/contracts/fixtures/checkout';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { PaymentOutcome } from './payment-element.tsx';
import { type IntentStatus, type Payment, resumePayment } from './payment-flow.ts';
import { nextState, type PaymentState, startState, type SubmitStatus } from './payment-state.ts';
import type { PendingPayment } from './pending-payment.ts';
import { receiptNote } from './receipt-note.ts';
import { type Order, type OrderPorts, sendOrder } from './send-order.ts';

type World = {
  answer: PaymentResult | { status: number; refusal: PaymentFailure };
  statuses: (CheckoutStatus | null)[];
  checked: PaymentOutcome;
  confirmed: PaymentOutcome;
  authorized: PaymentOutcome;
  intent: IntentStatus | null;
  captcha: () => Promise<string>;
};

const declined: PaymentOutcome = { ok: false, message: 'Your card was declined.' };
const payment: Payment = { intent: INTENT, keys };
const TOTAL = 6600;

/** A world that answers as it is told, and a page on which its events happen. */
const makePage = (world: Partial<World> = {}, payments: { payment: Payment | null } = { payment: null }) => {
  const seen: {
    flow: PaymentState;
    path: string | null;
    pending: PendingPayment | null | undefined;
    calls: string[];
    /** What the page says while it waits for the provider, or asks the server. */
    during: Partial<Record<'intent' | 'confirm' | 'authorize' | 'status', SubmitStatus>>;
  } = {
    during: {},
    flow: { ...startState(false), ...payments },
    path: null,
    pending: undefined,
    calls: [],
  };
  const statuses = [...(world.statuses ?? [checkoutStatuses.completed])];
  const ports: OrderPorts = {
    dispatch: (event) => {
      seen.flow = nextState(seen.flow, event);
    },
    captcha: world.captcha ?? (async () => 'token'),
    status: async (intent, reset) => {
      seen.during.status ??= seen.flow.status;
      seen.calls.push(reset ? `status ${intent} reset` : `status ${intent}`);
      return (statuses.length > 1 ? statuses.shift() : statuses[0]) ?? null;
    },
    check: async () => {
      seen.calls.push('check');
      return world.checked ?? { ok: true };
    },
    refresh: async () => {
      seen.calls.push('refresh');
      return { ok: true };
    },
    confirm: async () => {
      seen.during.confirm = seen.flow.status;
      seen.calls.push('confirm');
      return world.confirmed ?? { ok: true };
    },
    authorize: async ({ secret }) => {
      seen.during.authorize = seen.flow.status;
      seen.calls.push(`authorize ${secret}`);
      return world.authorized ?? { ok: true };
    },
    intentStatus: async () => {
      seen.during.intent = seen.flow.status;
      return world.intent ?? null;
    },
    remember: (pending) => {
      seen.pending = pending;
    },
    wait: async () => {},
    completed: (receipt) => {
      seen.path = `/receipts/${receipt}`;
    },
    processing: (invoice) => {
      seen.path = `/invoice/${invoice}`;
    },
    gratis: (receipt) => {
      seen.path = `/receipts/${receipt}`;
    },
    done: () => {
      seen.path = '/done';
    },
  };
  const order: Order = {
    send: async (captcha) => {
      seen.calls.push(`send ${captcha}`);
      const answer = world.answer ?? checkoutResults.started;
      return 'refusal' in answer ? { ok: false, ...answer } : { ok: true, data: answer };
    },
    refused: ({ refusal }) => {
      const errors = 'errors' in refusal && typeof refusal.errors !== 'string' ? refusal.errors : {};
      return { type: 'failed', problem: { type: 'fields' }, errors, login: 'require' in refusal };
    },
    total: TOTAL,
    choice: 'add-card',
  };
  const send = (before: Payment | null, change: Partial<Order> = {}) => sendOrder(ports, { ...order, ...change }, before);
  return { seen, ports, send };
};

/** What the page is told of a payment that failed. */
const told: unknown[] = [];

/** The tab's storage, and its page. */
beforeEach(() => {
  told.length = 0;
  const page = new EventTarget();
  page.addEventListener('payment-failed', (event) => told.push(Reflect.get(event, 'detail')));
  vi.stubGlobal('document', page);
  const kept = new Map<string, string>();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  });
});

const RECEIPT = `/receipts/${RECEIPT_TOKEN}`;

describe('sending the order', () => {
  it('a started payment shows the payment element, and is kept over a reload', { tags: ['§4.checkout.1', '§4.checkout.3'] }, async () => {
    const { seen, send } = makePage();
    await send(null);
    expect(seen.flow).toMatchObject({ status: 'loading', payment, problem: null });
    expect(seen.pending).toEqual({ ...payment, total: TOTAL, confirming: false });
    expect(seen.calls).toEqual(['send token']);
  });

  it(
    'an updated payment is confirmed at once, followed, and leads to the receipt',
    { tags: ['§2.routes.21', '§2.checkout.9', '§4.checkout.5', '§4.results.6'] },
    async () => {
      const { seen, send } = makePage({ answer: checkoutResults.updated }, { payment });
      await send(payment);
      expect(seen.calls).toEqual(['check', 'send token', 'refresh', 'confirm', `status ${INTENT} reset`]);
      expect(seen).toMatchObject({ path: RECEIPT, pending: null, flow: { status: 'completed' } });
    },
  );

  it('an updated payment that has no element on this page gets one first', async () => {
    const { seen, send } = makePage({ answer: checkoutResults.updated });
    await send(null);
    expect(seen.calls).not.toContain('confirm');
    expect(seen.flow).toMatchObject({ status: 'loading', payment });
  });

  it('an earlier order that was already paid leads to its receipt, where the reader is told so', async () => {
    const { seen, send } = makePage({ answer: { type: 'customer', intent: INTENT, message: 'Already paid.' } });
    await send(null);
    expect(seen.path).toBe(RECEIPT);
    expect(receiptNote.read()).toEqual({ receipt: RECEIPT_TOKEN, message: 'Already paid.' });
  });

  it('what is said of an earlier order outlives a reload while its receipt is on the way', async () => {
    const { ports } = makePage({ intent: 'succeeded' });
    await resumePayment(ports, { intent: INTENT, keys: null, confirming: true, message: 'Already paid.' });
    expect(receiptNote.read()).toEqual({ receipt: RECEIPT_TOKEN, message: 'Already paid.' });
  });

  it('a payment in place of the old one asks for the card again', async () => {
    const { seen, send } = makePage({ answer: { ...checkoutResults.started, intent: 'pi_other' } }, { payment });
    await send(payment);
    expect(seen.calls).not.toContain('confirm');
    expect(seen.flow).toMatchObject({ payment: { intent: 'pi_other' }, problem: { type: 'card-again', before: payment } });
  });

  it('a payment of another amount in place of the old one names both', async () => {
    const { seen, send } = makePage({ answer: { ...checkoutResults.started, intent: 'pi_other', total: 7100 } });
    await send({ ...payment, total: 6600 });
    expect(seen.flow.problem).toMatchObject({ type: 'card-again', before: { total: 6600 }, now: { intent: 'pi_other', total: 7100 } });
  });

  it('a declined card leaves the same payment for another card', async () => {
    const { seen, send } = makePage({ answer: checkoutResults.updated, confirmed: declined }, { payment });
    await send(payment);
    expect(seen.flow).toMatchObject({ status: 'ready', payment, problem: { type: 'message', message: 'Your card was declined.' } });
    expect(seen.pending).toEqual({ ...payment, total: TOTAL, confirming: false });
    expect(told).toEqual([{ message: 'Your card was declined.' }]);
  });

  it('a saved card is followed to the receipt', { tags: ['§4.checkout.5', '§4.checkout.7', '§4.results.4'] }, async () => {
    const { seen, send } = makePage({
      answer: checkoutResults.customer,
      statuses: [checkoutStatuses.inProgress, checkoutStatuses.completed],
    });
    await send(null);
    expect(seen.path).toBe(RECEIPT);
  });

  it('an order for nothing goes straight to its receipt', { tags: ['§4.results.5'] }, async () => {
    const { seen, send } = makePage({ answer: checkoutResults.gratis });
    await send(null);
    expect(seen).toMatchObject({ path: RECEIPT, flow: { status: 'completed' } });
  });

  it('a bank transfer that takes days leads to the invoice', { tags: ['§4.checkout.6'] }, async () => {
    const { seen, send } = makePage({ answer: checkoutResults.customer, statuses: [checkoutStatuses.processing] });
    await send(null);
    expect(seen.path).toBe('/invoice/EXC-0042');
  });
});

describe('what costs nothing', () => {
  it.each([
    ['a change of a subscription', { type: 'update-succeeded' } as const],
    ['a gift that is redeemed', { type: 'redeem-succeeded' } as const],
  ])('%s is done, and nothing is remembered', { tags: ['§4.results.2'] }, async (_, answer) => {
    const { seen, send } = makePage({ answer });
    await send(null, { checked: false });
    expect(seen).toMatchObject({ path: '/done', pending: null, calls: ['send undefined'], flow: { status: 'completed' } });
  });

  it('an upgrade is the check-out that is in it', { tags: ['§4.results.3'] }, async () => {
    const { seen, send } = makePage({ answer: { type: 'upgrade-checkout', checkout: checkoutResults.started } });
    await send(null, { subject: 'print-a' });
    expect(seen.flow).toMatchObject({ status: 'loading', payment: { ...payment, subject: 'print-a' } });
  });
});

describe('paying with the element', () => {
  const known = { ...payment, total: TOTAL };
  const updated = { answer: { type: 'updated', intent: INTENT, keys, total: TOTAL } } as const;

  it('checks the card in the click, before anything is waited for', { tags: ['§4.checkout.1'] }, async () => {
    const { seen, send } = makePage(updated, { payment: known });
    const sent = send(known);
    expect(seen.calls).toEqual(['check']);
    await sent;
    expect(seen.calls.slice(0, 3)).toEqual(['check', 'send token', 'confirm']);
  });

  it('a card that is not complete is told, and nothing is sent', async () => {
    const { seen, send } = makePage({ ...updated, checked: { ok: false, message: 'Your card number is incomplete.' } }, { payment: known });
    await send(known);
    expect(seen.calls).toEqual(['check']);
    expect(seen.flow).toMatchObject({ status: 'ready', problem: { type: 'message', message: 'Your card number is incomplete.' } });
  });

  it.each([
    ['another amount', { ...payment, total: 100 }],
    ['an amount that it does not know, after a reload', payment],
  ])('the element hears of %s before it pays, once', async (_, before) => {
    const { seen, send } = makePage(updated, { payment: before });
    await send(before);
    expect(seen.calls.slice(0, 4)).toEqual(['check', 'send token', 'refresh', 'confirm']);
    expect(seen.flow.payment).toEqual(known);
  });

  it('a saved card and an order for nothing leave the element alone', async () => {
    const { seen, send } = makePage({ answer: checkoutResults.gratis }, { payment: known });
    await send(known, { choice: 'use-card' });
    await send(known, { total: 0 });
    expect(seen.calls).not.toContain('check');
  });
});

describe('the order is completed only once it is paid', () => {
  it('a card is checked, and perhaps asked about by its bank, before that', { tags: ['§4.submit.1', '§4.checkout.4'] }, async () => {
    const { seen, send } = makePage({ answer: checkoutResults.updated }, { payment });
    await send(payment);
    expect(seen.during).toEqual({ confirm: 'sending', status: 'completing' });
  });

  it('so is a card on record whose bank asks', async () => {
    const { seen, send } = makePage({ answer: { status: 402, refusal: { checkout_errors: checkoutErrors.authorizeCard } } });
    await send(null);
    expect(seen.during).toEqual({ authorize: 'sending', status: 'completing' });
  });

  it('after a reload it is asked first how far the payment is', async () => {
    const { seen, ports } = makePage({ intent: 'requires_action' });
    await resumePayment(ports, { ...payment, confirming: true });
    expect(seen.during).toEqual({ intent: 'sending', authorize: 'sending', status: 'completing' });
  });
});

describe('what can go wrong', () => {
  it('a bank that asks is asked, and the payment followed', { tags: ['§4.failures.4'] }, async () => {
    const { seen, send } = makePage({ answer: { status: 402, refusal: { checkout_errors: checkoutErrors.authorizeCard } } });
    await send(null);
    expect(seen.calls).toContain(`authorize ${keys.secret}`);
    expect(seen.path).toBe(RECEIPT);
  });

  it('an address that has an account is offered to log in, and nothing is paid', async () => {
    const refusal = { errors: { email: 'This address has an account already.' }, require: 'login' as const };
    const { seen, send } = makePage({ answer: { status: 422, refusal } });
    await send(null);
    expect(seen.flow).toMatchObject({ status: 'ready', login: true, errors: refusal.errors });
  });

  it('a bank that says no returns to another card on the same payment', async () => {
    const world = { answer: { status: 402, refusal: { checkout_errors: checkoutErrors.authorizeCard } }, authorized: declined };
    const { seen, send } = makePage(world);
    await send(null);
    expect(seen.flow).toMatchObject({ choice: 'add-card', payment, problem: { type: 'message', message: 'Your card was declined.' } });
  });

  it('a card to be replaced shows the element on the same payment', async () => {
    const { seen, send } = makePage({ answer: { status: 402, refusal: { checkout_errors: checkoutErrors.replaceCard } } });
    await send(null);
    expect(seen.flow).toMatchObject({ choice: 'add-card', payment, problem: { type: 'replace-card' } });
  });

  it('what the provider cannot do says what the server says, and blames no card', { tags: ['§4.failures.6'] }, async () => {
    const { seen, send } = makePage({ answer: { status: 502, refusal: { checkout_errors: checkoutErrors.other } } });
    await send(null);
    expect(seen.flow).toMatchObject({ status: 'ready', problem: { type: 'message', message: checkoutErrors.other.message } });
    expect(told).toEqual([]);
  });

  it.each([
    ['anything else of a payment', checkoutErrors.other],
    ['a bank that wants to be asked, without keys to ask it', { ...checkoutErrors.other, require: 'authorize-card' as const }],
  ])(
    '%s is told on the page and to it, and another card is wanted',
    { tags: ['§4.failures.3', '§4.failures.6'] },
    async (_, checkout_errors) => {
      const { seen, send } = makePage({ answer: { status: 402, refusal: { checkout_errors } } });
      await send(null);
      expect(seen.flow).toMatchObject({
        status: 'ready',
        choice: 'add-card',
        problem: { type: 'message', message: checkout_errors.message },
      });
      expect(told).toEqual([{ message: checkout_errors.message }]);
    },
  );

  it('a check that cannot be passed is told, and nothing is sent', async () => {
    vi.stubGlobal('reportError', () => {});
    const { seen, send } = makePage({ captcha: () => Promise.reject(new Error('It is down.')) });
    await send(null);
    expect(seen).toMatchObject({ calls: [], flow: { status: 'ready', problem: { type: 'unchecked' } } });
  });

  it.each<[string, PaymentFailure]>([
    ['a failed update', { type: 'updated-failed', message: 'Not possible.' }],
    ['a failed redemption', { type: 'redeem-failed', message: 'Not possible.' }],
  ])('%s shows the message', { tags: ['§4.failures.1'] }, async (_, refusal) => {
    const { seen, send } = makePage({ answer: { status: 409, refusal } });
    await send(null);
    expect(seen.flow).toMatchObject({ status: 'ready', problem: { type: 'message', message: 'Not possible.' }, errors: {} });
  });

  it('of a server that falls over nothing is told but that', async () => {
    const { seen, send } = makePage({ answer: { status: 500, refusal: { errors: 'Internal error' } } });
    await send(null);
    expect(seen.flow).toMatchObject({ status: 'ready', problem: { type: 'generic' } });
  });

  it('errors of fields stand beside their fields', async () => {
    const { seen, send } = makePage({ answer: { status: 422, refusal: { errors: { email: 'Must not be blank.' } } } });
    await send(null);
    expect(seen.flow).toMatchObject({ problem: { type: 'fields' }, errors: { email: 'Must not be blank.' } });
  });

  it('an order that is never confirmed ends after 100 questions, and stays remembered', { tags: ['§4.checkout.8'] }, async () => {
    const { seen, send } = makePage({ answer: checkoutResults.customer, statuses: [checkoutStatuses.inProgress] });
    await send(null);
    expect(seen.calls.filter((call) => call.startsWith('status'))).toHaveLength(100);
    expect(seen).toMatchObject({
      path: null,
      flow: { status: 'ready', problem: { type: 'timed-out' } },
      pending: { intent: INTENT, confirming: true },
    });
  });

  it('a failed question is an unexpected error, and the payment stays remembered', { tags: ['§4.checkout.9'] }, async () => {
    const { seen, send } = makePage({ answer: checkoutResults.customer, statuses: [null] });
    await send(null);
    expect(seen).toMatchObject({ flow: { problem: { type: 'unexpected' } }, pending: { confirming: true } });
  });

  it('who looks again after a question that failed has all 100 before them', { tags: ['§4.checkout.9'] }, async () => {
    const { inProgress } = checkoutStatuses;
    const statuses = [...Array.from({ length: 60 }, () => inProgress), null, inProgress];
    const { seen, ports, send } = makePage({ answer: checkoutResults.customer, statuses });
    await send(null);
    expect(seen.flow).toMatchObject({ problem: { type: 'unexpected' } });
    if (!seen.pending) return expect.unreachable();
    await resumePayment(ports, seen.pending);
    expect(seen.flow).toMatchObject({ problem: { type: 'timed-out' } });
    expect(seen.calls.filter((call) => call.startsWith('status'))).toHaveLength(61 + 100);
  });
});

describe('coming back to a payment', () => {
  const pending: PendingPayment = { ...payment, confirming: true };

  it.each<[IntentStatus | null, string]>([
    ['succeeded', RECEIPT],
    ['processing', RECEIPT],
    [null, RECEIPT],
  ])('%s: follows it to the receipt', async (intent, path) => {
    const { seen, ports } = makePage({ intent });
    await resumePayment(ports, pending);
    expect(seen.path).toBe(path);
  });

  it('asks the bank again when it had not answered', async () => {
    const { seen, ports } = makePage({ intent: 'requires_action' });
    await resumePayment(ports, pending);
    expect(seen.calls[0]).toBe(`authorize ${keys.secret}`);
    expect(seen.path).toBe(RECEIPT);
  });

  it('says so when nothing was charged, and shows the element on the same payment', async () => {
    const { seen, ports } = makePage({ intent: 'requires_payment_method', statuses: [checkoutStatuses.inProgress] });
    await resumePayment(ports, pending);
    expect(seen.flow).toMatchObject({ payment, problem: { type: 'interrupted' } });
  });

  it("says why the card was declined on the bank's page", async () => {
    const { seen, ports } = makePage({ intent: 'requires_payment_method', statuses: [checkoutStatuses.failed] });
    await resumePayment(ports, pending);
    expect(seen.flow).toMatchObject({ payment, problem: { type: 'message', message: 'Your card was declined.' } });
  });

  it('believes the server when it knows of a payment that the provider does not', async () => {
    const { seen, ports } = makePage({ intent: 'requires_payment_method', statuses: [checkoutStatuses.completed] });
    await resumePayment(ports, pending);
    expect(seen.path).toBe(RECEIPT);
  });

  it('forgets a payment that was cancelled', async () => {
    const { seen, ports } = makePage({ intent: 'canceled' });
    await resumePayment(ports, pending);
    expect(seen).toMatchObject({ pending: null, flow: { payment: null, problem: { type: 'interrupted' } } });
  });
});
