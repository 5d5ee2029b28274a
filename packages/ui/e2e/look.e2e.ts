import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { violations } from '@newsstand/build/axe';
import { rowTags } from '@newsstand/build/row-tags';
import { expect, test } from '@playwright/test';

/** The modules of `src` that export a component, with the names of what they export so. */
const componentModules = (): { file: string; names: string[] }[] => {
  const src = path.join(import.meta.dirname, '../src');
  return globSync('*.tsx', { cwd: src })
    .map((file) => {
      const exported = readFileSync(path.join(src, file), 'utf8').matchAll(/^export (?:const|function) ([A-Z]\w*[a-z]\w*)/gm);
      return { file, names: Array.from(exported, ([, name]) => name ?? '') };
    })
    .filter(({ names }) => names.length > 0);
};

test('every component is on the page, in a section that bears its name', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const sections = await page.locator('main > section').evaluateAll((found) => found.map((section) => section.ariaLabel ?? ''));
  const shown = new Set(sections.flatMap((names) => names.split(/, | and /)));
  const modules = componentModules();
  expect(modules.length).toBeGreaterThan(15);
  expect(modules.filter(({ names }) => !names.some((name) => shown.has(name)))).toEqual([]);
});

for (const theme of ['light', 'dark']) {
  for (const width of [375, 1280]) {
    // Colours change with the theme, arrangement with the width: two of the four see both of each.
    const tag = (theme === 'dark') === (width === 375) ? [] : ['@ci'];
    test(`axe finds nothing on the page in ${theme} at ${width} px, and nothing overflows`, { tag }, async ({ page }) => {
      await page.setViewportSize({ width, height: 1000 });
      await page.goto(`/?theme=${theme}`);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      expect(await violations(page)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    });
  }

  test(`axe finds nothing in an open list, dialog and drawer in ${theme}`, { tag: theme === 'light' ? [] : '@ci' }, async ({ page }) => {
    await page.goto(`/?theme=${theme}`);
    await page.getByRole('combobox', { name: 'Country of delivery' }).fill('u');
    await expect(page.getByRole('option').first()).toBeVisible();
    expect(await violations(page, { within: '[aria-label=SelectBox]' })).toEqual([]);
    await page.getByRole('combobox', { name: 'Country of delivery' }).fill('Atlantis');
    expect(await violations(page, { within: '[aria-label=SelectBox]' })).toEqual([]);
    await page.keyboard.press('Tab');
    for (const opener of ['Open dialog', 'Remove all', 'Open cart']) {
      await page.getByRole('button', { name: opener }).click();
      expect(await violations(page, { within: 'dialog[open]' })).toEqual([]);
      await page.keyboard.press('Escape');
    }
  });
}

test('every control can be touched: 44 px or more', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 800 });
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  // A link within a sentence is as high as its line (WCAG 2.5.8, inline).
  const small = await page.locator('button:visible, input:visible, a:visible:not([href="#fallback"], p > a)').evaluateAll((controls) =>
    controls
      .map((control) => ({ box: (control.closest('label') ?? control).getBoundingClientRect(), name: control.outerHTML.slice(0, 80) }))
      .filter(({ box }) => box.height < 44 || box.width < 44)
      .map(({ name, box }) => `${name} ${box.width}x${box.height}`),
  );
  expect(small).toEqual([]);
});

test('the page’s own tokens theme the widgets, dark is the page’s to ask for', { tag: '@ci' }, async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  const ink = () => page.getByRole('heading', { level: 1 }).evaluate((heading) => getComputedStyle(heading).color);
  await page.goto('/');
  expect(await ink()).toBe('rgb(27, 26, 24)');
  await page.goto('/?theme=auto');
  expect(await ink()).toBe('rgb(242, 238, 230)');
  await page.evaluate(() => document.documentElement.style.setProperty('--newsstand-ink', 'rgb(1, 2, 3)'));
  expect(await ink()).toBe('rgb(1, 2, 3)');
});

test('a reader’s larger text is respected', async ({ page }) => {
  await page.goto('/');
  const size = () => page.getByText('What every widget is made of').evaluate((text) => getComputedStyle(text).fontSize);
  expect(await size()).toBe('16px');
});

for (const [index, state] of (['page', 'list', 'dialog', 'alertdialog', 'drawer'] as const).entries()) {
  test(`a hostile CMS sheet changes no pixel: ${state}`, { tag: rowTags(index) }, async ({ page }) => {
    const picture = async (address: string) => {
      await page.goto(address);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      // What the CMS does to the mount element itself is the CMS's.
      await page.addStyleTag({ content: '#root { margin: 0 !important }' });
      if (state === 'list') await page.getByRole('combobox', { name: 'Country of delivery' }).fill('u');
      if (state === 'dialog') await page.getByRole('button', { name: 'Open dialog' }).click();
      if (state === 'alertdialog') await page.getByRole('button', { name: 'Remove all' }).click();
      if (state === 'drawer') await page.getByRole('button', { name: 'Open cart' }).click();
      const all = { page: 'main', list: 'main', dialog: 'dialog:modal', alertdialog: 'dialog:modal', drawer: 'dialog:modal' }[state];
      return page.locator(all).screenshot({ animations: 'disabled' });
    };
    const calm = await picture('/');
    const hostile = await picture('/?hostile');
    expect(hostile.equals(calm), `${state} differs`).toBe(true);
  });
}
