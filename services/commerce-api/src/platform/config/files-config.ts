import { join, resolve } from 'node:path';
import { isLoopbackUrl } from '@newsstand/contracts/loopback';
import * as v from 'valibot';
import { variable } from './variable.ts';

export type FilesConfig =
  | { type: 'folder'; dir: string; isOwn: boolean }
  | { type: 's3'; url: string; region: string; keyId: string; secret: string };

const isBucket = (text: string) => /^s3:\/\/[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](\/|\?|$)/.test(text);
const isEndpoint = (text: string) => {
  const endpoint = URL.parse(text)?.searchParams.get('endpoint');
  return endpoint == null || /^https?:$/.test(URL.parse(endpoint)?.protocol ?? '');
};

/** Where what is uploaded at the desk is kept, for the service and the programs that staff start. */
export const FilesEnvironment = {
  FILES: variable(
    'Where files that are uploaded at the desk are kept: a folder, or `s3://bucket/prefix?region=eu-central-1&endpoint=https://…` (without `endpoint`: AWS). Every replica has the same: a folder is a shared one then. Not set: `files` in `DATA_DIR`.',
    v.optional(
      v.pipe(
        v.string(),
        v.check(
          (text) => !text.includes('://') || (isBucket(text) && isEndpoint(text)),
          'must be a folder, or like s3://bucket/prefix?region=eu-central-1&endpoint=https://s3.example',
        ),
      ),
    ),
  ),
  FILES_KEY_ID: variable(
    'With `FILES=s3://…`: the id of the access key, which reads and writes objects of that bucket.',
    v.optional(v.string()),
  ),
  FILES_SECRET: variable('With `FILES=s3://…`: its secret.', v.optional(v.string())),
};

type FilesEnv = { FILES?: string | undefined; FILES_KEY_ID?: string | undefined; FILES_SECRET?: string | undefined };

export function filesConfig({ FILES, FILES_KEY_ID, FILES_SECRET }: FilesEnv, dataDir: string): FilesConfig {
  if (FILES === undefined) return { type: 'folder', dir: join(dataDir, 'files'), isOwn: false };
  if (!FILES.startsWith('s3://')) return { type: 'folder', dir: resolve(FILES), isOwn: true };
  const { hostname: bucket, pathname, searchParams } = new URL(FILES);
  const region = searchParams.get('region') ?? 'us-east-1';
  const endpoint = searchParams.get('endpoint') ?? `https://s3.${region}.amazonaws.com`;
  const parts = [endpoint, bucket, pathname].map((part) => part.replace(/^\/+|\/+$/g, '')).filter((part) => part !== '');
  return { type: 's3', url: parts.join('/'), region, keyId: FILES_KEY_ID ?? '', secret: FILES_SECRET ?? '' };
}

/** A bucket wants a key, and its files travel encrypted unless it is on this machine. */
export function filesProblems({ FILES, FILES_KEY_ID, FILES_SECRET }: FilesEnv): string[] {
  if (FILES === undefined || !FILES.startsWith('s3://')) return [];
  const endpoint = new URL(FILES).searchParams.get('endpoint');
  return [
    ...(FILES_KEY_ID === undefined ? ['FILES_KEY_ID is missing: FILES is a bucket'] : []),
    ...(FILES_SECRET === undefined ? ['FILES_SECRET is missing: FILES is a bucket'] : []),
    ...(endpoint?.startsWith('http:') && !isLoopbackUrl(endpoint) ? ['FILES must have an endpoint that begins with https://'] : []),
  ];
}
