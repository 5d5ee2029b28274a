import { DECLINED, declined, fakeStripe as stripe, type FakeOutcome } from '@newsstand/build/fake-stripe';
import { changeOrder, readOrder } from './fake-order.ts';

const ASKS = '4000002500003155';

/**
 * The payment provider's script of the stand-alone page. Cards behave as the provider's test cards do; a method on
 * record makes its bank ask.
 */
export const fakeStripe = () =>
  stripe({
    pay: async (card, method) => {
      if (method !== null || card === ASKS) return challenge();
      return card === DECLINED ? decline('Your card was declined.') : succeed();
    },
    ask: () => challenge(),
    status: () => {
      const { status } = readOrder();
      return status === 'none' ? null : status;
    },
  });

const succeed = (): FakeOutcome => {
  changeOrder({ status: 'succeeded', failure: null });
  return { paymentIntent: { status: 'succeeded' } };
};

const decline = (message: string): FakeOutcome => {
  changeOrder({ status: 'requires_payment_method', failure: message });
  return declined(message);
};

/** The bank's question, 3D Secure. */
const challenge = (): Promise<FakeOutcome> =>
  new Promise((resolve) => {
    changeOrder({ status: 'requires_action' });
    const dialog = document.createElement('dialog');
    const answer = (text: string, outcome: () => FakeOutcome) => {
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
