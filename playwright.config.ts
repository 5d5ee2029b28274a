import { globSync } from 'node:fs';
import path from 'node:path';
import { defineConfig, type PlaywrightTestConfig } from '@playwright/test';

const root = import.meta.dirname;
/** Those that are asked for, by their folders; all where nothing is said. */
const wanted = process.env['NEWSSTAND_WORKSPACES']?.split(',');
const files = globSync('{packages,apps}/*/playwright.config.ts', { cwd: root })
  .filter((file) => wanted?.includes(path.dirname(file)) ?? true)
  .sort();
const workspaces = await Promise.all(
  files.map(async (file) => {
    const { default: config }: { default: PlaywrightTestConfig } = await import(path.join(root, file));
    return { dir: path.join(root, path.dirname(file)), config };
  }),
);

/** Whose tests come one after the other, so that they begin first and nobody waits for them in the end. */
const inARow = ({ config }: (typeof workspaces)[number]): boolean => config.workers === 1;

type Many<One> = One | readonly One[] | undefined;
const all = <One>(some: Many<One>): readonly One[] => (some === undefined ? [] : Array.isArray(some) ? some : [some as One]);

/**
 * The browser tests of every workspace in one pool: all pages are served at once, and no worker waits for the end of
 * another workspace's tests.
 */
export default defineConfig({
  // Beside the two of the journeys, which end first: a third takes two minutes off on two cores. Pictures that are
  // compared are taken again where they differ.
  workers: 3,
  // Two cores draw pages, build and run journeys at the same time: a page that needs longer than Playwright's 5 s is
  // slow, not wrong.
  expect: { timeout: 15_000 },
  outputDir: path.join(root, '.data/test-results/browser'),
  globalSetup: workspaces.flatMap(({ dir, config }) => all(config.globalSetup).map((file) => path.join(dir, file))),
  projects: workspaces
    .toSorted((a, b) => Number(inARow(b)) - Number(inARow(a)))
    .flatMap(({ dir, config: { projects = [{}], testDir, testMatch, timeout, workers, fullyParallel, use } }) =>
      projects.map((project) => ({
        testMatch,
        timeout,
        workers,
        fullyParallel,
        ...project,
        name: [path.basename(dir), project.name].filter(Boolean).join(' '),
        testDir: path.join(dir, project.testDir ?? testDir ?? ''),
        use: { ...use, ...project.use },
      })),
    ),
  webServer: workspaces.flatMap(({ dir, config }) => all(config.webServer).map((server) => ({ cwd: dir, ...server }))),
});
