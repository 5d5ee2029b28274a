import { test } from '@newsstand/build/kept-page';
import { faults, showAt, timeToLookAt } from '@newsstand/build/look-at';
import { standingOut } from '@newsstand/build/widths';
import { expect } from '@playwright/test';
import { addressOf, open, pick } from './open.ts';

/** By widget, each with the query that a link would have. */
const STATES: Record<string, [state: string, link?: string][]> = {
  'subscribe.builder': [
    ['builder'],
    ['everything'],
    ['gift', 'type=gift'],
    ['coupon', 'code=LANDFALL'],
    ['coupon-elsewhere', 'level=high&code=PAPERTRAIL'],
    ['unknown-coupon', 'code=NOWHERE'],
    ['subscriber'],
    ['held'],
  ],
  'subscribe.donate': [['donate'], ['donate-later']],
  'subscribe.renew': [['renew-expiring'], ['renew-card'], ['renew-confirm'], ['renew-no-address'], ['renew-lifetime']],
  'subscribe.redeem': [
    ['redeem'],
    ['redeem-ended'],
    ['redeem-misaligned'],
    ['redeem-sent-claim-ended'],
    ['redeem-on-its-way'],
    ['redeem-upgrade'],
    ['redeem-card'],
    ['redeem-already'],
  ],
};

for (const [widget, looked] of Object.entries(STATES))
  test(`${widget}: nothing for axe to say in any state and nothing wider than the page, on a desk in light and on a phone in dark, and each fits any column`, async ({
    page,
  }) => {
    test.setTimeout(timeToLookAt(looked.length));
    for (const [state, link] of looked) {
      await showAt(page, addressOf(state, link));
      await expect(page.locator('[data-widget]'), state).toHaveAttribute('data-state', 'loaded');
      expect.soft(await faults(page), state).toEqual([]);
    }
  });

test('nothing stands out of a column of 200 to 260 px, nor of 300 px with letters of twice the size', { tag: '@ci' }, async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 1000 });
  for (const state of [
    'builder',
    'everything',
    'low-stock',
    'donate',
    'donate-later',
    'renew-expiring',
    'redeem-upgrade',
    'redeem-sent-claim',
  ]) {
    await showAt(page, addressOf(state));
    expect.soft(await standingOut(page), state).toEqual([]);
  }
});

test('on a phone the price and the button stay in view along the whole page', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 700 });
  await open(page, 'builder');
  for (const group of ['Who is it for?', 'For how long?', 'Where do we post it?']) {
    await page.getByRole('radiogroup', { name: group }).scrollIntoViewIfNeeded();
    await expect(page.getByText('Total')).toBeInViewport();
    await expect(page.getByRole('button', { name: 'Proceed to Checkout' })).toBeInViewport({ ratio: 1 });
  }
});

test('on a phone what is given stays in view along the whole page', { tag: '@ci' }, async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 700 });
  await open(page, 'donate-later');
  for (const tier of ['Visitor Visa', 'Ambassadorship']) {
    await page.getByRole('radio', { name: tier }).check();
    await expect(page.getByRole('button', { name: tier === 'Ambassadorship' ? 'Donate $1,000' : 'Donate $50' })).toBeInViewport({
      ratio: 1,
    });
  }
});

test('beside the choices the price stays in view', { tag: '@ci' }, async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 700 });
  await open(page, 'builder');
  await page.getByLabel('Coupon code').scrollIntoViewIfNeeded();
  await expect(page.getByRole('button', { name: 'Proceed to Checkout' })).toBeInViewport({ ratio: 1 });
});

test('a hostile CMS sheet changes no pixel of a choice', { tag: '@ci' }, async ({ page }) => {
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
