import type { PaymentChoice } from '@newsstand/contracts/checkout';
import type { Payment, PaymentEvent, PaymentFailed, PaymentProblem, Typed } from './payment-flow.ts';

/**
 * How far a submission is (section 4, submit status flags). The flags exclude each other, so they are one value; only
 * `sendable` stands beside it.
 */
export type SubmitStatus = 'loading' | 'ready' | 'sending' | 'completing' | 'completed';

/** What a page that pays shows. `Own` are the problems that only this page has. */
export type PaymentState<Own extends Typed = never> = {
  status: SubmitStatus;
  sendable: boolean;
  /** Null until the server has started a payment: then the button says 'Submit Payment'. */
  payment: Payment | null;
  choice: PaymentChoice;
  /** There is something on record that has not turned out to be of no use (section 4, replace-card). */
  saved: boolean;
  problem: PaymentProblem | Own | null;
  errors: Readonly<Record<string, string>>;
  /** The address has an account: its owner is offered to log in here and now. */
  login: boolean;
};

/** The events of section 4, and what the server answered. */
export type StateEvent<Own extends Typed = never> =
  | { type: 'loading' }
  | { type: 'loaded' }
  /** What was loading did not come: nothing is on its way, and nothing can be sent. */
  | { type: 'unloaded' }
  | { type: 'choose'; choice: PaymentChoice }
  | { type: 'edited'; field: string }
  /** Something else is wanted now: what was said of the order before is past. */
  | { type: 'changed' }
  /** The address has an account, and the reader goes on without it. */
  | { type: 'as-guest' }
  | PaymentEvent<Own>;

/**
 * Section 4, payment method choice: what is on record is the default, unless the reader has chosen otherwise before.
 */
export const startState = (saved: boolean, choice: PaymentChoice = 'use-card'): PaymentState => ({
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
export const nextState = <Own extends Typed>(state: PaymentState<Own>, event: StateEvent<Own>): PaymentState<Own> => {
  switch (event.type) {
    case 'loading':
      return { ...state, status: 'loading' };
    case 'loaded':
      return { ...state, status: settled(state), sendable: true };
    case 'unloaded':
      return { ...state, status: settled(state), sendable: false };
    case 'choose':
      return { ...state, choice: event.choice, problem: null };
    case 'edited':
      return { ...state, errors: without(state.errors, event.field), login: state.login && event.field !== 'email' };
    case 'changed':
      return { ...state, problem: null, errors: {}, login: false };
    case 'as-guest':
      return { ...state, errors: without(state.errors, 'email'), problem: null, login: false };
    case 'sending':
      return { ...state, status: 'sending', problem: null, errors: {}, login: false };
    case 'started':
      // The element must load before the reader can pay; it says `loaded`.
      return { ...state, status: 'loading', sendable: false, payment: event.payment, choice: 'add-card', problem: event.problem ?? null };
    case 'completing':
      return { ...state, status: 'completing', problem: null };
    case 'refreshed':
      return { ...state, payment: state.payment && { ...state.payment, total: event.total } };
    case 'completed':
      return { ...state, status: 'completed', sendable: false, problem: null };
    case 'failed':
      return fail(state, event);
  }
};

/** An element may come when the card on record is paying already. */
const settled = ({ status }: Pick<PaymentState, 'status'>): SubmitStatus => (status === 'loading' ? 'ready' : status);

/** True while the button must not be pressed again. */
export const isBusy = ({ status }: Pick<PaymentState, 'status'>): boolean => status !== 'ready';

export const canSubmit = (state: Pick<PaymentState, 'status' | 'sendable'>): boolean => state.sendable && !isBusy(state);

/**
 * `failed` clears every flag, and a failed payment returns to add-card (section 4). What was typed, and a payment that
 * was started, stay.
 */
const fail = <Own extends Typed>(before: PaymentState<Own>, event: PaymentFailed<Own>): PaymentState<Own> => {
  const { problem, errors = {}, payment, unpaid = false, login = false } = event;
  const replace = problem.type === 'replace-card';
  const state: PaymentState<Own> = {
    ...before,
    choice: replace || unpaid ? 'add-card' : before.choice,
    saved: before.saved && !replace,
    login,
    problem,
    errors,
  };
  // The same payment waits for another card: in the element that is there, or in a new one.
  if (payment && payment.intent !== before.payment?.intent)
    return { ...state, status: 'loading', sendable: false, payment, choice: 'add-card' };
  return { ...state, status: 'ready', sendable: true };
};

const without = (errors: Readonly<Record<string, string>>, field: string): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(errors).filter(([name]) => name !== field));
