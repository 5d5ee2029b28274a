import { violations } from '@newsstand/build/axe';
import { misfits } from '@newsstand/build/widths';
import { expect, type Page, test } from '@playwright/test';
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
  // Where there is no such product, what is seen is the page's own.
  if (!looksDifferent(parts) || state === 'product-unknown') continue;
  test(`${state}: nothing for axe to say and nothing wider than the page, on a desk in light and on a phone in dark, and it fits any column`, async ({
    page,
  }) => {
    await open(page, state);
    await ready(page);
    expect(await misfits(page)).toEqual([]);
    await expectAccessible(page);
  });
}

test('field errors are accessible', async ({ page }) => {
  await open(page, 'check-out');
  await button(page, 'Proceed to Payment').click();
  await expect(page.getByRole('alert')).toBeVisible();
  expect(await misfits(page)).toEqual([]);
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

test('a row, a centred stack and a grid of the CMS’s give the check-out what room there is, and a button its words’ width', async ({
  page,
}) => {
  await open(page, 'check-out');
  await ready(page);
  const widths = (styles: string) =>
    page.evaluate(
      (each) =>
        each.map((style) => {
          const [mount] = document.querySelectorAll<HTMLElement>('[data-widget]');
          const stage = mount?.parentElement;
          stage?.setAttribute('style', `width: 720px; padding: 0; ${style}`);
          mount?.setAttribute('style', style === '' ? '' : 'margin-inline: auto');
          return Math.round(mount?.getBoundingClientRect().width ?? 0);
        }),
      styles.split('|'),
    );
  expect(
    await widths('|display: flex|display: flex; flex-direction: column; align-items: center|display: grid; justify-items: center'),
  ).toEqual([720, 720, 720, 720]);
  await open(page, 'counter');
  await ready(page);
  const [whole, inRow] = await widths('|display: flex');
  expect(whole).toBe(720);
  expect(inRow).toBeGreaterThan(20);
  expect(inRow).toBeLessThan(300);
});
