// @module-tag ci
import { test } from '@newsstand/build/kept-page';
import { keys } from '@newsstand/contracts/fixtures/checkout';
import { expect } from '@playwright/test';
import { answerRenewal } from './answer.ts';
import { open, pick, press, total, watchCart } from './open.ts';

const RECEIPT = /\/receipts\?token=/;

for (const [state, title, text] of [
  ['renew', 'You have 3 issues to come', 'from issue 16 on'],
  ['renew-expiring', 'You have one issue to come', 'it goes on with issue 14'],
  ['renew-expired', 'Your subscription has ended', 'Your last issue is out.'],
  ['renew-by-itself', 'You have 2 issues to come', 'It renews by itself.'],
  ['renew-refused', 'Your subscription has ended', 'Your renewal could not be charged.'],
  ['renew-processing', 'Your subscription has ended', 'Your renewal is on its way. Your bank is working on it. That may take a few days'],
  ['renew-processing-more', 'You have one issue to come', 'What you renew here is charged besides, and is added to it.'],
  ['renew-confirm', 'Your subscription has ended', 'Your bank asks you to confirm your renewal. Nothing is charged until you do.'],
] as const) {
  test(`'${state}' says where the subscription stands`, { tag: ['@§2.routes.17', '@§4.renew.2'] }, async ({ page }) => {
    await open(page, state);
    await expect(page.getByText(title)).toBeVisible();
    await expect(page.getByText(text)).toBeVisible();
    await expect(pick(page, 'How do you want to renew?', 'With the same settings')).toBeChecked();
    await expect(total(page)).toHaveText('$56.00');
  });
}

test('a renewal that waits for the bank leads to where it is confirmed, and is not said to renew by itself', async ({ page }) => {
  await open(page, 'renew-confirm');
  await expect(page.getByRole('link', { name: 'Confirm the payment' })).toHaveAttribute('href', '/renewal?token=charge_fixture01');
  for (const text of ['It renews by itself.', 'could not be charged']) await expect(page.getByText(text)).toHaveCount(0);
});

test('who has an unpaid invoice for the renewal is led to it, and told that renewing here is charged besides', async ({ page }) => {
  await open(page, 'renew-invoice');
  await expect(page.getByRole('link', { name: 'Invoice EXC-007, $56.00, due 12.22.2026' })).toHaveAttribute(
    'href',
    '/invoice/inv_renewal01',
  );
  await expect(page.getByText('Pay it, and your subscription goes on. What you renew here is charged besides')).toBeVisible();
  await open(page, 'renew-invoice-processing');
  await expect(page.getByText('Its payment is on its way, and your subscription goes on once it is there.')).toBeVisible();
});

for (const [state, title, link, href] of [
  ['renew-lifetime', 'Renewal not necessary', 'Donate', '/donate'],
  ['renew-none', 'There is nothing to renew yet', 'Subscribe', '/subscribe'],
  ['renew-guest', 'Log in to renew', 'Log in', /^\/login\?redirect=/],
] as const) {
  test(`'${state}' is told that there is nothing to renew here, and where to go`, { tag: ['@§4.renew.1'] }, async ({ page }) => {
    await open(page, state);
    await expect(page.getByRole('heading', { name: title })).toBeVisible();
    await expect(page.getByRole('link', { name: link })).toHaveAttribute('href', href);
    await expect(page.getByRole('button')).toHaveCount(0);
  });
}

test('what is chosen for a renewal is there again after a reload, and another reader begins anew', async ({ page }) => {
  await open(page, 'renew-expiring');
  await pick(page, 'How do you want to renew?', 'Change settings').check();
  await pick(page, 'For how long?', '2 years').check();
  await pick(page, 'Where do we post it?', 'Canada').check();
  await page.getByRole('textbox', { name: 'Address', exact: true }).fill('3 Wharf Road');
  await page.getByLabel('Add Last Boat Tee').check();
  await page.getByLabel('Coupon code').fill('STAYLONGER');
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByText('Coupon Applied')).toBeVisible();
  const price = (await total(page).textContent()) ?? '';
  await page.reload();
  await expect(pick(page, 'For how long?', '2 years')).toBeChecked();
  await expect(pick(page, 'Where do we post it?', 'Canada')).toBeChecked();
  await expect(page.getByRole('textbox', { name: 'Address', exact: true })).toHaveValue('3 Wharf Road');
  await expect(page.getByLabel('Add Last Boat Tee')).toBeChecked();
  await expect(page.getByText('Coupon Applied')).toBeVisible();
  await expect(total(page)).toHaveText(price);
  await open(page, 'renew-other');
  await expect(pick(page, 'How do you want to renew?', 'With the same settings')).toBeChecked();
  await open(page, 'renew-expiring');
  await expect(pick(page, 'How do you want to renew?', 'With the same settings')).toBeChecked();
});

test('the same settings are renewed with a new card, in two steps', { tag: ['@§4.renew.3'] }, async ({ page }) => {
  const sent = await answerRenewal(page, 200, { type: 'started', intent: 'pi_fixture', keys, total: 5600 });
  await open(page, 'renew-expiring', 'api');
  await press(page, 'Proceed to Payment');
  await page.getByLabel('Card number').fill('4242424242424242');
  await press(page, 'Submit Payment');
  await expect(page).toHaveURL(RECEIPT);
  expect(sent).toMatchObject([
    {
      cart: { subscription: { renewal: true, medium: 'print', level: 'low', term: '1year', coupon: null } },
      form: {
        name: 'Ada Merrow',
        email: 'ada@example.org',
        address: { line1: '7 Tide Mill Lane', country: 'US' },
        total: 5600,
        invoice: null,
      },
      shipcode: 'a',
    },
    { form: { invoice: 'pi_fixture', customer: 'add-card' } },
  ]);
});

const RENEWS = 'Your subscription will renew at the end of your cycle, but you can cancel at any time.';

const ENDS = 'Your subscription will end with its last issue. We will write to you before.';

for (const [state, on] of [
  ['renew', false],
  ['renew-by-itself', true],
] as const) {
  test(`'${state}' leaves autorenew as its reader has it, unless they say otherwise here`, { tag: ['@§9.texts.1'] }, async ({ page }) => {
    const sent = await answerRenewal(page, 200, { type: 'gratis', receipt: 'receipt_fixture01' });
    await open(page, state, 'api');
    const box = page.getByRole('checkbox', { name: 'Renew by itself with this card' });
    await expect(box).toBeChecked({ checked: on });
    await expect(page.getByText(on ? RENEWS : ENDS)).toBeVisible();
    await press(page, 'Proceed to Payment');
    await expect(page).toHaveURL(RECEIPT);
    await open(page, state, 'api');
    await box.setChecked(!on);
    await expect(page.getByText(on ? ENDS : RENEWS)).toBeVisible();
    await page.reload();
    await expect(box).toBeChecked({ checked: !on });
    await press(page, 'Proceed to Payment');
    await expect(page).toHaveURL(RECEIPT);
    expect(sent).toMatchObject([{ form: { autorenew: on } }, { form: { autorenew: !on } }]);
  });
}

test('a lifetime has nothing to renew, and nobody is asked', async ({ page }) => {
  await open(page, 'renew');
  await pick(page, 'How do you want to renew?', 'Change settings').check();
  await pick(page, 'For how long?', 'Lifetime').check();
  await expect(page.getByText('Paid once. There is nothing to renew.')).toBeVisible();
  await expect(page.getByRole('checkbox', { name: 'Renew by itself with this card' })).toHaveCount(0);
});

test("a card on record renews with one press of 'Place Order'", { tag: ['@§4.submit.3', '@§4.method.1'] }, async ({ page }) => {
  await open(page, 'renew-card');
  await expect(page.getByRole('radio', { name: /Use Visa ending in 4242/ })).toBeChecked();
  await press(page, 'Place Order');
  await expect(page).toHaveURL(RECEIPT);
});

test('a bank account on record renews like a card', { tag: ['@§4.method.1'] }, async ({ page }) => {
  await open(page, 'renew-bank');
  await expect(page.getByRole('radio', { name: 'Use Tidal Savings ending in 6789' })).toBeChecked();
  await press(page, 'Place Order');
  await expect(page).toHaveURL(RECEIPT);
});

test('where the page’s config allows it, a renewal waits in the cart', { tag: ['@§2.builder.9'] }, async ({ page }) => {
  const sent = await watchCart(page);
  await open(page, 'renew-later', 'api');
  await page.getByLabel('One-time contribution, in dollars').fill('5');
  await pick(page, 'When do you want to pay?', 'Check out later').check();
  await expect(page.getByText('You enter your card in the next step.')).toHaveCount(0);
  await press(page, 'Add to Cart');
  await expect(page.getByText('It is in your cart.')).toBeVisible();
  expect(sent).toMatchObject([{ item: { subscription: { renewal: true, medium: 'print' }, donation: { dollars: 5 } } }]);
});

test('it is renewed by keyboard alone', async ({ page }) => {
  await open(page, 'renew-card');
  await page.getByRole('radio', { name: /With the same settings/ }).focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(RECEIPT);
});
