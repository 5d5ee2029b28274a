import { createHash } from 'node:crypto';
import { Hono } from 'hono';
import type { Config } from '../platform/config/config.ts';
import type { AppContext, AppEnv, Routes } from '../platform/http/app-env.ts';
import { fullName } from '../platform/http/cookies.ts';
import { once } from '../platform/once.ts';
import { ownEndpoints } from './own-endpoints.ts';

type Made = { body: string; tag: string };

/**
 * The OpenAPI 3.1 document of everything that is served, and a page to read it on. What is served does not change while
 * a process runs: both are made for the first who asks, with what only they need, and browsers ask only whether theirs
 * is still it.
 */
export function docsRoutes({ publicUrl, cookie }: Config): Routes {
  const document = once(async () => {
    const { makeDocument } = await import('./document.ts');
    return makeDocument({ publicUrl, cookie: fullName(cookie, 'sid') });
  });
  const json = once(async () => made(JSON.stringify(await document())));
  const page = once(async () => {
    const { renderDocs } = await import('./render-docs.ts');
    return made(renderDocs(await document(), ownEndpoints.openapi.path));
  });

  const send = async (c: AppContext, type: string, text: () => Promise<Made>): Promise<Response> => {
    const { body, tag } = await text();
    const headers = { ETag: tag, 'Cache-Control': 'public, max-age=300' };
    // A proxy that compresses makes the tag a weak one.
    if (c.req.header('If-None-Match')?.includes(tag)) return c.body(null, 304, headers);
    return c.body(body, 200, { 'Content-Type': type, ...headers });
  };
  const routes = new Hono<AppEnv>();
  routes.get(ownEndpoints.openapi.path, (c) => send(c, 'application/json', json));
  routes.get(ownEndpoints.docs.path, (c) => send(c, 'text/html; charset=utf-8', page));
  return routes;
}

const made = (body: string): Made => ({ body, tag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"` });
