import { appendFile, cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deploy } from '@newsstand/build/deploy';
import { rollback } from '@newsstand/build/rollback';
import type { Browser, BrowserContext, Page } from '@playwright/test';
import { builtIn } from './build-fixtures.ts';
import { cmsPage, place, startSite } from './site.ts';

const AT_ONCE = 10;

/** What readers look at while remotes are deployed, and what they do then. */
export type Straddle = {
  /** The folders of the builds, the shell's first; the small ones where it is not given. */
  builds?: readonly string[];
  body: string;
  inline?: unknown;
  /** The folders of the two remotes that are deployed in turn; the first is rolled back as well. */
  deployed: readonly [string, string];
  /** What the reader finds when the page has come. */
  arrive(page: Page): Promise<void>;
  /** What the reader reaches for afterwards: what the page has not loaded yet. */
  reach(page: Page): Promise<void>;
};

/**
 * Readers whose visit straddles deploys: each opens a page and sees one widget come; then remotes are deployed and
 * rolled back; then the reader reaches for what the page has not loaded yet. Returns how many of them met anything
 * broken.
 */
export const straddledFailures = async (
  browser: Browser,
  { builds, body, inline, deployed, arrive, reach }: Straddle,
  { sessions = 100, deploys = 20, rollbacks = 5 } = {},
): Promise<number> => {
  const site = await startSite(builds);
  const dir = await mkdtemp(join(tmpdir(), 'newsstand-straddle-'));
  site.pages.set('/page', { html: cmsPage(site, body, { inline }) });

  const open = async (context: BrowserContext): Promise<Page> => {
    const page = await context.newPage();
    page.setDefaultTimeout(10_000);
    await page.goto(`${site.url}/page`);
    return page;
  };
  const change = async (index: number): Promise<unknown> =>
    // Every fifth change is a rollback, the rest are deploys of the two teams in turn.
    index % 5 === 4
      ? rollback(site.store, await nameOf(deployed[0]))
      : deploy(site.store, await variant(dir, index % 2 ? deployed[1] : deployed[0], index));
  const well = async (page: Page, step: (page: Page) => Promise<void>): Promise<boolean> => {
    try {
      await step(page);
      return true;
    } catch (error) {
      console.error(error instanceof Error ? error.message : error);
      return false;
    }
  };

  try {
    let failures = 0;
    let changes = 0;
    for (let seen = 0; seen < sessions; seen += AT_ONCE) {
      // A browser of their own, without an earlier loader in its cache.
      const context = await browser.newContext();
      const visits = await Promise.all(Array.from({ length: Math.min(AT_ONCE, sessions - seen) }, () => open(context)));
      const arrived = await Promise.all(visits.map((page) => well(page, arrive)));
      const due = Math.round(((seen + visits.length) / sessions) * (deploys + rollbacks));
      while (changes < due) await change(changes++);
      const reached = await Promise.all(visits.map((page) => well(page, reach)));
      failures += visits.filter((_, index) => !arrived[index] || !reached[index]).length;
      await context.close();
    }
    return failures;
  } finally {
    await site.close();
    await rm(dir, { recursive: true, force: true });
  }
};

/** Two small remotes: one works on, the other's part comes in a chunk that the page has not asked for yet. */
export const smallRemotes = (): Straddle => ({
  body: place('alpha.panel') + place('beta.later', 'data-when="intent"'),
  deployed: [builtIn('alpha'), builtIn('beta')],
  arrive: (page) => page.getByRole('button', { name: 'Alpha: 0' }).waitFor(),
  reach: async (page) => {
    await page.getByRole('button', { name: 'Alpha: 0' }).click();
    await page.getByRole('link', { name: 'Fallback' }).click();
    await page.getByText('came later').waitFor();
  },
});

const recordOf = async (dist: string): Promise<{ name: string }> => JSON.parse(await readFile(join(dist, 'build.json'), 'utf8'));
const nameOf = async (dist: string): Promise<string> => (await recordOf(dist)).name;

/**
 * The same remote as another build in another folder: what it shows is the same. Its entry vouches for its other
 * chunks, so those stay as they are.
 */
const variant = async (dir: string, built: string, number: number): Promise<string> => {
  const dist = join(dir, `build-${number}`);
  await cp(built, dist, { recursive: true, filter: (path) => !/\.(br|gz)$/.test(path) });
  await appendFile(join(dist, 'entry.js'), `\n// build ${number}`);
  return dist;
};
