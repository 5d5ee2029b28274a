import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { OUTSIDE, insideFolder } from '../publication/inside-folder.ts';
import type { ByteRange } from './range-rules.ts';

/** A file of the publication's folder that readers download: it is never held whole. */
export type KeptFile = { path: string; etag: string; size: number };

/** Tags by path, time and size: a file is read once to know it, until it is another. */
const tags = new Map<string, Promise<string>>();

/**
 * The file behind a path of the publication; null for one that is not there, or that a link has outside of it. Its tag
 * follows the bytes, so that a download goes on at another replica.
 */
export async function keptFile(dir: string, file: string): Promise<KeptFile | null> {
  const path = await insideFolder(dir, file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === OUTSIDE) return null;
    throw error;
  });
  if (path === null) return null;
  const found = await stat(path);
  const key = `${path}|${found.mtimeMs}|${found.size}`;
  const tag = tags.get(key) ?? tagOf(path);
  tags.set(key, tag);
  return { path, size: found.size, etag: await tag };
}

export function streamOf({ path }: KeptFile, { first, last }: ByteRange): ReadableStream {
  // Node's own stream of bytes is the web's; the types of the two differ by what nobody uses here.
  return Readable.toWeb(createReadStream(path, { start: first, end: last })) as ReadableStream;
}

async function tagOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return `"${hash.digest('base64url').slice(0, 27)}"`;
}
