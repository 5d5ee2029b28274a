import { shortWait } from '@newsstand/build/stand-alone';
const DECLINED = '4000000000000002';
/** A card on record that the bank refuses. */
export const REFUSED = 'pm_refused';
type Outcome = { error?: { type: string; message: string; code?: string } };

/** A stand-in for the payment provider's script that lives in this page: no frame, no server. Cards behave as the provider's test cards do. */
export const fakeStripe = () => {
  let card = '';
  const outcome = async (): Promise<Outcome> => {
    await shortWait();
    return card === DECLINED ? { error: { type: 'card_error', message: 'Your card was declined.', code: 'card_declined' } } : {};
  };
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
  return {
    elements: () => ({
      create: () => element(),
      submit: async (): Promise<Outcome> =>
        card.length < 16 ? { error: { type: 'validation_error', message: 'Your card number is incomplete.' } } : {},
      fetchUpdates: async (): Promise<Outcome> => ({}),
    }),
    confirmPayment: ({ confirmParams }: { confirmParams?: { payment_method?: string } }) => {
      if (confirmParams?.payment_method === REFUSED) card = DECLINED;
      return outcome();
    },
    confirmSetup: outcome,
    handleNextAction: outcome,
  };
};

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
