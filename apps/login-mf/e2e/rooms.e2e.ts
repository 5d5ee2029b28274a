// @module-tag ci
import { test } from '@newsstand/build/kept-page';
import { showAt } from '@newsstand/build/look-at';
import { outOfRoom } from '@newsstand/build/widget-rooms';
import { standingOut } from '@newsstand/build/widths';
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

/** What `data-ways` says, the tabs that such a publication has, and whose words are the highest of them. */
const WAYS = [
  ['two', ['Password Login', 'Email Code'], 'Password Login'],
  ['two', ['Password Login'], 'Password Login'],
  ['no-password', ['Email Code', 'Google Account'], 'Email Code'],
  ['no-password', ['Email Code'], 'Email Code'],
] as const;
for (const [says, ways, highest] of WAYS)
  test(`paywall: the room for ${ways.join(' and ')} alone is as high as the widget, in every column`, async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 1000 });
    await page.goto('/?state=paywall&theme=light&cms=bare&menu=closed');
    const tabs = page.getByRole('tab');
    await tabs.filter({ hasText: highest }).click();
    await page.locator('[data-widget]').evaluate((mount, option) => mount.setAttribute('data-ways', option), says);
    await tabs.evaluateAll((all, kept) => {
      for (const tab of all) if (!kept.some((way) => way === tab.textContent)) tab.remove();
    }, ways);
    await expect(tabs).toHaveText([...ways]);
    expect(await outOfRoom(page)).toEqual([]);
  });

test('nothing stands out of a column of 200 to 260 px, nor of 240 px with letters of twice the size', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 1000 });
  for (const state of ['page', 'paywall', 'logged-in', 'at-library']) {
    await showAt(page, `?state=${state}&theme=light&cms=bare&menu=closed`);
    expect.soft(await standingOut(page), state).toEqual([]);
  }
});
