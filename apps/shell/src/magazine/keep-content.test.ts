import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { magazine, options } from './test-magazine.ts';

let folder: string;
let messages: string[];
beforeEach(() => {
  folder = path.join(mkdtempSync(path.join(tmpdir(), 'newsstand-magazine-')), 'publication');
  cpSync(options.publicationDir, folder, { recursive: true });
  vi.useFakeTimers({ toFake: ['Date'] });
  messages = [];
  vi.spyOn(process.stderr, 'write').mockImplementation((line) => messages.push(String(line)) > 0);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  rmSync(path.dirname(folder), { recursive: true });
});

const aSecondLater = () => vi.setSystemTime(Date.now() + 1000);
const issuesFile = () => path.join(folder, 'issues.json');
const release = (slug: string, released: string | null) => {
  const issues: { slug: string }[] = JSON.parse(readFileSync(issuesFile(), 'utf8'));
  writeFileSync(issuesFile(), JSON.stringify(issues.map((issue) => (issue.slug === slug ? { ...issue, released } : issue))));
};

test('an issue that comes out has its page, and is the latest issue in the footer, without a restart', async () => {
  const app = await magazine({ publicationDir: folder });
  expect((await app.request('/issue/issue-3')).status).toBe(404);
  release('issue-3', '2026-10-05');
  aSecondLater();
  expect((await app.request('/issue/issue-3')).status).toBe(200);
  expect(await (await app.request('/store')).text()).toContain('<a href="/issue/issue-3">The latest issue:');
});

test('a picture that is drawn again is served, under an address that changes with it', async () => {
  const app = await magazine({ publicationDir: folder });
  const cover = async () => /\/art\/covers\/one\.svg\?v=[\w-]+/.exec(await (await app.request('/issue/issue-2')).text())?.[0] ?? 'no cover';
  const before = await cover();
  writeFileSync(path.join(folder, 'art/covers/one.svg'), '<svg xmlns="http://www.w3.org/2000/svg" width="60" height="78"/>');
  aSecondLater();
  const after = await cover();
  expect(after).not.toBe(before);
  expect(await (await app.request(after)).text()).toContain('height="78"');
});

test('files that are wrong change nothing and are told of once, and the next good ones are shown', { tags: ['ci'] }, async () => {
  const app = await magazine({ publicationDir: folder });
  const good = readFileSync(issuesFile(), 'utf8');
  for (const wrong of [good.slice(0, 100), '[{}]']) {
    writeFileSync(issuesFile(), wrong);
    for (let look = 0; look < 3; look++) {
      aSecondLater();
      expect((await app.request('/issue/issue-2')).status).toBe(200);
    }
  }
  expect(messages.filter((line) => line.includes('issues.json'))).toHaveLength(2);
  writeFileSync(issuesFile(), good);
  release('issue-3', '2026-10-05');
  aSecondLater();
  expect((await app.request('/issue/issue-3')).status).toBe(200);
});

test(
  'paths that the API refuses are no pages of the magazine’s either: what is wrong is said, and the pages stay where links lead',
  { tags: ['ci'] },
  async () => {
    const app = await magazine({ publicationDir: folder });
    const file = path.join(folder, 'publication.json');
    const good: object = JSON.parse(readFileSync(file, 'utf8'));
    for (const [paths, why] of [
      [{ base: '/magazine', receipts: '/quittung' }, 'paths.receipts must hold {token} once'],
      [{ store: '/shop', donate: '/shop/' }, 'paths.donate is "/shop", as is paths.store'],
      [{ shop: '/shop' }, 'paths.shop'],
    ] as const) {
      writeFileSync(file, JSON.stringify({ ...good, paths }));
      aSecondLater();
      expect((await app.request('/store')).status).toBe(200);
      expect(messages.join('')).toContain(why);
      await expect(magazine({ publicationDir: folder })).rejects.toThrow(why);
    }
  },
);

test('the files are looked at once a second at most', async () => {
  const app = await magazine({ publicationDir: folder });
  aSecondLater();
  await app.request('/store');
  release('issue-3', '2026-10-05');
  expect((await app.request('/issue/issue-3')).status).toBe(404);
  aSecondLater();
  const answers = await Promise.all(Array.from({ length: 5 }, async () => app.request('/issue/issue-3')));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
});
