import { expect, test, type Locator } from '@playwright/test';

const look = (words: Locator) =>
  words.evaluate((element) => {
    const { fontFamily, fontSize, fontWeight } = getComputedStyle(element);
    return { fontFamily, fontSize, fontWeight };
  });

for (const widget of ['login.header', 'checkout.panel']) {
  test(`the words of the header look alike before and after ${widget} has come`, { tag: '@ci' }, async ({ page }) => {
    await page.goto('/');
    const place = page.locator(`[data-widget="${widget}"]`);
    const before = await look(place.getByRole('link'));
    await place.getByRole('link').click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.keyboard.press('Escape');
    expect(await look(place.getByRole('button'))).toEqual(before);
  });
}

test('a command that opens a misspelled widget says in the console what was probably meant', { tag: '@ci' }, async ({ page }) => {
  await page.goto('/');
  const said = page.waitForEvent('console', (message) => message.text().includes('is checkout.panel meant?'));
  await page.evaluate(() => globalThis.newsstand?.push(['open', 'checkout.pannel']));
  expect((await said).text()).toBe('[newsstand] there is no widget checkout.pannel: is checkout.panel meant?');
});

test(
  'the cart that a button of the CMS’s opened gives that button the focus back, also where the first of its places is in a closed menu',
  { tag: '@long' },
  async ({ page }) => {
    await page.goto('/');
    const header = page.locator('[data-widget="checkout.panel"]');
    await header.evaluate((element) => {
      const menu = document.createElement('nav');
      menu.style.display = 'none';
      menu.append(element.cloneNode(true));
      const asks = document.createElement('button');
      asks.textContent = 'My cart';
      asks.addEventListener('click', () => globalThis.newsstand?.push(['open', 'checkout.panel']));
      document.body.prepend(menu, asks);
    });
    await page.getByRole('button', { name: 'My cart' }).press('Enter');
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(page.getByRole('button', { name: 'My cart' })).toBeFocused();
    await expect(header.first()).not.toHaveAttribute('data-state');
    await expect(header.last()).toHaveAttribute('data-state', 'loaded');
  },
);
