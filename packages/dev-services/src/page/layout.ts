import { readFileSync } from 'node:fs';
import { Hono } from 'hono';
import { html } from 'hono/html';
import { secureHeaders } from 'hono/secure-headers';

type Content = ReturnType<typeof html>;
/** `asks` answers the revision as text: when it differs from the page's, the page draws itself anew. */
type Page = { title: string; header: Content; main: Content; live?: { asks: string; revision: number } };

export function layout({ title, header, main, live }: Page): Content {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <title>${title}</title>
        <link rel="stylesheet" href="/_page/page.css" />
        <link rel="icon" href="data:," />
        <script type="module" src="/_page/live.js"></script>
      </head>
      <body>
        <header>${header}</header>
        <main data-revision="${live?.revision ?? ''}" data-asks="${live?.asks ?? ''}">${main}</main>
      </body>
    </html>`;
}

/** The pages' style and script, and headers under which nothing else runs on them. */
export function pageFiles() {
  const css = readFileSync(new URL('page.css', import.meta.url), 'utf8');
  const script = readFileSync(new URL('live.js', import.meta.url), 'utf8');
  return new Hono()
    .get('/_page/page.css', (c) => c.body(css, 200, { 'content-type': 'text/css; charset=utf-8' }))
    .get('/_page/live.js', (c) => c.body(script, 200, { 'content-type': 'text/javascript; charset=utf-8' }));
}

export const pageHeaders = secureHeaders({
  contentSecurityPolicy: {
    defaultSrc: ["'none'"],
    connectSrc: ["'self'"],
    formAction: ["'self'"],
    frameSrc: ["'self'"],
    imgSrc: ['data:'],
    scriptSrc: ["'self'"],
    styleSrc: ["'self'"],
  },
});
