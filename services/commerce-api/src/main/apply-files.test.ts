// @module-tag ci
import { spawnSync } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { becomeSecond } from '../../test/open-second-publication.ts';
import { programEnv } from '../../test/program-env.ts';
import { createTestApp, type TestApp } from '../../test/test-app.ts';
import { releaseDue } from '../ledger/releases/release-due.ts';
import { runRelease } from '../ledger/releases/run-release.ts';
import { addTerm } from '../ledger/terms/add-term.ts';
import { uuidv7 } from '../platform/db/uuidv7.ts';
import { applyFiles, haveFilesChanged } from './apply-files.ts';
import { openDeps } from './open-deps.ts';

const Issues = v.array(v.looseObject({ number: v.number(), released: v.nullable(v.string()) }));

let service: TestApp;
let dir: string;
beforeAll(async () => {
  service = await createTestApp();
  dir = await mkdtemp(join(tmpdir(), 'publication-'));
  await cp(service.deps.config.publicationDir, dir, { recursive: true });
});
afterAll(async () => {
  await service.close();
  await rm(dir, { recursive: true });
});

const deps = () => ({ ...service.deps, config: { ...service.deps.config, publicationDir: dir } });
const today = () => service.deps.clock().toISOString().slice(0, 10);

async function subscribe(): Promise<string> {
  const [ownerId, id] = [randomUUID(), uuidv7()];
  const deliverables = { set: 'digital', active: 'digital' } as const;
  const bought = { id, source: `test:${id}`, term: '1year', level: 'low', deliverables, at: service.deps.clock() } as const;
  await service.deps.db.$transaction((tx) => addTerm(tx, { publicationId: 'main', ownerId, ...bought }));
  return ownerId;
}

const hadBy = async (ownerId: string) => {
  const tokens = await service.deps.db.issueToken.findMany({ where: { ownerId, issue: { not: null } }, orderBy: { issue: 'asc' } });
  return tokens.map(({ issue }) => issue);
};

/** Marks the next issue as released today; answers its number. */
async function release(): Promise<number | undefined> {
  const file = join(dir, 'issues.json');
  const issues = v.parse(Issues, JSON.parse(await readFile(file, 'utf8')));
  const next = issues.find(({ released }) => released === null || released > today());
  if (next) next.released = today();
  await writeFile(file, JSON.stringify(issues));
  return next?.number;
}

/** Issues that are to come. */
async function announce(): Promise<void> {
  const file = join(dir, 'issues.json');
  const issues = v.parse(Issues, JSON.parse(await readFile(file, 'utf8')));
  const last = issues.at(-1);
  if (!last) throw new Error('the publication has no issues');
  const more = [1, 2, 3].map((step) => ({
    ...last,
    number: last.number + step,
    slug: `later-${step}`,
    title: `Later ${step}`,
    released: null,
  }));
  await writeFile(file, JSON.stringify([...issues, ...more]));
}

test('what came out before anybody subscribed is given to nobody', async () => {
  const owner = await subscribe();
  expect((await applyFiles(deps())).released).toEqual([]);
  expect(await hadBy(owner)).toEqual([]);
});

test('the files know whether they have changed since they were applied', async () => {
  await applyFiles(deps());
  expect(await haveFilesChanged(deps())).toBe(false);
  await announce();
  expect(await haveFilesChanged(deps())).toBe(true);
  await applyFiles(deps());
  expect(await haveFilesChanged(deps())).toBe(false);
});

test('an issue that the files mark as released is given to who waits, once, however often they are applied', async () => {
  const owner = await subscribe();
  const next = await release();
  const { released } = await applyFiles(deps());
  expect(released).toMatchObject([{ issue: next }]);
  expect((await applyFiles(deps())).released).toEqual([]);
  expect(await hadBy(owner)).toEqual([next]);
});

test('two issues at once come one after the other, and one that was interrupted comes first', async () => {
  const owner = await subscribe();
  const [one, two] = [901, 902];
  for (const number of [one, two]) {
    const names = { ref: `iss:${number}`, title: 'T', slug: `issue-${number}`, summary: '', cover: {} };
    await service.deps.db.issue.create({ data: { publicationId: 'main', number, ...names, released: new Date(today()) } });
  }
  // A run of the second began, and was killed.
  await service.deps.db.release.create({ data: { publicationId: 'main', issue: two, released: service.deps.clock() } });
  await expect(runRelease(deps(), one)).rejects.toThrow('Another issue is still being released.');
  expect((await releaseDue(deps())).map(({ issue }) => issue)).toEqual([two, one]);
  expect(await hadBy(owner)).toEqual([one, two]);
});

/** Runs `npm run publication:apply` on the database of this service. */
function apply(...args: string[]): { status: number | null; out: string; err: string } {
  const env = programEnv({ DATABASE_URL: service.databaseUrl });
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(import.meta.dirname, 'apply-publication-main.ts'), ...args], {
    encoding: 'utf8',
    env,
  });
  return { status, out: stdout, err: stderr };
}

test('the files of another publication are refused, by the program that applies them and by any that finds them changed, unless it is asked for', async () => {
  await becomeSecond(service.deps);
  const held = await service.deps.db.publication.findFirstOrThrow();
  const refusal =
    /^The database holds the publication "Karoo", and the files in \S+ are those of "Exclave"\. Nothing was changed\.\n.*PUBLICATION_DIR.*--replace/;
  expect(apply()).toMatchObject({ status: 1, out: '', err: expect.stringMatching(refusal) });
  // As a program of staff's begins on a machine of one's own, without the folder that the magazine runs with.
  const { config, log } = service.deps;
  await expect(openDeps({ ...config, databaseUrl: null }, service.databaseUrl, log)).rejects.toThrow(refusal);
  expect(await service.deps.db.publication.findFirstOrThrow()).toEqual(held);
  expect(apply('--replace')).toMatchObject({ status: 0, out: expect.stringMatching(/^Exclave: /), err: '' });
  expect(apply()).toMatchObject({ status: 0, err: '' });
}, 120_000);
