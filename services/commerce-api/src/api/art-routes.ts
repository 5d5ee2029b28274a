import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { Hono } from 'hono';
import { uploadedCover } from '../files/uploaded-file.ts';
import type { AppContext, AppEnv, Routes } from '../platform/http/app-env.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { serveEndpoint } from '../platform/http/serve-endpoint.ts';
import { artVersion } from '../publication/art-address.ts';
import type { Deps } from '../publication/deps.ts';
import { OUTSIDE, insideFolder } from '../publication/inside-folder.ts';
import { ownEndpoints } from './own-endpoints.ts';
import { apiText } from '../platform/http/api-text.ts';

const TYPES: Record<string, string> = {
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
};

/**
 * The publication's pictures. An address with the right version may be kept for good; any other is good for five
 * minutes.
 */
export function artRoutes(deps: Deps): Routes {
  const { config } = deps;
  const routes = new Hono<AppEnv>();
  // With slashes in it, which no other parameter has.
  const at = '/api/art/:path{.+}';
  const send = async (c: AppContext, path: string) => {
    const [, hash] = /^f\/([0-9a-f]{64})\.\w+$/.exec(path) ?? [];
    if (hash !== undefined) return sendUploaded(c, hash);
    const picture = await insideFolder(config.publicationDir, join('art', path))
      .then((place) => readFile(place))
      .catch(missingFile);
    const version = artVersion(picture);
    c.header('ETag', `"${version}"`);
    c.header('Cache-Control', c.req.query('v') === version ? 'public, max-age=31536000, immutable' : 'public, max-age=300');
    if (c.req.header('if-none-match') === `"${version}"`) return c.body(null, 304);
    return c.body(picture, 200, { 'Content-Type': TYPES[extname(path)] ?? 'application/octet-stream' });
  };
  const sendUploaded = async (c: AppContext, hash: string) => {
    const cover = await uploadedCover(deps, hash);
    if (cover === null) throw new Refusal(404, apiText('not_found'));
    // Its address is its bytes.
    c.header('ETag', cover.etag);
    c.header('Cache-Control', 'public, max-age=31536000, immutable');
    if (c.req.header('if-none-match') === cover.etag) return c.body(null, 304);
    const headers = { 'Content-Type': cover.type, 'Content-Length': String(cover.size) };
    return c.body(await cover.read({ first: 0, last: cover.size - 1 }), 200, headers);
  };
  serveEndpoint(routes, ownEndpoints.art, (c, { params }) => send(c, params.path), at);
  return routes;
}

/** A name that no file can have is a name that no file has, and so is one of a file elsewhere. */
const NO_SUCH_FILE = new Set([OUTSIDE, 'ENOENT', 'ENAMETOOLONG', 'ENOTDIR', 'EISDIR', 'ELOOP']);

function missingFile(error: NodeJS.ErrnoException): never {
  if (NO_SUCH_FILE.has(error.code ?? '')) throw new Refusal(404, apiText('not_found'));
  throw error;
}
