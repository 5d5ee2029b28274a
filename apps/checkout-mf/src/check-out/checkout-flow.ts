import type { Keys, PaymentChoice } from '@newsstand/contracts/checkout';

/** How far a submission is (section 4, submit status flags). The flags exclude each other, so they are one value; only `sendable` stands beside it. */
export type SubmitStatus = 'loading' | 'ready' | 'sending' | 'completing' | 'completed';

/** A started payment: the intent, the keys that its payment element needs, and the amount in cents that the element knows of, where that is known. */
export type Payment = { intent: string; keys: Keys; total?: number };

/** What went wrong, as the page shows it near the button. Texts for all but `message` are in `messages`. */
export type Problem =
  | { type: 'message'; message: string }
  | { type: 'fields' }
  | { type: 'generic' }
  | { type: 'timed-out' }
  | { type: 'unexpected' }
  | { type: 'replace-card'; message: string }
  | { type: 'price-changed'; before: number; now: number }
  | { type: 'order-changed' }
  | { type: 'card-again' }
  | { type: 'interrupted' };

export type CheckoutFlow = {
  status: SubmitStatus;
  sendable: boolean;
  /** Null until the server has started a payment: then the button says 'Submit Payment'. */
  payment: Payment | null;
  choice: PaymentChoice;
  problem: Problem | null;
  errors: Readonly<Record<string, string>>;
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
  | { type: 'sending' }
  | { type: 'started'; payment: Payment; problem?: Problem }
  | { type: 'completing' }
  /** The payment element has read the payment's new amount. */
  | { type: 'refreshed'; total: number }
  | { type: 'completed' }
  | { type: 'failed'; problem: Problem; errors?: Readonly<Record<string, string>>; payment?: Payment };

export const startFlow = (choice: PaymentChoice): CheckoutFlow => ({
  status: 'ready',
  sendable: true,
  payment: null,
  choice,
  problem: null,
  errors: {},
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
      return { ...flow, errors: without(flow.errors, event.field) };
    case 'sending':
      return { ...flow, status: 'sending', problem: null, errors: {} };
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

/** True while the button must not be pressed again. */
export const isBusy = ({ status }: CheckoutFlow): boolean => status !== 'ready';

export const canSubmit = (flow: CheckoutFlow): boolean => flow.sendable && !isBusy(flow);

/** `failed` clears every flag, and a failed payment returns to add-card (section 4). What was typed, and a payment that was started, stay. */
function fail(flow: CheckoutFlow, event: Extract<CheckoutEvent, { type: 'failed' }>): CheckoutFlow {
  const { problem, errors = {}, payment } = event;
  if (payment && payment.intent !== flow.payment?.intent) {
    return { ...nextFlow(flow, { type: 'started', payment, problem }), errors };
  }
  const choice = problem.type === 'replace-card' ? 'add-card' : flow.choice;
  return { ...flow, status: 'ready', sendable: true, choice, problem, errors };
}

function without(errors: Readonly<Record<string, string>>, field: string): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(errors).filter(([name]) => name !== field));
}
