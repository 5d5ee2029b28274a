import { endpoints } from '@newsstand/contracts/endpoints';
import { Hono } from 'hono';
import type { Deps } from '../deps.ts';
import type { AppEnv, Routes } from '../http/app-env.ts';
import { serveEndpoint } from '../http/serve-endpoint.ts';
import { Refusal } from '../refusal.ts';
import { readProduct, readProducts } from './read-products.ts';
import { shippingConfig } from './shipping-config.ts';

export function storeRoutes(deps: Deps): Routes {
  const routes = new Hono<AppEnv>();

  serveEndpoint(routes, endpoints.shippingConfig, async (_c, { query }) => {
    const { zones } = await deps.publication.now();
    return shippingConfig(zones, { inclusive: query.inclusive !== undefined });
  });

  serveEndpoint(routes, endpoints.products, (_c, { query }) => readProducts(deps, query.tag));

  serveEndpoint(routes, endpoints.product, async (_c, { params }) => {
    const product = await readProduct(deps, params.slug);
    if (!product) throw new Refusal(404, 'Not found.');
    return product;
  });

  return routes;
}
