// @module-tag ci
import { test } from '@newsstand/build/kept-page';
import { showAt } from '@newsstand/build/look-at';
import { outOfRoom } from '@newsstand/build/widget-rooms';
import { standingOut } from '@newsstand/build/widths';
import { expect } from '@playwright/test';

test('the room that a page reserves is as high as the form, in every column', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 1000 });
  await page.goto('/?state=fresh&theme=light&cms=bare&menu=closed');
  await expect(page.locator('[data-widget]')).toHaveAttribute('data-state', /loaded|completed/);
  expect(await outOfRoom(page)).toEqual([]);
});

test('nothing stands out of a column of 200 to 260 px, nor of 300 px with letters of twice the size', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 1000 });
  for (const state of ['fresh', 'refused']) {
    await showAt(page, `?state=${state}&theme=light&cms=bare&menu=closed`);
    // What is refused is sent first.
    await expect(page.getByText('Signing up')).toHaveCount(0);
    expect.soft(await standingOut(page), state).toEqual([]);
  }
});
