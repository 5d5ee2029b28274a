import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startCommand } from './run.ts';

let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'newsstand-logs-'));
});
afterEach(() => rm(dir, { recursive: true, force: true }));

const say = async (word: string) => {
  const { child, log } = startCommand('speaker', process.execPath, ['-e', `console.log('${word}')`], dir, () => undefined);
  await once(child, 'close');
  await expect.poll(() => readFile(log, 'utf8')).toContain(word);
  return readFile(log, 'utf8');
};

test('a log keeps what was said before the last start, and when each start was', { tags: ['ci'] }, async () => {
  await say('one');
  expect(await say('two')).toMatch(/^--- speaker started at \S+Z\none\n--- speaker started at \S+Z\ntwo\n$/);
});

test('a log that has become too long begins anew', async () => {
  await writeFile(path.join(dir, 'speaker.log'), 'x'.repeat(6 * 1024 * 1024));
  expect(await say('one')).toMatch(/^--- speaker started at \S+Z\none\n$/);
});

test('a command that is stopped takes along what it started', async () => {
  const { child, log, stop } = startCommand('outer', 'sh', ['-c', 'sleep 600 & echo started; wait'], dir, () => undefined);
  let closed = false;
  // What it started speaks through the same pipe, which closes when nobody is left.
  child.once('close', () => (closed = true));
  await expect.poll(() => readFile(log, 'utf8')).toMatch(/^started/m);
  await stop();
  await expect.poll(() => closed).toBe(true);
});
