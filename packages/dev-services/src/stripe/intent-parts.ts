import type { Stripe } from 'stripe';
import { invalidRequest } from './fault.ts';

const EMULATED = ['card', 'us_bank_account'];

type Choice = {
  allowed_payment_method_types?: string[];
  excluded_payment_method_types?: string[] | '' | null;
  automatic_payment_methods?: { enabled: boolean; allow_redirects?: string };
};

/** The ways to pay that an intent offers: those asked for, or all that the emulator knows. */
export function paymentMethodTypes(params: Choice): string[] {
  if (params.allowed_payment_method_types && params.automatic_payment_methods) {
    throw invalidRequest('You may only specify one of these parameters: allowed_payment_method_types, automatic_payment_methods.', {
      code: 'parameters_exclusive',
    });
  }
  const allowed = params.allowed_payment_method_types ?? EMULATED;
  const types = EMULATED.filter((type) => allowed.includes(type) && !(params.excluded_payment_method_types || []).includes(type));
  if (types.length > 0) return types;
  throw invalidRequest(`The emulator knows none of these payment methods: ${allowed.join(', ')}.`, {
    param: 'allowed_payment_method_types',
  });
}

export function automaticPaymentMethods(params: Choice) {
  if (params.allowed_payment_method_types) return null;
  return { enabled: true, allow_redirects: params.automatic_payment_methods?.allow_redirects ?? 'always' } as const;
}

type PaymentCard = Stripe.PaymentIntent.PaymentMethodOptions.Card;
type SentPaymentCard = Stripe.Emptyable<Stripe.PaymentIntentCreateParams.PaymentMethodOptions.Card>;

/** Stripe answers every key of the card's options, whatever was sent. */
export function paymentCardOptions(current: PaymentCard | undefined, sent: SentPaymentCard | undefined): PaymentCard {
  const base: PaymentCard = current ?? { installments: null, mandate_options: null, network: null, request_three_d_secure: 'automatic' };
  if (!sent) return base;
  return {
    ...base,
    ...(sent.request_three_d_secure && { request_three_d_secure: sent.request_three_d_secure }),
    ...(sent.setup_credential_usage && { setup_credential_usage: sent.setup_credential_usage }),
    ...(sent.stored_credential_usage && { stored_credential_usage: sent.stored_credential_usage }),
    ...(sent.setup_future_usage && { setup_future_usage: sent.setup_future_usage }),
  };
}
