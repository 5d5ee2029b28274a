import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HOUR } from '../platform/duration.ts';

const PREFIXES = { issue: 'newsstand-upload-', import: 'newsstand-import-' };

/** Where on this machine a file is while it comes in. Whoever makes it takes it away. */
export const uploadFolder = (of: keyof typeof PREFIXES): Promise<string> => mkdtemp(join(tmpdir(), PREFIXES[of]));

/**
 * What a process left that was killed while a file came in: a list of readers, or 200 MB. No upload is silent for an
 * hour.
 */
export async function removeOldUploads(now: number): Promise<void> {
  const names = (await readdir(tmpdir())).filter((name) => Object.values(PREFIXES).some((prefix) => name.startsWith(prefix)));
  for (const dir of names.map((name) => join(tmpdir(), name))) {
    const touched = await Promise.all([touchedAt(dir), touchedAt(join(dir, 'file'))]);
    if (Math.max(...touched) < now - HOUR) await rm(dir, { recursive: true, force: true });
  }
}

/** 0 for what is not there, or not any more. */
const touchedAt = (path: string): Promise<number> =>
  stat(path).then(
    ({ mtimeMs }) => mtimeMs,
    () => 0,
  );
