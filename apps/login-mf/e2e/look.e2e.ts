import { test } from '@newsstand/build/kept-page';
import { byRun, faults, showAt, timeToLookAt } from '@newsstand/build/look-at';
import type { WidgetName } from '@newsstand/contracts/widget';
import { expect, type Page } from '@playwright/test';

const open = (page: Page, tab: string) => page.getByRole('tab', { name: tab }).click();

const SETTLED: Record<string, [state: string, settle: (page: Page) => Promise<void>]> = {
  'the password tab': ['page', (page) => expect(page.getByRole('button', { name: 'Log in' })).toBeVisible()],
  'the reset panel': ['page', (page) => page.getByRole('button', { name: 'Set up or reset your password' }).click()],
  'errors beside the fields': [
    'fields',
    async (page) => {
      await page.getByRole('button', { name: 'Log in' }).click();
      await expect(page.locator('[data-widget]').getByText('Enter an email address such as')).not.toHaveCount(0);
    },
  ],
  'the second stage of the code': [
    'page',
    async (page) => {
      await open(page, 'Email Code');
      await page.getByRole('button', { name: 'Send the code' }).click();
      await expect(page.getByRole('heading', { name: 'Verify Account' })).toBeVisible();
    },
  ],
  'a new code that was sent': [
    'page',
    async (page) => {
      await open(page, 'Email Code');
      await page.getByRole('textbox', { name: 'Email' }).fill('a.reader.with.a.rather.long.name@a-long-domain.example.org');
      await page.getByRole('button', { name: 'Send the code' }).click();
      await page.getByRole('button', { name: 'Send a new code' }).click();
      await expect(page.getByText('a new code is on its way')).toBeVisible();
    },
  ],
  'too many attempts': [
    'too-many',
    async (page) => {
      await page.getByRole('textbox', { name: 'Email' }).fill('a.reader.with.a.rather.long.name@a-long-domain.example.org');
      await page.getByRole('button', { name: 'Log in' }).click();
      await expect(page.getByRole('button', { name: /^Send a new code to/ })).toBeVisible();
    },
  ],
  'the Google tab': ['page', (page) => open(page, 'Google Account')],
  'the institutions, opened': [
    'institution',
    async (page) => {
      await page.getByRole('combobox', { name: 'Institution' }).click();
      await expect(page.getByRole('option')).toHaveCount(4);
    },
  ],
  'a reader who is logged in': ['logged-in', (page) => expect(page.getByText('You are logged in as')).toBeVisible()],
  'the header': ['header&intent', (page) => expect(page.getByRole('dialog')).toBeVisible()],
  'the paywall of a subscription that ran out': [
    'paywall-expired',
    (page) => expect(page.getByRole('link', { name: 'Renew' })).toBeVisible(),
  ],
  'the paywall': ['paywall', (page) => expect(page.getByRole('heading', { name: 'Log in to read on' })).toBeVisible()],
};

/** What has most of a widget's markup, and each form of its own. A new widget is named here, or types do not agree. */
const STAND_FOR: Record<Extract<WidgetName, `login.${string}`>, string[]> = {
  'login.page': ['errors beside the fields', 'the second stage of the code', 'the institutions, opened'],
  'login.header': ['the header'],
  'login.paywall': ['the paywall of a subscription that ran out'],
};

for (const { states, tag, which } of byRun(Object.keys(SETTLED), Object.values(STAND_FOR).flat()))
  test(
    `${which}: axe finds nothing, on a desk in light and on a phone in dark, nothing overflows, and each fits its column`,
    { tag },
    async ({ page }) => {
      test.setTimeout(timeToLookAt(states.length));
      for (const name of states) {
        const [state, settle] = SETTLED[name] ?? [];
        await showAt(page, `?state=${state}`);
        await settle?.(page);
        expect.soft(await faults(page), name).toEqual([]);
      }
    },
  );

test('a hostile CMS sheet changes no pixel of the form', async ({ page }) => {
  const picture = async (state: string) => {
    await page.goto(`/?state=${state}`);
    // Where the mount element stands is the CMS's: the same place for both.
    await page.addStyleTag({
      content: `html, body { background: #fff !important } nav, main > :not([data-widget]) { display: none !important }
        [data-widget] { position: fixed !important; inset: 20px auto auto 20px !important; width: 560px !important }`,
    });
    const form = page.getByRole('tabpanel');
    await expect(form).toBeVisible();
    return form.screenshot({ animations: 'disabled' });
  };
  // Two pictures of one page are not always the same to the pixel on a busy machine; those of two different ones never
  // are.
  await expect(async () => expect((await picture('refused&cms=hostile')).equals(await picture('refused'))).toBe(true)).toPass({
    timeout: 50_000,
  });
});

test('a page without data keeps its own fallback', async ({ page }) => {
  await page.goto('/?state=failed');
  await expect(page.locator('[data-widget]')).toHaveAttribute('data-state', 'failed');
  await expect(page.getByText('The page has its own words here')).toBeVisible();
});

test('where colors are forced a line marks the tab that one is on, and no other', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await page.goto('/?state=page');
  await open(page, 'Email Code');
  const lines = await page
    .getByRole('tab')
    .evaluateAll((tabs) => tabs.map((tab) => [tab.getAttribute('aria-selected'), getComputedStyle(tab).borderBottomWidth]));
  expect(lines.filter(([selected]) => selected === 'true')).toEqual([['true', '2px']]);
  expect(lines.filter(([selected, line]) => selected !== 'true' && line !== '0px')).toEqual([]);
});

test('where colors are forced a line marks the institution that the arrows are at, and no other', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await page.goto('/?state=page');
  await open(page, 'Institutional Access');
  await page.getByRole('combobox').focus();
  await page.keyboard.press('ArrowDown');
  const options = page.getByRole('option');
  await expect(options.nth(1)).toBeVisible();
  const lines = () => options.evaluateAll((all) => all.map((option) => getComputedStyle(option).borderLeftWidth));
  await expect.poll(async () => (await lines()).filter((line) => line === '3px')).toHaveLength(1);
});
