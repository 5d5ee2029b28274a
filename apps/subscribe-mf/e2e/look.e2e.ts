import { violations } from '@newsstand/build/axe';
import { misfits } from '@newsstand/build/widths';
import { expect, test } from '@playwright/test';
import { open, pick } from './open.ts';

/** Each state where it is narrowest, and the fullest ones where there is room. */
const STATES: [state: string, width: number, link?: string][] = [
  ['builder', 1280],
  ['everything', 375],
  ['everything', 1280],
  ['gift', 375, 'type=gift'],
  ['coupon', 375, 'code=LANDFALL'],
  ['coupon-elsewhere', 1280, 'level=high&code=PAPERTRAIL'],
  ['unknown-coupon', 375, 'code=NOWHERE'],
  ['subscriber', 375],
  ['held', 375],
  ['donate-later', 375],
  ['donate-later', 1280],
  ['renew-expiring', 1280],
  ['renew-card', 375],
  ['renew-confirm', 375],
  ['renew-confirm', 1280],
  ['renew-no-address', 375],
  ['renew-lifetime', 375],
  ['redeem', 375],
  ['redeem-ended', 375],
  ['redeem-misaligned', 1280],
  ['redeem-sent-claim-ended', 1280],
  ['redeem-on-its-way', 375],
  ['redeem-on-its-way', 1280],
  ['redeem-upgrade', 375],
  ['redeem-card', 1280],
  ['redeem-already', 375],
];

for (const [state, width, link] of STATES) {
  test(`axe finds nothing in '${state}' at ${width} px, nothing overflows, and it fits any column`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await open(page, state, link);
    expect(await violations(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    await page.setViewportSize({ width: 1280, height: 900 });
    expect(await misfits(page)).toEqual([]);
  });
}

for (const state of ['everything', 'donate', 'renew-card']) {
  test(`axe finds nothing in '${state}' in the dark`, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await open(page, state, '', { theme: 'dark' });
    expect(await violations(page)).toEqual([]);
  });
}

test('on a phone the price and the button stay in view along the whole page', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 700 });
  await open(page, 'builder');
  for (const group of ['Who is it for?', 'For how long?', 'Where do we post it?']) {
    await page.getByRole('radiogroup', { name: group }).scrollIntoViewIfNeeded();
    await expect(page.getByText('Total')).toBeInViewport();
    await expect(page.getByRole('button', { name: 'Proceed to Checkout' })).toBeInViewport({ ratio: 1 });
  }
});

test('on a phone what is given stays in view along the whole page', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 700 });
  await open(page, 'donate-later');
  for (const tier of ['Visitor Visa', 'Ambassadorship']) {
    await page.getByRole('radio', { name: tier }).check();
    await expect(page.getByRole('button', { name: tier === 'Ambassadorship' ? 'Donate $1,000' : 'Donate $50' })).toBeInViewport({
      ratio: 1,
    });
  }
});

test('beside the choices the price stays in view', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 700 });
  await open(page, 'builder');
  await page.getByLabel('Coupon code').scrollIntoViewIfNeeded();
  await expect(page.getByRole('button', { name: 'Proceed to Checkout' })).toBeInViewport({ ratio: 1 });
});

test('a hostile CMS sheet changes no pixel of a choice', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const picture = async (cms: 'bare' | 'hostile') => {
    await open(page, 'builder', '', { cms });
    await page.addStyleTag({
      content: `html, body { background: #fff !important } main { position: absolute !important; inset: 0 auto auto 0 !important; width: 900px !important; max-width: none !important; margin: 0 !important; padding: 20px !important }
      main > div { margin: 0 !important }`,
    });
    await pick(page, 'Who is it for?', 'A gift').check();
    return page.getByRole('radiogroup', { name: 'On paper or on a screen?' }).screenshot({ animations: 'disabled' });
  };
  // Two pictures of one page are not always the same to the pixel on a busy machine; those of two different ones never are.
  await expect(async () => expect((await picture('hostile')).equals(await picture('bare'))).toBe(true)).toPass({ timeout: 50_000 });
});

test('a page without data keeps its own words', { tag: ['@§2.life.2'] }, async ({ page }) => {
  await page.goto('/?state=failed-load&menu=closed');
  await expect(page.locator('[data-widget]')).toHaveAttribute('data-state', 'failed');
  await expect(page.getByText('The page has its own words here until the widget is ready.')).toBeVisible();
});
