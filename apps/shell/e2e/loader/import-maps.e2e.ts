import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from '@playwright/test';
import { FIREFOX, type Firefox, startFirefox } from './firefox.ts';
import { cmsPage, place, type Site, startSite } from './site.ts';

let site: Site;
let slow: Server;
test.beforeAll(async () => {
  site = await startSite();
  // A page that is long in coming: its own import map, and the module that needs it, come half a second after our loader began its widgets.
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
  const said: string[] = [];
  page.on('console', (message) => said.push(message.text()));
  await page.goto(slowPage());
  await expect(page.getByRole('button', { name: 'Alpha: 0' })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('data-cms', 'mapped');
  expect(said).toEqual([]);
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
      expect(firefox.said).toEqual([]);
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
