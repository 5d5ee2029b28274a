// @module-tag ci
import { test } from '@newsstand/build/kept-page';
import { expect, type Page } from '@playwright/test';
import { button, open, release, sent, watch } from './open.ts';

const calls = async (page: Page) => (await sent(page)).filter(([call]) => call.startsWith('POST'));

test('what is typed while a name is saved stays, and is saved in its turn', async ({ page }) => {
  await watch(page, 'POST');
  await open(page, 'name');
  const field = page.getByLabel('New name');
  await field.fill('Ada');
  await page.keyboard.press('Enter');
  await expect(button(page, 'Saving')).toBeVisible();
  await page.keyboard.type(' Mar');
  await release(page);
  await expect(page.getByText('Name updated successfully')).toBeVisible();
  await expect(page.getByRole('definition')).toHaveText('Ada');
  await page.keyboard.type('row');
  await expect(field).toHaveValue('Ada Marrow');
  await page.keyboard.press('Enter');
  await expect(button(page, 'Saving')).toBeVisible();
  await release(page);
  await expect(page.getByRole('definition')).toHaveText('Ada Marrow');
  expect(await calls(page)).toEqual([
    ['POST /api/account/name?version=5d1f', { name: 'Ada' }],
    ['POST /api/account/name?version=next', { name: 'Ada Marrow' }],
  ]);
});

test('what is typed while another email is asked for stays', async ({ page }) => {
  await watch(page, 'POST');
  await open(page, 'email');
  const field = page.getByLabel('New email');
  await field.fill('ada@new.example');
  await page.keyboard.press('Enter');
  await expect(button(page, 'Sending')).toBeVisible();
  await page.keyboard.type('.or');
  await release(page);
  await expect(page.getByText('We sent a link to ada@new.example.')).toBeVisible();
  await page.keyboard.type('g');
  await expect(field).toHaveValue('ada@new.example.org');
});

test('the page’s header hears of the new name', async ({ page }) => {
  await open(page, 'name');
  const heard = page.evaluate(
    () =>
      new Promise((resolve) =>
        document.addEventListener('newsstand:login', ({ detail }: CustomEventInit<unknown>) => resolve(detail), { once: true }),
      ),
  );
  await page.getByLabel('New name').fill('Ada Marrow');
  await button(page, 'Update name').click();
  expect(await heard).toEqual({ v: 1, account: { name: 'Ada Marrow', email: 'ada@example.org' }, institution: null });
});
