// @module-tag ci
import { test } from '@newsstand/build/kept-page';
import { expect, type Page } from '@playwright/test';
import { button, open, release, watch } from './open.ts';

const NONE_USABLE = 'You currently do not have an address we can send to. Please add your address with this form.';
const NOT_REQUIRED = 'an address is not required';
const NO_CATEGORY = 'Your current subscription does not require an address in this category.';
const IN_USE = 'Your subscription is posted here, so this address is required.';
const says = (page: Page, text: string) => expect(page.getByText(text)).toBeVisible();
const saysNot = (page: Page, text: string) => expect(page.getByText(text)).toHaveCount(0);

test('who reads on a screen now and in print next is told where the next cycle is posted to, and of no address that it is not required', async ({
  page,
}) => {
  await open(page, 'address-digital-first');
  await says(page, 'A future cycle of yours is posted to: United States.');
  await expect(page.getByRole('link', { name: 'Have it posted elsewhere' })).toHaveAttribute('href', '/account/subscriptions/sub_next1');
  await says(page, IN_USE);
  await saysNot(page, NOT_REQUIRED);
  await saysNot(page, NO_CATEGORY);
  await saysNot(page, NONE_USABLE);
  await expect(page.getByRole('radio', { name: 'Canada' })).toBeDisabled();
});

test('the addresses on record are listed, one for each category', { tag: ['@§2.change-address.1'] }, async ({ page }) => {
  await open(page, 'address-each');
  const saved = page.getByRole('listitem').filter({ has: page.getByRole('heading', { level: 3 }) });
  await expect(saved.getByRole('heading')).toHaveText(['United States', 'Canada', 'International']);
  await expect(saved).toContainText(['Port Merrow', 'Halifax', 'Tórshavn']);
});

test('who changes an address is told which issue is the first that it reaches, for the category that is chosen', async ({ page }) => {
  const reaches = (issue: number) =>
    `What you change here now reaches issue ${issue}, whose labels are not printed yet, and every issue after it.`;
  await open(page, 'address-reaches');
  await page.getByRole('radio', { name: 'United States' }).check();
  await says(page, reaches(16));
  await page.getByRole('radio', { name: 'Canada' }).check();
  await says(page, reaches(18));
  await saysNot(page, reaches(16));
  await open(page, 'address-digital');
  await saysNot(page, 'whose labels');
});

test(
  'an address that only a future cycle misses is asked for on the page that needs no token, too, in its category',
  { tag: ['@§8.address.1'] },
  async ({ page }) => {
    await open(page, 'address-digital-first-missing');
    await says(page, 'A future cycle of yours is posted to: Canada.');
    await says(page, `${NONE_USABLE} It is missing for: Canada.`);
    await expect(page.getByRole('radio', { name: 'Canada' })).toBeChecked();
    await saysNot(page, NOT_REQUIRED);
    await saysNot(page, NO_CATEGORY);

    // In print now, with an address, and elsewhere next.
    await open(page, 'address-future');
    await says(page, 'Your current subscription is posted to: United States.');
    await says(page, `${NONE_USABLE} It is missing for: Canada.`);
    await expect(page.getByRole('radio', { name: 'Canada' })).toBeChecked();
    await says(page, 'A future cycle of yours is posted to: Canada.');
    await page.getByRole('radio', { name: 'United States' }).check();
    await saysNot(page, 'A future cycle of yours is posted to: Canada.');
    await saysNot(page, NO_CATEGORY);
  },
);

test('what is typed while an address is saved stays, in its category and in another', async ({ page }) => {
  await watch(page, 'POST');
  await open(page, 'address-digital');
  const line = page.getByRole('textbox', { name: 'Address', exact: true });
  await line.fill('3 Slip');
  await page.keyboard.press('Enter');
  await expect(button(page, 'Saving')).toBeVisible();
  await page.keyboard.type('w');
  await page.getByRole('radio', { name: 'International' }).check();
  await page.getByLabel('City').fill('Tórshavn');
  await release(page);
  await expect(page.getByText('Address updated successfully')).toBeVisible();
  await expect(page.getByRole('region', { name: 'On record' })).toContainText('3 Slip');
  await expect(page.getByLabel('City')).toHaveValue('Tórshavn');
  await expect(page.getByLabel('City')).toBeFocused();
  await page.getByRole('radio', { name: 'United States' }).check();
  await expect(line).toHaveValue('3 Slipw');
});

const CAME_BACK = 'Your post came back. Please check your address, and update it.';

test('whose post came back is told on the first page of the account, which leads to the address', async ({ page }) => {
  await open(page, 'post-returned');
  await expect(page.getByRole('status').filter({ hasText: CAME_BACK })).toBeVisible();
  await expect(page.getByRole('link', { name: CAME_BACK })).toHaveAttribute('href', /^\/account\/address\?/);
  await open(page, 'failing-email');
  await saysNot(page, CAME_BACK);
});

test('and at the address itself, of the category whose post came back alone; saved as it is, it counts again', async ({ page }) => {
  await open(page, 'address-returned');
  await page.getByRole('radio', { name: 'Canada' }).check();
  await saysNot(page, CAME_BACK);
  await page.getByRole('radio', { name: 'United States' }).check();
  await says(page, CAME_BACK);
  await button(page, 'Update address').click();
  await saysNot(page, CAME_BACK);
});
