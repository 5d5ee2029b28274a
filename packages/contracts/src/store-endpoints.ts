import * as v from 'valibot';
import { Flag, upTo } from './bounded.ts';
import type { Endpoint } from './endpoint.ts';
import { Product } from './product.ts';
import { ShippingConfig } from './shipping-config.ts';

export const shippingConfig = {
  method: 'GET',
  path: '/api/config/shipping',
  summary: 'Countries and states by zone, and shipping prices',
  query: { inclusive: Flag },
  answer: ShippingConfig,
  security: [],
} as const satisfies Endpoint;

export const products = {
  method: 'GET',
  path: '/api/store/products',
  summary: 'The products of the store',
  query: { tag: v.optional(upTo(100)) },
  answer: v.array(Product),
  security: [],
} as const satisfies Endpoint;

export const product = {
  method: 'GET',
  path: '/api/store/products/{slug}',
  summary: 'One product',
  params: { slug: upTo(200) },
  answer: Product,
  security: [],
} as const satisfies Endpoint;
