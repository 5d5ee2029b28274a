import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { Hono } from 'hono';
import type { Deps } from '../deps.ts';
import type { AppEnv, Routes } from '../http/app-env.ts';
import { Refusal } from '../refusal.ts';
import { artVersion } from './art-address.ts';

const TYPES: Record<string, string> = {
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
};

/** The publication's pictures. An address with the right version may be kept for good; any other is good for five minutes. */
export function artRoutes({ config }: Deps): Routes {
  const routes = new Hono<AppEnv>();
  routes.get('/api/art/:path{[a-z0-9/-]+\\.(?:svg|png|jpg|webp|avif)}', async (c) => {
    const path = c.req.param('path');
    const picture = await readFile(join(config.publicationDir, 'art', path)).catch(missingFile);
    const version = artVersion(picture);
    c.header('ETag', `"${version}"`);
    c.header('Cache-Control', c.req.query('v') === version ? 'public, max-age=31536000, immutable' : 'public, max-age=300');
    if (c.req.header('if-none-match') === `"${version}"`) return c.body(null, 304);
    return c.body(picture, 200, { 'Content-Type': TYPES[extname(path)] ?? 'application/octet-stream' });
  });
  return routes;
}

function missingFile(error: NodeJS.ErrnoException): never {
  if (error.code === 'ENOENT') throw new Refusal(404, 'Not found.');
  throw error;
}
