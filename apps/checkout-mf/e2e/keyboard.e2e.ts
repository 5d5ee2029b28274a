import { test } from '@newsstand/build/kept-page';
import { expect, type Page } from '@playwright/test';
import { addButton, button, CARDS, expectReceipt, open } from './open.ts';

/** Moves on with Tab until the control with this label has the focus. */
const tabTo = async (page: Page, label: string | RegExp): Promise<void> => {
  const target = page
    .getByLabel(label)
    .or(page.getByRole('button', { name: label }))
    .or(page.getByRole('link', { name: label }))
    .first();
  await expect(async () => {
    await page.keyboard.press('Tab');
    await expect(target).toBeFocused({ timeout: 50 });
  }).toPass();
};

test('the whole purchase by keyboard alone', async ({ page }) => {
  await open(page, 'check-out');
  await expect(button(page, 'Proceed to Payment')).toBeVisible();
  await tabTo(page, 'Full name');
  await page.keyboard.type('Ada Merrow');
  await tabTo(page, 'Email');
  await page.keyboard.type('ada@example.org');
  await tabTo(page, 'Country');
  await page.keyboard.type('unit');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('combobox', { name: 'Country' })).toHaveValue('United States');
  await tabTo(page, /^Address/);
  await page.keyboard.type('2 Slipway');
  await tabTo(page, 'City');
  await page.keyboard.type('Port Merrow');
  await tabTo(page, 'State or province');
  await page.keyboard.type('mai');
  await page.keyboard.press('Enter');
  await tabTo(page, 'Postal code');
  await page.keyboard.type('04999');
  await tabTo(page, 'Proceed to Payment');
  await page.keyboard.press('Enter');
  await expect(button(page, 'Submit Payment')).toBeVisible();
  await expect(page.getByRole('group', { name: 'Payment' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByLabel('Card number')).toBeFocused();
  await page.keyboard.type(CARDS.good);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(button(page, 'Submit Payment')).toBeFocused();
  await page.keyboard.press('Enter');
  await expectReceipt(page);
});

test('a subscriber keeps the address and pays with the card on record, by keyboard alone', { tag: '@ci' }, async ({ page }) => {
  await open(page, 'keep-address');
  await expect(page.getByRole('radio', { name: /^Keep Address/ })).toBeChecked();
  await tabTo(page, /^Keep Address/);
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('textbox', { name: 'Address', exact: true })).toHaveValue('2 Slipway');
  await page.keyboard.press('ArrowUp');
  await expect(page.getByRole('textbox', { name: 'Address', exact: true })).toHaveCount(0);
  await tabTo(page, 'Renew by itself with this card');
  await page.keyboard.press('Space');
  await expect(page.getByText('Your subscription will end with its last issue.')).toBeVisible();
  await tabTo(page, 'Submit Payment');
  await page.keyboard.press('Enter');
  await expectReceipt(page);
});

test('a size is added by keyboard alone, and closing the panel gives the focus back', async ({ page }) => {
  await open(page, 'add-sizes');
  await expect(addButton(page)).toBeVisible();
  await page.keyboard.press('Tab');
  await page.keyboard.press('ArrowRight');
  await tabTo(page, 'Add to Cart');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Your Cart' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(addButton(page)).toBeFocused();
});
