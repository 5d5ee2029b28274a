// @module-tag ci
import { test } from '@newsstand/build/kept-page';
import { keys } from '@newsstand/contracts/fixtures/checkout';
import { expect, type Page } from '@playwright/test';
import { states } from '../src/stand-alone/states.ts';
import { answerRedemption } from './answer.ts';
import { fillAddress, open, paymentFailed, pick, press, total } from './open.ts';

const redeemed = async (page: Page) => {
  await expect(page.getByText('Your subscription is redeemed. A confirmation email is on its way to you.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'See your receipt' })).toHaveAttribute('href', /^\/receipts\?token=/);
};

test('a gift that is delivered otherwise says so, and begins with what the reader has', { tag: ['@§4.redeem.3'] }, async ({ page }) => {
  await open(page, 'redeem-misaligned');
  await expect(page.getByText('It is delivered otherwise than the subscription that you have.')).toBeVisible();
  await expect(pick(page, 'How do you want it?', 'Digital')).toBeChecked();
  await pick(page, 'How do you want it?', 'Print, United States').check();
  await expect(page.getByLabel('City')).toBeVisible();
});

test('what the gift does not cover says what it costs, and the rest of the page is as for what is free', async ({ page }) => {
  await open(page, 'redeem');
  await expect(page.getByText('Nothing is charged: Grace Holm has paid for it.')).toBeVisible();
  await pick(page, 'How do you want it?', 'Print, Canada').check();
  await expect(page.getByText('$12.00 more than the gift covers')).toBeVisible();
  await expect(page.getByText('Grace Holm has paid for the gift. You pay $12.00, once, for what it does not cover.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Proceed to Payment' })).toBeVisible();
  await pick(page, 'How do you want it?', 'Print, United States').check();
  await expect(page.getByRole('button', { name: 'Redeem' })).toBeVisible();
});

test('on a phone what the gift does not cover stays in view', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 700 });
  await open(page, 'redeem-upgrade');
  await pick(page, 'How do you want it?', 'Print, Canada').check();
  await expect(total(page)).toHaveText('$28.00');
  await expect(total(page)).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole('button', { name: 'Proceed to Payment' })).toBeInViewport({ ratio: 1 });
});

test(
  'what the subscriber has is preselected; the shown price is sent, paid on the page, and the page says that it is redeemed',
  { tag: ['@§4.results.3', '@§4.redeem.4', '@§4.redeem.5'] },
  async ({ page }) => {
    const checkout = { type: 'started', intent: 'pi_fixture', keys, total: 1600 };
    const sent = await answerRedemption(page, 200, { type: 'upgrade-checkout', checkout });
    await page.route('**/api/checkout/*', (route) => route.fulfill({ json: { status: 'completed', receipt: 'receipt_fixture01' } }));
    await open(page, 'redeem-upgrade', 'api');
    await expect(pick(page, 'How do you want it?', 'Print, United States')).toBeChecked();
    await fillAddress(page);
    await press(page, 'Proceed to Payment');
    await page.getByLabel('Card number').fill('4242424242424242');
    await press(page, 'Submit Payment');
    await redeemed(page);
    await expect(page.locator('[data-widget]')).toHaveAttribute('data-state', 'completed');
    expect(sent).toMatchObject([
      { body: { form: { total: 1600, invoice: null }, subscription: { token: 'gift_fixture0001', deliverable: 'print-a' } } },
      { body: { form: { total: 1600, invoice: 'pi_fixture', customer: 'add-card' } } },
    ]);
  },
);

test('who began to pay can take the gift as it is, and pays nothing', async ({ page }) => {
  const sent = await answerRedemption(page, 200, {
    type: 'upgrade-checkout',
    checkout: { type: 'started', intent: 'pi_fixture', keys, total: 1600 },
  });
  await open(page, 'redeem-upgrade', 'api');
  await fillAddress(page);
  await press(page, 'Proceed to Payment');
  await page.getByLabel('Card number').fill('4242424242424242');
  await pick(page, 'How do you want it?', 'Digital').check();
  await expect(page.getByLabel('Card number')).toBeHidden();
  await pick(page, 'How do you want it?', 'Print, United States').check();
  await expect(page.getByLabel('Card number')).toHaveValue('4242424242424242');
  await pick(page, 'How do you want it?', 'Digital').check();
  await press(page, 'Redeem');
  await expect.poll(() => sent.length).toBe(2);
  expect(sent[1]).toMatchObject({ body: { form: { total: 0 }, subscription: { deliverable: 'digital' } } });
});

test(
  'a card on record that is refused for a gift makes room for another one',
  { tag: ['@§4.failures.5', '@§8.checkout.4'] },
  async ({ page }) => {
    await open(page, 'redeem-replace');
    await fillAddress(page);
    const told = paymentFailed(page);
    await press(page, 'Place Order');
    await expect(page.getByRole('alert')).toHaveText('Your card has expired. To proceed, please update your payment information.');
    expect(await told).toEqual({ message: 'Your card has expired.' });
    await expect(page.getByRole('radio', { name: /ending in/ })).toHaveCount(0);
    await page.getByLabel('Card number').fill('4242424242424242');
    await press(page, 'Submit Payment');
    await redeemed(page);
  },
);

test(
  'a gift whose payment cannot be followed is an unexpected error, and the order is kept',
  { tag: ['@§8.checkout.3'] },
  async ({ page }) => {
    await open(page, 'redeem-unheard');
    await fillAddress(page);
    await press(page, 'Place Order');
    await expect(page.getByRole('alert')).toContainText('Unexpected Error');
    await expect(page.getByRole('alert')).toContainText('Your order is kept.');
  },
);

for (const state of ['redeem-card', 'redeem-authorize']) {
  test(`'${state}': the difference is paid with the card on record`, async ({ page }) => {
    await open(page, state);
    await expect(page.getByRole('radio', { name: /Use Visa ending in 4242/ })).toBeChecked();
    await fillAddress(page);
    await press(page, 'Place Order');
    await redeemed(page);
  });
}

test('a declined card leaves the gift to be redeemed: the bank’s words, and everything typed stays', async ({ page }) => {
  await open(page, 'redeem-declined');
  await fillAddress(page);
  await press(page, 'Proceed to Payment');
  await page.getByLabel('Card number').fill('4242424242424242');
  await press(page, 'Submit Payment');
  await expect(page.getByRole('alert')).toHaveText('Your card was declined.');
  await expect(page.getByLabel('City')).toHaveValue('Port Merrow');
  await expect(page.getByRole('button', { name: 'Submit Payment' })).toBeEnabled();
});

test('the card that an upgrade asks for comes with the next Tab after the button', async ({ page }) => {
  await open(page, 'redeem-declined');
  await fillAddress(page);
  await page.getByRole('button', { name: 'Proceed to Payment' }).press('Enter');
  await expect(page.getByRole('group', { name: 'Payment' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByLabel('Card number')).toBeFocused();
});

test(
  'a gift that somebody else redeemed before it was paid for is told, and no card is asked for',
  { tag: ['@§4.failures.1'] },
  async ({ page }) => {
    await open(page, 'redeem-meanwhile');
    await fillAddress(page);
    await press(page, 'Proceed to Payment');
    await expect(page.getByRole('alert')).toHaveText('This gift is already redeemed.');
    await expect(page.getByLabel('Card number')).toHaveCount(0);
  },
);

test('who comes back from their bank is told that it is redeemed, not that somebody had it', async ({ page }) => {
  await page.goto('/?state=redeem-back&menu=closed&payment_intent=pi_fixture&redirect_status=succeeded');
  await redeemed(page);
  expect(page.url()).not.toContain('payment_intent');
});

test('who is paying for a gift by their bank is told that it is on its way, and where to see it', async ({ page }) => {
  await open(page, 'redeem-on-its-way');
  await expect(page.getByText('A payment is on its way.')).toBeVisible();
  await expect(page.getByText('As soon as it has arrived, the gift is redeemed.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'See the payment' })).toHaveAttribute('href', '/invoice/invoice_fixture01');
  for (const role of ['radio', 'textbox', 'button'] as const) await expect(page.getByRole(role)).toHaveCount(0);
});

test('a price that has changed is shown before it is confirmed', async ({ page }) => {
  const { page: data } = states['redeem-upgrade'];
  if (typeof data === 'string' || !data.redeem) throw new Error('The state has page data.');
  const { options, ...rest } = data.redeem;
  const dearer = { ...data, redeem: { ...rest, options: { ...options, prices: { ...options.prices, 'print-a': 2000 } } } };
  const sent = await answerRedemption(page, 409, {
    errors: { total: 'The price of your order is now $20.00. Please check it and confirm.' },
  });
  await page.route('**/api/page/redeem?token=gift_fixture0001', (route) => route.fulfill({ json: dearer }));
  await open(page, 'redeem-upgrade', 'api');
  await fillAddress(page);
  await press(page, 'Proceed to Payment');
  await expect(page.getByRole('alert')).toHaveText('The price of your order is now $20.00. Please check it and confirm.');
  await expect(page.getByText('You pay $20.00, once, for what it does not cover.')).toBeVisible();
  await press(page, 'Proceed to Payment');
  await expect.poll(() => sent.length).toBe(2);
  expect(sent[1]).toMatchObject({ body: { form: { total: 2000 } } });
});
