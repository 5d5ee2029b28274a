import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * `art/covers/issue-01.svg` is served as `/api/art/covers/issue-01.svg?v=…`; the version follows the picture, so that
 * browsers may keep it for good.
 */
export async function artAddress(dir: string, source: string): Promise<string> {
  return `/api/${source}?v=${artVersion(await readFile(join(dir, source)))}`;
}

export function artVersion(picture: Uint8Array): string {
  return createHash('sha256').update(picture).digest('hex').slice(0, 12);
}
