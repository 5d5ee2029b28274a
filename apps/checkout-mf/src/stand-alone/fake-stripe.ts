import { shortWait } from '@newsstand/build/stand-alone';
import { changeOrder, readOrder } from './fake-order.ts';

const DECLINED = '4000000000000002';
const ASKS = '4000002500003155';
type Outcome = { error?: { type: string; message: string; code?: string }; paymentIntent?: { status: string } };

/** A stand-in for the payment provider's script that lives in this page: no frame, no server. Cards behave as the provider's test cards do. */
export const fakeStripe = () => {
  let card = '';
  const element = (ready: Array<() => void> = []) => ({
    on: (event: string, call: () => void) => {
      if (event === 'ready') ready.push(call);
    },
    mount: (place: HTMLElement) => {
      place.replaceChildren(
        field('Card number', '1234 1234 1234 1234', (text) => {
          card = text.replace(/\D/g, '');
        }),
        field('Expiration date', 'MM / YY'),
        field('Security code', 'CVC'),
      );
      void shortWait().then(() => ready.forEach((call) => call()));
    },
    destroy: () => {
      card = '';
    },
  });

  const pay = async (): Promise<Outcome> => {
    if (card === ASKS) return challenge();
    return card === DECLINED ? decline('Your card was declined.') : succeed();
  };
  return {
    elements: () => ({
      create: () => element(),
      submit: async (): Promise<Outcome> =>
        card.length < 16 ? { error: { type: 'validation_error', message: 'Your card number is incomplete.' } } : {},
      fetchUpdates: async (): Promise<Outcome> => ({}),
    }),
    // Without elements a payment method on record is confirmed once more, and its bank asks.
    confirmPayment: ({ elements }: { elements?: unknown }) => (elements === undefined ? challenge() : pay()),
    handleNextAction: challenge,
    retrievePaymentIntent: async (): Promise<Outcome> => {
      const { status } = readOrder();
      return status === 'none' ? { error: { type: 'invalid_request_error', message: 'No such payment.' } } : { paymentIntent: { status } };
    },
  };
};

const succeed = (): Outcome => {
  changeOrder({ status: 'succeeded', failure: null });
  return { paymentIntent: { status: 'succeeded' } };
};

const decline = (message: string): Outcome => {
  changeOrder({ status: 'requires_payment_method', failure: message });
  return { error: { type: 'card_error', message, code: 'card_declined' } };
};

/** The bank's question, 3D Secure. */
const challenge = (): Promise<Outcome> =>
  new Promise((resolve) => {
    changeOrder({ status: 'requires_action' });
    const dialog = document.createElement('dialog');
    const answer = (text: string, outcome: () => Outcome) => {
      const button = document.createElement('button');
      button.textContent = text;
      button.addEventListener('click', () => {
        dialog.remove();
        resolve(outcome());
      });
      return button;
    };
    const title = document.createElement('p');
    title.textContent = '3D Secure: is it you who pays?';
    dialog.setAttribute('aria-label', '3D Secure');
    dialog.append(
      title,
      answer('Complete', succeed),
      answer('Fail', () =>
        decline('We are unable to authenticate your payment method. Please choose a different payment method and try again.'),
      ),
    );
    document.body.append(dialog);
    dialog.showModal();
  });

const field = (label: string, placeholder: string, typed: (text: string) => void = () => {}): HTMLElement => {
  const words = document.createElement('label');
  words.style.cssText = 'display:block;margin-bottom:12px;font:14px system-ui;color:inherit';
  const input = document.createElement('input');
  input.placeholder = placeholder;
  input.style.cssText =
    'display:block;box-sizing:border-box;width:100%;margin-top:4px;padding:12px;border:1px solid #8a8379;border-radius:2px;background:transparent;color:inherit;font:16px system-ui';
  input.addEventListener('input', () => typed(input.value));
  words.append(label, input);
  return words;
};
