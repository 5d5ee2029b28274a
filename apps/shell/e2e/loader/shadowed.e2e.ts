import { rowTags } from '@newsstand/build/row-tags';
import { expect, test } from '@playwright/test';
import { cmsPage, place, type Site, startSite } from './site.ts';

// Elements with a `name` are properties of `document` and hide its own: whatever an author calls a form, readers get
// the widgets or what stands there without.

let site: Site;
test.beforeAll(async () => {
  site = await startSite();
});
test.afterAll(() => site.close());
test.beforeEach(() => {
  site.calls.length = 0;
});

/**
 * What the loader itself asks `document` for, before anything else is there: it has no room for a guard, and stays away
 * where one of them is hidden.
 */
const LOADER = ['addEventListener', 'createElement', 'dispatchEvent', 'head', 'querySelector', 'querySelectorAll'];
const EVIL = 'data-newsstand-api="https://evil.example" data-newsstand-page="store"';

const KINDS: ((name: string) => string)[] = [
  (name) => `<form name="${name}" ${EVIL}><input name="removeAttribute"><input name="name"><input name="dataset"></form>`,
  (name) => `<img name="${name}" alt="" ${EVIL}>`,
  (name) => `<iframe name="${name}" title="x" ${EVIL}></iframe>`,
  (name) => `<embed name="${name}" ${EVIL}>`,
  (name) => `<object id="${name}" ${EVIL}></object>`,
  (name) => `<form name="${name}"></form><form name="${name}"></form>`,
];

const show = (shadows: string, before = true): string => {
  const widget = place('alpha.panel', 'data-when="load"');
  site.pages.set('/page', { html: cmsPage(site, before ? shadows + widget : widget + shadows) });
  return `${site.url}/page`;
};

for (const [index, kind] of KINDS.entries()) {
  test(
    `no property of document that is hidden by ${/^<\w+/.exec(kind(''))?.[0]}> (${index}) breaks or misleads a widget`,
    { tag: rowTags(index) },
    async ({ page }) => {
      const asked = new Set<string>();
      page.on('request', (request) => asked.add(new URL(request.url()).hostname));
      await page.goto(show(''));
      const all = await page.evaluate(() => {
        const keys = [];
        for (const key in Document.prototype) keys.push(key);
        return keys;
      });
      expect(all).toEqual(expect.arrayContaining(['documentElement', 'currentScript', 'body', ...LOADER]));
      await page.goto(
        show(
          all
            .filter((key) => !LOADER.includes(key))
            .map(kind)
            .join(''),
        ),
      );
      await page.getByRole('button', { name: 'Alpha: 0' }).click();
      await expect(page.getByRole('button', { name: 'Alpha: 1' })).toBeVisible();
      expect(await page.evaluate(() => [document.documentElement.localName, document.createTextNode('x').data])).toEqual(['html', 'x']);
      expect([...asked]).toEqual(['127.0.0.1']);
      expect(site.calls.every((call) => call.startsWith('/api/page/article'))).toBe(true);
    },
  );
}

for (const name of LOADER) {
  test(
    `where document.${name} is hidden from the start, readers get the widget or what stands there without it`,
    { tag: '@ci' },
    async ({ page }) => {
      const asked = new Set<string>();
      page.on('request', (request) => asked.add(new URL(request.url()).hostname));
      await page.goto(show(KINDS.map((kind) => kind(name)).join('')));
      await expect(page.getByRole('link', { name: 'Fallback' }).or(page.getByRole('button', { name: 'Alpha: 0' }))).toBeVisible();
      expect([...asked]).toEqual(['127.0.0.1']);
    },
  );

  test(`document.${name} is found again once a widget is there`, { tag: '@ci' }, async ({ page }) => {
    await page.goto(show(''));
    await expect(page.getByRole('button', { name: 'Alpha: 0' })).toBeVisible();
    const found = await page.evaluate(
      async ([html, key]) => {
        document.body.insertAdjacentHTML('beforeend', html ?? '');
        await new Promise((done) => setTimeout(done));
        return Object.getOwnPropertyNames(document).includes(key ?? '');
      },
      [KINDS.map((kind) => kind(name)).join(''), name],
    );
    expect(found).toBe(false);
    await page.getByRole('button', { name: 'Alpha: 0' }).click();
    await expect(page.getByRole('button', { name: 'Alpha: 1' })).toBeVisible();
  });
}
