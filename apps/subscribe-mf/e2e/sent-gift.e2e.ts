// @module-tag ci
import { test } from '@newsstand/build/kept-page';
import { expect } from '@playwright/test';
import { open } from './open.ts';

const ALL = '4 issues have been posted to Nana Okoro. Nothing is left to come.';

test('the link of a posted gift says how many issues were posted, and that one is left', async ({ page }) => {
  await open(page, 'redeem-sent-midway');
  await expect(page.getByText('3 issues have been posted to Nana Okoro. One is still to come. Open an account')).toBeVisible();
  await expect(page.getByText('from the next one on')).toHaveCount(0);
  await expect(page.getByText('Do you have an account?')).toBeVisible();
});

test('a posted gift that is used up promises nothing to come, and its account has what was posted', async ({ page }) => {
  await open(page, 'redeem-sent-used');
  await expect(page.getByText(`${ALL} If that is you, open an account`)).toBeVisible();
  await expect(page.getByText('Then the gift is added to your subscription.')).toHaveCount(0);
  await page.getByLabel('Full name').fill('Nana Okoro');
  await page.getByLabel('Email').fill('nana@example.org');
  await page.getByLabel(/^Password/).fill('gull-rock-1840');
  await page.getByLabel('Confirm password').fill('gull-rock-1840');
  await page.getByRole('button', { name: 'Open my account' }).click();
  await expect(page.getByRole('heading', { name: 'Your account is open' })).toBeVisible();
  await expect(page.getByText('What you were sent is in its history.')).toBeVisible();
  await expect(page.getByText('It is yours')).toHaveCount(0);
});

test('who has an account is told that a posted gift is used up, and is led to a subscription', async ({ page }) => {
  await open(page, 'redeem-sent-used-known');
  await expect(page.getByRole('heading', { name: 'This gift is used up' })).toBeVisible();
  await expect(page.getByText(ALL)).toBeVisible();
  await expect(page.getByRole('link', { name: 'Subscribe' })).toHaveAttribute('href', '/subscribe');
  await expect(page.getByRole('button')).toHaveCount(0);
});
