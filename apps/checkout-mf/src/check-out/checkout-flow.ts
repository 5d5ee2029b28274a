import type { PaymentChoice } from '@newsstand/contracts/checkout';
import type { Payment, PaymentEvent, PaymentProblem } from '@newsstand/ui/payment-flow';

/** How far a submission is (section 4, submit status flags). The flags exclude each other, so they are one value; only `sendable` stands beside it. */
export type SubmitStatus = 'loading' | 'ready' | 'sending' | 'completing' | 'completed';

/** A total in cents that is no longer what it was. */
export type TotalChange = { before: number; now: number };

/** What went wrong, as the page shows it near the button. Texts for all but `message` are in `messages`. */
export type Problem =
  | PaymentProblem
  | { type: 'fields' }
  | { type: 'generic' }
  | { type: 'replace-card'; message: string }
  | ({ type: 'price-changed' } & TotalChange)
  | { type: 'order-changed' }
  /** The total that the card was entered for is another now; null where it is the same, or not known. */
  | { type: 'card-again'; total: TotalChange | null };

export type CheckoutFlow = {
  status: SubmitStatus;
  sendable: boolean;
  /** Null until the server has started a payment: then the button says 'Submit Payment'. */
  payment: Payment | null;
  choice: PaymentChoice;
  /** There is a card on record that has not turned out to be of no use (section 4, replace-card). */
  saved: boolean;
  problem: Problem | null;
  errors: Readonly<Record<string, string>>;
  /** The address has an account: its owner is offered to log in here and now. */
  login: boolean;
};

/** The events of section 4, and what the server answered. */
export type CheckoutEvent =
  | { type: 'loading' }
  | { type: 'loaded' }
  /** What was loading did not come: nothing is on its way, and nothing can be sent. */
  | { type: 'unloaded' }
  | { type: 'sendable'; sendable: boolean }
  | { type: 'choose'; choice: PaymentChoice }
  | { type: 'edited'; field: string }
  /** The address has an account, and the reader goes on without it. */
  | { type: 'as-guest' }
  | { type: 'started'; payment: Payment; problem?: Problem }
  | Exclude<PaymentEvent, { type: 'failed' }>
  | Failed;

/** `unpaid`: a payment was tried and did not go through. `login`: the address has an account. */
export type Failed = {
  type: 'failed';
  problem: Problem;
  errors?: Readonly<Record<string, string>>;
  payment?: Payment;
  unpaid?: boolean;
  login?: boolean;
};

/** Section 4, payment method choice: a saved card is the default, unless the reader has chosen otherwise before. */
export const startFlow = (saved: boolean, choice: PaymentChoice = 'use-card'): CheckoutFlow => ({
  status: 'ready',
  sendable: true,
  payment: null,
  choice: saved ? choice : 'add-card',
  saved,
  problem: null,
  errors: {},
  login: false,
});

/** The submit status machine of section 4 as a pure function. */
export const nextFlow = (flow: CheckoutFlow, event: CheckoutEvent): CheckoutFlow => {
  switch (event.type) {
    case 'loading':
      return { ...flow, status: 'loading' };
    case 'loaded':
      return { ...flow, status: 'ready', sendable: true };
    case 'unloaded':
      return { ...flow, status: 'ready', sendable: false };
    case 'sendable':
      return { ...flow, sendable: event.sendable };
    case 'choose':
      return { ...flow, choice: event.choice, problem: null };
    case 'edited':
      return { ...flow, errors: without(flow.errors, event.field), login: flow.login && event.field !== 'email' };
    case 'as-guest':
      return { ...flow, errors: without(flow.errors, 'email'), problem: null, login: false };
    case 'sending':
      return { ...flow, status: 'sending', problem: null, errors: {}, login: false };
    case 'started':
      // The element must load before the reader can pay; it says `loaded`.
      return { ...flow, status: 'loading', sendable: false, payment: event.payment, choice: 'add-card', problem: event.problem ?? null };
    case 'completing':
      return { ...flow, status: 'completing', problem: null };
    case 'refreshed':
      return { ...flow, payment: flow.payment && { ...flow.payment, total: event.total } };
    case 'completed':
      return { ...flow, status: 'completed', sendable: false, problem: null };
    case 'failed':
      return fail(flow, event);
  }
};

/**
 * What the page says near its button. Where the total that it shows is not the one that the payment was started for, whatever the reason (another
 * tab, another country, a new price), it says so before anybody pays.
 */
export const problemShown = ({ status, problem, payment }: CheckoutFlow, now: number): Problem | null => {
  if (problem || status !== 'ready') return problem;
  const change = totalChange(payment, now);
  return change && { type: 'price-changed', ...change };
};

/** What became of the total, in cents, that the payment element knows of; null where it is the same, or not known. */
export const totalChange = (payment: Payment | null, now: number): TotalChange | null => {
  const before = payment?.total ?? now;
  return before === now ? null : { before, now };
};

/** True while the button must not be pressed again. */
export const isBusy = ({ status }: CheckoutFlow): boolean => status !== 'ready';

export const canSubmit = (flow: CheckoutFlow): boolean => flow.sendable && !isBusy(flow);

/** `failed` clears every flag, and a failed payment returns to add-card (section 4). What was typed, and a payment that was started, stay. */
function fail(before: CheckoutFlow, event: Failed): CheckoutFlow {
  const { problem, errors = {}, payment, unpaid = false, login = false } = event;
  const replace = problem.type === 'replace-card';
  const flow: CheckoutFlow = {
    ...before,
    choice: replace || unpaid ? 'add-card' : before.choice,
    saved: before.saved && !replace,
    login,
  };
  if (payment && payment.intent !== flow.payment?.intent) {
    return { ...nextFlow(flow, { type: 'started', payment, problem }), errors };
  }
  return { ...flow, status: 'ready', sendable: true, problem, errors };
}

function without(errors: Readonly<Record<string, string>>, field: string): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(errors).filter(([name]) => name !== field));
}
