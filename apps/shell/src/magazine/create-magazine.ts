import { randomBytes } from 'node:crypto';
import type { HttpBindings } from '@hono/node-server';
import { type Context, Hono } from 'hono';
import { compress } from 'hono/compress';
import { forwardToApi, limitBody } from './forward-to-api.ts';
import { ownRefusal } from './own-refusal.ts';
import { createHints } from './hints.ts';
import { keepContent } from './keep-content.ts';
import { layout } from './layout.ts';
import type { Frame, Html, Page } from './page.ts';
import { NAMED, namedPageAt, keptFromRobots } from './named-pages.ts';
import { pathOf, patternOf } from '@newsstand/contracts/paths';
import { articlePage } from './pages/article-page.ts';
import { errorPage, notFoundPage } from './pages/desk-pages.ts';
import { hostilePage } from './pages/hostile-page.ts';
import { readReader, showsReader } from './read-reader.ts';
import { contentSecurityPolicy, securityHeaders } from './security.ts';
import { createShopPieces } from './shop-pieces.ts';
import { createStandIns } from './stand-ins.ts';

export type MagazineOptions = {
  apiUrl: string;
  /** The address of the shell's loader.js. */
  loaderUrl: string;
  /** Every origin that scripts of the shell and the remotes may come from. */
  storeOrigins: readonly string[];
  /** `https://js.stripe.com`, or the emulator's origin. */
  stripeOrigin: string;
  publicationDir: string;
  /** The magazine's own origin as readers know it. */
  publicUrl: string;
  production?: boolean;
  /** How many reverse proxies of ours stand before this server. */
  trustedProxies?: number;
};

/** Search engines read all but what belongs to one reader. Of the API they read what is sold, and its pictures. */
const robots = (publicUrl: string, kept: readonly string[]): string =>
  [
    'User-agent: *',
    ...['/api/art/', '/api/html/sitemap.xml'].map((path) => `Allow: ${path}`),
    ...['/api/', '/oauth/', ...kept].map((path) => `Disallow: ${path}`),
    ...['/sitemap.xml', '/api/html/sitemap.xml'].map((path) => `Sitemap: ${publicUrl}${path}`),
    '',
  ].join('\n');

/**
 * The magazine's own pages; the shop's are in a sitemap of the API's. Of what XML reads otherwise, an address may hold
 * the & alone.
 */
const sitemap = (urls: readonly string[]): string =>
  [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...urls.map((url) => `<url><loc>${url.replaceAll('&', '&amp;')}</loc></url>`),
    '</urlset>',
    '',
  ].join('\n');

/**
 * Whoever develops may take any remote from this machine, by `?widget=checkout@localhost:4301`
 * (docs/guide-deploy-a-remote.md).
 */
const onThisMachine = (widgets: readonly string[] = []): string[] =>
  widgets.flatMap((asked) => {
    const host = /@((?:localhost|127\.0\.0\.1):\d+)$/.exec(asked)?.[1];
    return host === undefined ? [] : [`http://${host}`];
  });

/** The pages of the shop that anybody may find. */
const OPEN = ['home', 'store', 'subscribe', 'donate', 'mailing-list'] as const;

/**
 * An address without the slash at its end. Only what is a path of this site by its look is sent on: `//elsewhere/`
 * would lead to another.
 */
const withoutSlash = (address: string): string | null => {
  const { pathname, search } = new URL(address);
  return /^(\/[^/]+)+\/$/.test(pathname) ? pathname.slice(0, -1) + search : null;
};

type Env = { Bindings: Partial<HttpBindings> };

/**
 * The reference magazine: a stand-in for a publisher's CMS, whose templates know nothing of the widgets but their
 * elements.
 */
export const createMagazine = async (options: MagazineOptions): Promise<Hono<Env>> => {
  const { apiUrl, loaderUrl, storeOrigins, stripeOrigin, publicUrl, production = false, trustedProxies = 0 } = options;
  const content = await keepContent(options.publicationDir);
  const standIns = production ? () => [] : createStandIns(apiUrl);
  const hints = createHints(loaderUrl);
  const piece = createShopPieces(apiUrl);
  const app = new Hono<Env>();

  const send = async (c: Context<Env>, render: (frame: Frame) => { html: Html; status: 200 | 404 | 500 }, stripe?: string) => {
    const { publication, assets } = await content();
    const isHeld = publication.articles.some(({ slug, subscribers_only }) => subscribers_only && c.req.path === `/articles/${slug}`);
    const reader = await readReader(apiUrl, c.req.header('cookie'), isHeld ? c.req.path : null);
    // Never on a page that a cache may keep for somebody else.
    if (showsReader(reader)) for (const cookie of reader.renewed) c.header('Set-Cookie', cookie, { append: true });
    const nonce = randomBytes(16).toString('base64');
    const { html, status } = render({ publication, url: assets.url, publicUrl, loaderUrl, nonce, standIns: standIns(), hints, reader });
    c.header(
      'Content-Security-Policy',
      contentSecurityPolicy({
        nonce,
        storeOrigins: production ? storeOrigins : [...storeOrigins, ...onThisMachine(c.req.queries('widget'))],
        production,
        ...(stripe && { stripeOrigin: stripe }),
      }),
    );
    if (!c.res.headers.has('Cache-Control')) c.header('Cache-Control', showsReader(reader) ? 'private, no-store' : 'private, no-cache');
    return c.html(html, status);
  };
  const sendPage = (c: Context<Env>, make: (frame: Frame) => Page | null, stripe?: string) =>
    send(
      c,
      (frame) => {
        const page = make(frame);
        return { html: layout(frame, page ?? notFoundPage(frame, c.req.path)), status: page ? 200 : 404 };
      },
      stripe,
    );
  const forward = (c: Context<Env>) => forwardToApi(c, { apiUrl, trustedProxies, content });
  const serveFile = async (c: Context<Env>) => (await content()).assets.serve(c);

  app.use(securityHeaders(production));
  // Its operators ask the API itself; the public has no business there.
  app.all('/api/metrics', async (c) => c.json(ownRefusal('not_found', (await content()).publication), 404));
  const limited = limitBody(content);
  app.all('/api/*', limited, forward);
  app.all('/oauth/*', limited, forward);
  app.post('/logout', limited, forward);
  app.get('/favicon.ico', async (c) => {
    const { publication, assets } = await content();
    return c.redirect(assets.url(publication.site.logo.source));
  });
  app.get('/robots.txt', async (c) => c.text(robots(publicUrl, keptFromRobots((await content()).publication.site.paths))));
  app.get('/sitemap.xml', async (c) => {
    const { publication } = await content();
    const named = OPEN.map((page) => pathOf(publication.site.paths, page));
    const pages = [...named, ...publication.articles.map(({ slug }) => `/articles/${slug}`)];
    c.header('Content-Type', 'application/xml; charset=utf-8');
    return c.body(sitemap(pages.map((path) => publicUrl + path)));
  });
  app.get('/art/*', serveFile);
  app.get('/hostile/:file', serveFile);
  app.get('/:file{[a-z-]+\\.(css|woff2)}', serveFile);

  app.use(compress());
  app.get('*', async (c, next) => {
    const { publication } = await content();
    const found = namedPageAt(publication.site.paths, c.req.url);
    const pattern = found && patternOf(publication.site.paths, found.page);
    // `/store/` is `/store`, but where the publication writes it so.
    if (!pattern?.split('?')[0]?.endsWith('/')) {
      const elsewhere = withoutSlash(c.req.url);
      if (elsewhere !== null) {
        // The query may hold a key to a receipt.
        c.header('Cache-Control', 'no-store');
        return c.redirect(elsewhere, 308);
      }
    }
    if (!found) return next();
    const { page, readers, pays } = NAMED[found.page];
    // One reader's own, or a key that opens it: out of caches, also the browser's, and out of other sites' logs.
    if (readers !== undefined) c.header('Cache-Control', 'no-store');
    if (readers === 'key') c.header('Referrer-Policy', 'no-referrer');
    const make = await page(found.value ?? undefined, { publication, piece });
    return sendPage(c, make, pays === true ? stripeOrigin : undefined);
  });
  app.get('/articles/:slug', (c) => sendPage(c, (frame) => articlePage(frame, c.req.param('slug'))));
  app.get('/hostile', (c) =>
    send(c, (frame) => ({ html: hostilePage(frame, c.req.query('theme') !== 'none'), status: 200 }), stripeOrigin),
  );

  app.notFound((c) => sendPage(c, () => null));
  app.onError((error, c) => {
    process.stderr.write(`${c.req.method} ${c.req.path}: ${error.stack ?? error.message}\n`);
    return send(c, (frame) => ({ html: layout(frame, errorPage(frame, c.req.path)), status: 500 }));
  });
  return app;
};
