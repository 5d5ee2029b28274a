import { readFileSync } from 'node:fs';
import path from 'node:path';
import { html, raw } from 'hono/html';
import { footer } from './footer.ts';
import type { Hint } from './hints.ts';
import { masthead } from './masthead.ts';
import { viewOnly } from './view-only.ts';
import { type Frame, type Page, attributes, inlineJson } from './page.ts';

const script = (name: string) => raw(readFileSync(path.join(import.meta.dirname, 'scripts', `${name}.js`), 'utf8'));
const header = script('header');
const postPage = script('post-page');

/**
 * A whole document. The magazine's own scripts are small enough to stand in the page; the loader is the only request.
 */
export const layout = (frame: Frame, page: Page) => {
  const { publication, url, publicUrl, loaderUrl, nonce } = frame;
  const { site } = publication;
  const title = page.look === 'front' ? `${site.name}: ${site.tagline}` : `${page.title} · ${site.name}`;
  return html`<!doctype html>
    <html
      lang="en"
      data-newsstand-theme="auto"
      ${dataOf(page)}${attributes({ 'newsstand-view-only': frame.reader.viewOnly ? '' : undefined })}
    >
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        <meta name="description" content="${page.description}" />
        <meta name="color-scheme" content="light dark" />
        <meta name="theme-color" content="#f7efdf" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="#111b33" media="(prefers-color-scheme: dark)" />
        <link rel="preload" href="${url('archivo.woff2')}" as="font" type="font/woff2" crossorigin />
        <link rel="preload" href="${url('newsreader.woff2')}" as="font" type="font/woff2" crossorigin />
        ${
          page.look === 'article'
            ? html`<link rel="preload" href="${url('newsreader-italic.woff2')}" as="font" type="font/woff2" crossorigin />`
            : ''
        }
        <link rel="stylesheet" href="${url('magazine.css')}" />
        <link rel="icon" href="${url(site.logo.source)}" />
        <link rel="canonical" href="${publicUrl}${page.path}" />
        <meta property="og:title" content="${page.title}" />
        <meta property="og:site_name" content="${site.name}" />
        <meta property="og:description" content="${page.description}" />
        <meta property="og:url" content="${publicUrl}${page.path}" />
        ${page.picture ? html`<meta property="og:image" content="${publicUrl}${url(page.picture.source)}" />` : ''} ${about(page, nonce)}
        ${page.startsWith ? hints(frame.hints(page.startsWith)) : ''}
        <script async src="${loaderUrl}" nonce="${nonce}" crossorigin="anonymous"></script>
      </head>
      <body class="page-${page.look}">
        <a class="skip" href="#main">Skip to content</a>
        ${viewOnly(frame)} ${masthead(frame, page)}
        <main id="main" tabindex="-1">${page.body}</main>
        ${footer(frame, page)}
        <script nonce="${nonce}">
          ${header};
        </script>
        ${
          page.look === 'article'
            ? html`<script nonce="${nonce}">
                ${postPage};
              </script>`
            : ''
        }
      </body>
    </html>`;
};

/** What search engines read. Data are no script, so that the shop's need no nonce. */
const about = ({ about: thing, shopData }: Page, nonce: string) =>
  shopData ??
  (thing
    ? html`<script type="application/ld+json" nonce="${nonce}">
        ${inlineJson({ '@context': 'https://schema.org', ...thing })}
      </script>`
    : '');

const hints = (found: readonly Hint[]) =>
  found.map(
    ({ url, integrity }) =>
      html`<link rel="modulepreload" href="${url}" ${integrity ? html`integrity="${integrity}"` : ''} crossorigin="anonymous" />`,
  );

/**
 * What the loader asks `/api/page/` for when a widget needs it: the page's name, and the slug or token that tells it
 * apart (docs/guide-embed.md).
 */
const dataOf = ({ data }: Page) =>
  data ? attributes({ 'newsstand-page': data.page, 'newsstand-slug': data.slug, 'newsstand-token': data.token }) : '';
