// What the tests of bank debits share.
import type { StripeEmulator } from '@newsstand/dev-services/stripe-emulator';
import { fromBrowser } from '@newsstand/dev-services/stripe/testing';
import * as v from 'valibot';
import type { Deps } from '../src/publication/deps.ts';
import { Settings } from '../src/publication/publication-schema.ts';

/** Stripe's test accounts. */
export const ACCOUNT = { pays: '000123456789', fails: '000111111116' };

/** What the publisher writes into `publication.json`, as it is when it was applied. */
export async function setPaymentMethods({ db, publication }: Deps, methods: string[]): Promise<void> {
  const { payment_methods } = v.parse(v.pick(Settings, ['payment_methods']), { payment_methods: methods });
  await db.$executeRaw`
    update publication set data = jsonb_set(data, '{settings,payment_methods}', ${JSON.stringify(payment_methods)}::jsonb), revision = revision + 1`;
  await publication.now();
}

export const takeBankDebits = (deps: Deps): Promise<void> => setPaymentMethods(deps, ['card', 'us_bank_account']);

/** What the payment element does with an account. Answers the intent's status, or why it was refused. */
export async function debit(
  emulator: StripeEmulator,
  { intent, secret }: { intent: string; secret: string },
  account: string,
): Promise<string> {
  const kind = intent.startsWith('seti_') ? 'setup_intents' : 'payment_intents';
  const { body } = await fromBrowser(emulator, `/v1/${kind}/${intent}/confirm`, {
    client_secret: secret,
    'payment_method_data[type]': 'us_bank_account',
    'payment_method_data[us_bank_account][account_number]': account,
    'payment_method_data[us_bank_account][routing_number]': '110000000',
    'payment_method_data[us_bank_account][account_holder_type]': 'individual',
    'payment_method_data[billing_details][name]': 'Ada Reader',
  });
  return body.status ?? body.error.code;
}

/** Puts an account on record at the provider. Answers what is stored of it. */
export async function giveAccount({ stripe }: Pick<Deps, 'stripe'>, customer: string, account_number: string) {
  const { id } = await stripe.paymentMethods.create({
    type: 'us_bank_account',
    us_bank_account: { account_number, routing_number: '110000000', account_holder_type: 'individual' },
    billing_details: { name: 'Dora Donor' },
  });
  await stripe.paymentMethods.attach(id, { customer });
  const ach = { bank_name: 'STRIPE TEST BANK', last_four: account_number.slice(-4), routing_number: '' };
  return { method: id, payment: { name: 'Dora Donor', card: null, ach, agreed: 0 } };
}
