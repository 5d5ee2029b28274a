import { INTENT, keys } from '@newsstand/contracts/fixtures/checkout';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PaymentProblem } from './payment-flow.ts';
import { canSubmit, isBusy, nextState, type PaymentState, startState, type StateEvent } from './payment-state.ts';

const payment = { intent: INTENT, keys };
const run = (...events: StateEvent[]): PaymentState => events.reduce<PaymentState>(nextState, startState(false));
const declined: PaymentProblem = { type: 'message', message: 'Your card was declined.' };

describe('how it is paid', () => {
  it('is with what is on record, unless the reader has chosen otherwise or there is none', { tags: ['§4.method.1'] }, () => {
    expect(startState(true)).toMatchObject({ choice: 'use-card', saved: true });
    expect(startState(true, 'add-card')).toMatchObject({ choice: 'add-card', saved: true });
    expect(startState(false, 'use-card')).toMatchObject({ choice: 'add-card', saved: false });
  });
});

describe('nextState', () => {
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
      const problem: PaymentProblem = { type: 'replace-card', message: 'Your card has expired.' };
      const flow = run({ type: 'choose', choice: 'use-card' }, { type: 'sending' }, { type: 'failed', problem, payment });
      expect(flow).toMatchObject({ choice: 'add-card', payment, problem, status: 'loading' });
    },
  );

  it('returns to add-card when a payment did not go through, and keeps the saved card for another try', { tags: ['§4.method.2'] }, () => {
    const start = startState(true);
    expect(nextState(start, { type: 'failed', problem: declined, unpaid: true })).toMatchObject({ choice: 'add-card', saved: true });
    expect(nextState(start, { type: 'failed', problem: { type: 'fields' } })).toMatchObject({ choice: 'use-card', saved: true });
  });

  it('clears the saved card when it must be replaced', { tags: ['§4.failures.5'] }, () => {
    const problem: PaymentProblem = { type: 'replace-card', message: 'Your card has expired.' };
    const flow = nextState(startState(true), { type: 'failed', problem, payment });
    expect(flow).toMatchObject({ choice: 'add-card', saved: false });
    expect(nextState(flow, { type: 'failed', problem: declined })).toMatchObject({ saved: false });
  });

  it('offers to log in until another address is typed or the order is sent again', () => {
    const errors = { email: 'This address has an account already.' };
    const flow = run({ type: 'failed', problem: { type: 'fields' }, errors, login: true });
    expect(flow.login).toBe(true);
    expect(nextState(flow, { type: 'edited', field: 'name' }).login).toBe(true);
    expect(nextState(flow, { type: 'edited', field: 'email' }).login).toBe(false);
    expect(nextState(flow, { type: 'sending' }).login).toBe(false);
  });

  it('forgets old problems when the order is sent again', () => {
    const flow = run({ type: 'failed', problem: { type: 'fields' }, errors: { email: 'Must not be blank.' } }, { type: 'sending' });
    expect(flow).toMatchObject({ problem: null, errors: {} });
  });

  it('forgets what was said of an order when another is wanted', () => {
    const flow = run({ type: 'failed', problem: { type: 'fields' }, errors: { email: 'Must not be blank.' } }, { type: 'changed' });
    expect(flow).toMatchObject({ status: 'ready', problem: null, errors: {} });
  });

  it('an element that comes while the card on record pays ends nothing', () => {
    const going = run({ type: 'started', payment }, { type: 'choose', choice: 'use-card' }, { type: 'sending' }, { type: 'loaded' });
    expect(going.status).toBe('sending');
  });

  it('takes away the error of a field that is being put right, and no other', () => {
    const errors = { email: 'Must not be blank.', name: 'Must not be blank.' };
    const flow = run({ type: 'failed', problem: { type: 'fields' }, errors }, { type: 'edited', field: 'email' });
    expect(flow.errors).toEqual({ name: 'Must not be blank.' });
  });

  it('never lets a busy page submit, whatever happened before', { tags: ['§4.submit.1', '§4.submit.2', '§4.submit.6'] }, () => {
    const event = fc.constantFrom<StateEvent>(
      { type: 'loading' },
      { type: 'loaded' },
      { type: 'unloaded' },
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
      expect(nextState(going, { type: 'failed', problem: declined })).toMatchObject({ status: 'ready', sendable: true, problem: declined });
    }
  });

  it('can always be submitted again after a failure that started no payment', { tags: ['§4.submit.2'] }, () => {
    fc.assert(
      fc.property(fc.constantFrom<StateEvent>({ type: 'sending' }, { type: 'completing' }, { type: 'loading' }), (event) =>
        canSubmit(run(event, { type: 'failed', problem: declined })),
      ),
    );
  });
});
