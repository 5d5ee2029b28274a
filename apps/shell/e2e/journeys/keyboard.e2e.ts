import { expect, test, type Locator, type Page } from '@playwright/test';
import { captured, newReader, nextMail, stockOf } from './stack.ts';

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

/** Enters a card and submits the payment. */
async function payByKeyboard(page: Page): Promise<void> {
  const card = page.frameLocator('iframe[title="Secure payment input frame"]');
  await tabTo(page, card.getByLabel('Card number'));
  await page.keyboard.type('4242424242424242');
  await tabTo(page, card.getByLabel('Expiration date'));
  await page.keyboard.type('1234');
  await tabTo(page, card.getByLabel('Security code'));
  await page.keyboard.type('123');
  await tabTo(page, page.getByRole('button', { name: 'Submit Payment' }));
  await page.keyboard.press('Enter');
}

/** Types the beginning of a name into a select box and takes the one that the arrows lead to. */
async function chooseByKeyboard(page: Page, label: RegExp, typed: string, name: string): Promise<void> {
  const box = page.getByRole('combobox', { name: label });
  await tabTo(page, box);
  await page.keyboard.type(typed);
  const option = page.getByRole('option', { name, exact: true });
  await expect(option).toBeVisible();
  for (let presses = 0; presses < 10 && (await option.getAttribute('aria-selected')) !== 'true'; presses += 1) {
    await page.keyboard.press('ArrowDown');
  }
  await page.keyboard.press('Enter');
  await expect(box).toHaveValue(name);
}

test('the whole purchase works by keyboard alone', { tag: '@long' }, async ({ page, request }) => {
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

  await payByKeyboard(page);
  await expect(page).toHaveURL(/\/receipts\?token=/);
  // The first Enter and the second added a copy each.
  expect((await captured(request)) - taken).toBe(2 * 800);
  expect((await nextMail(request, email)).text).toContain('Terminus');
});

test('a size is chosen, an address given and both paid for by keyboard alone', { tag: '@ci' }, async ({ page, request }) => {
  const email = newReader('keyboard-tee');
  const stock = await stockOf(request, 'last-boat-tee', 'M');
  await page.goto('/store/product/last-boat-tee');
  const product = page.locator('[data-widget="checkout.product"]');

  await test.step('a size that is missing is asked for, and the arrow keys choose it', async () => {
    await tabTo(page, product.getByRole('button', { name: 'Add to Cart' }));
    await page.keyboard.press('Enter');
    await expect(product.getByRole('radiogroup', { name: 'Size' })).toHaveAccessibleDescription('Choose a size.');
    await tabTo(page, product.getByRole('radio', { name: /^S\b/ }));
    await page.keyboard.press('Space');
    await page.keyboard.press('ArrowRight');
    await expect(product.getByRole('radio', { name: /^M\b/ })).toBeChecked();
  });

  await tabTo(page, product.getByRole('button', { name: 'Add to Cart' }));
  await page.keyboard.press('Enter');
  const panel = page.getByRole('dialog', { name: 'Your Cart' });
  await expect(panel).toContainText('Last Boat Tee');
  await tabTo(page, panel.getByRole('link', { name: 'Proceed to Checkout' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Check Out', level: 1 })).toBeVisible();

  await tabTo(page, page.getByLabel('Full name'));
  await page.keyboard.type('Kay Board');
  await page.keyboard.press('Tab');
  await page.keyboard.type(email);
  await chooseByKeyboard(page, /^Country/, 'united st', 'United States');
  await tabTo(page, page.getByRole('textbox', { name: /^Address/ }));
  await page.keyboard.type('12 Harbour Street');
  await tabTo(page, page.getByLabel('City'));
  await page.keyboard.type('Portland');
  await chooseByKeyboard(page, /^State/, 'mai', 'Maine');
  await tabTo(page, page.getByLabel('Postal code'));
  await page.keyboard.type('04101');

  await tabTo(page, page.getByRole('button', { name: 'Proceed to Payment' }));
  await page.keyboard.press('Enter');
  await payByKeyboard(page);

  await expect(page).toHaveURL(/\/receipts\?token=/);
  await expect(page.getByText('12 Harbour Street')).toBeVisible();
  expect((await nextMail(request, email)).text).toContain('Last Boat Tee');
  expect(await stockOf(request, 'last-boat-tee', 'M')).toBe(stock - 1);
});

test('the panel that the first press of Enter brings gives the focus back when Escape closes it', { tag: '@ci' }, async ({ page }) => {
  await page.goto('/store');
  const cart = page.locator('[data-widget="checkout.panel"]').first();
  await tabTo(page, cart.getByRole('link', { name: /Cart/ }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Your Cart' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog', { name: 'Your Cart' })).toBeHidden();
  await expect(cart.getByRole('button')).toBeFocused();
});
