import { mkdtemp, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { HOUR, MINUTE } from '../platform/duration.ts';
import { removeOldUploads, uploadFolder } from './upload-folder.ts';

const isThere = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  );

test('what a process that was killed left of an upload is taken away after an hour, and neither what still comes in nor anybody else’s', async () => {
  const at = Date.now();
  const old = new Date(at - HOUR - MINUTE);
  const [left, slow, fresh, others] = [
    await uploadFolder('import'),
    await uploadFolder('import'),
    await uploadFolder('import'),
    await mkdtemp(join(tmpdir(), 'another-')),
  ];
  for (const dir of [left, slow, fresh, others]) await writeFile(join(dir, 'file'), 'readers');
  for (const dir of [left, others]) await utimes(join(dir, 'file'), old, old);
  for (const dir of [left, slow, others]) await utimes(dir, old, old);
  await removeOldUploads(at);
  expect(await Promise.all([left, slow, fresh, others].map(isThere))).toEqual([false, true, true, true]);
  for (const dir of [slow, fresh, others]) await rm(dir, { recursive: true });
});
