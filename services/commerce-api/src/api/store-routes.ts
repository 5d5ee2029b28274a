import { endpoints } from '@newsstand/contracts/endpoints';
import { Hono } from 'hono';
import type { AppEnv, Routes } from '../platform/http/app-env.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { serveEndpoint } from '../platform/http/serve-endpoint.ts';
import type { Deps } from '../publication/deps.ts';
import { shippingConfig } from '../publication/shipping-config.ts';
import { apiText } from '../platform/http/api-text.ts';
import { readProduct, readProducts } from '../shop/store/read-products.ts';

export function storeRoutes(deps: Deps): Routes {
  const routes = new Hono<AppEnv>();

  serveEndpoint(routes, endpoints.shippingConfig, async (_c, { query }) => {
    const { zones } = await deps.publication.now();
    return shippingConfig(zones, { inclusive: query.inclusive !== undefined });
  });

  serveEndpoint(routes, endpoints.products, (_c, { query }) => readProducts(deps, query.tag));

  serveEndpoint(routes, endpoints.product, async (_c, { params }) => {
    const product = await readProduct(deps, params.slug);
    if (!product) throw new Refusal(404, apiText('not_found'));
    return product;
  });

  return routes;
}
