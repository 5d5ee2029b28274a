import { createHash } from 'node:crypto';
import { createMiddleware } from 'hono/factory';
import { secureHeaders } from 'hono/secure-headers';
import type { AppEnv } from '../platform/http/app-env.ts';
import { DOCS_STYLE } from './docs-style.ts';
import { LETTERS_STYLE } from './letters-style.ts';
import { ownDeskEndpoints } from './own-endpoints.ts';

const common = { xFrameOptions: 'DENY', referrerPolicy: 'no-referrer' } as const;

/** Answers are data: a browser that is shown one runs nothing in it. */
export const dataHeaders = secureHeaders({
  ...common,
  contentSecurityPolicy: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
  crossOriginResourcePolicy: 'same-site',
});

/** Pictures may be shown by a magazine on another site. An SVG can hold scripts: opened by itself, it runs none. */
export const artHeaders = secureHeaders({
  ...common,
  contentSecurityPolicy: { defaultSrc: ["'none'"], styleSrc: ["'unsafe-inline'"], sandbox: [] },
  crossOriginResourcePolicy: 'cross-origin',
});

export const docsHeaders = secureHeaders({
  ...common,
  contentSecurityPolicy: {
    defaultSrc: ["'none'"],
    styleSrc: [`'sha256-${createHash('sha256').update(DOCS_STYLE).digest('base64')}'`],
    frameAncestors: ["'none'"],
    baseUri: ["'none'"],
  },
});

/**
 * The form posts to the page's own address: without a referrer the browser would not say which page sends it, and the
 * request would be refused.
 */
export const lettersHeaders = secureHeaders({
  ...common,
  referrerPolicy: 'same-origin',
  contentSecurityPolicy: {
    defaultSrc: ["'none'"],
    styleSrc: [`'sha256-${createHash('sha256').update(LETTERS_STYLE).digest('base64')}'`],
    formAction: ["'self'"],
    frameAncestors: ["'none'"],
    baseUri: ["'none'"],
  },
});

/** What the desk answers is for the desk's own page, and for no cache. */
const deskData = secureHeaders({
  ...common,
  contentSecurityPolicy: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
  crossOriginResourcePolicy: 'same-origin',
});
export const deskDataHeaders = createMiddleware<AppEnv>(async (c, next) => {
  await (c.req.path === ownDeskEndpoints.deskDocs.path ? docsHeaders : deskData)(c, next);
  c.res.headers.set('Cache-Control', 'no-store');
});
