// @module-tag ci
import { test } from '@newsstand/build/kept-page';
import { outOfRoom } from '@newsstand/build/widget-rooms';
import { expect } from '@playwright/test';

for (const [state, option] of [
  ['page', ''],
  ['paywall', ''],
  ['paywall-held', 'data-known'],
] as const)
  test(`${state}: the room that a page reserves is as high as the widget, in every column`, async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 1000 });
    await page.goto(`/?state=${state}&theme=light&cms=bare&menu=closed`);
    const mount = page.locator('[data-widget]');
    await expect(mount).toHaveAttribute('data-state', /loaded|completed/);
    await mount.evaluate((element, name) => name && element.setAttribute(name, ''), option);
    expect(await outOfRoom(page)).toEqual([]);
  });
