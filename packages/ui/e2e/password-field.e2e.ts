import { expect, test, type Page } from '@playwright/test';

const section = (page: Page) => page.getByRole('region', { name: 'PasswordField' });
const field = (page: Page) => page.getByRole('textbox', { name: 'Your secret' });
const secret = (page: Page) => page.locator('input[name=password]');
const show = (page: Page) => section(page).getByRole('button', { name: 'Show password' });
const hide = (page: Page) => section(page).getByRole('button', { name: 'Hide password' });
const caret = (page: Page) => secret(page).evaluate((input: HTMLInputElement) => [input.selectionStart, input.selectionEnd]);

test.beforeEach(async ({ page }) => {
  await page.goto('/');
  await secret(page).fill('a ferry at dawn');
});

test('a password is hidden until it is shown, and can be hidden again', async ({ page }) => {
  await expect(secret(page)).toHaveAttribute('type', 'password');
  await show(page).click();
  await expect(field(page)).toHaveValue('a ferry at dawn');
  await expect(secret(page)).toHaveAttribute('autocomplete', 'current-password');
  await expect(secret(page)).toHaveAttribute('spellcheck', 'false');
  await hide(page).click();
  await expect(secret(page)).toHaveAttribute('type', 'password');
});

test('with the mouse the field keeps the focus, and its caret is where it was', { tag: '@ci' }, async ({ page }) => {
  await secret(page).evaluate((input: HTMLInputElement) => input.setSelectionRange(2, 7));
  for (const button of [show(page), hide(page)]) {
    await button.click();
    await expect(secret(page)).toBeFocused();
    expect(await caret(page)).toEqual([2, 7]);
  }
  await page.keyboard.type('x');
  await expect(secret(page)).toHaveValue('a x at dawn');
});

test('the keyboard goes from the field to its button, which keeps the focus, says whose it is and sends nothing', async ({ page }) => {
  await secret(page).evaluate((input: HTMLInputElement) => input.setSelectionRange(2, 7));
  await page.keyboard.press('Tab');
  await expect(show(page)).toBeFocused();
  await expect(show(page)).toHaveAccessibleDescription(/Your secret/);
  await page.keyboard.press('Enter');
  await expect(hide(page)).toBeFocused();
  await page.keyboard.press('Space');
  await expect(show(page)).toBeFocused();
  expect(await caret(page)).toEqual([2, 7]);
  await expect(page.getByText('Sent 0 times')).toBeVisible();
});

test('a form is sent with its password hidden', { tag: '@ci' }, async ({ page }) => {
  await show(page).click();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Sent 1 times')).toBeVisible();
  await expect(secret(page)).toHaveAttribute('type', 'password');
  await expect(show(page)).toBeVisible();
});

test('the button lies within its field, and can be pressed with a thumb', { tag: '@ci' }, async ({ page }) => {
  for (const width of [320, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    const [outer, inner] = [await secret(page).boundingBox(), await show(page).boundingBox()];
    if (!outer || !inner) throw new Error('one of them is not there');
    expect(inner.x).toBeGreaterThanOrEqual(outer.x);
    expect(inner.x + inner.width).toBeLessThanOrEqual(outer.x + outer.width);
    expect(inner.y).toBeGreaterThanOrEqual(outer.y);
    expect(inner.y + inner.height).toBeLessThanOrEqual(outer.y + outer.height + 1);
    expect(Math.min(inner.width, inner.height)).toBeGreaterThanOrEqual(44);
  }
});
