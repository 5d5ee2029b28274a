// @module-tag ci
import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page, test } from '@playwright/test';
import type { Stripe } from 'stripe';
import type { StripeEmulator } from '../src/stripe-emulator.ts';
import { answerChallenge, answerForStripe, bankChallenge, paymentElement, typeCard, walletSheet } from '../src/stripe-in-browser.ts';
import { startEmulated } from '../src/stripe/testing.ts';
import { startShop } from './shop.ts';

let emulator: StripeEmulator;
let stripe: Stripe;
let shop: Awaited<ReturnType<typeof startShop>>;
let complaints: string[];

test.beforeEach(async ({ page }) => {
  ({ emulator, stripe } = await startEmulated());
  shop = await startShop(emulator.url, { usesLoader: false });
  complaints = [];
  page.on('console', (message) => ['warning', 'error'].includes(message.type()) && complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(error.message));
});
test.afterEach(async () => {
  shop.close();
  await emulator.close();
});

const order = (params: Partial<Stripe.PaymentIntentCreateParams> = {}) =>
  stripe.paymentIntents.create({ amount: 4000, currency: 'usd', allowed_payment_method_types: ['card'], ...params });
const open = (page: Page, intent: { client_secret: string | null }, query = '') =>
  page.goto(`${shop.url}/?secret=${intent.client_secret}${query}`);
const submit = (page: Page) => page.getByRole('button', { name: 'Submit Payment' }).click();

test('a declined card, then one that asks for authentication, pays once', async ({ page }) => {
  const intent = await order();
  await open(page, intent);
  await typeCard(page, '4000000000000002');
  await submit(page);
  await expect(page.getByRole('status')).toHaveText('Your card was declined.');
  await typeCard(page, '4000002500003155');
  await submit(page);
  await answerChallenge(page, 'Complete authentication');
  await expect(page.getByRole('status')).toHaveText('succeeded');
  expect(emulator.control.state().captured).toBe(4000);
  expect((await stripe.paymentIntents.retrieve(intent.id)).status).toBe('succeeded');
  expect(complaints.filter((text) => !text.includes('402'))).toEqual([]);
});

test('a failed authentication is told, and the same card may try again', async ({ page }) => {
  await open(page, await order());
  await typeCard(page, '4000002760003184');
  await submit(page);
  await answerChallenge(page, 'Fail authentication');
  await expect(page.getByRole('status')).toContainText('We are unable to authenticate your payment method.');
  await submit(page);
  await answerChallenge(page, 'Complete authentication');
  await expect(page.getByRole('status')).toHaveText('succeeded');
});

test('what is wrong with a card is said beside its field', { tag: '@long' }, async ({ page }) => {
  await open(page, await order());
  await typeCard(page, '4242424242424241');
  await submit(page);
  await expect(paymentElement(page).getByText('Your card number is invalid.')).toBeVisible();
  await expect(page.getByRole('status')).toHaveText('Your card number is invalid.');
  await paymentElement(page).getByLabel('Card number').fill('4111111111111111');
  await submit(page);
  await expect(page.getByRole('status')).toContainText('non test (live) card');
});

test('below the fold it is as high as it will be in view, so that nothing under it moves', async ({ page }) => {
  await page.addInitScript(() =>
    addEventListener('DOMContentLoaded', () => {
      if (parent === window) document.body.style.paddingTop = '3000px';
    }),
  );
  await open(page, await order());
  await expect(page.getByRole('button', { name: 'Submit Payment' })).toBeEnabled();
  const place = page.locator('#payment');
  const height = async () => (await place.boundingBox())?.height;
  const before = await height();
  await place.evaluate((element) => element.scrollIntoView({ block: 'center' }));
  await typeCard(page, '4242424242424242');
  expect(await height()).toBe(before);
});

test('a reader pays with the keyboard alone, challenge included', async ({ page }) => {
  await open(page, await order());
  await expect(page.getByRole('button', { name: 'Submit Payment' })).toBeEnabled();
  await page.keyboard.press('Tab');
  await expect(paymentElement(page).getByRole('button', { name: 'Card' })).toBeFocused();
  for (const text of ['4000002760003184', '1234', '123']) {
    await page.keyboard.press('Tab');
    await page.keyboard.type(text);
  }
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(bankChallenge(page).getByRole('button', { name: 'Complete authentication' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status')).toHaveText('succeeded');
});

test('a saved card that asks is authenticated without the element', { tag: '@long' }, async ({ page }) => {
  const customer = await stripe.customers.create({});
  const card = await stripe.paymentMethods.attach('pm_card_authenticationRequired', { customer: customer.id });
  const intent = await order({ customer: customer.id, payment_method: card.id, confirm: true, use_stripe_sdk: true, return_url: shop.url });
  await open(page, intent, '&authorize');
  await answerChallenge(page, 'Complete authentication');
  await expect(page.getByRole('status')).toHaveText('succeeded');
});

test('a card is set up for later', { tag: '@long' }, async ({ page }) => {
  const customer = await stripe.customers.create({});
  const intent = await stripe.setupIntents.create({ customer: customer.id, usage: 'off_session', allowed_payment_method_types: ['card'] });
  await open(page, intent);
  await typeCard(page, '4000002500003155');
  await submit(page);
  await answerChallenge(page, 'Complete authentication');
  await expect(page.getByRole('status')).toHaveText('setup succeeded');
  expect((await stripe.customers.listPaymentMethods(customer.id)).data[0]?.card?.last4).toBe('3155');
});

test('a bank account is chosen in the accordion', { tag: '@long' }, async ({ page }) => {
  await open(page, await order({ allowed_payment_method_types: ['card', 'us_bank_account'] }));
  await paymentElement(page).getByRole('button', { name: 'US bank account' }).click();
  await paymentElement(page).getByLabel('Full name').fill('A Reader');
  await paymentElement(page).getByLabel('Routing number').fill('110000000');
  await paymentElement(page).getByLabel('Account number').fill('000123456789');
  await submit(page);
  await expect(page.getByRole('status')).toHaveText('processing');
});

for (const [wallet, name] of [
  ['apple_pay', 'Apple Pay'],
  ['google_pay', 'Google Pay'],
] as const) {
  test(`a reader pays with ${name} where the device has it, after thinking twice`, { tag: '@long' }, async ({ page }) => {
    emulator.control.switch({ [wallet]: true });
    const intent = await order({ customer: (await stripe.customers.create({})).id, setup_future_usage: 'off_session' });
    await open(page, intent);
    await expect(paymentElement(page).locator('.head')).toHaveText(['Card', name]);
    await paymentElement(page).getByRole('button', { name }).click();
    await submit(page);
    await walletSheet(page).getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByRole('status')).toHaveText(`${name} was canceled.`);
    await submit(page);
    await expect(walletSheet(page).getByText('Pays $40.00.')).toBeVisible();
    expect((await new AxeBuilder({ page }).include('dialog').analyze()).violations).toEqual([]);
    await walletSheet(page)
      .getByRole('button', { name: `Pay with ${name}` })
      .click();
    await expect(page.getByRole('status')).toHaveText('succeeded');
    const paid = await stripe.paymentIntents.retrieve(intent.id, { expand: ['payment_method'] });
    const method = paid.payment_method;
    expect(typeof method === 'object' && method?.card).toMatchObject({ brand: 'visa', last4: '4242', wallet: { type: wallet } });
    expect(emulator.control.state().violations).toEqual([]);
  });
}

test('a card of a wallet that is declined is told, and the sheet opens anew', { tag: '@long' }, async ({ page }) => {
  emulator.control.switch({ apple_pay: true, google_pay: true });
  await open(page, await order());
  await expect(paymentElement(page).locator('.head')).toHaveText(['Card', 'Apple Pay', 'Google Pay']);
  await paymentElement(page).getByRole('button', { name: 'Apple Pay' }).click();
  await submit(page);
  await walletSheet(page).getByLabel('Card').selectOption('4000000000000002');
  await walletSheet(page).getByRole('button', { name: 'Pay with Apple Pay' }).click();
  await expect(page.getByRole('status')).toHaveText('Your card was declined.');
  await submit(page);
  await walletSheet(page).getByRole('button', { name: 'Pay with Apple Pay' }).click();
  await expect(page.getByRole('status')).toHaveText('succeeded');
});

test('a device without wallets is offered none', { tag: '@long' }, async ({ page }) => {
  await open(page, await order());
  await expect(paymentElement(page).locator('.head')).toHaveText(['Card']);
});

test('an intent that is paid cannot be paid again', { tag: '@long' }, async ({ page }) => {
  await open(page, await order({ payment_method: 'pm_card_visa', confirm: true }));
  await expect(page.getByRole('status')).toContainText('terminal state');
});

test('an element that is mounted, taken away and mounted again is there once', { tag: '@long' }, async ({ page }) => {
  await open(page, await order(), '&remount');
  await typeCard(page, '4242424242424242');
  await expect(page.locator('iframe')).toHaveCount(1);
  await submit(page);
  await expect(page.getByRole('status')).toHaveText('succeeded');
});

test('a shadow root is refused, as Stripe refuses it', { tag: '@long' }, async ({ page }) => {
  await open(page, await order(), '&shadow');
  await expect(page.getByRole('status')).toContainText('Elements cannot be mounted in a ShadowRoot');
});

for (const query of ['', '&night']) {
  test(`axe finds nothing in the frames${query && ' at night'}`, async ({ page }) => {
    await open(page, await order({ allowed_payment_method_types: ['card', 'us_bank_account'] }), query);
    await typeCard(page, '4242424242424241');
    await submit(page);
    await expect(paymentElement(page).getByText('Your card number is invalid.')).toBeVisible();
    expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
    await typeCard(page, '4000002760003184');
    await submit(page);
    await expect(bankChallenge(page).getByRole('heading')).toBeVisible();
    expect((await new AxeBuilder({ page }).include('dialog').analyze()).violations).toEqual([]);
  });
}

for (const [colorScheme, query] of [
  ['dark', ''],
  ['light', '&night'],
] as const) {
  test(`a ${colorScheme} page shows through round the fields${query && ' at night'}`, { tag: '@long' }, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    await open(page, await order(), query);
    await expect(paymentElement(page).getByRole('button', { name: 'Card' })).toBeVisible();
    const box = await page.locator('#payment iframe').boundingBox();
    const corner = (x: number, y: number) => page.screenshot({ clip: { x, y, width: 2, height: 2 } });
    const within = await corner(box?.x ?? 0, box?.y ?? 0);
    expect(within.equals(await corner((box?.x ?? 0) - 4, box?.y ?? 0))).toBe(true);
  });
}

test('the unmodified loader takes the stand-in when a test answers for Stripe’s hosts', { tag: '@long' }, async ({ page }) => {
  const loading = await startShop(emulator.url, { usesLoader: true });
  await answerForStripe(page, emulator.url);
  const intent = await order();
  await page.goto(`${loading.url}/?secret=${intent.client_secret}`);
  await typeCard(page, '4242424242424242');
  await submit(page);
  await expect(page.getByRole('status')).toHaveText('succeeded');
  expect(complaints).toEqual([]);
  loading.close();
});
