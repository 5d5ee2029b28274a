import { pageUrl } from '@newsstand/contracts/paths';
import { createHash } from 'node:crypto';
import { Hono } from 'hono';
import { html } from 'hono/html';
import type { AppContext, AppEnv, Routes } from '../platform/http/app-env.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { serveEndpoint } from '../platform/http/serve-endpoint.ts';
import type { Deps } from '../publication/deps.ts';
import { htmlTexts } from '../publication/texts/html-texts.ts';
import { readIssues } from '../shop/store/read-issues.ts';
import { readProduct, readProducts } from '../shop/store/read-products.ts';
import {
  checkoutHtml,
  donationsHtml,
  issueData,
  issueHtml,
  issueUrl,
  offerHtml,
  productData,
  productHtml,
  productsData,
  productsHtml,
  productUrl,
  sitemap,
  subscriptionsData,
  subscriptionsHtml,
  type Piece,
} from './store-html.ts';
import { ownEndpoints } from './own-endpoints.ts';
import { apiText } from '../platform/http/api-text.ts';
import { siteOf } from '../publication/site-of.ts';

/** A minute is as old as what is in stock may be; a cache may show it while it asks for the next. */
const CACHING = 'public, max-age=60, stale-while-revalidate=300';

/**
 * Pieces of HTML for a CMS to put where a widget will mount: what search engines and readers without scripts find
 * there. They say nothing of any reader, and the page that each belongs to is the publication's own (`Link: …;
 * rel="canonical"`).
 */
export function htmlRoutes(deps: Deps): Routes {
  const routes = new Hono<AppEnv>();
  const pieceOf = async (heading: string): Promise<Piece> => {
    const { messages, name } = await deps.publication.now();
    return { say: htmlTexts(messages), name, site: siteOf(deps), heading: Number(heading) };
  };

  serveEndpoint(routes, ownEndpoints.htmlProduct, async (c, { params, query }) => {
    const product = await readProduct(deps, params.slug);
    if (!product) throw new Refusal(404, apiText('not_found'));
    const piece = await pieceOf(query.heading);
    const parts = { words: productHtml(piece, product), data: productData(piece, product) };
    return send(c, await pick(parts, query.part), productUrl(piece, product));
  });

  serveEndpoint(routes, ownEndpoints.htmlProducts, async (c, { query }) => {
    const [products, piece] = [await readProducts(deps, query.tag), await pieceOf(query.heading)];
    const parts = { words: productsHtml(piece, products), data: productsData(piece, products) };
    return send(c, await pick(parts, query.part), pageUrl(piece.site, 'store'));
  });

  serveEndpoint(routes, ownEndpoints.htmlIssue, async (c, { params, query }) => {
    const issue = (await readIssues(deps)).find(({ slug, released }) => slug === params.slug && released !== null);
    if (!issue) throw new Refusal(404, apiText('not_found'));
    const piece = await pieceOf(query.heading);
    const { part } = query;
    const shown =
      part === 'print' || part === 'digital'
        ? offerHtml(piece, issue, part)
        : pick({ words: issueHtml(piece, issue), data: issueData(piece, issue) }, part);
    return send(c, await shown, issueUrl(piece, issue));
  });

  serveEndpoint(routes, ownEndpoints.htmlSubscriptions, async (c, { query }) => {
    const [piece, publication] = [await pieceOf(query.heading), await deps.publication.now()];
    const parts = { words: subscriptionsHtml(piece, publication), data: subscriptionsData(piece, publication) };
    return send(c, await pick(parts, query.part), pageUrl(piece.site, 'subscribe'));
  });

  serveEndpoint(routes, ownEndpoints.htmlDonations, async (c, { query }) => {
    const piece = await pieceOf(query.heading);
    return send(c, await donationsHtml(piece, await deps.publication.now()), pageUrl(piece.site, 'donate'));
  });

  serveEndpoint(routes, ownEndpoints.htmlCheckout, async (c, { query }) => {
    const piece = await pieceOf(query.heading);
    return send(c, await checkoutHtml(piece, await deps.publication.now()), pageUrl(piece.site, 'checkout'));
  });

  serveEndpoint(routes, ownEndpoints.htmlSitemap, async (c) => {
    const products = await readProducts(deps);
    const issues = (await readIssues(deps)).filter(({ released }) => released !== null);
    await deps.publication.now();
    const site = siteOf(deps);
    const pages = [
      ...products.map((one) => ({ url: productUrl({ site }, one) })),
      ...issues.map((one) => ({ url: issueUrl({ site }, one), since: one.released })),
    ];
    return send(c, await sitemap(pages), null, 'application/xml');
  });

  return routes;
}

const pick = (parts: { words: ReturnType<typeof html>; data: ReturnType<typeof html> }, part: 'words' | 'data' | undefined) =>
  part === undefined ? html`${parts.words} ${parts.data}` : parts[part];

function send(c: AppContext, piece: { toString(): string }, canonical: string | null, type = 'text/html'): Response {
  const body = piece.toString();
  const tag = createHash('sha256').update(body).digest('base64url').slice(0, 27);
  const headers = { ETag: `"${tag}"`, 'Cache-Control': CACHING, ...(canonical !== null && { Link: `<${canonical}>; rel="canonical"` }) };
  // A proxy that compresses makes the tag a weak one.
  if (c.req.header('If-None-Match')?.includes(`"${tag}"`)) return c.body(null, 304, headers);
  return c.body(body, 200, { 'Content-Type': `${type}; charset=utf-8`, ...headers });
}
