import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The hash of every file in a publication's folder, names included: the same hash, nothing to apply. */
export async function hashFiles(dir: string): Promise<string> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const hash = createHash('sha256');
  for (const file of files.toSorted())
    hash
      .update(file.slice(dir.length))
      .update('\0')
      .update(await readFile(file));
  return hash.digest('hex');
}
