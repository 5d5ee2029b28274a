// @module-tag ci
import { expect, test } from '@playwright/test';

test('where staff looks at a reader’s page, what would change something is disabled, and the rest works', async ({ page }) => {
  await page.addInitScript(() =>
    document.addEventListener('readystatechange', () => (document.documentElement.dataset['newsstandViewOnly'] = '')),
  );
  await page.goto('/');
  const orders = page.getByRole('form', { name: 'What changes something' });
  for (const name of ['Place Order', 'Add to Cart', 'Remove']) await expect(orders.getByRole('button', { name })).toBeDisabled();
  await expect(orders.getByRole('button', { name: 'Log out' })).toBeEnabled();
  await page.getByRole('button', { name: 'Open cart' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
});

test('without staff the same is enabled', async ({ page }) => {
  await page.goto('/');
  const orders = page.getByRole('form', { name: 'What changes something' });
  for (const name of ['Place Order', 'Add to Cart', 'Remove', 'Log out']) await expect(orders.getByRole('button', { name })).toBeEnabled();
});
