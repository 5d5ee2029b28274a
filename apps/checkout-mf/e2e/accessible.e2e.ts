import { violations } from '@newsstand/build/axe';
import { test } from '@newsstand/build/kept-tab';
import { expect, type Page } from '@playwright/test';
import { states } from '../src/stand-alone/states.ts';
import type { StandAloneState } from '../src/stand-alone/world.ts';
import { button, CARDS, fillCard, fillForm, open, ready } from './open.ts';

/** Colours change with the theme, arrangement with the width: two looks see both of each. What else axe has to say is the same in both. */
const LOOKS = [
  { theme: 'light', width: 1280 },
  { theme: 'dark', width: 375 },
];

/** A widget is a part of a page: the page brings the first heading where the widget has none. */
const PAGE_RULES = ['page-has-heading-one', 'heading-order'];

const expectAccessible = async (page: Page): Promise<void> => {
  for (const { theme, width } of LOOKS) {
    await page.locator('html').evaluate((html, value) => html.setAttribute('data-newsstand-theme', value), theme);
    await page.setViewportSize({ width, height: 1000 });
    const asked = theme === 'dark' ? { only: ['color-contrast'] } : { without: PAGE_RULES };
    const found = await violations(page, { within: '[data-widget]', ...asked });
    expect(found.map(({ id, nodes }) => ({ id, theme, width, nodes: nodes.map(({ html }) => html) }))).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
  }
};

/** States that differ only in what happens after the button look like the others at first. */
const looksDifferent = ({ page, checkout, status, withoutStripe }: StandAloneState): boolean =>
  typeof page !== 'string' && (!checkout || checkout.type === 'customer') && !status && !withoutStripe;

for (const [state, parts] of Object.entries(states)) {
  if (!looksDifferent(parts)) continue;
  test(`${state}: nothing for axe to say and nothing wider than the page, on a desk in light and on a phone in dark`, async ({ page }) => {
    await open(page, state);
    await ready(page);
    await expectAccessible(page);
  });
}

test('field errors are accessible', async ({ page }) => {
  await open(page, 'check-out');
  await button(page, 'Proceed to Payment').click();
  await expect(page.getByRole('alert')).toBeVisible();
  await expectAccessible(page);
});

test('the payment step and a declined card are accessible', async ({ page }) => {
  await open(page, 'check-out');
  await fillForm(page);
  await button(page, 'Proceed to Payment').click();
  await fillCard(page, CARDS.declined);
  await button(page, 'Submit Payment').click();
  await expect(page.getByRole('alert')).toBeVisible();
  await expectAccessible(page);
});
