import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import * as v from 'valibot';
import { BuildRecord } from './build-record.ts';

export type BuildFiles = { record: BuildRecord; build: string; files: Map<string, Buffer> };

/**
 * Reads what `rspack build` left in `dist`. The build's name is a hash of its content: the same content is the same
 * build.
 */
export const readBuild = async (dist: string): Promise<BuildFiles> => {
  const entries = await readdir(dist, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const files = new Map(
    await Promise.all(paths.sort().map(async (path) => [relative(dist, path).replaceAll(sep, '/'), await readFile(path)] as const)),
  );
  const record = files.get('build.json');
  if (!record) throw new Error(`${dist} holds no build: run the build first.`);
  return { record: v.parse(BuildRecord, JSON.parse(record.toString('utf8'))), build: nameOf(files), files };
};

/**
 * Eight digits are enough to tell the few kept builds of a remote apart, and the loader carries one for each remote.
 */
const nameOf = (files: Map<string, Buffer>): string => {
  const hash = createHash('sha256');
  for (const [name, body] of files) hash.update(`${name}\0${body.length}\0`).update(body);
  return hash.digest('hex').slice(0, 8);
};

/**
 * Subresource Integrity of one file. SHA-256: the loader carries one for each remote, and SHA-384 would take 16 bytes
 * more of its 2,500.
 */
export const integrityOf = (body: Buffer): string => `sha256-${createHash('sha256').update(body).digest('base64')}`;
