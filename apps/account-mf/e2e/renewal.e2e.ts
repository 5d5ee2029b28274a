// @module-tag ci
import { test } from '@newsstand/build/kept-page';
import { expect } from '@playwright/test';
import { button, open, sent, watch } from './open.ts';

const LOOK = ['GET /api/charges/chg_fixture0001', null];

test('the letter’s link says what is charged, and one press pays it with the card on record', async ({ page }) => {
  await watch(page);
  await open(page, 'renewal');
  await expect(page.getByRole('heading', { name: 'Confirm your renewal' })).toBeVisible();
  const text = page.getByRole('definition');
  await expect(text).toHaveText([
    'The renewal of Ada Merrow’s subscriptionPrint, Standard, 1 year (4 issues)',
    '$56.00',
    'Visa ending in 3184',
    'As soon as you confirm it',
  ]);
  await button(page, 'Confirm $56.00').click();
  await expect(button(page, 'Confirming')).toHaveAttribute('aria-busy', 'true');
  await expect(page.getByRole('heading', { name: 'It is paid', exact: true })).toBeFocused();
  await expect(page.getByRole('link', { name: 'See your receipt' })).toHaveAttribute('href', '/receipts?token=rcpt_fixture0001');
  await expect(page.getByRole('button')).toHaveCount(0);
  // Once when it opened and once before it was confirmed; then until the bank had moved the money.
  expect(await sent(page)).toEqual([LOOK, LOOK, LOOK, LOOK]);
});

test('a payment is confirmed by keyboard alone, and pressing twice asks once', async ({ page }) => {
  await watch(page);
  await open(page, 'renewal-donation');
  await expect(page.getByRole('heading', { name: 'Confirm your monthly donation' })).toBeVisible();
  const confirm = button(page, 'Confirm $25.00');
  await expect(async () => {
    await page.keyboard.press('Tab');
    await expect(confirm).toBeFocused({ timeout: 50 });
  }).toPass();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'It is paid', exact: true })).toBeFocused();
  expect(await sent(page)).toEqual([LOOK, LOOK, LOOK]);
});

test(
  'what the bank refuses is said in its words, told to the page, and leads to another card',
  { tag: ['@§8.checkout.4', '@§8.provider.1'] },
  async ({ page }) => {
    await open(page, 'renewal-refused');
    const told = page.evaluate(
      () => new Promise((resolve) => document.addEventListener('payment-failed', (event) => resolve(Reflect.get(event, 'detail')))),
    );
    await button(page, 'Confirm $56.00').click();
    await expect(page.getByRole('alert')).toHaveText('Your card was declined. To proceed, please update your payment information.');
    expect(await told).toEqual({ message: 'Your card was declined.' });
    await expect(page.getByRole('link', { name: 'Use another card' })).toHaveAttribute('href', '/account/payment');
    await expect(button(page, 'Confirm $56.00')).toBeFocused();
  },
);

test('a payment that failed before says why, and may be confirmed again', async ({ page }) => {
  await open(page, 'renewal-failed-before');
  await expect(page.getByRole('alert')).toContainText('Your bank did not recognise you.');
  await button(page, 'Confirm $56.00').click();
  await expect(page.getByRole('heading', { name: 'It is paid', exact: true })).toBeFocused();
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('the card of a donation is changed by the donation’s own link, without a login', async ({ page }) => {
  await open(page, 'renewal-donation');
  await expect(page.getByRole('link', { name: 'Use another card' })).toHaveAttribute('href', '/account/donation?token=don_fixture0001');
});

test('a payment that was confirmed in another tab is paid, whatever the provider says here', async ({ page }) => {
  await open(page, 'renewal-same-moment');
  await button(page, 'Confirm $56.00').click();
  await expect(page.getByRole('heading', { name: 'It is paid', exact: true })).toBeFocused();
  await expect(page.getByRole('alert')).toHaveCount(0);
});

for (const [what, state, title] of [
  ['stopped', 'renewal-stopped-elsewhere', 'It has been stopped'],
  ['paid', 'renewal-elsewhere', 'It is paid'],
] as const)
  test(`a payment that was ${what} in another tab says so when it is confirmed, and the provider is asked for nothing`, async ({
    page,
  }) => {
    await watch(page);
    await open(page, state);
    await page.evaluate(() =>
      Object.assign(globalThis, {
        Stripe: () => {
          throw new Error('the provider was asked');
        },
      }),
    );
    await button(page, 'Confirm $56.00').click();
    await expect(page.getByRole('heading', { name: title, exact: true })).toBeFocused();
    await expect(page.getByRole('button')).toHaveCount(0);
    await expect(page.getByRole('alert')).toHaveCount(0);
    expect(await sent(page)).toEqual([LOOK, LOOK]);
  });

test('where the server does not answer before a payment is confirmed, nothing is, and the reader may press again', async ({ page }) => {
  await open(page, 'renewal-down-then');
  await button(page, 'Confirm $56.00').click();
  await expect(page.getByRole('alert')).toContainText('We encountered an error.');
  await button(page, 'Confirm $56.00').click();
  await expect(page.getByRole('heading', { name: 'It is paid', exact: true })).toBeFocused();
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('back from the bank’s own page the payment is followed until it is paid, and the secret leaves the address', async ({ page }) => {
  await open(page, 'renewal-returned');
  await expect(page.getByRole('heading', { name: 'It is paid', exact: true })).toBeFocused();
  expect(page.url()).not.toContain('payment_intent');
  expect(page.url()).not.toContain('redirect_status');
});

test('what does not wait for its reader says so, with where to go from there', async ({ page }) => {
  for (const [state, title, link, href] of [
    ['renewal-paid', 'It is paid already', 'See your receipt', '/receipts?token=rcpt_fixture0001'],
    ['renewal-in-progress', 'Nothing to do for now', 'To my account', '/account'],
    ['renewal-replace', 'It needs another card', 'Use another card', '/account/payment'],
    ['renewal-stopped', 'It has been stopped', 'Renew', '/subscribe/renew'],
    ['renewal-unknown', 'We do not know this link', 'To my account', '/account'],
    ['renewal-no-token', 'We do not know this link', 'To my account', '/account'],
  ] as const) {
    await open(page, state);
    await expect(page.getByRole('heading', { name: title })).toBeVisible();
    await expect(page.getByRole('link', { name: link, exact: true })).toHaveAttribute('href', href);
    await expect(page.getByRole('button')).toHaveCount(0);
  }
});

test('staff who looks is told in the server’s words that it is only a view', async ({ page }) => {
  await open(page, 'renewal-view-only');
  await expect(page.getByRole('alert')).toContainText('View only: nothing can be changed.');
  await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0);
});

test('where the server does not answer, the account pages’ words say so, and the reader may try again', async ({ page }) => {
  await watch(page);
  await open(page, 'renewal-down');
  await expect(page.getByRole('alert')).toContainText('We encountered an error. Please try again at another time or contact');
  await button(page, 'Try again').click();
  await expect(page.getByRole('alert')).toBeVisible();
  expect(await sent(page)).toEqual([LOOK, LOOK]);
});
