import { test } from '@newsstand/build/kept-page';
import { byRun, faults, showAt, timeToLookAt } from '@newsstand/build/look-at';
import { standingOut } from '@newsstand/build/widths';
import type { WidgetName } from '@newsstand/contracts/widget';
import { expect } from '@playwright/test';
import { addressOf, open, pick } from './open.ts';

/** The query that a link to a state would have. */
const LINKS: Record<string, string> = {
  gift: 'type=gift',
  coupon: 'code=LANDFALL',
  'coupon-elsewhere': 'level=high&code=PAPERTRAIL',
  'unknown-coupon': 'code=NOWHERE',
};

/**
 * By widget; what stands for it has most of its markup, or a form of its own. A new widget is named here, or types do
 * not agree.
 */
const STATES: Record<Extract<WidgetName, `subscribe.${string}`>, { standFor: string[]; beside: string[] }> = {
  'subscribe.builder': {
    standFor: ['gift', 'coupon'],
    beside: ['builder', 'everything', 'coupon-elsewhere', 'unknown-coupon', 'subscriber', 'held'],
  },
  'subscribe.donate': { standFor: ['donate'], beside: ['donate-later'] },
  'subscribe.renew': { standFor: ['renew-no-address', 'renew-card'], beside: ['renew-expiring', 'renew-confirm', 'renew-lifetime'] },
  'subscribe.redeem': {
    standFor: ['redeem-card', 'redeem'],
    beside: ['redeem-ended', 'redeem-misaligned', 'redeem-sent-claim-ended', 'redeem-on-its-way', 'redeem-upgrade', 'redeem-already'],
  },
};

for (const [widget, { standFor, beside }] of Object.entries(STATES))
  for (const { states, tag, which } of byRun([...standFor, ...beside], standFor))
    test(
      `${widget} ${which}: nothing for axe to say and nothing wider than the page, on a desk in light and on a phone in dark, and it fits any column`,
      { tag },
      async ({ page }) => {
        test.setTimeout(timeToLookAt(states.length));
        for (const state of states) {
          await showAt(page, addressOf(state, LINKS[state]));
          await expect(page.locator('[data-widget]'), state).toHaveAttribute('data-state', 'loaded');
          expect.soft(await faults(page), state).toEqual([]);
        }
      },
    );

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
  // Two pictures of one page are not always the same to the pixel on a busy machine; those of two different ones never
  // are.
  await expect(async () => expect((await picture('hostile')).equals(await picture('bare'))).toBe(true)).toPass({ timeout: 50_000 });
});

test('a page without data keeps its own words', { tag: ['@§2.life.2'] }, async ({ page }) => {
  await page.goto('/?state=failed-load&menu=closed');
  await expect(page.locator('[data-widget]')).toHaveAttribute('data-state', 'failed');
  await expect(page.getByText('The page has its own words here until the widget is ready.')).toBeVisible();
});
