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
import { openSheet } from './wallet.ts';
import { isWallet, WALLETS } from './wallets.ts';

type Session =
  | { payment_method_types: string[]; wallets: string[]; status: string; intent: { amount?: number; currency?: string }; error?: undefined }
  | { error: StripeError };
export type Elements = ReturnType<typeof createElements>;

/**
 * What `stripe.elements()` gives: one intent's elements. The product makes the intent first, so that is all that is
 * emulated.
 */
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
  /** The card that a wallet handed over, until it is confirmed. */
  let handed: string | null = null;

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
    submit,
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
    /**
     * What is confirmed: a card that a wallet handed over, or null for what stands in the element. Opens the wallet
     * where `submit()` did not.
     */
    async takeHanded(): Promise<{ error: StripeError } | { error?: undefined; token: string | null }> {
      if (handed === null) {
        const submitted = await submit();
        if (submitted.error) return { error: submitted.error };
      }
      const token = handed;
      handed = null;
      return { token };
    },
    confirm: (path: string, params: Record<string, string>) => mounted().confirm(path, params),
  };

  /**
   * Shows what is wrong beside its field, and answers the first of it. A wallet's sheet opens, and only in the reader's
   * own click.
   */
  async function submit(): Promise<Submitted> {
    const inGesture = navigator.userActivation.isActive;
    handed = null;
    const submitted = await mounted().submit();
    const { selectedPaymentMethod: type = '' } = submitted;
    if (submitted.error || !isWallet(type)) return submitted;
    if (!inGesture)
      throw new IntegrationError(
        `Failed to show the ${WALLETS[type].name} payment sheet: call \`elements.submit()\` first in the reader's click.`,
      );
    const answer = await session();
    if (answer.error) return { error: answer.error };
    handed = await openSheet(type, answer.intent);
    return handed === null
      ? { error: { type: 'validation_error', code: 'payment_canceled', message: `${WALLETS[type].name} was canceled.` } }
      : submitted;
  }

  function mounted(): PaymentElement {
    if (element) return element;
    throw new IntegrationError('Invalid value for elements: it should contain a payment element.');
  }

  async function types(): Promise<{ known: string[]; wallets: string[] }> {
    const answer = await session();
    if (answer.error) throw answer.error;
    if (!['succeeded', 'canceled', 'processing'].includes(answer.status)) {
      return { known: answer.payment_method_types, wallets: answer.wallets };
    }
    throw new IntegrationError(
      `This client_secret belongs to an Intent in a terminal state (${answer.status}) and cannot be used to initialize Elements.`,
    );
  }

  async function session(): Promise<Session> {
    const query = new URLSearchParams({ key, client_secret: clientSecret ?? '' });
    return (await fetch(`${API_ORIGIN}/v1/elements/sessions?${query}`)).json();
  }
}
