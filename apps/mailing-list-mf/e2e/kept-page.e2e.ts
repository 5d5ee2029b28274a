// @module-tag ci
import { test } from '@newsstand/build/kept-page';
import { expect, type Page } from '@playwright/test';

// One after the other in one page: each leaves something there, which the next one does not meet.
test.describe.configure({ mode: 'serial' });

const email = (page: Page) => page.getByRole('textbox', { name: 'Email' });
const FRESH = '/?state=fresh';

test('a form is open, in a narrow window', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 500 });
  await page.goto(FRESH);
  await email(page).fill('ada@example.org');
  await page.evaluate(`document.documentElement.dataset.left = 'yes';
    sessionStorage.setItem('left', 'yes');
    localStorage.setItem('left', 'yes');
    document.cookie = 'left=yes';
    fetch = () => Promise.reject(new TypeError('left'));
    setTimeout(() => location.assign('/?state=success'), 1500)`);
});

test('a state is shown in the page of the test before, with nothing that was typed, kept or begun there', async ({ page }) => {
  await page.goto(FRESH);
  expect(await page.evaluate(`document.documentElement.dataset.left`), 'it is that page').toBe('yes');
  await expect(email(page)).toHaveValue('');
  expect(page.viewportSize()?.width).toBe(1280);
  expect(await page.evaluate(`[sessionStorage.length, localStorage.length, document.cookie]`)).toEqual([0, 0, '']);
  await page.evaluate(`new Promise((done) => setTimeout(done, 1600))`);
  expect(new URL(page.url()).search, 'what was to come later does not').toBe('?state=fresh');
});

test('what answers requests, what runs in each document and how it is to look are of one test', async ({ page }) => {
  await page.route('**/left', (route) => route.fulfill({ body: 'left' }));
  await page.addInitScript(() => Reflect.set(globalThis, 'left', true));
  await page.emulateMedia({ colorScheme: 'dark', forcedColors: 'active', reducedMotion: 'no-preference' });
  await page.goto(FRESH);
  expect(await page.evaluate(`document.documentElement.dataset.left`), 'it is another document').toBeUndefined();
  expect(await page.evaluate(`globalThis.left`)).toBe(true);
});

test('a document that a test changed by a function of its own is not the next one’s', async ({ page }) => {
  await page.goto(FRESH);
  const found = await page.evaluate(async () => ({
    script: Reflect.has(globalThis, 'left'),
    looks: ['(prefers-color-scheme: dark)', '(forced-colors: active)', '(prefers-reduced-motion: no-preference)'].filter(
      (look) => matchMedia(look).matches,
    ),
    answer: await (await fetch('/left')).text(),
  }));
  expect(found).toMatchObject({ script: false, looks: [] });
  expect(found.answer).not.toBe('left');
  await page.evaluate(() => (document.documentElement.dataset['left'] = 'changed'));
});

test('a page that is on its way to another when a test ends is not where the next one begins', async ({ page }) => {
  await page.goto(FRESH);
  expect(await page.evaluate(`document.documentElement.dataset.left`)).toBeUndefined();
  await page.evaluate(`location.assign('/?state=success')`);
});

test('the state that is asked for is there, and stays', async ({ page }) => {
  await page.goto(FRESH);
  await expect(email(page)).toHaveValue('');
  // One that fills in its form as soon as it is there, and is gone before that.
  await page.evaluate(`showAt('/?state=success'); showAt('/?state=fresh')`);
  await expect(email(page)).toHaveValue('');
  await page.evaluate(`new Promise((done) => setTimeout(done, 300))`);
  expect(new URL(page.url()).search).toBe('?state=fresh');
});
