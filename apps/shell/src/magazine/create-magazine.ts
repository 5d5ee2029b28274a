import { randomBytes } from 'node:crypto';
import type { HttpBindings } from '@hono/node-server';
import { ShippingCode } from '@newsstand/contracts/shipcode';
import { type Context, Hono, type MiddlewareHandler } from 'hono';
import { compress } from 'hono/compress';
import * as v from 'valibot';
import { forwardToApi, limitBody } from './forward-to-api.ts';
import { createHints } from './hints.ts';
import { keepContent } from './keep-content.ts';
import { layout } from './layout.ts';
import type { Frame, Html, Page } from './page.ts';
import {
  accountAddressPage,
  accountDataPage,
  accountDonationPage,
  accountEmailPage,
  accountNamePage,
  accountPage,
  accountPaymentPage,
  accountSessionsPage,
  accountSubscriptionPage,
  deleteAddressPage,
  renewalPage,
} from './pages/account-pages.ts';
import { articlePage } from './pages/article-page.ts';
import { checkoutPage, errorPage, invoicePage, mailingListPage, notFoundPage, receiptsPage } from './pages/desk-pages.ts';
import { frontPage } from './pages/front-page.ts';
import { hostilePage } from './pages/hostile-page.ts';
import { institutionalPage, loginPage } from './pages/login-pages.ts';
import { issuePage } from './pages/issue-page.ts';
import { productPage } from './pages/product-page.ts';
import { donatePage, redeemPage, renewPage, subscribePage } from './pages/membership-pages.ts';
import { storePage } from './pages/store-page.ts';
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
const robots = (publicUrl: string): string =>
  [
    'User-agent: *',
    ...['/api/art/', '/api/html/sitemap.xml'].map((path) => `Allow: ${path}`),
    ...['/api/', '/oauth/', '/account', '/renewal', '/receipts', '/invoice/', '/subscribe/redeem'].map((path) => `Disallow: ${path}`),
    ...['/sitemap.xml', '/api/html/sitemap.xml'].map((path) => `Sitemap: ${publicUrl}${path}`),
    '',
  ].join('\n');

/** The magazine's own pages; the shop's are in a sitemap of the API's. Slugs have no character that XML reads otherwise, and an origin has none either. */
const sitemap = (urls: readonly string[]): string =>
  [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...urls.map((url) => `<url><loc>${encodeURI(url)}</loc></url>`),
    '</urlset>',
    '',
  ].join('\n');

/** Whoever develops may take any remote from this machine, by `?widget=checkout@localhost:4301` (docs/guide-deploy-a-remote.md). */
const onThisMachine = (widgets: readonly string[] = []): string[] =>
  widgets.flatMap((asked) => {
    const host = /@((?:localhost|127\.0\.0\.1):\d+)$/.exec(asked)?.[1];
    return host === undefined ? [] : [`http://${host}`];
  });

/** `/store/` is `/store`. Only what is a path of this site by its look is sent on: `//elsewhere/` would lead to another. */
const redirectSlash: MiddlewareHandler = async (c, next) => {
  const { pathname, search } = new URL(c.req.url);
  if (!/^(\/[^/]+)+\/$/.test(pathname)) return next();
  // The query may hold a key to a receipt.
  c.header('Cache-Control', 'no-store');
  return c.redirect(pathname.slice(0, -1) + search, 308);
};

type Env = { Bindings: Partial<HttpBindings> };

/** The reference magazine: a stand-in for a publisher's CMS, whose templates know nothing of the widgets but their elements. */
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
  const forward = (c: Context<Env>) => forwardToApi(c, { apiUrl, trustedProxies });
  const serveFile = async (c: Context<Env>) => (await content()).assets.serve(c);

  app.use(securityHeaders(production));
  // Its operators ask the API itself; the public has no business there.
  app.all('/api/metrics', (c) => c.json({ errors: 'Not found.' }, 404));
  app.all('/api/*', limitBody, forward);
  app.all('/oauth/*', limitBody, forward);
  app.post('/logout', limitBody, forward);
  app.get('/favicon.ico', async (c) => {
    const { publication, assets } = await content();
    return c.redirect(assets.url(publication.site.logo.source));
  });
  app.get('/robots.txt', (c) => c.text(robots(publicUrl)));
  app.get('/sitemap.xml', async (c) => {
    const { publication } = await content();
    const pages = ['/', '/store', '/subscribe', '/donate', '/mailing-list', ...publication.articles.map(({ slug }) => `/articles/${slug}`)];
    c.header('Content-Type', 'application/xml; charset=utf-8');
    return c.body(sitemap(pages.map((path) => publicUrl + path)));
  });
  app.get('/art/*', serveFile);
  app.get('/hostile/:file', serveFile);
  app.get('/:file{[a-z-]+\\.(css|woff2)}', serveFile);

  app.get('*', redirectSlash);
  app.use(compress());
  app.get('/', (c) => sendPage(c, frontPage));
  app.get('/articles/:slug', (c) => sendPage(c, (frame) => articlePage(frame, c.req.param('slug'))));
  app.get('/issue/:slug', async (c) => {
    const slug = c.req.param('slug');
    const { publication } = await content();
    // Only what the magazine has a page of is asked about, so that made-up addresses fill no memory.
    const of = (part: string) => (publication.issues.some((one) => one.slug === slug) ? piece(`issue/${slug}?part=${part}`) : null);
    const [print, digital, data] = await Promise.all([of('print'), of('digital'), of('data')]);
    return sendPage(c, (frame) => issuePage(frame, slug, { print, digital, data }));
  });
  app.get('/store', async (c) => {
    const [words, data] = await Promise.all([piece('products?tag=store&part=words&heading=3'), piece('products?tag=store&part=data')]);
    return sendPage(c, (frame) => storePage(frame, { words, data }));
  });
  app.get('/store/product/:slug', async (c) => {
    const slug = c.req.param('slug');
    const { publication } = await content();
    const of = (part: string) => (publication.products.some((one) => one.slug === slug) ? piece(`product/${slug}?part=${part}`) : null);
    const [words, data] = await Promise.all([of('words&heading=1'), of('data')]);
    return sendPage(c, (frame) => productPage(frame, slug, { words, data }));
  });
  app.get('/store/checkout', (c) => sendPage(c, checkoutPage, stripeOrigin));
  app.get('/receipts', (c) => {
    // The address holds the key to the receipt: it stays out of caches and of other sites' logs.
    c.header('Cache-Control', 'no-store');
    c.header('Referrer-Policy', 'no-referrer');
    return sendPage(c, (frame) => receiptsPage(frame, c.req.query('token')));
  });
  app.get('/invoice/:invoice', (c) => {
    // As with a receipt: who has the address has the invoice.
    c.header('Cache-Control', 'no-store');
    c.header('Referrer-Policy', 'no-referrer');
    return sendPage(c, (frame) => invoicePage(frame, c.req.param('invoice')), stripeOrigin);
  });
  app.get('/subscribe', (c) => sendPage(c, subscribePage));
  app.get('/subscribe/renew', (c) => {
    // What one reader has, and where they live.
    c.header('Cache-Control', 'no-store');
    return sendPage(c, renewPage, stripeOrigin);
  });
  app.get('/subscribe/redeem', (c) => {
    // As with a receipt: who has the address has the gift.
    c.header('Cache-Control', 'no-store');
    c.header('Referrer-Policy', 'no-referrer');
    return sendPage(c, (frame) => redeemPage(frame, c.req.query('token')), stripeOrigin);
  });
  app.get('/donate', (c) => sendPage(c, donatePage));
  app.get('/login', (c) => sendPage(c, loginPage));
  app.get('/institutional-subscriptions', (c) => sendPage(c, institutionalPage));
  app.use('/account/*', async (c, next) => {
    // One reader's own: out of caches, also the browser's. Some addresses hold a key: out of other sites' logs.
    c.header('Cache-Control', 'no-store');
    c.header('Referrer-Policy', 'no-referrer');
    await next();
  });
  app.get('/account', (c) => sendPage(c, accountPage));
  app.get('/account/name', (c) => sendPage(c, accountNamePage));
  app.get('/account/email', (c) => sendPage(c, accountEmailPage));
  app.get('/account/address', (c) => sendPage(c, accountAddressPage));
  app.get('/account/address/:ship/delete', (c) => {
    const ship = v.safeParse(ShippingCode, c.req.param('ship'));
    return sendPage(c, (frame) => (ship.success ? deleteAddressPage(frame, ship.output) : null));
  });
  app.get('/account/payment', (c) => sendPage(c, accountPaymentPage, stripeOrigin));
  app.get('/account/subscriptions/:token', (c) =>
    sendPage(c, (frame) => accountSubscriptionPage(frame, c.req.param('token')), stripeOrigin),
  );
  app.get('/account/donation', (c) => sendPage(c, accountDonationPage, stripeOrigin));
  app.get('/account/sessions', (c) => sendPage(c, accountSessionsPage));
  app.get('/account/data', (c) => sendPage(c, accountDataPage));
  app.get('/renewal', (c) => {
    // As with a receipt: who has the address may confirm the payment.
    c.header('Cache-Control', 'no-store');
    c.header('Referrer-Policy', 'no-referrer');
    return sendPage(c, renewalPage, stripeOrigin);
  });
  app.get('/mailing-list', (c) => sendPage(c, mailingListPage));
  app.get('/hostile', (c) =>
    send(c, (frame) => ({ html: hostilePage(frame, c.req.query('theme') !== 'none'), status: 200 }), stripeOrigin),
  );

  app.notFound((c) => sendPage(c, () => null));
  app.onError((error, c) => {
    process.stderr.write(`${c.req.method} ${c.req.path}: ${error.stack ?? error.message}\n`);
    return send(c, (frame) => ({ html: layout(frame, errorPage(c.req.path)), status: 500 }));
  });
  return app;
};
