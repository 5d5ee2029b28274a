import { expect, test, type Locator, type Page } from '@playwright/test';
import { captured, newReader, nextMail } from './stack.ts';

/** Presses Tab until the element has the focus, as a reader without a mouse does. */
async function tabTo(page: Page, target: Locator, most = 80): Promise<void> {
  await expect(target.first()).toBeVisible();
  for (let presses = 0; presses < most; presses += 1) {
    if (await target.first().evaluate((element) => element.ownerDocument.hasFocus() && element.ownerDocument.activeElement === element))
      return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`${String(target)} was not reached by ${most} presses of Tab`);
}

test('the whole purchase works by keyboard alone', async ({ page, request }) => {
  const email = newReader('keyboard');
  const taken = await captured(request);
  await page.goto('/issue/terminus');

  const digital = page.locator('[data-item="digital-issue"]');
  await tabTo(page, page.getByRole('link', { name: 'Skip to content' }));
  await page.keyboard.press('Enter');
  await tabTo(page, digital.getByRole('button', { name: 'Add to Cart' }));
  await page.keyboard.press('Enter');
  const panel = page.getByRole('dialog', { name: 'Your Cart' });
  await expect(panel).toBeVisible();

  await test.step('Escape closes the panel and gives the focus back', async () => {
    await page.keyboard.press('Escape');
    await expect(panel).toBeHidden();
    await expect(digital.getByRole('button', { name: 'Add to Cart' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(panel).toBeVisible();
  });

  await tabTo(page, panel.getByRole('link', { name: 'Proceed to Checkout' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Check Out', level: 1 })).toBeVisible();

  await tabTo(page, page.getByLabel('Full name'));
  await page.keyboard.type('Kay Board');
  await page.keyboard.press('Tab');
  await page.keyboard.type(email);
  await tabTo(page, page.getByRole('button', { name: 'Proceed to Payment' }));
  await page.keyboard.press('Enter');

  const card = page.frameLocator('iframe[title="Secure payment input frame"]');
  await tabTo(page, card.getByLabel('Card number'));
  await page.keyboard.type('4242424242424242');
  await tabTo(page, card.getByLabel('Expiration date'));
  await page.keyboard.type('1234');
  await tabTo(page, card.getByLabel('Security code'));
  await page.keyboard.type('123');
  await tabTo(page, page.getByRole('button', { name: 'Submit Payment' }));
  await page.keyboard.press('Enter');

  await expect(page).toHaveURL(/\/receipts\?token=/);
  // The first Enter and the second added a copy each.
  expect((await captured(request)) - taken).toBe(2 * 800);
  expect((await nextMail(request, email)).text).toContain('Terminus');
});

test('the panel that the first press of Enter brings gives the focus back when Escape closes it', async ({ page }) => {
  await page.goto('/store');
  const cart = page.locator('[data-widget="checkout.panel"]').first();
  await tabTo(page, cart.getByRole('link', { name: /Cart/ }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Your Cart' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog', { name: 'Your Cart' })).toBeHidden();
  await expect(cart.getByRole('button')).toBeFocused();
});
