// @module-tag ci
import { expect, test, type Page } from '@playwright/test';

const country = (page: Page) => page.getByRole('combobox', { name: 'Country of delivery' });
/** An address on the same page has a city and a state, too. */
const section = (page: Page) => page.getByRole('region', { name: 'SelectBox', exact: true });
const chosen = (page: Page) => page.getByLabel('Chosen country');

test.beforeEach(({ page }) => page.goto('/').then(() => undefined));

test(
  'the shortlist holds the options that start with what is typed, in any case, by any of their names',
  { tag: ['@§5.select-box.1'] },
  async ({ page }) => {
    await country(page).fill('uni');
    await expect(page.getByRole('option')).toHaveText([
      'United States',
      'United Kingdom',
      'U.S. Outlying Islands (United States Minor Outlying Islands)',
    ]);
    await country(page).fill('DEUT');
    await expect(page.getByRole('option')).toHaveText(['Germany (Deutschland)']);
    await country(page).fill('states');
    await expect(page.getByRole('option')).toHaveCount(0);
  },
);

test('the list is there while the field has the focus, and goes with it', { tag: ['@§4.select-box.1'] }, async ({ page }) => {
  await expect(page.getByRole('option')).toHaveCount(0);
  await country(page).fill('uni');
  await expect(country(page)).toHaveAttribute('aria-expanded', 'true');
  await expect(page.getByRole('option')).toHaveCount(3);
  await country(page).blur();
  await expect(country(page)).toHaveAttribute('aria-expanded', 'false');
  await expect(page.getByRole('option')).toHaveCount(0);
});

test("where nothing matches it shows '0 matches', and says so", { tag: ['@§5.select-box.3'] }, async ({ page }) => {
  await country(page).fill('Atlantis');
  await expect(page.getByText('0 matches').first()).toBeVisible();
  await expect(page.locator('output', { hasText: '0 matches' })).toHaveCount(1);
});

test(
  'text that is an option’s name in another case counts, and is shown as the option has it',
  { tag: ['@§4.select-box.2', '@§5.select-box.2'] },
  async ({ page }) => {
    await country(page).fill('great BRITAIN');
    await page.keyboard.press('Tab');
    await expect(chosen(page)).toHaveText('GB');
    await expect(country(page)).toHaveValue('United Kingdom');
    await expect(country(page)).not.toHaveAttribute('aria-invalid');
  },
);

test(
  'text that is no option’s name is marked on leaving and nothing is selected, even when an option was highlighted',
  { tag: ['@§4.select-box.2', '@§5.select-box.2'] },
  async ({ page }) => {
    await country(page).fill('Can');
    await page.keyboard.press('ArrowDown');
    await expect(chosen(page)).toHaveText('US');
    await page.keyboard.press('Tab');
    await expect(chosen(page)).toHaveText('none');
    await expect(country(page)).toHaveValue('Can');
    await expect(country(page)).toHaveAttribute('aria-invalid', 'true');
    await expect(country(page)).toHaveAccessibleDescription(/Choose one from the list\./);

    await country(page).fill('Canada');
    await page.keyboard.press('Tab');
    await expect(chosen(page)).toHaveText('CA');
    await expect(country(page)).not.toHaveAttribute('aria-invalid');
  },
);

test('a required box that is left empty is marked, one that is not is left in peace', async ({ page }) => {
  await country(page).fill('');
  await page.keyboard.press('Tab');
  await expect(country(page)).toHaveAttribute('aria-invalid', 'true');
  const city = section(page).getByRole('combobox', { name: 'City' });
  await city.focus();
  await page.keyboard.press('Tab');
  await expect(city).not.toHaveAttribute('aria-invalid');
});

test('by keyboard: arrows choose, Enter takes, Escape only closes the list', async ({ page }) => {
  await country(page).focus();
  await page.keyboard.type('ger');
  await page.keyboard.press('Enter');
  await expect(chosen(page)).toHaveText('DE');
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('option').first()).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('option')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(chosen(page)).toHaveText('DE');
  await expect(country(page)).toHaveValue('Germany');
});

test('Enter takes the option that is named just so, not one that only begins so', async ({ page }) => {
  await country(page).focus();
  for (const typed of ['United States', 'united sta', 'America']) {
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('Canada');
    await page.keyboard.press('Enter');
    await expect(chosen(page)).toHaveText('CA');
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type(typed);
    await expect(page.getByRole('option').first()).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('Enter');
    await expect(country(page)).toHaveValue('United States');
    await expect(chosen(page)).toHaveText('US');
  }
  const state = section(page).getByRole('combobox', { name: 'State' });
  await state.focus();
  await page.keyboard.type('virginia');
  await page.keyboard.press('Enter');
  await expect(state).toHaveValue('Virginia');
});

test('with a tap: the list opens, an option is taken, the list closes', { tag: ['@§4.select-box.1'] }, async ({ browser, baseURL }) => {
  const context = await browser.newContext({
    hasTouch: true,
    isMobile: true,
    viewport: { width: 375, height: 700 },
    baseURL: baseURL ?? '',
  });
  const page = await context.newPage();
  await page.goto('/');
  await country(page).tap();
  await expect(page.getByRole('option', { name: 'United States' })).toBeInViewport();
  await page.getByRole('option', { name: 'Iceland' }).tap();
  await expect(chosen(page)).toHaveText('IS');
  await expect(page.getByRole('option')).toHaveCount(0);
  const height = await country(page).evaluate((input) => input.getBoundingClientRect().height);
  expect(height).toBeGreaterThanOrEqual(44);
  await context.close();
});

test('taking the option that was selected already puts its name back', async ({ page }) => {
  await country(page).fill('Unit');
  await page.getByRole('option', { name: 'United States', exact: true }).click();
  await expect(country(page)).toHaveValue('United States');
  await expect(chosen(page)).toHaveText('US');
});

test('what a browser fills in by itself counts at once, name or code', async ({ page }) => {
  const fillIn = (text: string) =>
    country(page).evaluate((input: HTMLInputElement, value) => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, value);
      input.dispatchEvent(new Event('input', { bubbles: true }));
      input.dispatchEvent(new Event('change', { bubbles: true }));
    }, text);
  await fillIn('Canada');
  await expect(chosen(page)).toHaveText('CA');
  await fillIn('fr');
  await expect(chosen(page)).toHaveText('FR');
  await expect(country(page)).toHaveValue('France');
});

test('a value set from outside is shown, whatever had been typed', async ({ page }) => {
  await country(page).fill('nonsense');
  await page.getByRole('button', { name: 'Set Germany from outside' }).click();
  await expect(country(page)).toHaveValue('Germany');
  await expect(country(page)).not.toHaveAttribute('aria-invalid');
});

test('free mode takes any text, fixed mode none', { tag: ['@§4.select-box.3'] }, async ({ page }) => {
  await section(page).getByRole('combobox', { name: 'City' }).fill('Reykjavík');
  await page.keyboard.press('Tab');
  await expect(page.getByLabel('Chosen city')).toHaveText('Reykjavík');
  await expect(section(page).getByRole('combobox', { name: 'City' })).not.toHaveAttribute('aria-invalid');
  await expect(page.getByRole('combobox', { name: 'Institution' })).toBeDisabled();
  await expect(page.getByRole('combobox', { name: 'Institution' })).toHaveValue('Netherlands');
});

test('in a dialog, Escape closes the list first and the dialog next', async ({ page }) => {
  await page.getByRole('button', { name: 'Open dialog' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox').fill('u');
  await expect(dialog.getByRole('option')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(dialog.getByRole('option')).toHaveCount(0);
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
});
