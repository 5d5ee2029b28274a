import { test } from '@newsstand/build/kept-page';
import { byRun, faults, showAt, timeToLookAt } from '@newsstand/build/look-at';
import type { WidgetName } from '@newsstand/contracts/widget';
import { expect, type Page } from '@playwright/test';

const SETTLED: Record<string, (page: Page) => Promise<void>> = {
  fresh: (page) => expect(page.getByRole('button', { name: 'Sign up' })).toBeVisible(),
  sending: (page) => expect(page.getByRole('button', { name: 'Signing up' })).toBeVisible(),
  refused: (page) => expect(page.getByText('Enter an email address')).toBeVisible(),
  success: (page) => expect(page.getByText('Thank you.')).toBeVisible(),
  unreachable: (page) => expect(page.getByRole('alert')).toBeVisible(),
  failed: (page) => expect(page.locator('[data-widget]')).toHaveAttribute('data-state', 'failed'),
  popup: (page) => expect(page.getByRole('dialog')).toBeVisible(),
};

/** What has most of a widget's markup. A new widget is named here, or types do not agree. */
const STAND_FOR: Record<Extract<WidgetName, `mailing-list.${string}`>, string[]> = {
  'mailing-list.form': ['refused'],
  'mailing-list.popup': ['popup'],
};

for (const { states, tag, which } of byRun(Object.keys(SETTLED), Object.values(STAND_FOR).flat()))
  test(
    `${which}: axe finds nothing, on a desk in light and on a phone in dark, nothing overflows, and each fits its column`,
    { tag },
    async ({ page }) => {
      test.setTimeout(timeToLookAt(states.length));
      for (const state of states) {
        await showAt(page, `?state=${state}`);
        await SETTLED[state]?.(page);
        expect.soft(await faults(page), state).toEqual([]);
      }
    },
  );

/**
 * Where the mount element stands is the CMS's, and its own words would show through a rounded corner: the same place,
 * on white, and no scroll bar, because a page that scrolls is composited in other layers and rounds their edges
 * differently.
 */
const IN_PLACE = `
  html, body { background: #fff !important }
  nav, main > :not([data-widget]) { display: none !important }
  [data-widget] { position: fixed !important; inset: 20px auto auto 20px !important; width: 560px !important }`;

test('a hostile CMS sheet changes no pixel of the popup', async ({ page }) => {
  const picture = async (state: string) => {
    await page.goto(`/?state=${state}`);
    await page.addStyleTag({ content: IN_PLACE });
    await expect(page.getByRole('dialog')).toBeVisible();
    return page.getByRole('dialog').screenshot({ animations: 'disabled' });
  };
  // Two pictures of one page are not always the same to the pixel on a busy machine; those of two different ones never
  // are.
  await expect(async () => expect((await picture('popup&cms=hostile')).equals(await picture('popup'))).toBe(true)).toPass({
    timeout: 50_000,
  });
});

test('a hostile CMS sheet changes no pixel of the form, calm or refused', async ({ page }) => {
  const pictures = async (state: string) => {
    await page.goto(`/?state=${state}`);
    await page.addStyleTag({ content: IN_PLACE });
    const form = page.locator('[data-widget] form');
    await expect(form).toBeVisible();
    const calm = await form.screenshot({ animations: 'disabled' });
    await page.getByRole('button', { name: 'Sign up' }).click();
    await expect(page.locator('[data-widget]').getByText('Enter an email address')).toBeVisible();
    return { calm, refused: await form.screenshot({ animations: 'disabled' }) };
  };
  const own = await pictures('refusing');
  const hostile = await pictures('refusing&cms=hostile');
  expect(hostile.calm.equals(own.calm)).toBe(true);
  expect(hostile.refused.equals(own.refused)).toBe(true);
});
