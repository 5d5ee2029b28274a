import { createHash } from 'node:crypto';
import { secureHeaders } from 'hono/secure-headers';
import { DOCS_STYLE } from '../docs/render-docs.ts';

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
