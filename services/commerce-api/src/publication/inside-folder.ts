import { realpath } from 'node:fs/promises';
import { join, sep } from 'node:path';

/** The code of a file that a link in the publication's folder has somewhere else on the machine. */
export const OUTSIDE = 'EOUTSIDE';

/**
 * Where a file of the publication really is. Links inside of its folder are followed; one that leads out of it throws
 * with the code `OUTSIDE`: whatever it leads to, readers must not be given it. Throws as `readFile` does where there is
 * nothing.
 */
export async function insideFolder(dir: string, file: string): Promise<string> {
  const [root, place] = await Promise.all([realpath(dir), realpath(join(dir, file))]);
  if (!place.startsWith(root + sep)) throw Object.assign(new Error('leads out of the publication'), { code: OUTSIDE });
  return place;
}
