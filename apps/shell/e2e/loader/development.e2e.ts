// @module-tag ci
import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { remote } from '@newsstand/build/remote';
import { expect, test } from '@playwright/test';
import { rspack } from '@rspack/core';
import { RspackDevServer } from '@rspack/dev-server';
import { builtIn } from './build-fixtures.ts';
import { cmsPage, place, startSite } from './site.ts';

const PORT = 4593;
// A copy, inside the repository so that packages are found: this test edits it.
const SOURCE = builtIn('source');
const BUTTON = join(SOURCE, 'button.tsx');

test('a remote under development replaces the deployed one on a CMS page, and its changes arrive without a reload', async ({ page }) => {
  test.setTimeout(90_000);
  await cp(join(import.meta.dirname, 'remotes'), SOURCE, { recursive: true });
  const site = await startSite();
  // Looking at the files rather than waiting for the system's news of them: a machine that has given all of its
  // watchers away gives none.
  const config = {
    ...remote({ dir: join(SOURCE, 'alpha'), name: 'alpha', port: PORT, mount: './mount.tsx' }, 'dev'),
    watchOptions: { poll: 300 },
  };
  const server = new RspackDevServer(config.devServer || {}, rspack(config));
  const before = await readFile(BUTTON, 'utf8');
  try {
    await server.start();
    site.pages.set('/page', { html: cmsPage(site, place('alpha.panel') + place('beta.form')) });
    await page.goto(`${site.url}/page?widget=alpha@localhost:${PORT}`);
    await page.getByRole('button', { name: 'Alpha: 0' }).click({ timeout: 30_000 });
    await expect(async () => {
      await writeFile(BUTTON, before.replace('{label}: {count}', '{label} now: {count}'));
      await expect(page.getByRole('button', { name: 'Alpha now: 1' })).toBeVisible({ timeout: 8000 });
    }).toPass({ timeout: 50_000 });
    await expect(page.getByRole('button', { name: 'Beta: 0' })).toBeVisible();
    expect(await page.evaluate(() => globalThis.reacts?.size)).toBe(1);
  } finally {
    await server.stop();
    await site.close();
  }
});
