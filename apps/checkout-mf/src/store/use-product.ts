import { use } from 'react';
import type { Product } from '@newsstand/contracts/product';
import { product, products } from '@newsstand/contracts/store-endpoints';
import type { MountContext } from '@newsstand/contracts/widget';
import { createTableApi } from '@newsstand/ui/call-table';
import { usePageReader } from '@newsstand/ui/parsed-page';
import { errorText } from '../error-text.ts';
import { notSold } from './not-sold.ts';
import { readStorePage, type StorePage } from './read-store-page.ts';

const boxes = new WeakMap<StorePage, Map<string, Promise<Product>>>();
const shelves = new WeakMap<StorePage, Map<string, Promise<Product[]>>>();

/**
 * The product of a slug: from the page's data where it is there, from the server where not; without a slug, the page's
 * own. Throws where there is none, also where the page was asked for one that is not there: the page's fallback stays,
 * and nothing else is sold in its place.
 */
export const useProduct = (context: MountContext, slug: string | undefined): Product => {
  const page = usePageReader(readStorePage, context);
  const here = slug ? [page.product, ...(page.products ?? [])].find((one) => one?.slug === slug) : page.product;
  if (here) return here;
  if (!slug) throw notSold('checkout.product: neither data-slug nor the data of the page names a product that is there.');
  return use(remember(boxes, page, slug, () => fetchProduct(context.api, slug)));
};

/** The products with a tag (section 7): the page's own where it has them. */
export const useProducts = (context: MountContext, tag: string | undefined): Product[] => {
  const page = usePageReader(readStorePage, context);
  if (page.products) return tag === undefined ? page.products : page.products.filter(({ tags }) => tags.includes(tag));
  return use(remember(shelves, page, tag ?? '', () => fetchProducts(context.api, tag)));
};

const fetchProduct = async (base: string, slug: string): Promise<Product> => {
  const outcome = await createTableApi(base, { product })('product', { params: { slug } });
  if (outcome.ok) return outcome.data;
  if (outcome.status === 404) throw notSold(`checkout.product: no ${slug}`);
  throw new Error(errorText(outcome.refusal));
};

const fetchProducts = async (base: string, tag: string | undefined): Promise<Product[]> => {
  const outcome = await createTableApi(base, { products })('products', tag === undefined ? {} : { query: { tag } });
  if (outcome.ok) return outcome.data;
  throw new Error(errorText(outcome.refusal));
};

/** One promise per page and key: React asks for it again each time it renders. */
const remember = <T>(
  memory: WeakMap<StorePage, Map<string, Promise<T>>>,
  page: StorePage,
  key: string,
  make: () => Promise<T>,
): Promise<T> => {
  const known = memory.get(page) ?? new Map<string, Promise<T>>();
  memory.set(page, known);
  const promise = known.get(key) ?? make();
  known.set(key, promise);
  return promise;
};
