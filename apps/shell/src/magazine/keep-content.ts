import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { type Assets, readAssets } from './assets.ts';
import { type Publication, readPublication } from './read-publication.ts';

/** How often the files are looked at, at most, in ms. */
const INTERVAL = 1000;

/** What the magazine shows, as it was read at one moment. */
export type Content = { publication: Publication; assets: Assets };

/**
 * The publication's folder as it is: files that change are read again with the next request, so that an issue that
 * comes out needs no restart. What is wrong is told of on standard error, once, and what was read before stays. Throws
 * an error that names the file when they are wrong from the beginning.
 */
export const keepContent = async (folder: string): Promise<() => Promise<Content>> => {
  let stamp = await stampOf(folder);
  let content = await readContent(folder);
  let looked = Date.now();
  let looking = Promise.resolve();

  const look = async (): Promise<void> => {
    const found = await stampOf(folder);
    if (found === stamp) return;
    // Noted before it is read: what changes meanwhile is read again.
    stamp = found;
    content = await readContent(folder);
    process.stdout.write(`The files in ${folder} have changed: the magazine shows them as they are now.\n`);
  };

  return async () => {
    if (Date.now() - looked >= INTERVAL) {
      looked = Date.now();
      looking = looking.then(look).catch((error: unknown) => {
        const why = error instanceof Error ? error.message : String(error);
        process.stderr.write(`The files in ${folder} have changed and are not shown, because something is wrong: ${why}\n`);
      });
    }
    await looking;
    return content;
  };
};

const readContent = async (folder: string): Promise<Content> => {
  const [publication, assets] = await Promise.all([readPublication(folder), readAssets(folder)]);
  return { publication, assets };
};

/** Another text whenever a file was written, came or went. */
const stampOf = async (folder: string): Promise<string> => {
  const files = await readdir(folder, { recursive: true }).catch(() => []);
  const stamps = files.map(async (file) => {
    const found = await stat(path.join(folder, file)).catch(() => null);
    return `${file} ${found?.mtimeMs} ${found?.size}`;
  });
  return (await Promise.all(stamps)).sort().join('\n');
};
