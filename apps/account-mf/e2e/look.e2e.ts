import { test } from '@newsstand/build/kept-page';
import { byRun, faults, showAt, timeToLookAt } from '@newsstand/build/look-at';
import type { WidgetName } from '@newsstand/contracts/widget';
import { expect } from '@playwright/test';
import type { State } from '../src/stand-alone/state.ts';
import { states } from '../src/stand-alone/states.ts';
import { addressOf, open, type StateName } from './open.ts';

const NAMES = Object.keys(states).filter((name): name is StateName => name in states && !['loading', 'payment-confirmed'].includes(name));
const widgetOf = (name: StateName): State['widget'] => states[name].widget;

/**
 * What has most of a widget's markup, and what has a form of its own beside it. A new widget is named here, or types do
 * not agree.
 */
const STAND_FOR: Record<Extract<WidgetName, `account.${string}`>, StateName[]> = {
  'account.overview': ['everything', 'gifts-view-only'],
  'account.name': ['name-view-only'],
  'account.email': ['email-pending', 'email-confirm'],
  'account.address': ['address-reaches'],
  'account.delete-address': ['delete-address-view-only'],
  'account.payment': ['payment-returned'],
  'account.subscription': ['subscription-elsewhere'],
  'account.donation': ['donation-processing', 'donation-view-only'],
  'account.renewal': ['renewal-failed-before'],
  'account.sessions': ['sessions'],
  'account.data': ['data-view-only'],
};

for (const [widget, standFor] of Object.entries(STAND_FOR))
  for (const { states: names, tag, which } of byRun(
    NAMES.filter((name) => widgetOf(name) === widget),
    standFor,
  ))
    test(
      `${widget} ${which}: nothing for axe to say and nothing wider than the page, on a desk in light and on a phone in dark, and it fits any column`,
      { tag },
      async ({ page }) => {
        test.setTimeout(timeToLookAt(names.length));
        for (const name of names) {
          await showAt(page, addressOf(name));
          // What a page asks the server for is there.
          await expect(page.locator('[data-widget] [class*="skeleton"]'), name).toHaveCount(0);
          expect.soft(await faults(page, { within: '[data-widget]' }), name).toEqual([]);
        }
      },
    );

test('a hostile CMS sheet changes no pixel of the overview', { tag: '@ci' }, async ({ page }) => {
  const picture = async (cms: 'bare' | 'hostile') => {
    await open(page, 'active', { cms });
    await page.addStyleTag({
      content: `html, body { background: #fff !important } main { position: absolute !important; inset: 0 auto auto 0 !important; width: 900px !important; max-width: none !important; margin: 0 !important; padding: 20px !important }
      main > div { margin: 0 !important }`,
    });
    return page.getByRole('region', { name: 'Account Settings' }).screenshot({ animations: 'disabled' });
  };
  // Two pictures of one page are not always the same to the pixel on a busy machine; those of two different ones never
  // are.
  await expect(async () => expect((await picture('hostile')).equals(await picture('bare'))).toBe(true)).toPass({ timeout: 50_000 });
});
