import { createHash } from 'node:crypto';
import type { Stripe } from 'stripe';
import { type Call, need } from './call.ts';
import { numberOfTestPaymentMethod, testBankAccount, testCard } from './cards.ts';
import { cardError } from './card-error.ts';
import { invalidRequest, StripeFault } from './fault.ts';
import { makeId } from './ids.ts';
import { mergeMetadata } from './metadata.ts';
import type { Instrument } from './records.ts';
import type { Params } from './surface.ts';

type NewPaymentMethod = Pick<Stripe.PaymentMethodCreateParams, 'type' | 'card' | 'us_bank_account' | 'billing_details' | 'metadata'>;

export function createPaymentMethod(call: Call, params: NewPaymentMethod): Stripe.PaymentMethod {
  if (params.type === 'card') return createCard(call, params);
  if (params.type === 'us_bank_account') return createBankAccount(call, params);
  throw invalidRequest(`The emulator knows no payment method of the type ${params.type}.`, {
    code: 'payment_method_unsupported_type',
    param: 'type',
  });
}

/** One that exists, or a new one from a ready-made id such as `pm_card_visa`. */
export function resolvePaymentMethod(call: Call, id: string): Stripe.PaymentMethod {
  const number = numberOfTestPaymentMethod(id);
  if (number === undefined) return need(call, 'payment_method', id, 'payment_method');
  const expiry = { exp_month: 12, exp_year: new Date(call.now() * 1000).getUTCFullYear() + 3 };
  return createCard(call, { type: 'card', card: { number, ...expiry } });
}

export function attachPaymentMethod(call: Call, id: string, params: Params['POST /v1/payment_methods/:id/attach']): Stripe.PaymentMethod {
  const method = resolvePaymentMethod(call, id);
  const customer = need(call, 'customer', params.customer ?? '', 'customer');
  const instrument = usableInstrument(call, method);
  const card = testCard(instrument.number);
  if (card?.decline && card.accepts === 'never') throw cardError(card.decline, { payment_method: method });
  return attachTo(call, method, customer.id);
}

export function attachTo(call: Call, method: Stripe.PaymentMethod, customer: string): Stripe.PaymentMethod {
  if (method.customer === customer) return method;
  const attached = call.store.put('payment_method', { ...method, customer });
  call.emit('payment_method.attached', attached);
  return attached;
}

export function detachPaymentMethod(call: Call, id: string): Stripe.PaymentMethod {
  const method = need(call, 'payment_method', id);
  if (method.customer === null) {
    throw invalidRequest('The payment method you provided is not attached to a customer so detachment is impossible.', {
      param: 'payment_method',
    });
  }
  const detached = call.store.put('payment_method', { ...method, customer: null });
  call.store.put('instrument', { ...instrumentOf(call, method), isSpent: true });
  call.emit('payment_method.detached', detached);
  return detached;
}

export function instrumentOf(call: Call, method: Stripe.PaymentMethod): Instrument {
  return need(call, 'instrument', method.id);
}

export function usableInstrument(call: Call, method: Stripe.PaymentMethod): Instrument {
  const instrument = instrumentOf(call, method);
  if (!instrument.isSpent) return instrument;
  throw invalidRequest(
    'The provided PaymentMethod was previously used with a PaymentIntent without Customer attachment, or was detached from a Customer, and may not be used again.',
    { param: 'payment_method' },
  );
}

function createCard(call: Call, params: NewPaymentMethod): Stripe.PaymentMethod {
  const handed = walletCard(params.card?.token, call);
  const { number: written = '', exp_month, exp_year } = handed ?? params.card ?? {};
  if (!written || !exp_month || !exp_year)
    throw invalidRequest('Missing required param: card.', { code: 'parameter_missing', param: 'card' });
  const number = written.replaceAll(/\D/g, '');
  const known = testCard(number);
  if (!known) {
    throw new StripeFault(402, {
      type: 'card_error',
      code: 'card_declined',
      decline_code: 'test_mode_live_card',
      message: 'Your card was declined. Your request was in test mode, but used a non test (live) card.',
    });
  }
  const method: Stripe.PaymentMethod = {
    ...shared(call, params),
    type: 'card',
    card: {
      brand: known.brand,
      checks: {
        address_line1_check: null,
        address_postal_code_check: params.billing_details?.address ? 'pass' : null,
        cvc_check: 'pass',
      },
      country: 'US',
      display_brand: known.brand,
      exp_month,
      exp_year,
      fingerprint: fingerprint(number),
      funding: 'credit',
      generated_from: null,
      last4: number.slice(-4),
      networks: { available: [known.brand], preferred: null },
      regulated_status: 'unregulated',
      three_d_secure_usage: { supported: true },
      wallet: handed?.wallet ?? null,
    },
  };
  return remember(call, method, number);
}

/**
 * What a wallet of the stand-in hands over instead of a number, `tok_apple_pay_4242424242424242`: a card of the device,
 * whose number is another one's.
 */
function walletCard(token: string | undefined, call: Call) {
  const [, type, number] = /^tok_(apple_pay|google_pay)_(\d+)$/.exec(token ?? '') ?? [];
  if (type !== 'apple_pay' && type !== 'google_pay') return null;
  const wallet: Stripe.PaymentMethod.Card.Wallet = { type, [type]: {}, dynamic_last4: type === 'apple_pay' ? '1001' : null };
  return { number, exp_month: 12, exp_year: new Date(call.now() * 1000).getUTCFullYear() + 3, wallet };
}

function createBankAccount(call: Call, params: NewPaymentMethod): Stripe.PaymentMethod {
  const number = params.us_bank_account?.account_number ?? '';
  if (testBankAccount(number) === undefined) {
    const param = 'us_bank_account[account_number]';
    throw invalidRequest('You must use a test bank account number in test mode.', { code: 'bank_account_unusable', param });
  }
  const method: Stripe.PaymentMethod = {
    ...shared(call, params),
    type: 'us_bank_account',
    us_bank_account: {
      account_holder_type: params.us_bank_account?.account_holder_type ?? 'individual',
      account_type: params.us_bank_account?.account_type ?? 'checking',
      bank_name: 'STRIPE TEST BANK',
      financial_connections_account: null,
      fingerprint: fingerprint(number),
      last4: number.slice(-4),
      networks: { preferred: 'ach', supported: ['ach'] },
      routing_number: params.us_bank_account?.routing_number ?? null,
      status_details: null,
    },
  };
  return remember(call, method, number);
}

function shared(call: Call, params: NewPaymentMethod) {
  const { address, email, name, phone } = params.billing_details ?? {};
  const none = { city: null, country: null, line1: null, line2: null, postal_code: null, state: null };
  return {
    id: makeId('pm'),
    object: 'payment_method',
    allow_redisplay: 'unspecified',
    billing_details: { address: { ...none, ...address }, email: email || null, name: name || null, phone: phone || null, tax_id: null },
    created: call.now(),
    customer: null,
    customer_account: null,
    livemode: false,
    metadata: mergeMetadata({}, params.metadata),
  } satisfies Partial<Stripe.PaymentMethod>;
}

function remember(call: Call, method: Stripe.PaymentMethod, number: string): Stripe.PaymentMethod {
  const type = method.type === 'card' ? 'card' : 'us_bank_account';
  call.store.put('instrument', { id: method.id, type, number, isSetUp: false, isSpent: false });
  return call.store.put('payment_method', method);
}

function fingerprint(number: string): string {
  return createHash('sha256').update(number).digest('base64url').slice(0, 16);
}
