import { shortWait } from '@newsstand/build/stand-alone';
import type { Script } from './states.ts';

type Outcome = { error?: { type: string; message: string; code?: string }; paymentIntent?: { status: string } };

/** A stand-in for the payment provider's script that lives in this page: no frame, no server. */
export const fakeStripe = (script: Script | undefined) => {
  let card = '';
  const element = (ready: (() => void)[] = []) => ({
    on: (event: string, call: () => void) => {
      if (event === 'ready') ready.push(call);
    },
    mount: (place: HTMLElement) => {
      const label = document.createElement('label');
      const input = document.createElement('input');
      input.placeholder = '1234 1234 1234 1234';
      input.style.cssText =
        'display:block;box-sizing:border-box;width:100%;margin-top:4px;padding:12px;border:1px solid #8a8379;border-radius:2px;background:transparent;color:inherit;font:16px system-ui';
      input.addEventListener('input', () => (card = input.value.replace(/\D/g, '')));
      label.append('Card number', input);
      place.replaceChildren(label);
      void shortWait().then(() => ready.forEach((call) => call()));
    },
    destroy: () => {
      card = '';
    },
  });
  const pay = async (): Promise<Outcome> =>
    script === 'declines'
      ? { error: { type: 'card_error', message: 'Your card was declined.', code: 'card_declined' } }
      : { paymentIntent: { status: 'succeeded' } };
  return {
    elements: () => ({
      create: () => element(),
      submit: async (): Promise<Outcome> =>
        card.length < 16 ? { error: { type: 'validation_error', message: 'Your card number is incomplete.' } } : {},
      fetchUpdates: async (): Promise<Outcome> => ({}),
    }),
    confirmPayment: pay,
    handleNextAction: pay,
    retrievePaymentIntent: async (): Promise<Outcome> => ({
      paymentIntent: { status: script === 'declines' ? 'requires_payment_method' : 'succeeded' },
    }),
  };
};
