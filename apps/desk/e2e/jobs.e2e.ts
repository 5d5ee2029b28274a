// @module-tag ci
import { violations } from '@newsstand/build/axe';
import { appTest as test } from '@newsstand/build/kept-page';
import { expect, type Page, type Route } from '@playwright/test';
import { JOBS, LETTER, OWNER, serveStubs, wide, isWide } from './stubs.ts';

const dark = async (page: Page) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  const found = await violations(page);
  await page.emulateMedia({ colorScheme: 'light' });
  return found;
};

for (const width of [1280, 375]) {
  test(`a letter that was given up is tried again from the page of jobs, by keyboard alone, ${wide(width)}`, async ({ page }) => {
    const sent: { action: string }[] = [];
    await serveStubs(page, 'developer', {
      [`/jobs/${LETTER}/retry`]: (route: Route) => {
        if (!route.request().url().includes('dry')) sent.push(route.request().postDataJSON());
        return route.fulfill({ json: { queue: 'mail' } });
      },
    });
    await page.setViewportSize({ width, height: 900 });
    await page.goto('/');
    await expect(page.getByRole('navigation', { name: 'Desk' }).getByRole('link', { name: 'Jobs' })).toBeVisible();
    await page.keyboard.press('g');
    await page.keyboard.press('j');
    await expect(page.getByRole('heading', { level: 1, name: 'Jobs' })).toBeVisible();
    const failed = page.getByRole('region', { name: 'What failed' });
    await expect(failed.getByRole('listitem')).toHaveText([
      /Letters: issue out.*no such user.*13 tries/,
      /The books.*is done again each night/,
    ]);
    expect([await violations(page), await dark(page), await isWide(page)]).toEqual([[], [], false]);
    await page.getByRole('button', { name: 'Try again… issue out' }).focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Try again: issue out' });
    await expect(dialog).toContainText('The letter is handed to the mail server once more');
    expect(await violations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Try again' }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByText('It is on its way.')).toBeVisible();
    expect(sent).toHaveLength(1);
  });
}

test('where nothing failed the page says so', async ({ page }) => {
  await serveStubs(page, 'publisher', { '/jobs': { ...JOBS, count: 0, failed: [] } });
  await page.goto('/jobs');
  await expect(page.getByText('Nothing waits for anybody.')).toBeVisible();
  await expect(page.getByRole('row', { name: /Letters as they are written 3/ })).toBeVisible();
});

test('the history is narrowed by what, by whom and by days, and its file has the same', async ({ page }) => {
  const asked: string[] = [];
  const taken: unknown[] = [];
  await serveStubs(page, 'publisher', {
    '/history': (route: Route) => {
      asked.push(new URL(route.request().url()).search);
      return route.fulfill({ json: { actions: [], next: null, people: [{ id: OWNER, name: 'Bob' }] } });
    },
    '/exports/records': (route: Route) => {
      taken.push(route.request().postDataJSON().records);
      return route.fulfill({ json: { name: 'history.csv', rows: 0, csv: '' } });
    },
  });
  await page.goto('/history?about=elephants');
  await expect(page.getByText('Nothing was done at the desk yet.')).toBeVisible();
  await page.getByLabel('About').selectOption('Money');
  await page.getByLabel('By').selectOption('Bob');
  await page.getByLabel('From').fill('2026-11-01');
  await expect(page.getByText('Nothing like this was done.')).toBeVisible();
  await expect(page).toHaveURL(`/history?about=money&who=${OWNER}&since=2026-11-01`);
  const since = new Date('2026-11-01T00:00:00').toISOString();
  await expect.poll(() => asked.at(-1)).toBe(`?about=money&who=${OWNER}&since=${encodeURIComponent(since)}`);
  expect([await violations(page), await dark(page)]).toEqual([[], []]);
  await page.getByRole('button', { name: 'Take these as CSV' }).click();
  await expect.poll(() => taken).toEqual([{ of: 'history', filter: { about: 'money', who: OWNER, since } }]);
});
