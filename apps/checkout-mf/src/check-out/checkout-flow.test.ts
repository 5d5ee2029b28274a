import { INTENT, keys } from '@newsstand/contracts/fixtures/checkout';
import { createMessages } from '@newsstand/ui/messages';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pageMessages } from '../messages-pages.ts';
import { buttonText } from './button-text.ts';
import {
  canSubmit,
  type CheckoutEvent,
  type CheckoutFlow,
  isBusy,
  nextFlow,
  type Problem,
  problemShown,
  startFlow,
} from './checkout-flow.ts';

const t = createMessages(pageMessages);
const payment = { intent: INTENT, keys };
const run = (...events: CheckoutEvent[]): CheckoutFlow => events.reduce(nextFlow, startFlow(false));
const declined: Problem = { type: 'message', message: 'Your card was declined.' };

describe('the submit button', () => {
  it.each<[string, CheckoutEvent[], boolean, string, boolean]>([
    ['before anything', [], false, 'checkout.proceed_to_payment', true],
    ['for a free order', [], true, 'checkout.submit', true],
    ['for a saved card', [{ type: 'choose', choice: 'use-card' }], false, 'checkout.submit_payment', true],
    ['while the order is not sendable', [{ type: 'sendable', sendable: false }], false, 'checkout.proceed_to_payment', false],
    ['while the page loads', [{ type: 'loading' }], false, 'checkout.loading', false],
    ['while the order is on its way', [{ type: 'sending' }], false, 'checkout.processing', false],
    ['while the payment element loads', [{ type: 'sending' }, { type: 'started', payment }], false, 'checkout.loading', false],
    ['when the element does not come', [{ type: 'started', payment }, { type: 'unloaded' }], false, 'checkout.submit_payment', false],
    ['when the element is there', [{ type: 'started', payment }, { type: 'loaded' }], false, 'checkout.submit_payment', true],
    ['while the payment is confirmed', [{ type: 'started', payment }, { type: 'completing' }], false, 'checkout.completing', false],
    ['when it is done', [{ type: 'completing' }, { type: 'completed' }], false, 'checkout.successful', false],
    [
      'after a decline',
      [{ type: 'started', payment }, { type: 'completing' }, { type: 'failed', problem: declined }],
      false,
      'checkout.submit_payment',
      true,
    ],
  ])('the button, %s', { tags: ['§4.submit.1', '§4.submit.2', '§4.submit.4'] }, (_, events, free, text, enabled) => {
    const flow = run(...events);
    expect({ text: buttonText(flow, free), enabled: canSubmit(flow) }).toEqual({ text, enabled });
  });
});

it('during the flow the button says Loading, Processing Order, Completing Order and Order Successful', { tags: ['§4.submit.4'] }, () => {
  const words = (['loading', 'sending', 'completing', 'completed'] as const).map((status) =>
    t(buttonText({ ...startFlow(false), status }, false)),
  );
  expect(words).toEqual(['Loading', 'Processing Order', 'Completing Order', 'Order Successful']);
});

describe('a total that is another than the payment was started for', () => {
  const started = run({ type: 'started', payment: { ...payment, total: 5000 } }, { type: 'loaded' });
  it('is told with both amounts before anything is paid, and no longer when the payment has the new one', () => {
    expect(problemShown(started, 5400)).toEqual({ type: 'price-changed', before: 5000, now: 5400 });
    expect(problemShown(nextFlow(started, { type: 'refreshed', total: 5400 }), 5400)).toBeNull();
  });

  it('is not told while an order is on its way, nor over what went wrong', () => {
    expect(problemShown(nextFlow(started, { type: 'sending' }), 5400)).toBeNull();
    expect(problemShown(nextFlow(started, { type: 'failed', problem: declined }), 5400)).toBe(declined);
  });

  it('is not told where nobody knows what it was, or no payment has begun', () => {
    expect(problemShown(run({ type: 'started', payment }, { type: 'loaded' }), 5400)).toBeNull();
    expect(problemShown(run(), 5400)).toBeNull();
  });
});

describe('how it is paid', () => {
  it('is with what is on record, unless the reader has chosen otherwise or there is none', { tags: ['§4.method.1'] }, () => {
    expect(startFlow(true)).toMatchObject({ choice: 'use-card', saved: true });
    expect(startFlow(true, 'add-card')).toMatchObject({ choice: 'add-card', saved: true });
    expect(startFlow(false, 'use-card')).toMatchObject({ choice: 'add-card', saved: false });
  });
});

describe('nextFlow', () => {
  it('keeps a started payment when the card is declined', () => {
    expect(run({ type: 'started', payment }, { type: 'loaded' }, { type: 'failed', problem: declined })).toMatchObject({
      payment,
      problem: declined,
      status: 'ready',
    });
  });

  it(
    'returns to add-card when the saved card must be replaced, with an element on the same intent',
    { tags: ['§4.failures.5', '§4.method.2'] },
    () => {
      const problem: Problem = { type: 'replace-card', message: 'Your card has expired.' };
      const flow = run({ type: 'choose', choice: 'use-card' }, { type: 'sending' }, { type: 'failed', problem, payment });
      expect(flow).toMatchObject({ choice: 'add-card', payment, problem, status: 'loading' });
    },
  );

  it('returns to add-card when a payment did not go through, and keeps the saved card for another try', { tags: ['§4.method.2'] }, () => {
    const start = startFlow(true);
    expect(nextFlow(start, { type: 'failed', problem: declined, unpaid: true })).toMatchObject({ choice: 'add-card', saved: true });
    expect(nextFlow(start, { type: 'failed', problem: { type: 'fields' } })).toMatchObject({ choice: 'use-card', saved: true });
  });

  it('clears the saved card when it must be replaced', { tags: ['§4.failures.5'] }, () => {
    const problem: Problem = { type: 'replace-card', message: 'Your card has expired.' };
    const flow = nextFlow(startFlow(true), { type: 'failed', problem, payment });
    expect(flow).toMatchObject({ choice: 'add-card', saved: false });
    expect(nextFlow(flow, { type: 'failed', problem: declined })).toMatchObject({ saved: false });
  });

  it('offers to log in until another address is typed or the order is sent again', () => {
    const errors = { email: 'This address has an account already.' };
    const flow = run({ type: 'failed', problem: { type: 'fields' }, errors, login: true });
    expect(flow.login).toBe(true);
    expect(nextFlow(flow, { type: 'edited', field: 'name' }).login).toBe(true);
    expect(nextFlow(flow, { type: 'edited', field: 'email' }).login).toBe(false);
    expect(nextFlow(flow, { type: 'sending' }).login).toBe(false);
  });

  it('forgets old problems when the order is sent again', () => {
    const flow = run({ type: 'failed', problem: { type: 'fields' }, errors: { email: 'Must not be blank.' } }, { type: 'sending' });
    expect(flow).toMatchObject({ problem: null, errors: {} });
  });

  it('takes away the error of a field that is being put right, and no other', () => {
    const errors = { email: 'Must not be blank.', name: 'Must not be blank.' };
    const flow = run({ type: 'failed', problem: { type: 'fields' }, errors }, { type: 'edited', field: 'email' });
    expect(flow.errors).toEqual({ name: 'Must not be blank.' });
  });

  it('never lets a busy page submit, whatever happened before', { tags: ['§4.submit.1', '§4.submit.2', '§4.submit.6'] }, () => {
    const event = fc.constantFrom<CheckoutEvent>(
      { type: 'loading' },
      { type: 'loaded' },
      { type: 'sendable', sendable: true },
      { type: 'sendable', sendable: false },
      { type: 'sending' },
      { type: 'started', payment },
      { type: 'completing' },
      { type: 'completed' },
      { type: 'failed', problem: declined },
      { type: 'failed', problem: declined, payment },
    );
    fc.assert(
      fc.property(fc.array(event), (events) => {
        const flow = run(...events);
        return !(isBusy(flow) && canSubmit(flow));
      }),
    );
  });

  it('is on its way no longer once something failed, however far it was', { tags: ['§4.submit.2'] }, () => {
    for (const event of ['loading', 'sending', 'completing'] as const) {
      const going = run({ type: event });
      expect(going.status).toBe(event);
      expect(nextFlow(going, { type: 'failed', problem: declined })).toMatchObject({ status: 'ready', sendable: true, problem: declined });
    }
  });

  it('can always be submitted again after a failure that started no payment', { tags: ['§4.submit.2'] }, () => {
    fc.assert(
      fc.property(fc.constantFrom<CheckoutEvent>({ type: 'sending' }, { type: 'completing' }, { type: 'loading' }), (event) =>
        canSubmit(run(event, { type: 'failed', problem: declined })),
      ),
    );
  });
});
