import { Hono } from 'hono';
import { generateSpecs, openAPIRouteHandler } from 'hono-openapi';
import type { Config } from '../config.ts';
import type { AppEnv, Routes } from '../http/app-env.ts';
import { renderDocs } from './render-docs.ts';

/** The OpenAPI 3.1 document of everything that `app` serves, and a page to read it on. */
export function docsRoutes(app: Routes, { publicUrl }: Config): Routes {
  const documentation = {
    info: {
      title: 'Newsstand commerce API',
      version: '1',
      description: 'Money is whole cents. Errors are { errors: a message, or one for each field }. Bodies may be JSON or form-encoded.',
    },
    servers: [{ url: publicUrl }],
  };
  const routes = new Hono<AppEnv>();
  routes.get('/api/openapi.json', openAPIRouteHandler(app, { documentation }));
  routes.get('/api/docs', async (c) => c.html(renderDocs(await generateSpecs(app, { documentation }))));
  return routes;
}
