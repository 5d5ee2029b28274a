import { test } from '@newsstand/build/kept-page';
import { expect, type Page } from '@playwright/test';
import { CARDS, open } from './open.ts';

/** Moves on with Tab until this has the focus. */
const tabTo = async (page: Page, role: 'button' | 'link' | 'textbox' | 'radio' | 'checkbox', name: string | RegExp): Promise<void> => {
  const target = page.getByRole(role, { name }).first();
  // Each try is one press: the usual pauses between tries would be most of the time that this takes.
  await expect(async () => {
    await page.keyboard.press('Tab');
    await expect(target).toBeFocused({ timeout: 50 });
  }).toPass({ intervals: [0] });
};

test('autorenew is switched by keyboard alone: the question has the focus, and gives it back', { tag: '@ci' }, async ({ page }) => {
  await open(page, 'active');
  await tabTo(page, 'button', 'Enable autorenew');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Enable autorenew' })).toBeFocused();
});

test('an address is changed by keyboard alone', { tag: '@ci' }, async ({ page }) => {
  await open(page, 'address');
  await tabTo(page, 'textbox', /^Address/);
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('3 Slipway');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Address updated successfully')).toBeVisible();
});

test('an upgrade is paid by keyboard alone', async ({ page }) => {
  await open(page, 'subscription-new-card');
  await tabTo(page, 'radio', /Digital/);
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('radio', { name: /Print, United States/ })).toBeChecked();
  await tabTo(page, 'button', 'Proceed to Payment');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('group', { name: 'Payment' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByLabel('Card number')).toBeFocused();
  await page.keyboard.type(CARDS.good);
  await tabTo(page, 'button', 'Submit Payment');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status').filter({ hasText: 'Your subscription is updated.' })).toBeFocused();
});

test('the focus goes to what is said when the control that was pressed goes away', { tag: '@ci' }, async ({ page }) => {
  await open(page, 'sessions');
  await page.getByRole('button', { name: 'Log out everywhere else' }).press('Enter');
  await expect(page.getByRole('status').filter({ hasText: 'It is logged out.' })).toBeFocused();

  await open(page, 'data-code');
  await page.getByRole('button', { name: 'Send a code' }).press('Enter');
  await expect(page.getByRole('status').filter({ hasText: 'The code is on its way' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('textbox', { name: 'Code' })).toBeFocused();

  await open(page, 'subscription-declined');
  await page.getByRole('radio', { name: /Print, United States/ }).check();
  await page.getByRole('button', { name: 'Place Order' }).press('Enter');
  await expect(page.getByRole('alert')).toBeFocused();
});

test('a donation is changed by keyboard alone', { tag: '@ci' }, async ({ page }) => {
  await open(page, 'everything');
  await tabTo(page, 'button', 'Change amount');
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Amount each month, in dollars')).toBeFocused();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('40');
  await page.keyboard.press('Enter');
  await expect(page.getByText('$40.00 a month')).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: 'Your donation is changed.' })).toBeFocused();
});
