import type { DownloadFormat } from '@newsstand/contracts/download';
import type { Deps } from '../publication/deps.ts';
import { fileStore } from './file-store.ts';
import type { ByteRange } from './range-rules.ts';

export type UploadedFile = { hash: string; size: number; type: string; etag: string; read: (range: ByteRange) => Promise<ReadableStream> };

/** As the tags of the publication's own files are: the same bytes have the same, wherever they are. */
export const tagOfHash = (hash: string): string => `"${Buffer.from(hash, 'hex').toString('base64url').slice(0, 27)}"`;

type FileDeps = Pick<Deps, 'db' | 'config' | 'log'>;

/**
 * What was uploaded of an issue; null where nothing was, or where the store has lost it. `begun`: the tag of what
 * somebody has a part of: whoever began with one that was replaced meanwhile goes on with that.
 */
export async function uploadedFile(
  deps: FileDeps,
  { issue, format, begun }: { issue: number; format: DownloadFormat; begun: string | undefined },
): Promise<UploadedFile | null> {
  const { publicationId } = deps.config;
  const uploads = await deps.db.issueUpload.findMany({
    where: { publicationId, issue, format },
    select: { replaced: true, hash: true, file: { select: { size: true, type: true } } },
    orderBy: { uploaded: 'desc' },
  });
  const found = uploads.find(({ hash }) => tagOfHash(hash) === begun) ?? uploads.find(({ replaced }) => replaced === null);
  if (!found) return null;
  const { hash, file } = found;
  const store = fileStore(deps.config);
  if (await store.has(hash)) return { hash, ...file, etag: tagOfHash(hash), read: (range) => store.read(hash, range) };
  deps.log.error({ issue, format, hash }, 'the store of files has not what was uploaded of an issue: what it was before is given out');
  return null;
}

/**
 * A cover that was uploaded, by its hash: of an issue, now or once, also of one that is only announced, as the folder's
 * are; null for anything else.
 */
export async function uploadedCover(deps: FileDeps, hash: string): Promise<Pick<UploadedFile, 'size' | 'type' | 'etag' | 'read'> | null> {
  const [file] = await deps.db.$queryRaw<{ size: number; type: string }[]>`
    select f.size, f.type from file f where f.publication_id = ${deps.config.publicationId} and f.hash = ${hash} and exists (
      select from issue_upload u where u.publication_id = f.publication_id and u.hash = f.hash and u.format = 'cover')`;
  const store = fileStore(deps.config);
  if (!file || !(await store.has(hash))) return null;
  return { ...file, etag: tagOfHash(hash), read: (range) => store.read(hash, range) };
}
