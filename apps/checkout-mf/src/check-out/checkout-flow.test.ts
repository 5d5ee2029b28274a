import { INTENT, keys } from '@newsstand/contracts/fixtures/checkout';
import { createMessages } from '@newsstand/ui/messages';
import { canSubmit, nextState, startState, type StateEvent } from '@newsstand/ui/payment-state';
import { describe, expect, it } from 'vitest';
import { pageMessages } from '../messages-pages.ts';
import { buttonText } from './button-text.ts';
import { type CheckoutFlow, type OrderChanged, type Problem, problemShown } from './checkout-flow.ts';

const t = createMessages(pageMessages);
const payment = { intent: INTENT, keys };
const run = (...events: StateEvent<OrderChanged>[]): CheckoutFlow => events.reduce<CheckoutFlow>(nextState, startState(false));
const declined: Problem = { type: 'message', message: 'Your card was declined.' };

describe('the submit button', () => {
  it.each<[string, StateEvent<OrderChanged>[], boolean, string, boolean]>([
    ['before anything', [], false, 'checkout.proceed_to_payment', true],
    ['for a free order', [], true, 'checkout.submit', true],
    ['for a saved card', [{ type: 'choose', choice: 'use-card' }], false, 'checkout.submit_payment', true],
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
    t(buttonText({ ...startState(false), status }, false)),
  );
  expect(words).toEqual(['Loading', 'Processing Order', 'Completing Order', 'Order Successful']);
});

describe('a total that is another than the payment was started for', () => {
  const started = run({ type: 'started', payment: { ...payment, total: 5000 } }, { type: 'loaded' });
  it('is told with both amounts before anything is paid, and no longer when the payment has the new one', () => {
    expect(problemShown(started, 5400)).toEqual({ type: 'price-changed', before: 5000, now: 5400 });
    expect(problemShown(nextState(started, { type: 'refreshed', total: 5400 }), 5400)).toBeNull();
  });

  it('is not told while an order is on its way, nor over what went wrong', () => {
    expect(problemShown(nextState(started, { type: 'sending' }), 5400)).toBeNull();
    expect(problemShown(nextState(started, { type: 'failed', problem: declined }), 5400)).toBe(declined);
  });

  it('is not told where nobody knows what it was, or no payment has begun', () => {
    expect(problemShown(run({ type: 'started', payment }, { type: 'loaded' }), 5400)).toBeNull();
    expect(problemShown(run(), 5400)).toBeNull();
  });
});
