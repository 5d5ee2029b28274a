// @module-tag ci
import { test } from '@newsstand/build/kept-page';
import { expect } from '@playwright/test';
import { open } from './open.ts';

for (const state of ['receipt-membership', 'receipt-giftees'] as const)
  test(`the code on a gift’s card is a picture that is there: ${state}`, async ({ page }) => {
    await open(page, state);
    const codes = page.getByRole('img', { name: /code/i });
    await expect(codes.first()).toBeVisible();
    for (const code of await codes.all())
      await expect.poll(() => code.evaluate((image) => image instanceof HTMLImageElement && image.naturalWidth)).toBeGreaterThan(0);
  });

test('where the picture of a code does not come, its words can be read in the dark, too', async ({ page }) => {
  await page.route('**/qr.svg', (route) => route.abort());
  await page.goto('/?state=receipt-membership&theme=dark&menu=closed');
  const code = page.getByRole('img', { name: /code/i }).first();
  await expect(code).toBeVisible();
  const { color, background } = await code.evaluate((image) => {
    const { color, backgroundColor } = getComputedStyle(image);
    return { color, background: backgroundColor };
  });
  expect(background).toBe('rgb(255, 255, 255)');
  expect(color).toBe('rgb(27, 26, 24)');
});
