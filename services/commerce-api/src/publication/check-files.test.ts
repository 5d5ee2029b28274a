import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { problemOfFile } from './check-files.ts';

test('of two books that are uploaded at once one is looked at, and then the other: one that is no book is in nobody’s way', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'check-'));
  const [slow, other] = [join(dir, 'slow.epub'), join(dir, 'other.epub')];
  // Nobody reads it to its end before somebody has written it.
  execFileSync('mkfifo', [slow]);
  await writeFile(other, 'no zip');
  const done: string[] = [];
  const first = problemOfFile(slow, '.epub').finally(() => done.push('first'));
  const second = problemOfFile(other, '.epub').finally(() => done.push('second'));
  await wait(300);
  const early = [...done];
  await writeFile(slow, 'no zip either');
  const problem = 'epub_damaged';
  expect([await first, await second, early, done]).toEqual([problem, problem, [], ['first', 'second']]);
  await expect(problemOfFile(join(dir, 'none.epub'), '.epub')).rejects.toThrow('ENOENT');
  expect(await problemOfFile(other, '.epub')).toBe(problem);
  await rm(dir, { recursive: true });
});
