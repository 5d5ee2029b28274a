import { expect, test, type Page } from '@playwright/test';

const place = (page: Page, name: string) => page.getByRole('region', { name: new RegExp(`^${name}:`) });
const fallback = (page: Page, name: string) => page.getByRole('link', { name: `${name} fallback` });

test.beforeEach(async ({ page }) => {
  await page.goto('/');
  await expect(fallback(page, 'Second')).toBeVisible();
});

test('the page’s fallback stays until the widget has something to show', { tag: ['@§2.life.2'] }, async ({ page }) => {
  await expect(place(page, 'First')).toContainText('First: loading');
  await place(page, 'First').getByRole('button', { name: 'Data arrives' }).click();
  await expect(page.getByRole('textbox', { name: 'First widget' })).toBeFocused();
  await expect(fallback(page, 'First')).toHaveCount(0);
  await expect(place(page, 'First')).toContainText('First: loaded');
  await expect(fallback(page, 'Second')).toBeVisible();
});

test('a widget is there as soon as all of it is, and no timer holds it back', { tag: '@ci' }, async ({ page }) => {
  // React keeps a fallback that it has drawn for 300 ms, however soon the rest comes. Here no time goes by.
  await page.clock.install({ time: 0 });
  await page.clock.pauseAt(1000);
  await page.goto('/');
  await place(page, 'First').getByRole('button', { name: 'Data arrives' }).click();
  await expect(place(page, 'First')).toContainText('First: loaded');
});

test('a widget that throws gives the fallback back and leaves the others alone', async ({ page }) => {
  for (const name of ['First', 'Second']) await place(page, name).getByRole('button', { name: 'Data arrives' }).click();
  await place(page, 'First').getByRole('button', { name: 'Break' }).click();
  await expect(fallback(page, 'First')).toBeVisible();
  await expect(place(page, 'First')).toContainText('First: failed');
  await page.getByRole('textbox', { name: 'Second widget' }).fill('still here');
  await expect(place(page, 'Second')).toContainText('Second: loaded');
});

test('a widget that is taken away leaves what was there before', async ({ page }) => {
  await place(page, 'Second').getByRole('button', { name: 'Data arrives' }).click();
  await expect(page.getByRole('textbox', { name: 'Second widget' })).toBeVisible();
  await place(page, 'Second').getByRole('button', { name: 'Take away' }).click();
  await expect(fallback(page, 'Second')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Second widget' })).toHaveCount(0);
});

test('the same widget twice on a page has no id twice', { tag: '@ci' }, async ({ page }) => {
  for (const name of ['First', 'Second']) await place(page, name).getByRole('button', { name: 'Data arrives' }).click();
  await expect(page.getByRole('textbox', { name: 'Second widget' })).toBeVisible();
  const ids = await page.locator('[id]').evaluateAll((elements) => elements.map((element) => element.id));
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
});
