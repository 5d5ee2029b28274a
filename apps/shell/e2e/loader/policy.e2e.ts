import { expect, test } from '@playwright/test';
import { cmsPage, hintsFor, place, type Site, startSite } from './site.ts';

let site: Site;
test.beforeAll(async () => {
  site = await startSite();
});
test.afterAll(() => site.close());

const NONCE = 'a1b2c3';

/** What `docs/guide-embed.md` tells a CMS to send, and nothing more. */
const policies = {
  'a nonce and named origins': () => `script-src 'nonce-${NONCE}' ${site.stores['shell']} ${site.stores['alpha']} ${site.stores['beta']}`,
  "a nonce and 'strict-dynamic'": () => `script-src 'nonce-${NONCE}' 'strict-dynamic'`,
};

for (const [name, scriptSrc] of Object.entries(policies)) {
  test(`widgets run, styled, under a Content-Security-Policy with ${name} and Trusted Types`, async ({ page }) => {
    const complaints: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
    });
    const policy = `default-src 'none'; ${scriptSrc()}; connect-src 'self'; img-src data:; base-uri 'none'; require-trusted-types-for 'script'; trusted-types newsstand`;
    const html = cmsPage(site, place('alpha.panel') + place('beta.form') + place('beta.later'), { nonce: NONCE });
    site.pages.set('/page', { html, headers: { 'content-security-policy': policy } });
    await page.goto(`${site.url}/page`);
    await expect(page.getByRole('button', { name: 'Alpha: 0' })).toHaveCSS('padding-left', '16px');
    await expect(page.getByRole('button', { name: 'Beta: 0' })).toBeVisible();
    await expect(page.getByText('came later')).toBeVisible();
    expect(complaints).toEqual([]);
  });
}

test('each chunk is vouched for once, however many widgets want it, whenever they come, and with hints: the browser warns of no rule', async ({
  page,
}) => {
  const complaints: string[] = [];
  page.on('console', (message) => complaints.push(message.text()));
  const head = await hintsFor(site, 'alpha', 'beta');
  const body = place('beta.later') + place('alpha.panel') + place('beta.later') + place('beta.form', 'data-when="intent"');
  site.pages.set('/page', { html: cmsPage(site, body, { head }) });
  await page.goto(`${site.url}/page`);
  await expect(page.getByText('came later')).toHaveCount(2);
  await page.getByRole('link', { name: 'Fallback' }).click();
  await expect(page.getByRole('button', { name: 'Beta: 0' })).toBeVisible();
  await page.evaluate((html) => document.body.insertAdjacentHTML('beforeend', html), place('beta.later'));
  await expect(page.getByText('came later')).toHaveCount(3);
  expect(complaints).toEqual([]);
});

test('a chunk that a remote fetches later is vouched for as well', async ({ page }) => {
  await page.route(/\/mf\/beta\/.*\/\d+\.js/, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: (await response.text()).replace('came later', 'came forged') });
  });
  site.pages.set('/page', { html: cmsPage(site, place('beta.later') + place('alpha.panel')) });
  await page.goto(`${site.url}/page`);
  await expect(page.getByText('refused')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Alpha: 0' })).toBeVisible();
});
