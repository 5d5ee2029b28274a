import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deploy } from '@newsstand/build/deploy';
import { rowTags } from '@newsstand/build/row-tags';
import { expect, type Page, test } from '@playwright/test';
import { cmsPage, place, type Site, startSite } from './site.ts';

let site: Site;
test.beforeAll(async () => {
  site = await startSite();
  site.pages.set('/fallback', { html: '<h1>The page behind the link</h1>' });
});
test.afterAll(() => site.close());

const show = (body: string): string => {
  site.pages.set('/page', { html: cmsPage(site, body) });
  return `${site.url}/page`;
};

const ALPHA_ENTRY = /\/mf\/alpha\/.*entry\.js/;
const cors = { 'access-control-allow-origin': '*', 'content-type': 'text/javascript' };

type Fault = { name: string; options?: string; arrange?: (page: Page) => Promise<unknown>; pass?: (page: Page) => Promise<void> };
const faults: Fault[] = [
  { name: 'answers 500', arrange: (page) => page.route(ALPHA_ENTRY, (route) => route.fulfill({ status: 500, headers: cors })) },
  { name: 'is not where it was', arrange: (page) => page.route(ALPHA_ENTRY, (route) => route.fulfill({ status: 404, headers: cors })) },
  {
    name: 'hangs',
    arrange: async (page) => {
      await page.clock.install();
      await page.route(ALPHA_ENTRY, () => undefined);
    },
    pass: (page) => page.clock.fastForward(8000),
  },
  { name: 'throws as it mounts', options: 'data-fail="mount"' },
  { name: 'throws as it renders', options: 'data-fail="render"' },
  {
    name: 'arrives corrupted',
    arrange: (page) =>
      page.route(ALPHA_ENTRY, async (route) => {
        const text = await (await route.fetch()).text();
        await route.fulfill({ headers: cors, body: `globalThis.corrupted = true;${text}` });
      }),
    // Where it is not refused, this tells one that was run from a true one that came past the test.
    pass: async (page) => {
      await expect(page.locator('[data-widget="alpha.panel"]')).toHaveAttribute('data-state', /loaded|failed/);
      expect(await page.evaluate('globalThis.corrupted')).toBeUndefined();
    },
  },
  {
    name: 'is no script',
    arrange: (page) => page.route(ALPHA_ENTRY, (route) => route.fulfill({ headers: cors, body: '<!doctype html>' })),
  },
  { name: 'is not reached', arrange: (page) => page.route(ALPHA_ENTRY, (route) => route.abort('connectionrefused')) },
];

for (const [index, { name, options = '', arrange, pass }] of faults.entries()) {
  test(`a remote that ${name} leaves the other's widget working, and its own fallback`, { tag: rowTags(index) }, async ({ page }) => {
    await arrange?.(page);
    await page.goto(show(place('alpha.panel', options) + place('beta.form')));
    await page.getByRole('button', { name: 'Beta: 0' }).click();
    await expect(page.getByRole('button', { name: 'Beta: 1' })).toBeVisible();
    await pass?.(page);
    await expect(page.locator('[data-widget="alpha.panel"]')).toHaveAttribute('data-state', 'failed');
    await page.getByRole('link', { name: 'Fallback' }).click();
    await expect(page.getByRole('heading', { name: 'The page behind the link' })).toBeVisible();
  });
}

const reasons = [
  { name: 'could not be had', widget: place('alpha.absent'), says: /alpha has no widget absent/ },
  { name: 'throws as it renders', widget: place('alpha.panel', 'data-fail="render"'), says: /fails to render/ },
  { name: 'gave up by itself', widget: place('beta.page', 'data-good="mug"'), says: /a good that answers 404/, caught: true },
  { name: 'broke after it was shown', widget: place('beta.page', 'data-breaks'), says: /broke when it was pressed/, caught: true },
];
for (const [index, { name, widget, says, caught }] of reasons.entries())
  test(
    `the page’s own monitoring is told once which widget ${name}, where, and by which error`,
    { tag: rowTags(index) },
    async ({ page }) => {
      await page.route('**/api/store/products/mug', (route) => route.fulfill({ status: 404, json: {} }));
      site.pages.set('/page', {
        html: cmsPage(site, widget, {
          head: `<script>told = []; document.addEventListener('widget:error', ({ detail }) => told.push({
          widget: detail.widget, isItsElement: detail.element === document.querySelector('[data-widget]'),
          says: detail.error instanceof Error && detail.error.message, caught: detail.caught }))</script>`,
        }),
      });
      await page.goto(`${site.url}/page`);
      if (widget.includes('data-breaks')) await page.getByRole('button', { name: 'Break' }).click();
      await expect(page.locator('[data-widget]')).toHaveAttribute('data-state', 'failed');
      await expect(page.getByRole('link', { name: 'Fallback' })).toBeVisible();
      const [, called = ''] = /data-widget="([^"]+)"/.exec(widget) ?? [];
      expect(await page.evaluate('told')).toEqual([{ widget: called, isItsElement: true, says: expect.stringMatching(says), caught }]);
    },
  );

const CHUNK = /\/mf\/beta\/.*\/page\.js/;
const parts = [
  { name: 'chunk that hangs', route: CHUNK, hangs: true },
  { name: 'chunk that is not where it was', route: CHUNK, hangs: false },
  { name: 'page’s data that hangs', route: '**/api/page/**', hangs: true },
  { name: 'page’s data that answers 500', route: '**/api/page/**', hangs: false },
];
for (const [index, { name, route, hangs }] of parts.entries()) {
  test(
    `a ${name} leaves the widget that waits for it its fallback, with the focus in it, and the others working`,
    { tag: rowTags(index, '@§2.life.2') },
    async ({ page }) => {
      if (hangs) await page.clock.install();
      await page.route(route, (request) => (hangs ? undefined : request.fulfill({ status: 404, headers: cors })));
      await page.goto(show(place('beta.page') + place('beta.form')));
      await page.getByRole('button', { name: 'Beta: 0' }).click();
      await expect(page.getByRole('button', { name: 'Beta: 1' })).toBeVisible();
      const fallback = page.getByRole('link', { name: 'Fallback' });
      await fallback.focus();
      if (hangs) {
        await expect(page.locator('[data-widget="beta.page"]')).toHaveAttribute('data-state', 'loading');
        await page.clock.fastForward(8000);
      }
      await expect(page.locator('[data-widget="beta.page"]')).toHaveAttribute('data-state', 'failed');
      await expect(fallback).toBeFocused();
      await expect(page.getByRole('button', { name: 'Beta: 1' })).toBeVisible();
      await fallback.press('Enter');
      await expect(page.getByRole('heading', { name: 'The page behind the link' })).toBeVisible();
    },
  );
}

test('a widget that starts after the page’s data did not come asks for them anew', { tag: '@ci' }, async ({ page }) => {
  let isDown = true;
  await page.route('**/api/page/**', (route) => (isDown ? route.fulfill({ status: 503, headers: cors }) : route.continue()));
  await page.goto(show(place('beta.page') + place('beta.page', 'data-when="intent"')));
  const [first, second] = [page.locator('[data-widget="beta.page"]').first(), page.locator('[data-widget="beta.page"]').last()];
  await expect(first).toHaveAttribute('data-state', 'failed');
  isDown = false;
  await second.getByRole('link', { name: 'Fallback' }).click();
  await expect(second).toHaveAttribute('data-state', 'loaded');
});

for (const hangs of [false, true])
  test(
    `a widget whose page’s data ${hangs ? 'hung' : 'failed'} once comes as soon as another’s are there`,
    { tag: '@ci' },
    async ({ page }) => {
      let isDown = true;
      if (hangs) await page.clock.install();
      await page.route('**/api/page/**', (route) => {
        if (!isDown) return route.continue();
        return hangs ? undefined : route.fulfill({ status: 503, headers: cors });
      });
      const later = page.waitForResponse('**/later.js');
      await page.goto(show(place('beta.page') + place('beta.page', 'data-when="intent"')));
      const [first, second] = [page.locator('[data-widget="beta.page"]').first(), page.locator('[data-widget="beta.page"]').last()];
      await later;
      if (hangs) await page.clock.fastForward(8000);
      await expect(first).toHaveAttribute('data-state', 'failed');
      isDown = false;
      await second.getByRole('link', { name: 'Fallback' }).click();
      await expect(second).toHaveAttribute('data-state', 'loaded');
      await expect(first.getByRole('heading', { name: 'Beta’s page' })).toBeVisible();
    },
  );

test('a widget whose chunk did not come is asked for with each other that comes, until it does', { tag: '@ci' }, async ({ page }) => {
  let failures = 0;
  await page.route(CHUNK, (route) => (failures++ < 2 ? route.abort('connectionrefused') : route.continue()));
  const later = page.waitForResponse('**/later.js');
  await page.goto(show(place('beta.page') + place('beta.form', 'data-when="intent"').repeat(2)));
  const widget = page.locator('[data-widget="beta.page"]');
  const others = page.locator('[data-widget="beta.form"] a');
  await later;
  await expect(widget).toHaveAttribute('data-state', 'failed');
  await others.first().click();
  await expect.poll(() => failures).toBe(2);
  await expect(widget).toHaveAttribute('data-state', 'failed');
  await others.click();
  await expect(widget.getByRole('heading', { name: 'Beta’s page' })).toBeVisible();
});

test('a widget that failed before the page had a connection comes when there is one', { tag: '@ci' }, async ({ page, context }) => {
  const later = page.waitForResponse('**/later.js');
  await page.route('**/api/page/**', (route) => route.fulfill({ status: 503, headers: cors }));
  await page.goto(show(place('beta.page')));
  await later;
  const widget = page.locator('[data-widget="beta.page"]');
  await expect(widget).toHaveAttribute('data-state', 'failed');
  await page.unroute('**/api/page/**');
  await context.setOffline(true);
  await context.setOffline(false);
  await expect(widget.getByRole('heading', { name: 'Beta’s page' })).toBeVisible();
});

test(
  'a widget that cannot come is tried once for each that comes, and its words stay under who has the focus in them',
  { tag: '@ci' },
  async ({ page }) => {
    let asked = 0;
    await page.route(ALPHA_ENTRY, (route) => {
      asked++;
      return route.fulfill({ status: 404, headers: cors });
    });
    const later = page.waitForResponse('**/later.js');
    const others = [1, 2].map(() => place('beta.form', 'data-when="intent"', '<button>Other</button>'));
    await page.goto(show(place('alpha.panel', 'id="first"') + others.join('')));
    await later;
    const first = page.locator('#first');
    await expect(first).toHaveAttribute('data-state', 'failed');
    const before = asked;
    await page.getByRole('button', { name: 'Other' }).first().click();
    await expect.poll(() => asked).toBe(before + 1);
    await expect(first).toHaveAttribute('data-state', 'failed');
    await first.getByRole('link').focus();
    await page.getByRole('button', { name: 'Other' }).dispatchEvent('click');
    await expect(page.getByRole('button', { name: 'Beta: 0' })).toHaveCount(2);
    await expect(first.getByRole('link')).toBeFocused();
    expect(asked).toBe(before + 1);
  },
);

for (const { status, anew } of [
  { status: 404, anew: 'is not begun again: its words stay where they are' },
  { status: 503, anew: 'begins anew' },
])
  test(`when another widget comes, one whose good was answered with ${status} ${anew}`, { tag: '@ci' }, async ({ page }) => {
    let answered = status;
    await page.route('**/api/store/products/mug', (route) => route.fulfill({ status: answered, json: {} }));
    const later = page.waitForResponse('**/later.js');
    await page.goto(show(place('beta.page', 'data-good="mug"') + place('beta.form') + place('beta.page', 'data-when="intent" id="other"')));
    const good = page.locator('[data-good]');
    await later;
    await expect(good).toHaveAttribute('data-state', 'failed');
    await expect(page.getByRole('button', { name: 'Beta: 0' })).toBeVisible();
    answered = 200;
    await page.locator('#other a').click();
    await expect(page.locator('#other')).toHaveAttribute('data-state', 'loaded');
    // Whatever begins anew has begun by the second picture.
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    await expect(good).toHaveAttribute('data-state', status === 404 ? 'failed' : /loading|loaded/);
  });

test('an answer that never comes is not waited for by the widget that starts next', { tag: '@ci' }, async ({ page }) => {
  let hangs = true;
  await page.clock.install();
  await page.route('**/api/page/**', (route) => (hangs ? undefined : route.continue()));
  await page.goto(show(place('beta.page') + place('beta.page', 'data-when="intent"')));
  const [first, second] = [page.locator('[data-widget="beta.page"]').first(), page.locator('[data-widget="beta.page"]').last()];
  await expect(first).toHaveAttribute('data-state', 'loading');
  await page.clock.fastForward(8000);
  await expect(first).toHaveAttribute('data-state', 'failed');
  hangs = false;
  await second.getByRole('link', { name: 'Fallback' }).click();
  await expect(second).toHaveAttribute('data-state', 'loaded');
});

test('a click that asked for a widget whose page cannot come does what it would have done without us', { tag: '@ci' }, async ({ page }) => {
  await page.route(CHUNK, (route) => route.fulfill({ status: 404, headers: cors }));
  await page.goto(show(place('beta.page', 'data-when="intent"')));
  await page.evaluate(() => new Promise((done) => requestIdleCallback(done)));
  await page.getByRole('link', { name: 'Fallback' }).click();
  await expect(page.getByRole('heading', { name: 'The page behind the link' })).toBeVisible();
});

test('a widget that waits for its chunk may leave the page and come back', { tag: '@ci' }, async ({ page }) => {
  let release = (): void => undefined;
  const held = new Promise<void>((done) => {
    release = done;
  });
  await page.route(CHUNK, async (route) => {
    await held;
    await route.continue();
  });
  await page.clock.install();
  const asked = page.waitForRequest(CHUNK);
  await page.goto(show(place('beta.page')));
  await asked;
  await page.evaluate(async () => {
    const element = document.querySelector('[data-widget]');
    element?.remove();
    await new Promise(requestAnimationFrame);
    document.querySelector('h1')?.after(element ?? '');
  });
  await page.clock.fastForward(4000);
  release();
  await expect(page.getByRole('heading', { name: 'Beta’s page' })).toBeVisible();
  await page.clock.fastForward(8000);
  await expect(page.getByRole('heading', { name: 'Beta’s page' })).toHaveCount(1);
  await expect(page.locator('[data-widget="beta.page"]')).toHaveAttribute('data-state', 'loaded');
});

test('a click that asked for a widget which cannot come does what it would have done without us', { tag: '@ci' }, async ({ page }) => {
  await page.route(ALPHA_ENTRY, (route) => route.fulfill({ status: 500, headers: cors }));
  await page.goto(show(place('alpha.panel', 'data-when="intent"')));
  await page.evaluate(() => new Promise((done) => requestIdleCallback(done)));
  await page.getByRole('link', { name: 'Fallback' }).click();
  await expect(page.getByRole('heading', { name: 'The page behind the link' })).toBeVisible();
});

test('what arrives after the watchdog gave up does not push the fallback away', { tag: '@ci' }, async ({ page }) => {
  await page.clock.install();
  let release = (): void => undefined;
  const held = new Promise<void>((done) => {
    release = done;
  });
  await page.route(ALPHA_ENTRY, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(show(place('alpha.panel') + place('beta.form')));
  await expect(page.getByRole('button', { name: 'Beta: 0' })).toBeVisible();
  await page.clock.fastForward(8000);
  await expect(page.locator('[data-widget="alpha.panel"]')).toHaveAttribute('data-state', 'failed');
  const late = page.waitForResponse(ALPHA_ENTRY);
  release();
  await late;
  await page.evaluate(() => new Promise((done) => requestIdleCallback(done)));
  await expect(page.getByRole('link', { name: 'Fallback' })).toBeVisible();
  await expect(page.getByRole('button')).toHaveCount(1);
});

test('without the platform every fallback stays', { tag: '@ci' }, async ({ page }) => {
  await page.route(/platform\.js/, (route) => route.fulfill({ status: 503, headers: cors }));
  await page.goto(show(place('alpha.panel') + place('beta.form')));
  await expect(page.locator('[data-state="failed"]')).toHaveCount(2);
  await expect(page.getByRole('link', { name: 'Fallback' })).toHaveCount(2);
});

test('page data that cannot be had leaves the widget to say so', { tag: '@ci' }, async ({ page }) => {
  await page.route('**/api/page/**', (route) => route.fulfill({ status: 500 }));
  await page.goto(show(place('alpha.panel')));
  await expect(page.getByRole('button', { name: 'Alpha: 0' })).toBeVisible();
});

test('a remote that speaks another contract is not mounted', { tag: '@ci' }, async ({ page }) => {
  const other = await startSite();
  const dist = await mkdtemp(join(tmpdir(), 'newsstand-contract-'));
  const container = `export const init = () => {}; export const get = async () => () =>
    ({ contract: 2, mounts: { panel: (element) => { element.textContent = 'mounted' } } });`;
  await writeFile(join(dist, 'entry.js'), container);
  // What the record says would be refused at deploy; what the remote says itself is asked again on the page.
  await writeFile(join(dist, 'build.json'), JSON.stringify({ name: 'alpha', contract: 1, entry: 'entry.js', preload: [] }));
  await deploy(other.store, dist);
  other.pages.set('/page', { html: cmsPage(other, place('alpha.panel') + place('beta.form')) });
  await page.goto(`${other.url}/page`);
  await expect(page.getByRole('button', { name: 'Beta: 0' })).toBeVisible();
  await expect(page.locator('[data-widget="alpha.panel"]')).toHaveAttribute('data-state', 'failed');
  await expect(page.getByRole('link', { name: 'Fallback' })).toBeVisible();
  await other.close();
  await rm(dist, { recursive: true, force: true });
});
