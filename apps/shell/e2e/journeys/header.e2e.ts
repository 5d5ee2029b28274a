import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test, type Locator, type Page } from '@playwright/test';

// A page that a test answers itself may ask this machine for nothing without it.
test.use({ permissions: ['local-network-access'] });

/** The header of the guide's own pages, with the cart's number alone beside it, and links of the site's around them. */
const GUIDE = readFileSync(path.resolve(import.meta.dirname, '../../../../docs/guide-embed.md'), 'utf8');
const [LOGIN = '', PANEL = ''] = GUIDE.match(/<span data-widget="(?:login\.header|checkout\.panel)".*<\/span>/g) ?? [];
const COUNTER = PANEL.replace('checkout.panel', 'checkout.counter');
const [STYLE = ''] = /<style>[^]*?\.either[^]*?<\/style>/.exec(GUIDE) ?? [];
const MARKS = [LOGIN, PANEL, COUNTER];

/** Headers as sites have them: words and links in a line, a row, and a menu; in letters of their own. */
const HEADERS: Record<string, string> = {
  'a <p>': `<p><a href="/">Home</a> ${MARKS.join(' <a href="/">Next</a> ')} and on</p>`,
  'a flex <header>': `<header style="display: flex; flex-wrap: wrap; gap: 4px 16px; font: italic 18px/1.2 serif; letter-spacing: 1px"><a href="/">Home</a>${MARKS.join('')}<a href="/">Next</a></header>`,
  'a <li> menu': `<nav style="font: 700 14px/2 monospace; text-transform: uppercase"><ul><li><a href="/">Home</a></li>${MARKS.map((mark) => `<li style="float: left; margin-inline-end: 24px">${mark}</li>`).join('')}<li style="clear: left"><a href="/">Next</a></li></ul></nav>`,
};

/** A page of a site with such a header, whose marks come when the page says; `shifted` is the sum of its shifts. */
const showHeader = async (page: Page, html: string, when: 'load' | 'intent'): Promise<void> => {
  const [, loader = ''] = /src="([^"]*loader[^"]*\.js)"/.exec(await (await page.request.get('/')).text()) ?? [];
  const rooms = readFileSync(path.resolve(import.meta.dirname, '../../../../docs/rooms.css'), 'utf8');
  const watch = `globalThis.shifted = 0; new PerformanceObserver((list) => list.getEntries().forEach(({ value }) => (shifted += value)))
    .observe({ type: 'layout-shift', buffered: true })`;
  await page.route('**/site', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<!doctype html><html lang="en" data-newsstand-page="article"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>A site</title>
        <style>${rooms}</style>${STYLE}<script>${watch}</script><script async src="${loader}"></script>
        ${html.replaceAll('data-when="intent"', `data-when="${when}"`)}<main><h1>Its own words</h1></main></html>`,
    }),
  );
  await page.goto('/site');
};

/** Where all that is the site's own stands, and the elements of the marks, which are its own as well. */
const boxes = (page: Page) =>
  page.locator('body > :not(script, style), body > * :is(a, li, ul, h1, [data-widget]):not([data-widget] *)').evaluateAll((all) =>
    all.map((one) => {
      const { x, y, width, height } = one.getBoundingClientRect();
      return { name: one.getAttribute('data-widget') ?? one.localName, box: [x, y, width, height] };
    }),
  );
type Boxes = Awaited<ReturnType<typeof boxes>>;

/** What has moved or grown: by less than the parts of a pixel that a browser rounds to, nothing has. */
const moved = (before: Boxes, after: Boxes): string[] =>
  before.flatMap(({ name, box }, index) => {
    const now = after[index]?.box ?? [];
    return box.every((length, side) => Math.abs(length - (now[side] ?? NaN)) < 0.1)
      ? []
      : [`${name}: ${box.join(' ')} is ${now.join(' ')}`];
  });

for (const [place, html] of Object.entries(HEADERS))
  test(`in ${place} nothing of a site’s header moves as what stands in it comes`, { tag: '@ci' }, async ({ page }) => {
    for (const width of [375, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      await page.route(/loader.*\.js/, (route) => route.abort());
      await showHeader(page, html, 'load');
      const before = await boxes(page);
      await page.unroute(/loader.*\.js/);
      await showHeader(page, html, 'load');
      await expect(page.locator('[data-widget][data-state="loaded"]')).toHaveCount(MARKS.length);
      expect.soft(moved(before, await boxes(page)), `${width} px, at once`).toEqual([]);

      await showHeader(page, html, 'intent');
      for (const widget of ['checkout.panel', 'login.header']) {
        await page.locator(`[data-widget="${widget}"]`).getByRole('link').click();
        await expect(page.getByRole('dialog')).toBeVisible();
        await page.keyboard.press('Escape');
        await expect(page.getByRole('dialog')).toBeHidden();
        const mark = page.locator(`[data-widget="${widget}"]`).getByRole('button');
        expect.soft((await mark.boundingBox())?.height, `${width} px, ${widget}: what a finger finds`).toBeGreaterThanOrEqual(44);
      }
      expect.soft(moved(before, await boxes(page)), `${width} px, after a click on each`).toEqual([]);
      expect.soft(await page.evaluate('shifted'), `${width} px`).toBe(0);
    }
  });

const look = (words: Locator) =>
  words.evaluate((element) => {
    const { fontFamily, fontSize, fontWeight } = getComputedStyle(element);
    return { fontFamily, fontSize, fontWeight };
  });

for (const widget of ['login.header', 'checkout.panel']) {
  test(`the words of the header look alike before and after ${widget} has come`, { tag: '@ci' }, async ({ page }) => {
    await page.goto('/');
    const place = page.locator(`[data-widget="${widget}"]`);
    const before = await look(place.getByRole('link'));
    await place.getByRole('link').click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.keyboard.press('Escape');
    expect(await look(place.getByRole('button'))).toEqual(before);
  });
}

test('a command that opens a misspelled widget says in the console what was probably meant', { tag: '@ci' }, async ({ page }) => {
  await page.goto('/');
  const said = page.waitForEvent('console', (message) => message.text().includes('is checkout.panel meant?'));
  await page.evaluate(() => globalThis.newsstand?.push(['open', 'checkout.pannel']));
  expect((await said).text()).toBe('[newsstand] there is no widget checkout.pannel: is checkout.panel meant?');
});

test(
  'the cart that a button of the CMS’s opened gives that button the focus back, also where the first of its places is in a closed menu',
  { tag: '@long' },
  async ({ page }) => {
    await page.goto('/');
    const header = page.locator('[data-widget="checkout.panel"]');
    await header.evaluate((element) => {
      const menu = document.createElement('nav');
      menu.style.display = 'none';
      menu.append(element.cloneNode(true));
      const asks = document.createElement('button');
      asks.textContent = 'My cart';
      asks.addEventListener('click', () => globalThis.newsstand?.push(['open', 'checkout.panel']));
      document.body.prepend(menu, asks);
    });
    await page.getByRole('button', { name: 'My cart' }).press('Enter');
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(page.getByRole('button', { name: 'My cart' })).toBeFocused();
    await expect(header.first()).not.toHaveAttribute('data-state');
    await expect(header.last()).toHaveAttribute('data-state', 'loaded');
  },
);
