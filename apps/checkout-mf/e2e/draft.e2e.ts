import { expect, test } from '@playwright/test';
import { button, expectReceipt, fillWho, open } from './open.ts';

test('what was typed for an order is gone when the order is done', async ({ page }) => {
  await open(page, 'free');
  await fillWho(page);
  await expect.poll(() => page.evaluate(() => JSON.stringify(sessionStorage))).toContain('Ada Merrow');
  await button(page, 'Submit').click();
  await expectReceipt(page);
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('Ada Merrow');
});
