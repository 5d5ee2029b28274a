// @module-tag ci
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { expect, test } from '@playwright/test';
import { FIREFOX, type Firefox, startFirefox } from './firefox.ts';
import { cmsPage, place, type Site, startSite } from './site.ts';
import { startWebKit, WEBKIT } from './webkit.ts';

let site: Site;
let slow: Server;
test.beforeAll(async () => {
  site = await startSite();
  // A page that is long in coming: its own import map, and the module that needs it, come half a second after our
  // loader began its widgets.
  let goOn = (): void => undefined;
  slow = createServer((request, response) => {
    if (request.url !== '/page') {
      response.writeHead(200, { 'content-type': 'text/javascript' }).end('export const word = "mapped"');
      if (request.url === '/begun') setTimeout(goOn, 500);
      return;
    }
    response.writeHead(200, { 'content-type': 'text/html' });
    const [first = '', rest = ''] = cmsPage(site, `${BEGUN}${place('alpha.panel')}<hr>${OWN_MAP}`).split('<hr>');
    // Browsers begin with the first kilobyte or so.
    response.write(first + ' '.repeat(4096));
    goOn = () => void response.end(rest);
  });
  await new Promise<void>((done) => slow.listen(0, '127.0.0.1', done));
});
test.afterAll(async () => {
  await new Promise((done) => {
    slow.close(done);
    slow.closeAllConnections();
  });
  await site.close();
});

const BEGUN = `<script>const looking = setInterval(() => {
  if (!globalThis.newsstand?.push) return;
  clearInterval(looking);
  void fetch('/begun');
}, 20)</script>`;
const OWN_MAP = `<script type="importmap">{"imports":{"cms":"/cms.js"}}</script>
<script type="module">import { word } from "cms"; document.documentElement.dataset.cms = word;</script>`;
const slowPage = (): string => {
  const { port } = Object(slow.address()) satisfies AddressInfo;
  return `http://127.0.0.1:${port}/page`;
};

test("a CMS's own import map counts, also one that comes while the page is still parsed, and so do the widgets", async ({ page }) => {
  const messages: string[] = [];
  page.on('console', (message) => messages.push(message.text()));
  await page.goto(slowPage());
  await expect(page.getByRole('button', { name: 'Alpha: 0' })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('data-cms', 'mapped');
  expect(messages).toEqual([]);
});

test('a changed first file is refused, also when it is asked for again', async ({ page }) => {
  let forged = true;
  await page.route(/\/mf\/alpha\/.*entry\.js/, async (route) => {
    const response = await route.fetch();
    const text = await response.text();
    await route.fulfill({ response, body: forged ? `globalThis.forged = 1;${text}` : text });
  });
  site.pages.set('/page', { html: cmsPage(site, place('alpha.panel') + place('alpha.panel', 'data-when="intent" id="again"')) });
  await page.goto(`${site.url}/page`);
  await expect(page.locator('[data-widget]').first()).toHaveAttribute('data-state', 'failed');
  await page.evaluate(() => globalThis.newsstand?.push(['open', 'alpha.panel']));
  await expect(page.locator('[data-state=loading]')).toHaveCount(0);
  expect(await page.evaluate('globalThis.forged')).toBeUndefined();
  forged = false;
});

if (FIREFOX) {
  test.describe('in Firefox, which takes one import map', () => {
    let firefox: Firefox;
    test.beforeAll(async () => {
      firefox = await startFirefox(FIREFOX ?? '');
    });
    test.afterAll(() => firefox.close());
    const state = (): Promise<string> => firefox.evaluate('document.querySelector("[data-widget]").dataset.state');

    test("the CMS's own counts, also one that comes while the page is still parsed, and so do the widgets", async () => {
      await firefox.goto(slowPage());
      await expect.poll(state).toBe('loaded');
      expect(await firefox.evaluate('document.documentElement.dataset.cms')).toBe('mapped');
      expect(firefox.shown).toEqual([]);
    });

    for (const [which, ending, widget] of [
      ['the code of a remote', 'entry.js', 'alpha.panel'],
      ['a later part of a remote', 'page.js', 'beta.page'],
    ] as const)
      test(`${which} that was once answered with an error, which Firefox remembers, comes at the next try, vouched for`, async () => {
        const putBack = await firefox.forge(`/${ending}`, '', 503);
        site.pages.set('/page', { html: cmsPage(site, place(widget) + place(widget, 'data-when="intent" id="again"')) });
        await firefox.goto(`${site.url}/page?${ending}`);
        const stateOf = (which: string) => firefox.evaluate(`document.querySelector('${which}').dataset.state`);
        await expect.poll(() => stateOf('[data-widget]')).toBe('failed');
        await firefox.evaluate(`document.querySelector('#again a').click()`);
        await expect.poll(() => stateOf('#again')).toBe('loaded');
        const vouched = `document.querySelector('link[rel=modulepreload][href$="${ending}?"]').integrity`;
        expect(await firefox.evaluate(vouched)).toMatch(/^sha256-/);
        await putBack();
      });

    test('a chunk that comes later is refused when it was changed, without a map of ours that it would not take', async () => {
      site.pages.set('/page', { html: cmsPage(site, place('beta.page')) });
      await firefox.goto(`${site.url}/page`);
      await expect.poll(state).toBe('loaded');
      await firefox.forge('/page.js', 'globalThis.forged = 1');
      await firefox.goto(`${site.url}/page?again`);
      await expect.poll(state).toBe('failed');
      expect(await firefox.evaluate('globalThis.forged')).toBe('undefined');
    });
  });
} else {
  console.warn(
    'No firefox-esr on this machine, and none in FIREFOX: that it takes the import map of the CMS was not tried (Debian: apt-get install firefox-esr)',
  );
}

if (WEBKIT) {
  test.describe('in WebKit, Safari’s engine', () => {
    const opened = async (
      page: string,
    ): Promise<{ state(): Promise<string>; evaluate(expression: string): Promise<string>; close(): Promise<void> }> => {
      const webkit = await startWebKit(WEBKIT ?? '');
      await webkit.goto(page);
      return { ...webkit, state: () => webkit.evaluate('document.querySelector("[data-widget]").dataset.state') };
    };

    // Its timers stand still while a page comes, so that this one is not slow.
    test("the CMS's own import map counts, behind the loader, and so do the widgets", async () => {
      site.pages.set('/cms.js', { html: 'export const word = "mapped"', headers: { 'content-type': 'text/javascript' } });
      site.pages.set('/page', { html: cmsPage(site, `${place('alpha.panel')}${OWN_MAP}`) });
      const webkit = await opened(`${site.url}/page`);
      await expect.poll(webkit.state).toBe('loaded');
      expect(await webkit.evaluate('document.documentElement.dataset.cms')).toBe('mapped');
      expect(await webkit.evaluate('document.querySelector("[data-widget] button").textContent')).toContain('Alpha');
      await webkit.close();
    });

    for (const [which, ending, widget] of [
      ['first', 'entry.js', 'alpha.panel'],
      ['later', 'page.js', 'beta.page'],
    ] as const) {
      test(`a ${which} file is refused when it was changed, and runs when it was not`, async () => {
        site.pages.set('/page', { html: cmsPage(site, place(widget)) });
        const putBack = await forge(`mf/${widget.split('.')[0]}/`, `/${ending}`);
        const misled = await opened(`${site.url}/page`);
        await expect.poll(misled.state).toBe('failed');
        expect(await misled.evaluate('globalThis.forged')).toBe('undefined');
        await misled.close();
        await putBack();
        const webkit = await opened(`${site.url}/page`);
        await expect.poll(webkit.state).toBe('loaded');
        await webkit.close();
      });
    }
  });
} else {
  console.warn(
    'No WebKitWebDriver or no Xvfb on this machine: Safari’s engine was not tried (Debian: apt-get install webkit2gtk-driver xvfb)',
  );
}

/**
 * Changes a file in the store, as somebody would who broke into it, in all the ways in which it is packed. Answers what
 * puts it back.
 */
async function forge(folder: string, ending: string): Promise<() => Promise<void>> {
  const files = (await site.store.list(folder))
    .map(({ key }) => key)
    .filter((key) => /\.js(?:\.br|\.gz)?$/.test(key) && key.includes(ending));
  const before = await Promise.all(files.map(async (key) => ({ key, body: (await site.store.get(key))?.body ?? Buffer.alloc(0) })));
  const script = Buffer.concat([
    Buffer.from('globalThis.forged = 1;'),
    before.find(({ key }) => key.endsWith('.js'))?.body ?? Buffer.alloc(0),
  ]);
  expect(files).toHaveLength(3);
  for (const key of files)
    await site.store.put(key, key.endsWith('.br') ? brotliCompressSync(script) : key.endsWith('.gz') ? gzipSync(script) : script);
  return async () => {
    for (const { key, body } of before) await site.store.put(key, body);
  };
}
