import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { Hono } from 'hono';
import { secureHeaders } from 'hono/secure-headers';
import type { AppEnv, Routes } from '../../platform/http/app-env.ts';
import { apiText } from '../../platform/http/api-text.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { DeskDeps } from './serve-desk.ts';

const TYPES: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
};
type File = { type: string; plain: Uint8Array<ArrayBuffer>; brotli: Uint8Array<ArrayBuffer> };

/** The page runs its own scripts and no others, asks its own host alone, and stands in no frame. */
const pageHeaders = secureHeaders({
  contentSecurityPolicy: {
    defaultSrc: ["'none'"],
    scriptSrc: ["'self'"],
    styleSrc: ["'self'"],
    connectSrc: ["'self'"],
    imgSrc: ["'self'", 'data:'],
    baseUri: ["'none'"],
    formAction: ["'self'"],
    frameAncestors: ["'none'"],
    requireTrustedTypesFor: ["'script'"],
    trustedTypes: ["'none'"],
  },
  crossOriginResourcePolicy: 'same-origin',
  crossOriginOpenerPolicy: 'same-origin',
  xFrameOptions: 'DENY',
  referrerPolicy: 'no-referrer',
  permissionsPolicy: {
    publickeyCredentialsGet: ['self'],

    camera: [],
    microphone: [],
    geolocation: [],
  },
});

/**
 * The desk's own page. Its files are few and are read once; every address that is no file's is the page, which knows
 * its own addresses.
 */
export function deskPageRoutes({ desk, log }: DeskDeps): Routes {
  const routes = new Hono<AppEnv>();
  const files = readFiles(desk.files);
  if (!files.has('/index.html')) log.warn({ folder: desk.files }, 'the desk has no page: npm run build makes it');

  // Apart from the calls, which are logged and counted by their own routes.
  routes.on('GET', ['/', '/:path{(?!api/).+}'], pageHeaders, async (c) => {
    const asked = c.req.path;
    const file = files.get(asked) ?? (path.extname(asked) === '' ? files.get('/index.html') : undefined);
    if (!file) throw new Refusal(404, apiText('not_found'));
    const takesBrotli = /\bbr\b/.test(c.req.header('accept-encoding') ?? '');
    // A file's name changes with what is in it; the page's does not.
    c.header('Cache-Control', file.type.startsWith('text/html') ? 'no-cache' : 'public, max-age=31536000, immutable');
    c.header('Content-Type', file.type);
    c.header('Vary', 'Accept-Encoding');
    if (takesBrotli) c.header('Content-Encoding', 'br');
    return c.body(takesBrotli ? file.brotli : file.plain);
  });

  return routes;
}

function readFiles(folder: string): Map<string, File> {
  if (!existsSync(folder)) return new Map();
  return new Map(
    globSync('**/*.{js,css,html}', { cwd: folder }).map((name) => {
      const plain = new Uint8Array(readFileSync(path.join(folder, name)));
      const type = TYPES[path.extname(name)] ?? 'application/octet-stream';
      return [`/${name.split(path.sep).join('/')}`, { type, plain, brotli: new Uint8Array(brotliCompressSync(plain)) }];
    }),
  );
}
