import { test } from '@newsstand/build/kept-page';
import { byRun, faults, showAt, timeToLookAt } from '@newsstand/build/look-at';
import type { WidgetName } from '@newsstand/contracts/widget';
import { expect, type Page } from '@playwright/test';
import { type StateName, states } from '../src/stand-alone/states.ts';
import type { StandAloneState } from '../src/stand-alone/stand-alone-state.ts';
import { addressOf, button, CARDS, fillCard, fillForm, open, ready } from './open.ts';

/** A widget is a part of a page: the page brings the first heading where the widget has none. */
const faultsOf = (page: Page): Promise<string[]> =>
  faults(page, { within: '[data-widget]', without: ['page-has-heading-one', 'heading-order'] });

/** States that differ only in what happens after the button look like the others at first. */
const looksDifferent = ({ page, checkout, status, withoutStripe }: StandAloneState): boolean =>
  typeof page !== 'string' && (!checkout || checkout.type === 'customer') && !status && !withoutStripe;

// Where there is no such product, what is seen is the page's own.
const LOOKED = Object.entries(states).filter(([name, parts]) => !name.endsWith('-unknown') && looksDifferent(parts));

/**
 * What has most of a widget's markup, and what has a form of its own beside it. A new widget is named here, or types do
 * not agree.
 */
const STAND_FOR: Record<Extract<WidgetName, `checkout.${string}`>, StateName[]> = {
  'checkout.page': ['from-account', 'subscription', 'held'],
  'checkout.receipt': ['receipt-refunded', 'receipt-kept'],
  'checkout.invoice': ['invoice-saved-card', 'invoice-introductory'],
  'checkout.panel': ['panel-everything'],
  'checkout.table': ['table-everything'],
  'checkout.counter': ['counter'],
  'checkout.add': ['add-sizes'],
  'checkout.product': ['product'],
  'checkout.store': ['store'],
};

for (const [widget, standFor] of Object.entries(STAND_FOR))
  for (const { states: looked, tag, which } of byRun<string>(
    LOOKED.filter(([, { widgets }]) => widgets[0]?.widget === widget).map(([name]) => name),
    standFor,
  ))
    test(
      `${widget} ${which}: nothing for axe to say and nothing wider than the page, on a desk in light and on a phone in dark, and it fits any column`,
      { tag },
      async ({ page }) => {
        test.setTimeout(timeToLookAt(looked.length));
        for (const name of looked) {
          await showAt(page, addressOf(name));
          expect.soft(await faultsOf(page), name).toEqual([]);
        }
      },
    );

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

test(
  'a row, a centred stack and a grid of the CMS’s give the check-out what room there is, and a button its words’ width',
  { tag: '@ci' },
  async ({ page }) => {
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
  },
);
