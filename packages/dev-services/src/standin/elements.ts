import type {
  Appearance,
  StripeElementsOptionsClientSecret,
  StripeElementsUpdateOptions,
  StripeError,
  StripePaymentElementOptions,
} from '@stripe/stripe-js';
import { IntegrationError } from './integration-error.ts';
import { createListeners } from './listeners.ts';
import type { Submitted } from './messages.ts';
import { API_ORIGIN } from './origins.ts';
import { createPaymentElement, type PaymentElement } from './payment-element.ts';

type Session = { payment_method_types: string[]; status: string; error?: undefined } | { error: StripeError };
export type Elements = ReturnType<typeof createElements>;

/** What `stripe.elements()` gives: one intent's elements. The product makes the intent first, so that is all that is emulated. */
export function createElements(key: string, options: StripeElementsOptionsClientSecret) {
  const { clientSecret } = options;
  if ('paymentMethodTypes' in options) {
    throw new IntegrationError('elements(): `paymentMethodTypes` is no longer supported. Use `allowedPaymentMethodTypes`.');
  }
  if (!clientSecret)
    throw new IntegrationError('The stand-in for Stripe.js needs elements({clientSecret}): only intent-first pages are emulated.');
  let appearance: Appearance = options.appearance ?? {};
  let element: PaymentElement | null = null;
  const listeners = createListeners();

  return {
    clientSecret,
    create(type: string, elementOptions: StripePaymentElementOptions = {}): PaymentElement {
      if (type !== 'payment') throw new IntegrationError(`The stand-in for Stripe.js has no ${type} element, only the payment element.`);
      if (element) throw new IntegrationError('Can only create one Element of type payment.');
      const onDestroy = () => void (element = null);
      element = createPaymentElement({ key, options: { ...elementOptions }, appearance: () => appearance, types, onDestroy });
      return element;
    },
    getElement: (type: string) => (type === 'payment' ? element : null),
    /** Shows what is wrong beside its field, and answers the first of it. */
    async submit(): Promise<Submitted> {
      return mounted().submit();
    },
    async update(change: StripeElementsUpdateOptions): Promise<void> {
      appearance = change.appearance ?? appearance;
      element?.restyle();
      listeners.emit('update-end');
    },
    async fetchUpdates(): Promise<{ error?: StripeError }> {
      const answer = await session();
      return answer.error ? { error: answer.error } : {};
    },
    on: listeners.on,
    confirm: (path: string, params: Record<string, string>) => mounted().confirm(path, params),
  };

  function mounted(): PaymentElement {
    if (element) return element;
    throw new IntegrationError('Invalid value for elements: it should contain a payment element.');
  }

  async function types(): Promise<string[]> {
    const answer = await session();
    if (answer.error) throw answer.error;
    if (!['succeeded', 'canceled', 'processing'].includes(answer.status)) return answer.payment_method_types;
    throw new IntegrationError(
      `This client_secret belongs to an Intent in a terminal state (${answer.status}) and cannot be used to initialize Elements.`,
    );
  }

  async function session(): Promise<Session> {
    const query = new URLSearchParams({ key, client_secret: clientSecret ?? '' });
    return (await fetch(`${API_ORIGIN}/v1/elements/sessions?${query}`)).json();
  }
}
