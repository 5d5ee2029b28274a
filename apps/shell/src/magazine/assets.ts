import { createHash } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { shelfSheet } from '@newsstand/contracts/widget-rooms';
import type { Context } from 'hono';

/** A file of the magazine's own: its bytes, and what they are once packed. */
type Asset = { body: Buffer<ArrayBuffer>; type: string; hash: string; packed: Map<'br' | 'gzip', Promise<Buffer<ArrayBuffer>>> };

export type Assets = {
  /** The address of a file by its name, `art/logo.svg` or `magazine.css`; it changes when the file does. */
  url(name: string): string;
  serve(c: Context): Promise<Response>;
};

const TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.woff2': 'font/woff2',
};
const PACKABLE = new Set(['.css', '.svg']);
const FOREVER = 'public, max-age=31536000, immutable';
const AN_HOUR = 'public, max-age=3600';

const STYLES = ['layers', 'fonts', 'tokens', 'base', 'masthead', 'widgets', 'front', 'article', 'carousel', 'shop', 'footer', 'print'];
const FONTS = {
  'archivo.woff2': '@fontsource-variable/archivo/files/archivo-latin-wdth-normal.woff2',
  'newsreader.woff2': '@fontsource-variable/newsreader/files/newsreader-latin-wght-normal.woff2',
  'newsreader-italic.woff2': '@fontsource-variable/newsreader/files/newsreader-latin-wght-italic.woff2',
};

/**
 * Reads the magazine's styles and fonts and the publication's pictures into memory, to be served under addresses that
 * hold a hash.
 */
export const readAssets = async (publicationDir: string): Promise<Assets> => {
  const assets = new Map<string, Asset>();
  const url = (name: string) => {
    const asset = assets.get(name);
    return asset ? `/${name}?v=${asset.hash}` : `/${name}`;
  };

  for (const [name, file] of Object.entries(FONTS)) assets.set(name, asAsset(name, await readFile(new URL(import.meta.resolve(file)))));
  for (const file of await readdir(path.join(publicationDir, 'art'), { recursive: true }))
    if (path.extname(file) in TYPES) {
      const name = `art/${file.split(path.sep).join('/')}`;
      assets.set(name, asAsset(name, await readFile(path.join(publicationDir, 'art', file))));
    }
  const styles = await Promise.all(STYLES.map((name) => readFile(path.join(import.meta.dirname, 'styles', `${name}.css`), 'utf8')));
  assets.set('magazine.css', asAsset('magazine.css', withFonts([...styles, shelfSheet()].join('\n'), url)));
  for (const name of ['bootstrap-like.css', 'theme.css'])
    assets.set(`hostile/${name}`, asAsset(name, await readFile(path.join(import.meta.dirname, 'hostile', name))));

  return {
    url,
    serve: async (c) => {
      const asset = assets.get(nameOf(c.req.path));
      if (!asset) return c.notFound();
      const etag = `"${asset.hash}"`;
      c.header('Cache-Control', c.req.query('v') === asset.hash ? FOREVER : AN_HOUR);
      c.header('ETag', etag);
      c.header('Vary', 'Accept-Encoding');
      // A picture opened by itself is a document of this origin: it may draw and style itself, and nothing else.
      c.header('Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox");
      if (c.req.header('if-none-match') === etag) return c.body(null, 304);
      c.header('Content-Type', asset.type);
      const encoding = asset.packed.size > 0 ? preferred(c.req.header('accept-encoding')) : undefined;
      if (encoding) c.header('Content-Encoding', encoding);
      return c.body((await (encoding && asset.packed.get(encoding))) ?? asset.body);
    },
  };
};

/** The name behind a path; what cannot be decoded is the name of nothing. */
const nameOf = (requested: string): string => {
  try {
    return decodeURI(requested).slice(1);
  } catch {
    return requested;
  }
};

const asAsset = (name: string, content: string | Buffer<ArrayBuffer>): Asset => {
  const body = typeof content === 'string' ? Buffer.from(content) : content;
  const extension = path.extname(name);
  return {
    body,
    type: TYPES[extension] ?? 'application/octet-stream',
    hash: createHash('sha256').update(body).digest('base64url').slice(0, 12),
    packed: PACKABLE.has(extension) ? pack(body) : new Map(),
  };
};

const pack = (body: Buffer<ArrayBuffer>): Asset['packed'] =>
  new Map([
    ['br', promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } })],
    ['gzip', promisify(gzip)(body)],
  ]);

const preferred = (accepted = '') => (/\bbr\b/.test(accepted) ? 'br' : /\bgzip\b/.test(accepted) ? 'gzip' : undefined);

const withFonts = (css: string, url: (name: string) => string) =>
  css.replaceAll(/url\('([^')]+\.woff2)'\)/g, (_, name: string) => `url('${url(name)}')`);
