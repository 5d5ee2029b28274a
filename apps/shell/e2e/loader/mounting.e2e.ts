import { mixedCart } from '@newsstand/contracts/fixtures/cart';
import { expect, test } from '@playwright/test';
import { cmsPage, place, type Site, startSite } from './site.ts';

let site: Site;
test.beforeAll(async () => {
  site = await startSite();
});
test.afterAll(() => site.close());
test.beforeEach(() => {
  site.calls.length = 0;
});

const show = (body: string, options = {}): string => {
  site.pages.set('/page', { html: cmsPage(site, body, options) });
  return `${site.url}/page`;
};

test('widgets of two teams come alive on one page, with one React', async ({ page }) => {
  await page.goto(show(place('alpha.panel') + place('beta.form')));
  await page.getByRole('button', { name: 'Alpha: 0' }).click();
  await expect(page.getByRole('button', { name: 'Alpha: 1' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Beta: 0' })).toBeVisible();
  await expect(page.locator('[data-widget="alpha.panel"]')).toHaveAttribute('data-state', 'loaded');
  expect(await page.evaluate(() => globalThis.reacts?.size)).toBe(1);
});

test('a page may hold the same widget twice', async ({ page }) => {
  await page.goto(show(place('alpha.panel') + place('alpha.panel')));
  await expect(page.getByRole('button', { name: 'Alpha: 0' })).toHaveCount(2);
});

test("a CMS's own elements stand for widgets without a change to its templates", async ({ page }) => {
  const { changeRegistry } = await import('@newsstand/build/registry-store');
  await changeRegistry(site.store, (registry) => ({ ...registry, mounts: { '#sidebar': { widget: 'alpha.panel' } } }));
  await page.goto(show('<div id="sidebar">Old</div>'));
  await expect(page.getByRole('button', { name: 'Alpha: 0' })).toBeVisible();
  await changeRegistry(site.store, (registry) => ({ ...registry, mounts: {} }));
});

test('an element that is added later comes alive, one that is removed is taken down, and one that moves lives on', async ({ page }) => {
  await page.goto(show(''));
  await page.evaluate((html) => document.body.insertAdjacentHTML('beforeend', `<section>${html}</section>`), place('alpha.panel'));
  await expect(page.getByRole('button', { name: 'Alpha: 0' })).toBeVisible();
  const left = await page.evaluate(async () => {
    const element = document.querySelector('[data-widget]');
    element?.remove();
    await new Promise(requestAnimationFrame);
    document.querySelector('h1')?.append(element ?? '');
    return element?.textContent;
  });
  expect(left).toBe('Fallback');
  await expect(page.locator('h1').getByRole('button', { name: 'Alpha: 0' })).toBeVisible();
});

test('a widget that is to be visible first waits until it nears the viewport', async ({ page }) => {
  await page.goto(show(`<p style="height: 3000px">Long</p>${place('alpha.panel', 'data-when="visible"')}`));
  await page.evaluate(() => new Promise((done) => requestIdleCallback(done)));
  expect(await page.evaluate(() => performance.getEntriesByType('resource').filter(({ name }) => name.includes('/mf/')).length)).toBe(0);
  await page.getByRole('link', { name: 'Fallback' }).scrollIntoViewIfNeeded();
  await expect(page.getByRole('button', { name: 'Alpha: 0' })).toBeVisible();
});

test('an idle widget comes by itself', async ({ page }) => {
  await page.goto(show(place('alpha.panel', 'data-when="idle"')));
  await expect(page.getByRole('button', { name: 'Alpha: 0' })).toBeVisible();
});

test('an intent widget for which the page’s address brings something starts at once, and no other does', async ({ page }) => {
  await page.goto(`${show(place('alpha.panel', 'data-when="intent"') + place('beta.form', 'data-when="intent"'))}#alpha=ticket`);
  await expect(page.locator('[data-widget="alpha.panel"]')).toHaveAttribute('data-state', 'loaded');
  await expect(page.locator('[data-widget="beta.form"]')).not.toHaveAttribute('data-state');
});

test('an intent widget loads when the reader reaches for it, and opens by the click that asked', async ({ page }) => {
  await page.goto(show(place('alpha.panel', 'data-when="intent"')));
  const link = page.getByRole('link', { name: 'Fallback' });
  await expect(link).toBeVisible();
  const entry = page.waitForResponse(/alpha.*entry\.js/);
  await link.hover();
  await entry;
  await expect(link).toBeVisible();
  await link.click();
  await expect(page.getByRole('button', { name: 'Alpha: 0 (asked for)' })).toBeVisible();
});

test('the keyboard asks as well as the pointer', async ({ page }) => {
  await page.goto(show(place('alpha.panel', 'data-when="intent"')));
  await page.evaluate(() => new Promise((done) => requestIdleCallback(done)));
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Alpha: 0 (asked for)' })).toBeVisible();
});

test('a page asks for a widget by a command, before or after the loader is there', async ({ page }) => {
  const early = '<script>window.newsstand = window.newsstand || []; newsstand.push(["open", "alpha.panel"])</script>';
  await page.goto(show(place('alpha.panel', 'data-when="intent"'), { head: early }));
  await expect(page.getByRole('button', { name: 'Alpha: 0 (asked for)' })).toBeVisible();
  await page.evaluate(() => globalThis.newsstand?.push(['open', 'beta.form']));
  await expect(page.getByRole('button', { name: 'Beta: 0 (asked for)' })).toBeVisible();
});

test('the loader as a module, and twice on the page, works as once', async ({ page }) => {
  const again = `<script type="module" src="${site.stores['shell']}/loader.js"></script>`;
  await page.goto(show(place('alpha.panel'), { head: again }));
  await expect(page.getByRole('button', { name: 'Alpha: 0' })).toHaveCount(1);
  await expect(page.getByRole('button')).toHaveCount(1);
});

test('the page follows widgets by events', async ({ page }) => {
  const listen = `<script>seen = []; for (const type of ['widget:ready', 'widget:error'])
    document.addEventListener(type, ({ type, detail }) => seen.push(type + ' ' + detail.widget + ' ' + detail.element.tagName))</script>`;
  await page.goto(show(place('alpha.panel') + place('nobody.form'), { head: listen }));
  await expect(page.getByRole('button', { name: 'Alpha: 0' })).toBeVisible();
  expect(await page.evaluate('seen.sort()')).toEqual(['widget:error nobody.form DIV', 'widget:ready alpha.panel DIV']);
});

test('page data comes from one call, however many widgets there are, and from none where the CMS inlined it', async ({ page }) => {
  await page.goto(show(place('alpha.panel') + place('beta.form'), { html: 'data-newsstand-page="product" data-newsstand-slug="mug"' }));
  await expect(page.getByRole('button')).toHaveCount(2);
  expect(site.calls).toEqual(['/api/page/product?slug=mug']);
  site.calls.length = 0;
  await page.goto(show(place('alpha.panel'), { inline: { cart: mixedCart } }));
  await expect(page.getByRole('button', { name: 'Alpha: 0' })).toHaveAttribute('data-version', String(mixedCart.version));
  expect(site.calls).toEqual([]);
});
