import { violations } from '@newsstand/build/axe';
import { expect, type Page, test } from '@playwright/test';

// Whether axe is asked again about what it has judged, by pages that differ in one thing.

const FORM = `<style>p { color: #333 }</style><main><h1>Renew</h1><form><label for="who">Name</label><input id="who" autocomplete="name"><p class="until">Until May.</p><ul><li>Paper</li></ul></form></main>`;

/** In the window that is there, with the axe that was put into it. */
const show = (page: Page, form: string): Promise<void> =>
  page.setContent(`<!doctype html><html lang="en"><title>A page</title><body>${form}`);
const idsOf = async (page: Page) => (await violations(page)).map(({ id }) => id);
const wasAsked = (page: Page) => page.evaluate(() => 'axe' in globalThis);

test('a page that differs in words only is not judged again', { tag: '@ci' }, async ({ page }) => {
  await show(page, FORM);
  expect(await idsOf(page)).toEqual([]);
  expect(await wasAsked(page)).toBe(true);
  await page.goto('about:blank');
  await show(page, FORM.replace('Until May.', 'Until the autumn of next year.').replaceAll('"who"', '"reader"'));
  expect(await idsOf(page)).toEqual([]);
  expect(await wasAsked(page)).toBe(false);
});

for (const [what, change, rule] of [
  ['a colour', (form: string) => form.replace('#333', '#ccc'), 'color-contrast'],
  ['the colour behind it', (form: string) => form.replace('p {', 'main { background: #444 } p {'), 'color-contrast'],
  ['a field without its label', (form: string) => form.replace('for="who"', 'for="other"'), 'label'],
  ['a label without words', (form: string) => form.replace('>Name<', '><'), 'label'],
  ['a level of headings left out', (form: string) => form.replace('<p ', '<h3>Days</h3><p '), 'heading-order'],
  ['a role that lacks its state', (form: string) => form.replace('<p ', '<p role="checkbox" tabindex="0" '), 'aria-required-attr'],
  ['a list with something else in it', (form: string) => form.replace('</ul>', '<div>Screen</div></ul>'), 'list'],
  ['a picture without words', (form: string) => form.replace('<p ', '<img src="data:,"><p '), 'image-alt'],
] as const) {
  test(`${what} is judged, and again each time until it is mended`, { tag: '@ci' }, async ({ page }) => {
    await show(page, FORM);
    expect(await idsOf(page)).toEqual([]);
    for (let time = 0; time < 2; time += 1) {
      await show(page, change(FORM));
      expect(await idsOf(page)).toContain(rule);
    }
  });
}
