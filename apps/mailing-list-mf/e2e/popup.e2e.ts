import { test } from '@newsstand/build/kept-page';
import { POPUP_SEEN } from '@newsstand/contracts/mailing-list';
import { expect, type Page } from '@playwright/test';

const popup = (page: Page) => page.getByRole('dialog', { name: 'Letters from the editors' });

test(
  'the popup shows once; Escape closes it, and the focus goes to what the reader was reading',
  { tag: ['@§1.offers.8', '@§2.others.11', '@§4.mailing-list.3', '@§9.popups.2'] },
  async ({ page }) => {
    await page.goto('/?state=popup');
    await expect(popup(page)).toBeVisible();
    await expect(popup(page).locator(':focus')).toHaveCount(1);
    await page.keyboard.press('Escape');
    await expect(popup(page)).toBeHidden();
    const reading = page.getByRole('main');
    await expect(reading).toBeFocused();
    // The page is as it was, and the keyboard goes on from there.
    await page.keyboard.press('Tab');
    await expect(page.getByRole('searchbox')).toBeFocused();
    await expect(reading).not.toHaveAttribute('tabindex');

    expect(await page.evaluate((flag) => localStorage.getItem(flag), POPUP_SEEN)).not.toBeNull();
    await page.goto('/?state=popup&seen');
    await expect(page.locator('[data-widget]')).toHaveAttribute('data-state', 'loaded');
    await page.getByRole('searchbox').focus();
    await page.getByRole('searchbox').blur();
    await expect(popup(page)).toBeHidden();
  },
);

test(
  'Escape gives the focus back to the link that had it when the popup came',
  { tag: ['@ci', '@§4.mailing-list.3'] },
  async ({ page }) => {
    await page.clock.install();
    await page.goto('/?state=popup-late');
    await expect(page.locator('[data-widget]')).toHaveAttribute('data-state', 'loaded');
    await page.getByRole('main').evaluate((main) => main.insertAdjacentHTML('beforeend', '<a href="/next">The next article</a>'));
    const link = page.getByRole('link', { name: 'The next article' });
    await link.focus();
    await page.clock.runFor(21_000);
    await expect(popup(page)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(popup(page)).toBeHidden();
    await expect(link).toBeFocused();
  },
);

test('a reader signs up in it by keyboard alone', async ({ page }) => {
  await page.goto('/?state=popup');
  await expect(popup(page)).toBeVisible();
  await page.keyboard.press('Tab');
  await page.keyboard.type('ada@example.org');
  await page.keyboard.press('Enter');
  await expect(
    popup(page).getByText('Thank you. We have written to you: follow the link in the letter, and you are on the list.'),
  ).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(popup(page)).toBeHidden();
});

test('a refusal is shown in it beside the field', async ({ page }) => {
  await page.goto('/?state=popup-refused');
  await popup(page).getByRole('button', { name: 'Sign up' }).click();
  await expect(popup(page).getByRole('textbox', { name: 'Email' })).toHaveAccessibleDescription(/Enter an email address/);
});

test('a click beside it and its close button close it', async ({ page }) => {
  await page.goto('/?state=popup');
  await popup(page).getByRole('button', { name: 'Close' }).click();
  await expect(popup(page)).toBeHidden();
  await page.goto('/?state=popup');
  await expect(popup(page)).toBeVisible();
  await page.mouse.click(5, 5);
  await expect(popup(page)).toBeHidden();
});

test('it waits 20 seconds, and then until the reader has stopped typing', async ({ page }) => {
  await page.clock.install();
  await page.goto('/?state=popup-late');
  await expect(page.locator('[data-widget]')).toHaveAttribute('data-state', 'loaded');
  await page.clock.runFor(19_000);
  await expect(popup(page)).toBeHidden();
  await page.getByRole('searchbox').focus();
  await page.clock.runFor(60_000);
  await expect(popup(page)).toBeHidden();
  await page.getByRole('searchbox').blur();
  await page.clock.runFor(10);
  await expect(popup(page)).toBeVisible();
});

test('it does not close what the reader has open: it comes when that has gone', { tag: '@ci' }, async ({ page }) => {
  await page.clock.install();
  await page.goto('/?state=popup-late');
  await expect(page.locator('[data-widget]')).toHaveAttribute('data-state', 'loaded');
  await page.evaluate(() => {
    const cart = document.createElement('dialog');
    cart.id = 'cart';
    cart.textContent = 'Your cart';
    document.body.append(cart);
    cart.showModal();
  });
  await page.clock.runFor(60_000);
  await expect(page.locator('#cart')).toBeVisible();
  await expect(popup(page)).toBeHidden();
  await page.keyboard.press('Escape');
  await page.clock.runFor(10);
  await expect(popup(page)).toBeVisible();
});

test('it does not come while a reader waits for a mailed code, wherever the focus is', { tag: '@ci' }, async ({ page }) => {
  await page.clock.install();
  await page.goto('/?state=popup-late');
  await expect(page.locator('[data-widget]')).toHaveAttribute('data-state', 'loaded');
  await page.evaluate(() => {
    const code = document.createElement('input');
    code.id = 'code';
    code.autocomplete = 'one-time-code';
    document.body.append(code);
  });
  await page.clock.runFor(60_000);
  await page.getByRole('searchbox').focus();
  await page.getByRole('searchbox').blur();
  await page.clock.runFor(10);
  await expect(popup(page)).toBeHidden();
  await page.locator('#code').evaluate((code) => code.remove());
  await page.getByRole('searchbox').focus();
  await page.getByRole('searchbox').blur();
  await page.clock.runFor(10);
  await expect(popup(page)).toBeVisible();
});

test('where it cannot be fetched the reader goes on reading, and the next page shows it', { tag: '@ci' }, async ({ page }) => {
  await page.route('**/popup.*.js', (route) => route.abort());
  const failed = page.waitForEvent('requestfailed');
  await page.goto('/?state=popup');
  expect((await failed).url()).toMatch(/\/popup\.\w+\.js$/);
  await expect(page.locator('[data-widget]')).toHaveAttribute('data-state', 'loaded');
  await expect(popup(page)).toBeHidden();

  await page.unroute('**/popup.*.js');
  await page.goto('/?state=popup');
  await expect(popup(page)).toBeVisible();
});

test('it is not there when what it is made of comes while the reader has begun to type', { tag: '@ci' }, async ({ page }) => {
  let come = () => {};
  const held = new Promise<void>((resolve) => (come = resolve));
  await page.route('**/popup.*.js', async (route) => {
    await held;
    await route.continue();
  });
  const asked = page.waitForRequest('**/popup.*.js');
  await page.goto('/?state=popup');
  await asked;
  await page.getByRole('searchbox').focus();
  const answered = page.waitForResponse('**/popup.*.js');
  come();
  await (await answered).finished();
  await page.evaluate(() => new Promise((done) => setTimeout(() => requestIdleCallback(done), 100)));
  await expect(popup(page)).toBeHidden();
  await page.getByRole('searchbox').blur();
  await expect(popup(page)).toBeVisible();
});

test('it never shows on the check-out page', async ({ page }) => {
  await page.clock.install();
  await page.goto('/?state=popup-checkout');
  await expect(page.locator('[data-widget]')).toHaveAttribute('data-state', 'loaded');
  await page.clock.runFor(60_000);
  await expect(popup(page)).toBeHidden();
});

test('it fades in, but not for a reader who wants less motion', { tag: '@ci' }, async ({ page }) => {
  const duration = () => popup(page).evaluate((dialog) => getComputedStyle(dialog).transitionDuration);
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.goto('/?state=popup');
  expect(await duration()).toBe('0.25s');
  await page.emulateMedia({ reducedMotion: 'reduce' });
  expect(await duration()).toBe('0s');
});
