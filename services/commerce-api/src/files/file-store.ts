import { createReadStream, openAsBlob } from 'node:fs';
import { copyFile, mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { AwsClient } from 'aws4fetch';
import type { Config } from '../platform/config/config.ts';
import type { FilesConfig } from '../platform/config/files-config.ts';
import { SECOND } from '../platform/duration.ts';
import type { ByteRange } from './range-rules.ts';

/**
 * Files by the SHA-256 of their bytes, in hex: the same bytes are kept once, and what is under a name never changes.
 */
export type FileStore = {
  /** Keeps a file of this machine, whole or not at all. */
  keep(hash: string, path: string, type: string): Promise<void>;
  has(hash: string): Promise<boolean>;
  /** Bytes of one that is there. */
  read(hash: string, range: ByteRange): Promise<ReadableStream>;
};

/** A folder, or a bucket of S3 or of what speaks like it, as `FILES` says. It holds nothing open. */
export function fileStore({ files }: Pick<Config, 'files'>): FileStore {
  return files.type === 'folder' ? folder(files.dir) : bucket(files);
}

/** Two levels, as git keeps its own: no folder has too many. */
function folder(dir: string): FileStore {
  const place = (hash: string) => join(dir, hash.slice(0, 2), hash);
  const has = (hash: string) =>
    stat(place(hash)).then(
      (found) => found.isFile(),
      (error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return false;
        throw error;
      },
    );
  return {
    has,
    keep: async (hash, path) => {
      if (await has(hash)) return;
      await mkdir(join(dir, hash.slice(0, 2)), { recursive: true });
      const part = `${place(hash)}.${randomUUID()}`;
      try {
        await copyFile(path, part);
        const file = await open(part, 'r+');
        await file.sync().finally(() => file.close());
        await rename(part, place(hash));
      } catch (error) {
        await rm(part, { force: true });
        throw error;
      }
    },
    // Node's own stream of bytes is the web's; the types of the two differ by what nobody uses here.
    read: async (hash, { first, last }) =>
      Readable.toWeb(createReadStream(place(hash), { start: first, end: last })) as unknown as ReadableStream,
  };
}

/** How long a bucket may take to say whether it has a file. */
const PATIENCE = 10 * SECOND;
/** How long after each try that failed a file is sent again. */
const AGAIN = [SECOND / 2, 2 * SECOND];

function bucket({ url, region, keyId, secret }: Extract<FilesConfig, { type: 's3' }>): FileStore {
  const client = new AwsClient({ accessKeyId: keyId, secretAccessKey: secret, service: 's3', region });
  async function ask(method: string, hash: string, headers: Record<string, string> = {}, more: { body?: Blob; signal?: AbortSignal } = {}) {
    // Signed without its body: the header names the hash of that, which the bucket compares with what it gets.
    const signed = await client.sign(`${url}/${hash}`, { method, headers });
    return fetch(signed.url, { method, headers: signed.headers, ...more });
  }
  /**
   * Asks once more where nothing came back, or the bucket is busy: what is kept is kept under the name of its bytes, so
   * that twice is once.
   */
  async function askAgain(...asked: Parameters<typeof ask>): Promise<Response> {
    for (const wait of AGAIN) {
      const answer = await ask(...asked).catch(() => null);
      if (answer !== null && answer.status < 500 && answer.status !== 429) return answer;
      await answer?.body?.cancel();
      await setTimeout(wait);
    }
    return ask(...asked);
  }
  const has = async (hash: string) => {
    const { ok, status } = await ask('HEAD', hash, {}, { signal: AbortSignal.timeout(PATIENCE) });
    if (!ok && status !== 404) throw new Error(`the store of files answered ${status} to a question`);
    return ok;
  };
  return {
    has,
    keep: async (hash, path, type) => {
      if (await has(hash)) return;
      const answer = await askAgain('PUT', hash, { 'X-Amz-Content-Sha256': hash, 'Content-Type': type }, { body: await openAsBlob(path) });
      if (!answer.ok) throw new Error(`the store of files answered ${answer.status} to a file: ${(await answer.text()).slice(0, 300)}`);
      await answer.body?.cancel();
    },
    read: async (hash, { first, last }) => {
      const answer = await ask('GET', hash, { Range: `bytes=${first}-${last}` });
      // One that does not know ranges would send another file than was promised.
      if (answer.status !== 206 || answer.body === null) throw new Error(`the store of files answered ${answer.status} to who reads`);
      return answer.body;
    },
  };
}
