// @module-tag ci
import { test } from '@newsstand/build/kept-page';
import { outOfRoom } from '@newsstand/build/widget-rooms';
import { expect } from '@playwright/test';

test('the room that a page reserves is as high as the form, in every column', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 1000 });
  await page.goto('/?state=fresh&theme=light&cms=bare&menu=closed');
  await expect(page.locator('[data-widget]')).toHaveAttribute('data-state', /loaded|completed/);
  expect(await outOfRoom(page)).toEqual([]);
});
