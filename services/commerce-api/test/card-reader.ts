// What the tests of saved cards share: a reader with an account, and what Stripe.js does with a SetupIntent.
import { PaymentSetup } from '@newsstand/contracts/payment-info';
import { fromBrowser } from '@newsstand/dev-services/stripe/testing';
import type { StripeEmulator } from '@newsstand/dev-services/stripe-emulator';
import * as v from 'valibot';
import { expect } from 'vitest';
import type { Browser } from './browser.ts';
import { logInWith, makeAccount } from './reader.ts';
import { CARDS, type Reader, type Shop } from './shop.ts';

export type Subscriber = { reader: Reader; id: string; email: string };

type AccountDeps = Parameters<typeof makeAccount>[0];

/** A reader who is logged in to an account of their own. */
export async function subscriber(shop: AccountDeps & { reader: () => Reader }): Promise<Subscriber> {
  const reader = shop.reader();
  const { id, email } = await makeAccount(shop);
  expect((await logInWith(reader.browser, email)).status).toBe(200);
  return { reader, id, email };
}

/** What `confirmSetup` does with a card. Answers the SetupIntent's status, or why it was refused. */
export async function confirmSetup(emulator: StripeEmulator, secret: string, number = CARDS.good): Promise<string> {
  const { body } = await fromBrowser(emulator, `/v1/setup_intents/${setupIntentOf(secret)}/confirm`, {
    client_secret: secret,
    'payment_method_data[type]': 'card',
    'payment_method_data[card][number]': number,
    'payment_method_data[card][exp_month]': '11',
    'payment_method_data[card][exp_year]': '2031',
    'payment_method_data[card][cvc]': '123',
    'payment_method_data[billing_details][name]': 'A. Lovelace',
  });
  return body.status ?? body.error.code;
}

export const setupIntentOf = (secret: string): string => secret.split('_secret_')[0] ?? '';

/** The keys that the account's payment page is given. */
export async function setupSecret(browser: Browser): Promise<string> {
  const response = await browser.get('/api/account/card');
  expect(response.status).toBe(200);
  return v.parse(PaymentSetup, await response.json()).keys.secret;
}

export const keepCard = ({ reader }: Subscriber, secret: string, name?: string): Promise<Response> =>
  reader.browser.post('/api/account/card', { setup_intent: setupIntentOf(secret), ...(name !== undefined && { name }) });

/** The whole page: a card on record. Answers the provider's id of it. */
export async function putCard(shop: AccountDeps & Pick<Shop, 'emulator'>, who: Subscriber, number = CARDS.good): Promise<string> {
  const secret = await setupSecret(who.reader.browser);
  const status = await confirmSetup(shop.emulator, secret, number);
  if (status === 'requires_action') await who.reader.authenticate({ secret });
  expect((await keepCard(who, secret)).status).toBe(200);
  const { method } = await shop.deps.db.account.findUniqueOrThrow({ where: { id: who.id } });
  return method ?? 'no card';
}

/** The cards that the provider would still charge for a customer. */
export async function attached({ deps }: Shop, customer: string | null): Promise<string[]> {
  const { data } = await deps.stripe.customers.listPaymentMethods(customer ?? '');
  return data.map(({ id }) => id);
}
