// @module-tag ci
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deploy } from '@newsstand/build/deploy';
import { expect, test } from '@playwright/test';
import { builtIn } from './build-fixtures.ts';
import { cmsPage, place, type Site, startSite } from './site.ts';

let site: Site;
let dir: string;
let allowed: string;
test.beforeAll(async () => {
  site = await startSite();
  dir = await mkdtemp(join(tmpdir(), 'newsstand-allowed-'));
  await cp(builtIn('alpha'), dir, { recursive: true });
  const chunk = join(dir, 'entry.js');
  await writeFile(chunk, (await readFile(chunk, 'utf8')).replace('"Alpha"', '"Gamma"'));
  for (const packed of ['entry.js.br', 'entry.js.gz']) await rm(join(dir, packed));
  allowed = (await deploy(site.store, dir, { allow: true })).build;
  site.pages.set('/page', { html: cmsPage(site, place('alpha.panel')) });
});
test.afterAll(async () => {
  await site.close();
  await rm(dir, { recursive: true, force: true });
});

test('an allowed build is seen by who asks for it, on any page', async ({ page }) => {
  await page.goto(`${site.url}/page?widget=alpha@${allowed}`);
  await expect(page.getByRole('button', { name: 'Gamma: 0' })).toBeVisible();
  await page.goto(`${site.url}/page`);
  await expect(page.getByRole('button', { name: 'Alpha: 0' })).toBeVisible();
});

for (const asked of ['alpha@000000000000', 'alpha@https://evil.example', 'alpha@evil.example:80', 'alpha', 'nobody@localhost:4598', '@']) {
  test(`${asked} is not allowed, so the deployed build is used`, async ({ page }) => {
    const hosts = new Set<string>();
    page.on('request', (request) => hosts.add(new URL(request.url()).host));
    const warning = page.waitForEvent('console', (message) => message.type() === 'warning');
    await page.goto(`${site.url}/page?widget=${encodeURIComponent(asked)}`);
    await expect(page.getByRole('button', { name: 'Alpha: 0' })).toBeVisible();
    expect((await warning).text()).toContain('is not allowed here');
    expect([...hosts].every((host) => host.startsWith('127.0.0.1'))).toBe(true);
  });
}

test('where others reach the store no page takes a remote from its own machine, and no build holds a word of one', async ({ page }) => {
  const production = await startSite(undefined, { local: false });
  production.pages.set('/page', { html: cmsPage(production, place('alpha.panel')) });
  const local = page.waitForRequest('http://localhost:4598/**', { timeout: 3000 }).catch(() => null);
  const warning = page.waitForEvent('console', (message) => message.type() === 'warning');
  const override = page.waitForResponse('**/override.js');
  await page.goto(`${production.url}/page?widget=alpha@localhost:4598`);
  await expect(page.getByRole('button', { name: 'Alpha: 0' })).toBeVisible();
  expect((await warning).text()).toContain('is not allowed here');
  expect(await local).toBeNull();
  expect(await (await override).text()).not.toMatch(/localhost|127\.0/);
  await production.close();
});

test('a remote under development is for pages of the same machine only', async ({ page }) => {
  const local = page.waitForRequest('http://localhost:4598/**', { timeout: 3000 }).catch(() => null);
  await page.goto(`${site.url.replace('127.0.0.1', 'magazine.localhost')}/page?widget=alpha@localhost:4598`);
  await expect(page.getByRole('button', { name: 'Alpha: 0' })).toBeVisible();
  expect(await local).toBeNull();
});
