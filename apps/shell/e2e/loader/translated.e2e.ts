import { expect, type Page, test } from '@playwright/test';
import { cmsPage, place, type Site, startSite } from './site.ts';

let site: Site;
test.beforeAll(async () => {
  site = await startSite();
});
test.afterAll(() => site.close());

/**
 * As Chrome and Edge translate a page: a `<font>` in the place of each text, now and whenever one comes. In capitals,
 * which are our foreign language.
 */
const translate = (page: Page) =>
  page.evaluate(() => {
    const work = (): void => {
      const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      const found: Text[] = [];
      while (texts.nextNode()) if (texts.currentNode instanceof Text) found.push(texts.currentNode);
      for (const text of found) {
        if (text.data.trim() === '' || text.parentElement?.closest('font, script')) continue;
        const [outer, inner] = [document.createElement('font'), document.createElement('font')];
        inner.textContent = text.data.toUpperCase();
        outer.append(inner);
        text.replaceWith(outer);
      }
    };
    work();
    new MutationObserver(work).observe(document.body, { childList: true, subtree: true, characterData: true });
  });

/** As Firefox does: the first text of an element is all of them, and the others go. */
const translateInPlace = (page: Page) =>
  page.evaluate(() => {
    for (const element of document.querySelectorAll('[data-widget] p')) {
      const [first, ...others] = [...element.childNodes].filter((node) => node instanceof Text);
      if (first) first.data = (element.textContent ?? '').toUpperCase();
      for (const text of others) text.remove();
    }
  });

test('a widget whose texts a browser translates into one lives on', { tag: '@ci' }, async ({ page }) => {
  site.pages.set('/page', { html: cmsPage(site, place('beta.page', 'data-counts')) });
  const attended = page.waitForResponse('**/later.js');
  await page.goto(`${site.url}/page`);
  const words = page.locator('[data-widget] p');
  await expect(words).toHaveText('you have 0 of two, and may take one');
  await (await attended).finished();
  await page.evaluate(() => new Promise((done) => requestIdleCallback(done, { timeout: 1000 })));
  await translateInPlace(page);
  await expect(words).toHaveText('YOU HAVE 0 OF TWO, AND MAY TAKE ONE');
  for (const _ of [1, 2]) await page.getByRole('button', { name: 'Take' }).click();
  await expect(words).toHaveText(/^Now YOU HAVE/);
  await expect(page.locator('[data-widget]')).toHaveAttribute('data-state', 'loaded');
});

for (const isEarly of [false, true])
  test(
    `a widget that its reader’s browser translates ${isEarly ? 'as soon as it is there ' : ''}lives on, and says what is so`,
    { tag: '@ci' },
    async ({ page }) => {
      site.pages.set('/page', { html: cmsPage(site, place('beta.page', 'data-counts')) });
      const later: (() => void)[] = [];
      if (isEarly)
        await page.route('**/later.js', async (route) => {
          await new Promise<void>((resolve) => later.push(resolve));
          await route.continue();
        });
      const attended = page.waitForResponse('**/later.js');
      await page.goto(`${site.url}/page`);
      const words = page.locator('[data-widget] p');
      await expect(words).toHaveText('you have 0 of two, and may take one');
      if (isEarly) {
        await translate(page);
        await expect.poll(() => later.length).toBe(1);
      }
      for (const go of later) go();
      await (await attended).finished();
      // A module that has arrived runs.
      await page.evaluate(() => new Promise((done) => requestIdleCallback(done, { timeout: 1000 })));
      if (!isEarly) await translate(page);
      await expect(words).toHaveText('YOU HAVE 0 OF TWO, AND MAY TAKE ONE');
      const take = page.getByRole('button', { name: 'TAKE' });
      await take.click();
      await expect(words).toHaveText('NOW YOU HAVE 1 OF TWO, AND MAY TAKE ONE');
      await take.click();
      await expect(words).toHaveText('NOW YOU HAVE 2 OF TWO');
      await expect(page.locator('[data-widget]')).toHaveAttribute('data-state', 'loaded');
    },
  );
