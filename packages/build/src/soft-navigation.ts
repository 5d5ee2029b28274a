import { expect, type Page } from '@playwright/test';

/**
 * From the mug's page to the print's as Swup and Turbo go there: address and `<main>` are the other's, and the page
 * stays. The box is the print's then, and so is what it adds.
 */
export async function goSoftly(page: Page, mug: string, print: string): Promise<void> {
  await page.goto(mug);
  const box = page.locator('[data-widget="checkout.product"]');
  await expect(box.getByRole('heading', { name: 'Harbour Mug' })).toBeVisible();
  await page.evaluate(`(async (address) => {
    const next = new DOMParser().parseFromString(await (await fetch(address)).text(), 'text/html');
    history.pushState(null, '', address);
    document.querySelector('main').replaceWith(next.querySelector('main'));
  })(${JSON.stringify(print)})`);
  await expect(page.locator('[data-widget="checkout.product"][data-state="loaded"]')).toContainText('Tide Table Print');
  await expect(box).not.toContainText('Harbour Mug');
  await box.getByRole('button', { name: /^Add to Cart/ }).click();
  await expect(page.getByRole('dialog', { name: 'Your Cart' })).toContainText('Tide Table Print');
}
