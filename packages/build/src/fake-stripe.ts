import { shortWait } from './stand-alone.ts';

/** The provider's test card that is declined. */
export const DECLINED = '4000000000000002';

/** What the payment provider's script says of one step, as far as our pages read it. */
export type FakeOutcome = { error?: { type: string; message: string; code?: string }; paymentIntent?: { status: string } };

export const declined = (message = 'Your card was declined.'): FakeOutcome => ({
  error: { type: 'card_error', message, code: 'card_declined' },
});

type World = {
  /**
   * What becomes of a payment, or of a card that is put on record: by the digits that were typed, or by the method on
   * record that is named.
   */
  pay(card: string, method: string | null): Promise<FakeOutcome>;
  /** What the reader's bank says when it is asked. */
  ask(): Promise<FakeOutcome>;
  /** How far the payment is, in the provider's words; null where there is none. */
  status(): string | null;
};

/** A stand-in for the payment provider's script that lives in a stand-alone page: no frame, no server. */
export const fakeStripe = ({ pay, ask, status }: World) => {
  let card = '';
  const element = (ready: (() => void)[] = []) => ({
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
      submit: async (): Promise<FakeOutcome> =>
        card.length < 16 ? { error: { type: 'validation_error', message: 'Your card number is incomplete.' } } : {},
      fetchUpdates: async (): Promise<FakeOutcome> => ({}),
    }),
    // Without elements a payment method on record is confirmed once more.
    confirmPayment: ({ elements, confirmParams }: { elements?: unknown; confirmParams?: { payment_method?: string } }) =>
      pay(card, elements === undefined ? (confirmParams?.payment_method ?? null) : null),
    confirmSetup: () => pay(card, null),
    handleNextAction: ask,
    retrievePaymentIntent: async (): Promise<FakeOutcome> => {
      const known = status();
      return known === null
        ? { error: { type: 'invalid_request_error', message: 'No such payment.' } }
        : { paymentIntent: { status: known } };
    },
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
