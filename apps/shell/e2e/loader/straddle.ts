import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deploy } from '@newsstand/build/deploy';
import { rollback } from '@newsstand/build/rollback';
import type { Browser, BrowserContext, Page } from '@playwright/test';
import { builtIn } from './build-fixtures.ts';
import { cmsPage, place, startSite } from './site.ts';

const AT_ONCE = 10;

/**
 * Readers whose visit straddles deploys: each opens a page and sees one widget come; then remotes are deployed and rolled back;
 * then the reader reaches for what the page has not loaded yet. Returns how many of them met anything broken.
 */
export const straddledFailures = async (browser: Browser, { sessions = 100, deploys = 20, rollbacks = 5 } = {}): Promise<number> => {
  const site = await startSite();
  const dir = await mkdtemp(join(tmpdir(), 'newsstand-straddle-'));
  site.pages.set('/page', { html: cmsPage(site, place('alpha.panel') + place('beta.later', 'data-when="intent"')) });

  const open = async (context: BrowserContext): Promise<Page> => {
    const page = await context.newPage();
    await page.goto(`${site.url}/page`);
    return page;
  };
  const change = async (index: number): Promise<unknown> =>
    // Every fifth change is a rollback, the rest are deploys of the two teams in turn.
    index % 5 === 4 ? rollback(site.store, 'alpha') : deploy(site.store, await variant(dir, index % 2 ? 'beta' : 'alpha', index));
  const reach = async (page: Page): Promise<boolean> => {
    try {
      await page.getByRole('button', { name: 'Alpha: 0' }).click({ timeout: 10_000 });
      await page.getByRole('link', { name: 'Fallback' }).click();
      await page.getByText('came later').waitFor({ timeout: 10_000 });
      return true;
    } catch {
      return false;
    } finally {
      await page.close();
    }
  };

  try {
    let failures = 0;
    let changes = 0;
    for (let seen = 0; seen < sessions; seen += AT_ONCE) {
      // A browser of their own, without an earlier loader in its cache.
      const context = await browser.newContext();
      const visits = await Promise.all(Array.from({ length: Math.min(AT_ONCE, sessions - seen) }, () => open(context)));
      const due = Math.round(((seen + visits.length) / sessions) * (deploys + rollbacks));
      while (changes < due) await change(changes++);
      failures += (await Promise.all(visits.map(reach))).filter((well) => !well).length;
      await context.close();
    }
    return failures;
  } finally {
    await site.close();
    await rm(dir, { recursive: true, force: true });
  }
};

/** The same remote as another build: every chunk differs, and what it shows does not. */
const variant = async (dir: string, name: string, number: number): Promise<string> => {
  const dist = join(dir, `${name}-${number}`);
  await cp(builtIn(name), dist, { recursive: true, filter: (path) => !/\.(br|gz)$/.test(path) });
  const chunk = join(dist, 'entry.js');
  await writeFile(chunk, `${await readFile(chunk, 'utf8')}\n// build ${number}`);
  return dist;
};
