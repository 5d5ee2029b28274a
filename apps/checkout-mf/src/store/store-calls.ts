import type { Endpoint } from '@newsstand/contracts/endpoint';
import { Product } from '@newsstand/contracts/product';
import { Refusal } from '@newsstand/contracts/refusal';
import type { TableApi } from '@newsstand/ui/call-table';
import * as v from 'valibot';

/** The calls of the store and of the product box. */
export const storeCalls = {
  products: {
    method: 'GET',
    path: '/api/store/products',
    summary: 'The products of the store',
    query: { tag: v.optional(v.string()) },
    answer: v.array(Product),
    refusal: Refusal,
  },
  product: {
    method: 'GET',
    path: '/api/store/products/{slug}',
    summary: 'One product',
    params: { slug: v.string() },
    answer: Product,
    refusal: Refusal,
  },
} as const satisfies Record<string, Endpoint>;
export type StoreApi = TableApi<typeof storeCalls>;
