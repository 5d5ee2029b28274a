import { test } from '@newsstand/build/kept-page';
import { faults, showAt, timeToLookAt } from '@newsstand/build/look-at';
import { expect, type Page } from '@playwright/test';
import { states } from '../src/stand-alone/states.ts';
import type { StandAloneState } from '../src/stand-alone/world.ts';
import { addressOf, button, CARDS, fillCard, fillForm, open, ready } from './open.ts';

/** A widget is a part of a page: the page brings the first heading where the widget has none. */
const faultsOf = (page: Page): Promise<string[]> =>
  faults(page, { within: '[data-widget]', without: ['page-has-heading-one', 'heading-order'] });

/** States that differ only in what happens after the button look like the others at first. */
const looksDifferent = ({ page, checkout, status, withoutStripe }: StandAloneState): boolean =>
  typeof page !== 'string' && (!checkout || checkout.type === 'customer') && !status && !withoutStripe;

// Where there is no such product, what is seen is the page's own.
const LOOKED = Object.entries(states).filter(([name, parts]) => !name.endsWith('-unknown') && looksDifferent(parts));

for (const [widget, looked] of Map.groupBy(LOOKED, ([, { widgets }]) => widgets[0]?.widget))
  test(`${widget}: nothing for axe to say in any state and nothing wider than the page, on a desk in light and on a phone in dark, and each fits any column`, async ({
    page,
  }) => {
    test.setTimeout(timeToLookAt(looked.length));
    for (const [name] of looked) {
      await showAt(page, addressOf(name));
      expect.soft(await faultsOf(page), name).toEqual([]);
    }
  });

test('field errors are accessible', async ({ page }) => {
  await open(page, 'check-out');
  await button(page, 'Proceed to Payment').click();
  await expect(page.getByRole('alert')).toBeVisible();
  expect(await faultsOf(page)).toEqual([]);
});

test('the payment step and a declined card are accessible', async ({ page }) => {
  await open(page, 'check-out');
  await fillForm(page);
  await button(page, 'Proceed to Payment').click();
  await fillCard(page, CARDS.declined);
  await button(page, 'Submit Payment').click();
  await expect(page.getByRole('alert')).toBeVisible();
  expect(await faultsOf(page)).toEqual([]);
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
