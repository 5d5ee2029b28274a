import { rowTags } from '@newsstand/build/row-tags';
import { expect, test } from '@playwright/test';
import { experiments } from '@rspack/core';
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

for (const [index, [name, scriptSrc]] of Object.entries(policies).entries()) {
  test(`widgets run, styled, under a Content-Security-Policy with ${name} and Trusted Types`, { tag: rowTags(index) }, async ({ page }) => {
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

/**
 * Where the CMS, or what makes its pages fast, puts the loader: its settings and nonce are on the tag that runs,
 * whatever that is called.
 */
const tags: Record<string, { path: string; before: string; type?: string; delayed?: boolean; minified?: boolean }> = {
  renamed: { path: '/assets/c0ffee.js', before: '' },
  'a module that is renamed, among others': { path: '/assets/c0ffee.js?ver=7.1', before: 'export {};\n', type: 'module' },
  deferred: { path: '/assets/loader.js', before: '', type: 'defer' },
  'in the footer': { path: '/assets/loader.js', before: '', type: 'footer' },
  'delayed until the reader does something, as optimizers do': { path: '/assets/loader.js', before: '', delayed: true },
  'concatenated with the scripts of a theme': { path: '/assets/all.js', before: 'globalThis.theme = 1\n' },
  'minified once more, by its own names as well': { path: '/assets/min.js', before: '', minified: true },
  'called as it is, behind another loader.js of somebody else’s': { path: '/assets/loader.js', before: '' },
};
for (const [index, [name, { path, before, type = 'async', delayed, minified }]] of Object.entries(tags).entries()) {
  test(`the loader knows its own tag when it is ${name}`, { tag: rowTags(index) }, async ({ page }) => {
    const deployed = await (await fetch(`${site.stores['shell']}/loader.js`)).text();
    const loader = minified ? await minifiedAnew(deployed) : deployed;
    site.pages.set('/vendor/loader.js', { html: 'globalThis.vendor = 1', headers: { 'content-type': 'text/javascript' } });
    site.pages.set(path.replace(/\?.*/, ''), { html: before + loader, headers: { 'content-type': 'text/javascript' } });
    const tag = (src: string, nonce: string, more = '') => `<script src="${src}" nonce="${nonce}" ${more}></script>`;
    const kind = { async: 'async', defer: 'defer', footer: '', module: 'type="module"' }[type];
    const ours = tag(path, NONCE, `${kind} data-newsstand-page="product" data-newsstand-slug="mug"`);
    const policy = `default-src 'none'; script-src 'nonce-${NONCE}' 'strict-dynamic'; connect-src 'self'; img-src data:; style-src 'self'`;
    // Of two, the other's stands first, and its nonce is good for nothing of ours.
    const first = `<!doctype html><title>A page</title>${tag('/vendor/loader.js', '', 'data-newsstand-page="store"')}`;
    const widget = place('alpha.panel');
    const late = `<script nonce="${NONCE}">addEventListener('pointermove', () => {
      const held = document.querySelector('script[type="text/delayed"]'), script = document.createElement('script');
      for (const { name, value } of held.attributes) if (name !== 'type') script.setAttribute(name, value);
      script.nonce = held.nonce;
      held.replaceWith(script);
    }, { once: true })</script>`;
    const bodies = [`${ours}${widget}`, `${widget}${ours}`, `${ours.replace('async', 'type="text/delayed"')}${widget}${late}`];
    site.pages.set('/page', {
      html: first + (bodies[delayed ? 2 : Number(type === 'footer')] ?? ''),
      headers: { 'content-security-policy': policy },
    });
    site.calls.length = 0;
    await page.goto(`${site.url}/page`);
    if (delayed) await page.mouse.move(100, 100);
    await expect(page.getByRole('button', { name: 'Alpha: 0' })).toHaveCSS('padding-left', '16px');
    expect(site.calls).toEqual([expect.stringMatching(/^\/api\/page\/product\?.*slug=mug/)]);
  });
}

async function minifiedAnew(script: string): Promise<string> {
  const { code } = await experiments.swc.minify(script, { compress: { passes: 3, toplevel: true }, mangle: { toplevel: true } });
  expect(code).not.toBe(script);
  return code;
}

test('three tags of the loader, of two origins, a module among them, work as one', { tag: '@ci' }, async ({ page }) => {
  const loader = await (await fetch(`${site.stores['shell']}/loader.js`)).text();
  site.pages.set('/assets/all.js', { html: loader, headers: { 'content-type': 'text/javascript' } });
  const more = '<script src="/assets/all.js" defer></script><script type="module" src="/assets/all.js?again"></script>';
  site.pages.set('/page', { html: cmsPage(site, place('alpha.panel') + place('beta.form') + more) });
  const messages: string[] = [];
  page.on('console', (message) => messages.push(message.text()));
  await page.goto(`${site.url}/page`);
  await expect(page.getByRole('button', { name: 'Beta: 0' })).toBeVisible();
  await page.getByRole('button', { name: 'Alpha: 0' }).click();
  await expect(page.getByRole('button', { name: 'Alpha: 1' })).toBeVisible();
  await expect(page.getByRole('button')).toHaveCount(2);
  expect(messages).toEqual([]);
});

test(
  'each chunk is vouched for once, however many widgets want it, whenever they come, and with hints: the browser warns of no rule',
  { tag: '@ci' },
  async ({ page }) => {
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
  },
);

test('a chunk that a remote fetches later is vouched for as well', { tag: '@ci' }, async ({ page }) => {
  await page.route(/\/mf\/beta\/.*\/\d+\.js/, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: (await response.text()).replace('came later', 'came forged') });
  });
  site.pages.set('/page', { html: cmsPage(site, place('beta.later') + place('alpha.panel')) });
  await page.goto(`${site.url}/page`);
  await expect(page.getByText('refused')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Alpha: 0' })).toBeVisible();
});
