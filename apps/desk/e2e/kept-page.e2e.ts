// @module-tag ci
import { appTest as test } from '@newsstand/build/kept-page';
import { expect, type Page } from '@playwright/test';
import { OWNER, READER, serveStubs } from './stubs.ts';

// One after the other in one page: each leaves something there, which the next one does not meet.
test.describe.configure({ mode: 'serial' });

const left = (page: Page) => page.evaluate('document.documentElement.dataset.left');

test('a reader is open by night, and something is typed', async ({ page }) => {
  await serveStubs(page, 'service');
  await page.route('**/left', (route) => route.fulfill({ body: 'left' }));
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto(`/readers/${OWNER}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Anna Kowalska');
  await page.getByRole('searchbox').fill('kowalska');
  await page.evaluate(`document.documentElement.dataset.left = 'yes'; localStorage.setItem('left', 'yes')`);
});

test('the desk begins anew in that page, for somebody else, with other answers, and nothing of before', async ({ page }) => {
  const asked: string[] = [];
  await serveStubs(page, 'publisher', { [`/readers/${OWNER}`]: { ...READER, name: 'Olga Kowalskaja' } });
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.goto(`/readers/${OWNER}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Olga Kowalskaja');
  await expect(page.getByText('Ann, publisher')).toBeVisible();
  await expect(page.getByRole('searchbox')).toHaveValue('');
  expect(await left(page), 'it is that page').toBe('yes');
  expect(await page.evaluate(`[localStorage.length, matchMedia('(prefers-color-scheme: dark)').matches]`)).toEqual([0, false]);
  expect(await page.evaluate(`fetch('/left').then((answer) => answer.text())`), 'what answered before').not.toBe('left');
  expect(asked.slice(0, 2)).toEqual(['/api/desk/session', `/api/desk/readers/${OWNER}`]);
  // Another address is the desk begun anew as well, and whoever reloads has another document.
  await page.goto('/orders');
  await expect(page.getByText('Tom Guestling')).toBeVisible();
  expect([await left(page), asked.filter((one) => one.endsWith('/session')).length]).toEqual(['yes', 2]);
  await page.reload();
  await expect(page.getByText('Tom Guestling')).toBeVisible();
  expect(await left(page)).toBeUndefined();
});
