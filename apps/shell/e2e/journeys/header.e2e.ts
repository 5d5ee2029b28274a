import { expect, test, type Locator } from '@playwright/test';

const look = (words: Locator) =>
  words.evaluate((element) => {
    const { fontFamily, fontSize, fontWeight } = getComputedStyle(element);
    return { fontFamily, fontSize, fontWeight };
  });

for (const widget of ['login.header', 'checkout.panel']) {
  test(`the words of the header look alike before and after ${widget} has come`, async ({ page }) => {
    await page.goto('/');
    const place = page.locator(`[data-widget="${widget}"]`);
    const before = await look(place.getByRole('link'));
    await place.getByRole('link').click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.keyboard.press('Escape');
    expect(await look(place.getByRole('button'))).toEqual(before);
  });
}
