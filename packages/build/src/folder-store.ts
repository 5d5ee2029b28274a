import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, resolve, sep } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Store, Stored } from './store.ts';

const SECOND = 1000;
/** A lock this old was left behind by a process that died: writing one object takes milliseconds. */
const STALE_LOCK = 10 * SECOND;
const SCRATCH = '.scratch';

/** A store in a folder of this machine, safe for several processes that deploy at the same time. */
export const folderStore = (dir: string): Store => {
  const root = resolve(dir);
  const scratch = join(root, SCRATCH);

  const pathOf = (key: string): string => {
    const path = resolve(root, key);
    // A key is a name, not a way: what goes elsewhere than it says is another object’s.
    const leaves = key.split(/[/\\]/).includes('..') || !path.startsWith(root + sep) || path.startsWith(scratch + sep);
    if (leaves) throw new Error(`${key} is outside the store`);
    return path;
  };

  const get = async (key: string): Promise<Stored | null> => {
    const body = await unlessMissing(readFile(pathOf(key)), null);
    return body && { body, version: createHash('sha256').update(body).digest('hex') };
  };

  // A reader sees the old object or the new one, never a part: the name changes over when all is written.
  const write = async (key: string, body: Buffer): Promise<void> => {
    const draft = join(scratch, randomUUID());
    await mkdir(scratch, { recursive: true });
    await mkdir(dirname(pathOf(key)), { recursive: true });
    await writeFile(draft, body);
    await rename(draft, pathOf(key));
  };

  const put: Store['put'] = async (key, body, options) => {
    if (!options) {
      await write(key, body);
      return true;
    }
    await mkdir(scratch, { recursive: true });
    return locked(join(scratch, `${createHash('sha256').update(key).digest('hex')}.lock`), async () => {
      const stored = await get(key);
      if ((stored?.version ?? null) !== options.ifVersion) return false;
      await write(key, body);
      return true;
    });
  };

  const list: Store['list'] = async (prefix) => {
    const names = await unlessMissing(readdir(root, { recursive: true, withFileTypes: true }), []);
    const files = names.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
    const keys = files.map((path) => ({ path, key: path.slice(root.length + 1).replaceAll(sep, '/') }));
    const wanted = keys.filter(({ key }) => key.startsWith(prefix) && !key.startsWith(SCRATCH));
    return Promise.all(wanted.map(async ({ path, key }) => ({ key, changed: (await stat(path)).mtime })));
  };

  return { get, put, list, remove: (key) => rm(pathOf(key), { force: true }) };
};

const locked = async <T>(lock: string, work: () => Promise<T>): Promise<T> => {
  while (!(await tryLock(lock))) {
    const held = await unlessMissing(stat(lock), null);
    if (held && Date.now() - held.mtimeMs > STALE_LOCK) await rm(lock, { force: true });
    else await setTimeout(5 + Math.random() * 10);
  }
  try {
    return await work();
  } finally {
    await rm(lock, { force: true });
  }
};

const tryLock = async (lock: string): Promise<boolean> => {
  try {
    await writeFile(lock, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (isCode(error, 'EEXIST')) return false;
    throw error;
  }
};

const unlessMissing = async <T, U>(found: Promise<T>, missing: U): Promise<T | U> => {
  try {
    return await found;
  } catch (error) {
    // A name that no file can have is a name that no file has.
    if (['ENOENT', 'EISDIR', 'ENOTDIR', 'ENAMETOOLONG'].some((code) => isCode(error, code))) return missing;
    throw error;
  }
};

const isCode = (error: unknown, code: string): boolean => error instanceof Error && 'code' in error && error.code === code;
