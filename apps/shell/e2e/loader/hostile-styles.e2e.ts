import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { cmsPage, place, type Site, startSite } from './site.ts';

const HOSTILE = readFileSync(join(import.meta.dirname, 'hostile.css'), 'utf8');

let site: Site;
test.beforeAll(async () => {
  site = await startSite();
});
test.afterAll(() => site.close());

const show = async (page: Page, head: string): Promise<void> => {
  const room = 'style="position: absolute; top: 200px; left: 20px; width: 600px; margin: 0; padding: 0"';
  site.pages.set('/page', { html: cmsPage(site, place('beta.elements', room), { head }) });
  await page.goto(`${site.url}/page`);
  await expect(page.locator('[data-widget]')).toHaveAttribute('data-state', 'loaded');
};

/** Handed over as one text: a hundred thousand lines, one by one, take several times as long. */
const computed = async (page: Page): Promise<string[]> => {
  const text = await page.locator('.newsstand-root, .newsstand-root *').evaluateAll((elements) =>
    elements
      .flatMap((element, index) =>
        [null, '::before', '::after', '::placeholder', '::marker', '::first-letter'].flatMap((pseudo) => {
          const style = getComputedStyle(element, pseudo);
          // What depends on where the element ends up is measured by the picture.
          const skip = /^(perspective-origin|transform-origin|inline-size|block-size|width|height|(-webkit-)?(locale|app-region))$/;
          return [...style]
            .filter((name) => !skip.test(name))
            .map((name) => `${index} ${element.tagName}${pseudo ?? ''} ${name}: ${style.getPropertyValue(name)}`);
        }),
      )
      .join('\n'),
  );
  return text.split('\n');
};

test("a hostile page's sheets change nothing inside a widget: no computed value and no pixel", async ({ page }) => {
  const look = async (head: string) => {
    await show(page, head);
    return { styles: await computed(page), picture: await page.locator('.newsstand-root').screenshot() };
  };
  // Two pictures of one page are not always the same to the pixel on a busy machine; those of two different ones never
  // are.
  await expect(async () => {
    const [plain, hostile] = [await look(''), await look(`<style>${HOSTILE}</style>`)];
    const before = new Set(plain.styles);
    expect(hostile.styles.filter((line) => !before.has(line))).toEqual([]);
    expect(hostile.picture.equals(plain.picture)).toBe(true);
  }).toPass({ timeout: 50_000 });
});

test('what a widget hides is hidden, on any page', { tag: '@ci' }, async ({ page }) => {
  for (const sheet of ['', HOSTILE]) {
    await show(page, `<style>${sheet}</style>`);
    await expect(page.getByText('Hidden')).toBeHidden();
  }
});

test('a widget changes nothing outside itself', async ({ page }) => {
  const outside = '<div id="cms"><h2>Title</h2><button class="button">Buy</button><p>Text <a href="#x">link</a></p></div>';
  const look = async (body: string): Promise<Buffer> => {
    site.pages.set('/page', { html: cmsPage(site, outside + body, { head: `<style>${HOSTILE.replace(/animation[^}]*/, '')}</style>` }) });
    await page.goto(`${site.url}/page`);
    if (body) await expect(page.locator('[data-widget]')).toHaveAttribute('data-state', 'loaded');
    return page.locator('#cms').screenshot();
  };
  await expect(async () => expect((await look(place('beta.elements'))).equals(await look(''))).toBe(true)).toPass({ timeout: 50_000 });
});

test('a widget whose room the CMS reserved shifts nothing on the page', async ({ page }) => {
  const room = 'style="display: block; min-height: 60px"';
  site.pages.set('/page', { html: cmsPage(site, `${place('alpha.panel', room)}<p>After</p>`) });
  await page.goto(`${site.url}/page`);
  await expect(page.getByRole('button', { name: 'Alpha: 0' })).toBeVisible();
  const shift = await page.evaluate(
    () =>
      new Promise<number>((done) => {
        let sum = 0;
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) sum += 'value' in entry ? Number(entry.value) : 0;
        }).observe({ type: 'layout-shift', buffered: true });
        requestIdleCallback(() => done(sum));
      }),
  );
  expect(shift).toBe(0);
});
