import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { MOST_BYTES, type KeptUpload, type UploadFormat } from '@newsstand/contracts/desk-issues';
import { Refusal } from '../platform/http/refusal.ts';
import { problemOfFile } from '../publication/check-files.ts';
import type { Deps } from '../publication/deps.ts';
import { measurePicture, PictureError } from '../publication/read-picture.ts';
import { deskText } from '../publication/texts/desk-texts.ts';
import { fileStore } from './file-store.ts';
import { uploadFolder } from './upload-folder.ts';

type Upload = { format: UploadFormat; body: ReadableStream | null; by: string };

/**
 * Takes a file from whoever uploads it: to this machine's disk first, however large, hashed on its way, looked at as
 * the publication's own are, and then into the store. Nobody is given it before it is said what it is of. Refuses (413)
 * one that is too large, (400) one that broke off, (422) one that is not what it is for, and (503) all while the store
 * is away.
 */
export async function keepUpload(deps: Pick<Deps, 'db' | 'clock' | 'config' | 'log'>, { format, body, by }: Upload): Promise<KeptUpload> {
  const dir = await uploadFolder('issue');
  try {
    const path = join(dir, 'file');
    const { hash, size } = await receive(body, path, MOST_BYTES[format]);
    const what = await lookAt(path, format);
    await fileStore(deps.config)
      .keep(hash, path, what.type)
      .catch((error: unknown) => {
        deps.log.error({ err: error }, 'the store of files does not take a file');
        throw new Refusal(503, deskText('store_away'));
      });
    const row = { hash, size, type: what.type, width: what.width, height: what.height };
    await deps.db.file.createMany({
      data: [{ publicationId: deps.config.publicationId, ...row, staffId: by, kept: deps.clock() }],
      skipDuplicates: true,
    });
    return row;
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}

async function receive(body: ReadableStream | null, path: string, most: number): Promise<{ hash: string; size: number }> {
  if (body === null) throw new Refusal(422, deskText('no_file'));
  const hash = createHash('sha256');
  let size = 0;
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length;
      hash.update(chunk);
      done(size > most ? new Refusal(413, deskText('file_larger', { most: most / 1_000_000 })) : null, chunk);
    },
  });
  try {
    await pipeline(Readable.fromWeb(body as Parameters<typeof Readable.fromWeb>[0]), counted, createWriteStream(path));
  } catch (error) {
    if (error instanceof Refusal) throw error;
    // Of our own disk's errors each has a system call; whoever went away has none.
    if (error instanceof Error && 'syscall' in error && 'path' in error) throw error;
    throw new Refusal(400, deskText('file_not_whole'));
  }
  return { hash: hash.digest('hex'), size };
}

const TYPES = { pdf: 'application/pdf', epub: 'application/epub+zip' } as const;

async function lookAt(path: string, format: UploadFormat): Promise<Pick<KeptUpload, 'type' | 'width' | 'height'>> {
  if (format === 'cover') {
    const picture = await measurePicture(await readFile(path)).catch((error: unknown) => {
      throw error instanceof PictureError ? new Refusal(422, error.told) : error;
    });
    return picture;
  }
  const problem = await problemOfFile(path, `.${format}`);
  if (problem !== null) throw new Refusal(422, deskText(`file_${problem}`));
  return { type: TYPES[format], width: null, height: null };
}
