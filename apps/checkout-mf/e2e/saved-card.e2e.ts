import { test } from '@newsstand/build/kept-page';
import { expect } from '@playwright/test';
import { button, CARDS, expectReceipt, fillAddress, fillCard, open } from './open.ts';

test('a saved card pays at once', { tag: ['@§4.method.1'] }, async ({ page }) => {
  await open(page, 'saved-card');
  await expect(page.getByRole('radio', { name: /Use Visa ending in 4242/ })).toBeChecked();
  await fillAddress(page);
  await button(page, 'Submit Payment').click();
  await expectReceipt(page);
});

test(
  'a saved card that no longer works is replaced on the same payment',
  { tag: ['@ci', '@§4.failures.5', '@§8.checkout.4'] },
  async ({ page }) => {
    await open(page, 'replace-card');
    await fillAddress(page);
    await button(page, 'Submit Payment').click();
    await expect(page.getByRole('alert')).toHaveText('Your card was declined. To proceed, please update your payment information.');
    // The card on record is of no use any more: there is nothing to choose.
    await expect(page.getByRole('radio')).toHaveCount(0);
    await fillCard(page, CARDS.good);
    await button(page, 'Submit Payment').click();
    await expectReceipt(page);
  },
);

test('a saved card whose bank asks is authenticated', { tag: ['@ci', '@§4.failures.4'] }, async ({ page }) => {
  await open(page, 'authorize-card');
  await fillAddress(page);
  await button(page, 'Submit Payment').click();
  await page.getByRole('dialog', { name: '3D Secure' }).getByRole('button', { name: 'Complete' }).click();
  await expectReceipt(page);
});

test('a refused authentication of the saved card leads to another card', { tag: '@ci' }, async ({ page }) => {
  await open(page, 'authorize-card');
  await fillAddress(page);
  await button(page, 'Submit Payment').click();
  await page.getByRole('dialog', { name: '3D Secure' }).getByRole('button', { name: 'Fail' }).click();
  await expect(page.getByRole('alert')).toContainText('We are unable to authenticate your payment method.');
  await expect(page.getByRole('radio', { name: 'Use another card' })).toBeChecked();
  await fillCard(page, CARDS.good);
  await button(page, 'Submit Payment').click();
  await expectReceipt(page);
});

test('a saved card that is declined leads to another card, and can be tried again', { tag: ['@ci', '@§4.method.2'] }, async ({ page }) => {
  await open(page, 'saved-declined');
  await fillAddress(page);
  await button(page, 'Submit Payment').click();
  await expect(page.getByRole('alert')).toHaveText('Your card was declined.');
  await expect(page.getByRole('radio', { name: 'Use another card' })).toBeChecked();
  await expect(page.getByRole('radio', { name: /Use Visa ending in 4242/ })).toBeEnabled();
  await expect(button(page, 'Proceed to Payment')).toBeEnabled();
});

test('a bank account on record pays like a card', { tag: '@ci' }, async ({ page }) => {
  await open(page, 'saved-bank');
  await expect(page.getByRole('radio', { name: 'Use Tidal Savings ending in 6789' })).toBeChecked();
  await fillAddress(page);
  await button(page, 'Submit Payment').click();
  await expectReceipt(page);
});

test('another card can be saved on the account, which a guest is not asked', { tag: ['@ci', '@§4.method.4'] }, async ({ page }) => {
  await open(page, 'saved-card');
  const save = page.getByRole('checkbox', { name: 'Save this card on my account' });
  await expect(save).toHaveCount(0);
  await page.getByRole('radio', { name: 'Use another card' }).check();
  await expect(save).not.toBeChecked();
  await fillAddress(page);
  await save.check();
  await page.reload();
  await expect(page.getByRole('radio', { name: 'Use another card' })).toBeChecked();
  await expect(save).toBeChecked();
  await button(page, 'Proceed to Payment').click();
  await fillCard(page, CARDS.good);
  await button(page, 'Submit Payment').click();
  await expectReceipt(page);
  await open(page, 'check-out');
  await expect(save).toHaveCount(0);
});
